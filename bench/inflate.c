// SPDX-License-Identifier: BSD-3-Clause
// The least that reading a compressed file can take: inflate FILE.
#include <stdio.h>
#include <zlib.h>

enum { piece = 1 << 18 };

int main(int argc, char** argv) {
  static unsigned char in[piece], out[piece];
  FILE* file = argc == 2 ? fopen(argv[1], "rb") : NULL;
  z_stream stream = {0};
  if (!file || inflateInit(&stream) != Z_OK) {
    fprintf(stderr, "usage: inflate FILE\n");
    return 2;
  }
  int state = Z_OK;
  while (state == Z_OK && (stream.avail_in = (unsigned)fread(in, 1, piece, file))) {
    stream.next_in = in;
    while (state == Z_OK && stream.avail_in) {
      stream.next_out = out;
      stream.avail_out = piece;
      state = inflate(&stream, Z_NO_FLUSH);
    }
    if (state == Z_BUF_ERROR) state = Z_OK;
  }
  fclose(file);
  inflateEnd(&stream);
  if (state != Z_OK && state != Z_STREAM_END) {
    fprintf(stderr, "inflate: %s is damaged\n", argv[1]);
    return 1;
  }
  return 0;
}
