/* SPDX-License-Identifier: BSD-3-Clause */
/* A program in C that records itself: every call of weft/record.h that ordinary programs have. */
#include <stdio.h>
#include <weft/record.h>

static void step(int number) {
  WEFT_ENTER("step");
  weft_attach_int64(weft_define_attribute("number", WEFT_INT64), number);
  {
    WEFT_ENTER("inner");
    WEFT_LEAVE();
  }
  WEFT_LEAVE();
}

int main(void) {
  weft_record_begin();
  weft_name_process("in C");
  weft_name_thread("only thread");
  for (int i = 0; i < 3; ++i) step(-i);
  weft_metric_uint64(weft_define_metric("count", "#", WEFT_DELTA, WEFT_UINT64), 7);
  weft_metric_int64(weft_define_metric("depth", "m", WEFT_GAUGE, WEFT_INT64), -8);
  weft_metric_double(weft_define_metric("load", "%", WEFT_COUNTER, WEFT_DOUBLE), 0.25);
  const weft_comm self = weft_define_comm("self", 1, 0);
  weft_send(self, 0, 1, 2);
  weft_receive(self, 0, 1, 2);
  const weft_io_handle handle = weft_define_io_handle(weft_define_io_file("/tmp/data"), "POSIX");
  weft_io_open(handle, WEFT_READ_ONLY);
  weft_io_begin(handle, WEFT_READ, 10, 1);
  weft_io_end(handle, 9, 1);
  weft_io_seek(handle, -1, SEEK_CUR, 8);
  weft_io_close(handle);
  weft_marker(weft_define_marker("tests", "done", WEFT_HIGH), "all of it");
  weft_record_pause();
  step(100);
  weft_record_resume();
  const int status = weft_record_flush() != 0 || weft_record_lost() != 0;
  weft_record_finish();
  return status;
}
