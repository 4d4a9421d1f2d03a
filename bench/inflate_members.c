// SPDX-License-Identifier: BSD-3-Clause
// The same with libdeflate, which takes whole members: inflate_members FILE.
#include <libdeflate.h>
#include <stdio.h>
#include <stdlib.h>

enum { largest_member = 64 << 20 };

static unsigned char* whole(const char* path, size_t* size) {
  FILE* const file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0) return NULL;
  *size = (size_t)ftell(file);
  rewind(file);
  unsigned char* const bytes = malloc(*size);
  if (!bytes || fread(bytes, 1, *size, file) != *size) return NULL;
  fclose(file);
  return bytes;
}

int main(int argc, char** argv) {
  size_t size = 0;
  unsigned char* const bytes = argc == 2 ? whole(argv[1], &size) : NULL;
  unsigned char* const text = malloc(largest_member);
  struct libdeflate_decompressor* const inflater = libdeflate_alloc_decompressor();
  if (!bytes || !text || !inflater) return fprintf(stderr, "usage: inflate_members FILE\n"), 2;
  for (size_t at = 0, used, made; at < size; at += used)
    if (libdeflate_gzip_decompress_ex(inflater, bytes + at, size - at, text, largest_member, &used, &made) !=
        LIBDEFLATE_SUCCESS)
      return fprintf(stderr, "inflate_members: %s is damaged at byte %zu\n", argv[1], at), 1;
  libdeflate_free_decompressor(inflater);
  free(text);
  free(bytes);
  return 0;
}
