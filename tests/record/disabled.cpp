// SPDX-License-Identifier: BSD-3-Clause
// Compiled out, recording needs neither the library nor time: this program is linked without it.
#define WEFT_RECORD_DISABLE
#include <weft/record.hpp>

namespace {

int work() {
  WEFT_FUNCTION();
  static const weft::Metric<double> metric("metric", "1");
  static const weft::Attribute<std::string> attribute("attribute");
  for (int i = 0; i < 3; ++i) {
    WEFT_REGION("step");
    attribute.attach("text");
    metric(i);
  }
  WEFT_ENTER("in C");
  weft_send(weft_define_comm("world", 2, 0), 1, 2, 3);
  weft_marker(weft_define_marker("group", "category", WEFT_LOW), "text");
  weft_io_close(weft_define_io_handle(weft_define_io_file("path"), "POSIX"));
  WEFT_LEAVE();
  return weft_is_on();
}

}  // namespace

int main() {
  weft_record_begin();
  weft_name_thread("thread");
  const int is_on = work();
  weft_record_finish();
  return is_on + weft_record_flush() + static_cast<int>(weft_record_lost());
}
