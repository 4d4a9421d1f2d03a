// SPDX-License-Identifier: BSD-3-Clause
// A DFTracer trace as an I/O-heavy program leaves it: dftracer_make FOLDER RECORDS writes the same lines as plain text
// (trace.pfw), as gzip in members of 1 MiB of text (members.pfw.gz) and as one member (one.pfw.gz). There are no
// brackets around the lines, so that tools for JSON read them, too.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "dftracer_sum.h"
#include "outcome.h"
#include "workload.h"

enum { member_text = 1 << 20, longest_line = 1024, calls = 10, files = 500 };

struct call {
  const char* category;
  const char* name;
  const char* argument;  // what it was asked for, if anything
};

static const struct call known_calls[calls] = {{"POSIX", "open64", "flags"}, {"POSIX", "read", "count"},
    {"POSIX", "pread64", "offset"}, {"POSIX", "write", "count"}, {"POSIX", "lseek64", "offset"},
    {"POSIX", "__fxstat64", NULL}, {"POSIX", "close", NULL}, {"STDIO", "fread", "size"}, {"STDIO", "fwrite", "size"},
    {"data_loader", "TorchDataset.__getitem__", "image_idx"}};

struct output {
  FILE* plain;
  gzFile one;
  FILE* members;
  char text[member_text + longest_line];
  size_t used;
};

static _Noreturn void die(const char* what) {
  fprintf(stderr, "dftracer_make: cannot write %s\n", what);
  exit(2);
}

static void put_member(struct output* out) {
  static unsigned char packed[2 * (member_text + longest_line)];
  z_stream stream = {0};
  if (deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) die("a member");
  stream.next_in = (unsigned char*)out->text;
  stream.avail_in = (unsigned)out->used;
  stream.next_out = packed;
  stream.avail_out = sizeof packed;
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) die("a member");
  const size_t size = sizeof packed - stream.avail_out;
  deflateEnd(&stream);
  if (fwrite(packed, 1, size, out->members) != size) die("members.pfw.gz");
}

static void put_text(struct output* out) {
  if (fwrite(out->text, 1, out->used, out->plain) != out->used) die("trace.pfw");
  if (gzwrite(out->one, out->text, (unsigned)out->used) != (int)out->used) die("one.pfw.gz");
  put_member(out);
  out->used = 0;
}

static void added(struct output* out, int size) {
  out->used += (size_t)size;
  if (out->used >= member_text) put_text(out);
}

static uint64_t hash_of(uint64_t file) { return (file + 1) * UINT64_C(0x9e3779b97f4a7c15); }

static void put_definition(struct output* out, uint64_t id, uint64_t pid, uint64_t file) {
  added(out,
      snprintf(out->text + out->used, longest_line,
          "{\"id\":%" PRIu64 ",\"name\":\"FH\",\"cat\":\"dftracer\",\"pid\":%" PRIu64 ",\"tid\":%" PRIu64
          ",\"ph\":\"M\",\"args\":{\"hhash\":\"8a3b1c5d7e9f0246\",\"name\":\"/p/lustre/dataset/train/part-%05" PRIu64
          ".npz\",\"value\":\"%016" PRIx64 "\"}}\n",
          id, pid, pid, file, hash_of(file)));
}

static uint64_t put_event(struct output* out, uint64_t id, uint64_t pid, uint64_t time, uint64_t random) {
  const struct call* const call = &known_calls[random % calls];
  const uint64_t duration = (random >> 8) % 5000, moved = (random >> 24) % (1 << 20), file = (random >> 48) % files;
  char asked[64] = "";
  if (call->argument) snprintf(asked, sizeof asked, ",\"%s\":%" PRIu64, call->argument, moved + 4096);
  added(out,
      snprintf(out->text + out->used, longest_line,
          "{\"id\":%" PRIu64 ",\"name\":\"%s\",\"cat\":\"%s\",\"pid\":%" PRIu64 ",\"tid\":%" PRIu64 ",\"ts\":%" PRIu64
          ",\"dur\":%" PRIu64 ",\"ph\":\"X\",\"args\":{\"hhash\":\"8a3b1c5d7e9f0246\",\"p_idx\":%" PRIu64
          ",\"level\":2,\"fhash\":\"%016" PRIx64 "\"%s,\"ret\":%" PRIu64 "}}\n",
          id, call->name, call->category, pid, pid + random % 4, time, duration, id - random % 8, hash_of(file), asked,
          moved));
  return dftracer_sum(time, duration, moved);
}

static FILE* create(const char* folder, const char* name, char* path, size_t size) {
  snprintf(path, size, "%s/%s", folder, name);
  FILE* const file = fopen(path, "wb");
  if (!file) die(path);
  return file;
}

int main(int argc, char** argv) {
  if (argc != 3) return fprintf(stderr, "usage: dftracer_make FOLDER RECORDS\n"), 2;
  const uint64_t records = strtoull(argv[2], NULL, 10);
  static struct output out;
  char path[4096];
  out.plain = create(argv[1], "trace.pfw", path, sizeof path);
  out.members = create(argv[1], "members.pfw.gz", path, sizeof path);
  snprintf(path, sizeof path, "%s/one.pfw.gz", argv[1]);
  out.one = gzopen(path, "wb6");
  if (!out.one) die(path);

  struct workload random = workload_of(7, 0);
  const uint64_t pid = 41234;
  uint64_t time = DFTRACER_FIRST_TIME, sum = 0, id = 0;
  const int64_t start = nanoseconds_now();
  while (id < records && id < files) put_definition(&out, id + 1, pid, id), ++id;
  for (; id < records; ++id) {
    const uint64_t bits = workload_random(&random);
    time += bits % 40;
    sum += put_event(&out, id + 1, pid, time, bits >> 3);
  }
  if (out.used) put_text(&out);
  if (fclose(out.plain) || fclose(out.members) || gzclose(out.one) != Z_OK) die(argv[1]);
  print_outcome(records, nanoseconds_now() - start, sum);
  return 0;
}
