/* SPDX-License-Identifier: BSD-3-Clause */
/* Compiled with -finstrument-functions. Checked by run_modes.py. */
#include <dftracer/dftracer.h>
#include <setjmp.h>

static jmp_buf back;

int factorial(int n);
int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }

void jumps(int deeper);
void jumps(int deeper) {
  if (deeper < 0) return;
  if (deeper == 0) longjmp(back, 1);
  jumps(deeper - 1);
}

void lands(void);
void lands(void) {
  if (setjmp(back) == 0) jumps(2);
}

int main(void) {
  DFTRACER_C_INIT(NULL, NULL, NULL);
  DFTRACER_C_REGION_START(around);
  const int result = factorial(4);
  lands();
  DFTRACER_C_REGION_END(around);
  return result == 24 ? 0 : 1;
}
