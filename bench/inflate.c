// SPDX-License-Identifier: BSD-3-Clause
// The least that reading a compressed file can take: inflate FILE, of zlib's kind or gzip, with any number of members.
#include <stdio.h>
#include <zlib.h>

enum { piece = 1 << 18, either_header = 15 + 32 };

int main(int argc, char** argv) {
  static unsigned char in[piece], out[piece];
  FILE* file = argc == 2 ? fopen(argv[1], "rb") : NULL;
  z_stream stream = {0};
  if (!file || inflateInit2(&stream, either_header) != Z_OK) {
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
      if (state == Z_STREAM_END) state = inflateReset(&stream);
    }
    if (state == Z_BUF_ERROR) state = Z_OK;
  }
  fclose(file);
  inflateEnd(&stream);
  if (state != Z_OK) {
    fprintf(stderr, "inflate: %s is damaged\n", argv[1]);
    return 1;
  }
  return 0;
}
