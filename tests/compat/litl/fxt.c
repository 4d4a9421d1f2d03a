/* SPDX-License-Identifier: BSD-3-Clause */
/* A program written for FxT: records into the file "./fxt" with every macro of those headers but FUT_DO_PROBE, which
   the reference's compiler refuses. Time is counted, so that files of two libraries can be compared. */
#include <fut.h>
#include <fxt.h>
#include <litl_timer.h>

static litl_time_t ticks;
static litl_time_t counted_time(void) { return __sync_add_and_fetch(&ticks, 5); }

int main(void) {
  char name[] = "./fxt", text[] = "a text of a program", empty[] = "";
  const char c = 'c';
  const short s = -2;
  const unsigned u = 4000000000u;
  const long l = -5000000000;
  const float f = 0.5f;
  const double d = 2.5;
  litl_set_timing_method(counted_time);
  fut_setup(1024, FUT_KEYMASKALL, 0);
  fut_set_filename(name);
  fut_disable_tid_logging();
  fut_enable_tid_logging();
  disable_fut_flush();
  enable_fut_flush();
  for (int i = 0; i < 40; ++i) {
    FUT_DO_PROBE0(FUT_MAIN_ENTRY_CODE);
    FUT_DO_PROBE1(FUT_SWITCH_TO_CODE, i);
    FUT_DO_PROBE2(FUT_NEW_LWP_CODE, c, l);
    FUT_DO_PROBE3(FUT_RQS_NEWRQ, s, u, d);
    FUT_DO_PROBE4(FUT_THREAD_BIRTH_CODE, f, c, i, l);
    FUT_DO_PROBE5(FUT_THREAD_DEATH_CODE, i, i + 1, i + 2, d, c);
    FUT_DO_PROBE6(FUT_KEYCHANGE_CODE, c, s, i, l, f, d);
    FUT_DO_PROBESTR(FUT_SET_THREAD_NAME_CODE, text);
    FUT_DO_PROBESTR(FUT_UNPAIRED_LIMIT_CODE, empty);
    FUT_DO_PROBE0(FUT_MAIN_ENTRY_CODE + FUT_GENERIC_EXIT_OFFSET);
  }
  fut_endup(name);
  fut_done();
  return 0;
}
