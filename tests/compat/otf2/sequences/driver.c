/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Calls OTF2 at random, and tells every call with its answer and every callback with what it got:
 *
 *     driver FIRST COUNT [ANCHOR…]
 *
 * A sequence of calls is made from its number alone, so two libraries get the same calls. It runs in a directory and a
 * process of its own, under limits: what a library does not survive ends one sequence, and is told. Each sequence
 * writes an archive and reads it; some read one of the given archives as well. */
#define _DEFAULT_SOURCE
#include "driver.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { transcript_bytes = 8 << 20, told_records = 12, told_bytes = 300 };

static struct transcript {
  unsigned long used;
  unsigned calls, callbacks;
  char text[transcript_bytes];
} * transcript; /* shared with the process of the sequence */

const OTF2_LocationRef location_of[] = {0, 1, 2, 42, UINT64_C(1) << 40, OTF2_UNDEFINED_LOCATION};

/* --- chance ------------------------------------------------------------------------------------------------------- */

static uint64_t chance_state;

unsigned pick(unsigned below) {
  uint64_t mixed = chance_state += UINT64_C(0x9e3779b97f4a7c15);
  mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
  return (unsigned)((mixed ^ mixed >> 31) % below);
}

bool chance(unsigned percent) { return pick(100) < percent; }

/* --- the transcript ----------------------------------------------------------------------------------------------- */

uint64_t count;
unsigned interrupt_after;
static unsigned records_of_call;
static uint64_t digest;

void say(const char* format, ...) {
  const unsigned long room = transcript_bytes - transcript->used;
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(transcript->text + transcript->used, room, format, arguments);
  va_end(arguments);
  if (length > 0 && (unsigned long)length < room) transcript->used += (unsigned long)length;
}

static void end_call(void) {
  ++transcript->calls;
  if (records_of_call > told_records)
    say("  %u records, digest %016llx\n", records_of_call, (unsigned long long)digest);
  records_of_call = 0;
  digest = 0;
}

int tell_answer(int code) {
  end_call();
  say("  -> %d\n", code);
  return code;
}

int tell_with_count(int code) {
  end_call();
  say("  -> %d, %llu\n", code, (unsigned long long)count);
  return code;
}

void* tell_whether(void* pointer) {
  end_call();
  say("  -> %s\n", pointer ? "yes" : "no");
  return pointer;
}

static void digest_more(const char* text, unsigned long length) {
  for (unsigned long i = 0; i < length; ++i) digest = (digest ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
}

void tell_record(const char* text, unsigned long length) {
  ++transcript->callbacks;
  digest_more(text, length);
  if (++records_of_call > told_records) return;
  if (length <= told_bytes)
    say("  %.*s", (int)length, text);
  else
    say("  %.*s… %lu, digest %016llx\n", told_bytes, text, length, (unsigned long long)digest);
}

OTF2_CallbackCode next_answer(void) {
  if (interrupt_after == 0 || --interrupt_after > 0) return OTF2_CALLBACK_SUCCESS;
  return OTF2_CALLBACK_INTERRUPT;
}

static OTF2_ErrorCode keep_quiet(void* data, const char* file, uint64_t line, const char* function, OTF2_ErrorCode code,
    const char* format, va_list arguments) {
  (void)data, (void)file, (void)line, (void)function, (void)format, (void)arguments;
  return code;
}

/* --- one sequence ------------------------------------------------------------------------------------------------- */

static void limit(int resource, rlim_t value) {
  const struct rlimit both = {value, value};
  setrlimit(resource, &both);
}

static void run_sequence(unsigned number, int anchors, char** anchor) {
  chance_state = number * UINT64_C(0x2545f4914f6cdd1d);
  OTF2_Error_RegisterCallback(keep_quiet, NULL);
  const struct damage damage = write_archive("a");
  read_archive("a", "t", true, damage);
  if (chance(50)) read_archive("a", "t", true, damage);
  if (chance(10)) write_archive("a"); /* it exists already; with other chunks, what is left of it cannot be read */
  if (anchors > 0 && chance(10)) {
    const struct damage none = {false};
    char* path = anchor[pick((unsigned)anchors)];
    char* name = strrchr(path, '/') + 1;
    say("archive %s\n", name);
    name[-1] = 0;
    *strrchr(name, '.') = 0;
    read_archive(path, name, false, none);
  }
}

static void sequence_process(unsigned number, int anchors, char** anchor) {
  char directory[32];
  const int nowhere = open("/dev/null", O_WRONLY);
  snprintf(directory, sizeof directory, "%u", number);
  if (mkdir(directory, 0777) != 0 || chdir(directory) != 0) _exit(1);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, (rlim_t)64 << 20);
  if (!getenv("LD_PRELOAD")) { /* a sanitizer needs time and more room than there is, and has something to say */
    dup2(nowhere, STDERR_FILENO);
    limit(RLIMIT_CPU, 3);
    limit(RLIMIT_AS, (rlim_t)8 << 30);
  }
  alarm(30);
  run_sequence(number, anchors, anchor);
  _exit(0);
}

int main(int argc, char** argv) {
  if (argc < 3) {
    fputs("usage: driver FIRST COUNT [ANCHOR...]\n", stderr);
    return 2;
  }
  const unsigned first = (unsigned)atoi(argv[1]), many = (unsigned)atoi(argv[2]);
  transcript = mmap(NULL, sizeof *transcript, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (transcript == MAP_FAILED) return 1;
  for (unsigned number = first; number < first + many; ++number) {
    int status = 0;
    transcript->used = transcript->calls = transcript->callbacks = 0;
    const pid_t child = fork();
    if (child == 0) sequence_process(number, argc - 3, argv + 3);
    if (child < 0 || waitpid(child, &status, 0) != child) return 1;
    fwrite(transcript->text, 1, transcript->used, stdout);
    printf("== sequence %u: signal %d, exit code %d, %u calls, %u callbacks\n", number,
        WIFSIGNALED(status) ? WTERMSIG(status) : 0, WIFEXITED(status) ? WEXITSTATUS(status) : 0, transcript->calls,
        transcript->callbacks);
  }
  return fflush(stdout) == 0 ? 0 : 1;
}
