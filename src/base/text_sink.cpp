// SPDX-License-Identifier: BSD-3-Clause
#include "base/text_sink.hpp"

#include <unistd.h>

#include <cerrno>

namespace weft {

void TextSink::grow(std::size_t more) { buffer_.resize((buffer_.size() + more) * 2); }

void TextSink::real(double value) {
  char digits[32];
  const auto end = fmt::format_to(digits, "{}", value);
  put(std::string_view(digits, static_cast<std::size_t>(end - digits)));
}

Result<> TextSink::flush() {
  if (fd_ < 0) return {};
  std::size_t done = 0;
  while (done < used_ && !error_) {
    const ssize_t n = ::write(fd_, buffer_.data() + done, used_ - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0)
      error_ = system_error("cannot write", "output");
    else
      done += static_cast<std::size_t>(n);
  }
  used_ = 0;
  if (error_) return *error_;
  return {};
}

}  // namespace weft
