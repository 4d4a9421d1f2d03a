// SPDX-License-Identifier: BSD-3-Clause
// The calls of the standard library's streams.
#include <stdio.h>

#include <cstring>

#include "record/preload/io/call.hpp"

namespace {

using namespace weft::recording;
using io::Key;

std::int64_t length_of(const char* text) { return text ? static_cast<std::int64_t>(std::strlen(text)) : 0; }
std::int64_t bytes_of(std::size_t items, std::size_t size) { return static_cast<std::int64_t>(items * size); }
std::int64_t position_after(int ret, std::int64_t offset, int whence) {
  return ret == 0 && whence == SEEK_SET ? offset : -1;
}
int number_of(FILE* stream) { return stream ? ::fileno_unlocked(stream) : -1; }

}  // namespace

WEFT_IO_CALL_AND_64(STDIO, FILE*, fopen, (const char* path, const char* mode), (path, mode),
    at(path).opens(ret, mode).text(Key::mode_text, mode))
WEFT_IO_CLOSING_CALL(STDIO, FILE*, freopen, (const char* path, const char* mode, FILE* stream), (path, mode, stream),
    number_of(stream), at(path).opens(ret, mode).replaces(before).path(Key::path_hash, path).text(Key::mode_text, mode))
WEFT_IO_CLOSING_CALL(STDIO, FILE*, freopen64, (const char* path, const char* mode, FILE* stream), (path, mode, stream),
    number_of(stream), at(path).opens(ret, mode).replaces(before).path(Key::path_hash, path).text(Key::mode_text, mode))
WEFT_IO_CLOSING_CALL(STDIO, int, fclose, (FILE * stream), (stream), number_of(stream), on(before).closes())
// Nobody saw its stream being opened: its handle is none that is closed.
WEFT_IO_CLOSING_CALL(STDIO, int, pclose, (FILE * stream), (stream), number_of(stream), on(before).arg(Key::ret, ret))

WEFT_IO_CALL(STDIO, size_t, fread, (void* to, size_t size, size_t count, FILE* stream), (to, size, count, stream),
    on(stream).reads(size* count, bytes_of(ret, size)).arg(Key::size, size).arg(Key::count, count).arg(Key::ret, ret))
WEFT_IO_CALL(STDIO, size_t, __fread_chk, (void* to, size_t room, size_t size, size_t count, FILE* stream),
    (to, room, size, count, stream),
    on(stream).reads(size* count, bytes_of(ret, size)).arg(Key::size, size).arg(Key::count, count).arg(Key::ret, ret))
WEFT_IO_CALL(STDIO, size_t, fwrite, (const void* from, size_t size, size_t count, FILE* stream),
    (from, size, count, stream),
    on(stream).writes(size* count, bytes_of(ret, size)).arg(Key::size, size).arg(Key::count, count).arg(Key::ret, ret))
WEFT_IO_CALL(STDIO, char*, fgets, (char* to, int size, FILE* stream), (to, size, stream),
    on(stream)
        .reads(static_cast<std::uint64_t>(size), length_of(ret))
        .arg(Key::num, size)
        .arg(Key::ret_len, length_of(ret)))
WEFT_IO_CALL(STDIO, char*, __fgets_chk, (char* to, size_t room, int size, FILE* stream), (to, room, size, stream),
    on(stream)
        .reads(static_cast<std::uint64_t>(size), length_of(ret))
        .arg(Key::num, size)
        .arg(Key::ret_len, length_of(ret)))
WEFT_IO_CALL(STDIO, int, fputs, (const char* text, FILE* stream), (text, stream),
    on(stream)
        .writes(std::strlen(text), ret < 0 ? 0 : length_of(text))
        .arg(Key::str_len, length_of(text))
        .arg(Key::ret, ret))
WEFT_IO_CALL(STDIO, int, fgetc, (FILE * stream), (stream), on(stream).reads(1, ret >= 0).arg(Key::ret, ret))
WEFT_IO_CALL(STDIO, int, getc, (FILE * stream), (stream), on(stream).reads(1, ret >= 0).arg(Key::ret, ret))
WEFT_IO_CALL(STDIO, int, getc_unlocked, (FILE * stream), (stream), on(stream).reads(1, ret >= 0).arg(Key::ret, ret))
WEFT_IO_CALL(STDIO, int, fputc, (int c, FILE* stream), (c, stream), on(stream).writes(1, ret >= 0).arg(Key::ret, ret))
// A word of -1 is like none, and taken for the end of the file.
WEFT_IO_CALL(STDIO, int, getw, (FILE * stream), (stream),
    on(stream).reads(sizeof ret, ret == EOF ? 0 : sizeof ret).arg(Key::ret, ret))
WEFT_IO_CALL(STDIO, int, putw, (int word, FILE* stream), (word, stream),
    on(stream).writes(sizeof word, ret == 0 ? sizeof word : 0).arg(Key::ret, ret))
// Variants that take no lock have the names of those that do.
WEFT_IO_CALL_AS(STDIO, size_t, fread_unlocked, fread, (void* to, size_t size, size_t count, FILE* stream),
    (to, size, count, stream),
    on(stream).reads(size* count, bytes_of(ret, size)).arg(Key::size, size).arg(Key::count, count).arg(Key::ret, ret))
WEFT_IO_CALL_AS(STDIO, size_t, __fread_unlocked_chk, __fread_chk,
    (void* to, size_t room, size_t size, size_t count, FILE* stream), (to, room, size, count, stream),
    on(stream).reads(size* count, bytes_of(ret, size)).arg(Key::size, size).arg(Key::count, count).arg(Key::ret, ret))
WEFT_IO_CALL_AS(STDIO, size_t, fwrite_unlocked, fwrite, (const void* from, size_t size, size_t count, FILE* stream),
    (from, size, count, stream),
    on(stream).writes(size* count, bytes_of(ret, size)).arg(Key::size, size).arg(Key::count, count).arg(Key::ret, ret))
WEFT_IO_CALL_AS(STDIO, char*, fgets_unlocked, fgets, (char* to, int size, FILE* stream), (to, size, stream),
    on(stream)
        .reads(static_cast<std::uint64_t>(size), length_of(ret))
        .arg(Key::num, size)
        .arg(Key::ret_len, length_of(ret)))
WEFT_IO_CALL_AS(STDIO, char*, __fgets_unlocked_chk, __fgets_chk, (char* to, size_t room, int size, FILE* stream),
    (to, room, size, stream),
    on(stream)
        .reads(static_cast<std::uint64_t>(size), length_of(ret))
        .arg(Key::num, size)
        .arg(Key::ret_len, length_of(ret)))
WEFT_IO_CALL_AS(STDIO, int, fputs_unlocked, fputs, (const char* text, FILE* stream), (text, stream),
    on(stream)
        .writes(std::strlen(text), ret < 0 ? 0 : length_of(text))
        .arg(Key::str_len, length_of(text))
        .arg(Key::ret, ret))
WEFT_IO_CALL_AS(
    STDIO, int, fgetc_unlocked, fgetc, (FILE * stream), (stream), on(stream).reads(1, ret >= 0).arg(Key::ret, ret))
WEFT_IO_CALL_AS(STDIO, int, fputc_unlocked, fputc, (int c, FILE* stream), (c, stream),
    on(stream).writes(1, ret >= 0).arg(Key::ret, ret))
WEFT_IO_CALL_AS(
    STDIO, int, putc, fputc, (int c, FILE* stream), (c, stream), on(stream).writes(1, ret >= 0).arg(Key::ret, ret))
WEFT_IO_CALL_AS(STDIO, int, putc_unlocked, fputc, (int c, FILE* stream), (c, stream),
    on(stream).writes(1, ret >= 0).arg(Key::ret, ret))

// Lines as long as they are.
WEFT_IO_CALL(STDIO, ssize_t, getline, (char** line, size_t* room, FILE* stream), (line, room, stream),
    on(stream).reads(static_cast<std::uint64_t>(ret < 0 ? 0 : ret), ret).arg(Key::ret, ret))
WEFT_IO_CALL(STDIO, ssize_t, getdelim, (char** line, size_t* room, int end, FILE* stream), (line, room, end, stream),
    on(stream).reads(static_cast<std::uint64_t>(ret < 0 ? 0 : ret), ret).arg(Key::ret, ret))
WEFT_IO_CALL_AS(STDIO, ssize_t, __getdelim, getdelim, (char** line, size_t* room, int end, FILE* stream),
    (line, room, end, stream), on(stream).reads(static_cast<std::uint64_t>(ret < 0 ? 0 : ret), ret).arg(Key::ret, ret))

// The descriptor has been opened already.
WEFT_IO_CALL(
    STDIO, FILE*, fdopen, (int fd, const char* mode), (fd, mode), on(fd).arg(Key::fd, fd).text(Key::mode_text, mode))

WEFT_IO_CALL(STDIO, int, ungetc, (int c, FILE* stream), (c, stream), on(stream).arg(Key::ret, ret))

WEFT_IO_CALL(STDIO, long, ftell, (FILE * stream), (stream), on(stream).arg(Key::ret, ret))
WEFT_IO_CALL_AND_64(STDIO, off_t, ftello, (FILE * stream), (stream), on(stream).arg(Key::ret, ret))
WEFT_IO_CALL(STDIO, int, fseek, (FILE * stream, long offset, int whence), (stream, offset, whence),
    on(stream)
        .seeks(offset, whence, position_after(ret, offset, whence))
        .arg(Key::offset, offset)
        .arg(Key::whence, whence)
        .arg(Key::ret, ret))
WEFT_IO_CALL_AND_64(STDIO, int, fseeko, (FILE * stream, off_t offset, int whence), (stream, offset, whence),
    on(stream)
        .seeks(offset, whence, position_after(ret, offset, whence))
        .arg(Key::offset, offset)
        .arg(Key::whence, whence)
        .arg(Key::ret, ret))
WEFT_IO_CALL_AND_64(
    STDIO, int, fgetpos, (FILE * stream, void* position), (stream, position), on(stream).arg(Key::ret, ret))
// Only the library knows where a position is.
WEFT_IO_CALL_AND_64(STDIO, int, fsetpos, (FILE * stream, const void* position), (stream, position),
    on(stream).seeks(0, SEEK_CUR, -1).arg(Key::ret, ret))
WEFT_IO_VOID_CALL(STDIO, rewind, (FILE * stream), (stream), on(stream).seeks(0, SEEK_SET, 0))

WEFT_IO_CALL(STDIO, int, fflush, (FILE * stream), (stream), on(stream).flushes().arg(Key::ret, ret))
WEFT_IO_CALL(STDIO, int, setvbuf, (FILE * stream, char* buffer, int mode, size_t size), (stream, buffer, mode, size),
    on(stream).arg(Key::mode, mode).arg(Key::size, size).arg(Key::ret, ret))
WEFT_IO_VOID_CALL(STDIO, clearerr, (FILE * stream), (stream), on(stream))
WEFT_IO_CALL(STDIO, int, feof, (FILE * stream), (stream), on(stream))
WEFT_IO_CALL(STDIO, int, ferror, (FILE * stream), (stream), on(stream))
WEFT_IO_VOID_CALL(STDIO, flockfile, (FILE * stream), (stream), on(stream))
WEFT_IO_VOID_CALL(STDIO, funlockfile, (FILE * stream), (stream), on(stream))
WEFT_IO_CALL(STDIO, int, ftrylockfile, (FILE * stream), (stream), on(stream).arg(Key::ret, ret))
