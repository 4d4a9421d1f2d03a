// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf/wbuffer.hpp"

#include <memory>
#include <new>

#include "compat/otf/errors.hpp"
#include "compat/otf/file_manager.hpp"
#include "compat/otf/key_value_list.hpp"

namespace weft::otf::compat {

WBufferObject* create_buffer(OTF_FileManager& manager, std::string path, RecordWriter::Options options) {
  auto writer = RecordWriter::create(manager.pool, std::move(path), options);
  if (!succeeded(writer)) return nullptr;
  return std::make_unique<WBufferObject>(*std::move(writer)).release();
}

namespace {

// How many characters `put` wrote; 0, and the error is set, if something did not fit.
template <class Put>
uint32_t characters(OTF_WBuffer* buffer, Put&& put) {
  LineBuffer& lines = object(buffer).writer->buffer();
  const std::uint64_t before = lines.text_bytes();
  const bool good = guarded(false, [&] {
    put(lines);
    return succeeded(lines.status()) != 0;
  });
  object(buffer).show();
  return good ? static_cast<uint32_t>(lines.text_bytes() - before) : 0;
}

template <class T>
uint32_t put_number(OTF_WBuffer* buffer, T value) {
  return characters(buffer, [&](LineBuffer& lines) { lines.number(value); });
}

template <Form F>
uint32_t put_values(OTF_WBuffer* buffer, const KeyValues& values) {
  return characters(buffer, [&](LineBuffer& lines) { put_key_values<F>(lines, values); });
}

template <Form F>
uint32_t put_pair(OTF_WBuffer* buffer, OTF_KeyValuePair* pair) {
  return guarded(0, [&] {
    KeyValues values;
    if (pair) copy_pair(*pair, values);
    return put_values<F>(buffer, values);
  });
}

template <Form F>
uint32_t put_list(OTF_WBuffer* buffer, OTF_KeyValueList* list) {
  if (!list) return 0;
  return guarded(0, [&] {
    KeyValues values;
    copy_values(*list, values);
    make_empty(*list);
    return put_values<F>(buffer, values);
  });
}

}  // namespace
}  // namespace weft::otf::compat

using namespace weft::otf;
using namespace weft::otf::compat;

extern "C" {

int OTF_WBuffer_init(OTF_WBuffer* wbuffer);
int OTF_WBuffer_finish(OTF_WBuffer* wbuffer);

OTF_WBuffer* OTF_WBuffer_open(const char* filename, OTF_FileManager* manager) {
  return OTF_WBuffer_open_zlevel(filename, manager, OTF_FILECOMPRESSION_COMPRESSED);
}

// Whether it is compressed is said by the name.
OTF_WBuffer* OTF_WBuffer_open_zlevel(const char* filename, OTF_FileManager* manager, OTF_FileCompression compression) {
  if (!manager) {
    set_error("expected a file manager, found NULL");
    return nullptr;
  }
  const bool is_compressed = std::string_view(filename).ends_with(compressed_ending);
  return guarded(nullptr, [&] {
    return create_buffer(
        *manager, filename, {Form::short_words, {0, is_compressed ? static_cast<int>(compression) : 0}});
  });
}

int OTF_WBuffer_init(OTF_WBuffer* wbuffer) {
  object(wbuffer).show();
  return 1;
}

int OTF_WBuffer_finish(OTF_WBuffer* wbuffer) {
  return guarded(0, [&] { return succeeded(object(wbuffer).writer->close()); });
}

int OTF_WBuffer_close(OTF_WBuffer* wbuffer) {
  if (!wbuffer) return 0;
  const int good = OTF_WBuffer_finish(wbuffer);
  delete &object(wbuffer);
  return good;
}

int OTF_WBuffer_setSize(OTF_WBuffer* wbuffer, size_t size) {
  LineBuffer& lines = object(wbuffer).writer->buffer();
  if (size < lines.capacity()) {
    set_error("a buffer can only grow");
    return 0;
  }
  const int good = guarded(0, [&] {
    lines.grow_to(size);
    return 1;
  });
  object(wbuffer).show();
  return good;
}

void OTF_WBuffer_setZBufferSize(OTF_WBuffer* wbuffer, uint32_t size) {
  if (size < 32)
    set_error("a buffer for compression has at least 32 bytes");
  else
    wbuffer->zbuffersize = size;
}

int OTF_WBuffer_flush(OTF_WBuffer* wbuffer) {
  const int good = guarded(0, [&] { return succeeded(object(wbuffer).writer->flush()); });
  object(wbuffer).show();
  return good;
}

int OTF_WBuffer_guarantee(OTF_WBuffer* wbuffer, size_t space) {
  LineBuffer& lines = object(wbuffer).writer->buffer();
  return guarded(0, [&]() -> int {
    const bool has_room = lines.make_room(space);
    return succeeded(lines.status()) && has_room;
  });
}

int OTF_WBuffer_setTimeAndProcess(OTF_WBuffer* wbuffer, uint64_t t, uint32_t p) {
  const int good = guarded(0, [&] { return succeeded(object(wbuffer).writer->write_state(t, p)); });
  object(wbuffer).show();
  return good;
}

uint32_t OTF_WBuffer_writeKeyword(OTF_WBuffer* wbuffer, const char* keyword) {
  return characters(wbuffer, [&](LineBuffer& lines) { lines.word(keyword); });
}

uint32_t OTF_WBuffer_writeString(OTF_WBuffer* wbuffer, const char* string) {
  constexpr uint32_t quotes = 2;
  const uint32_t all = characters(wbuffer, [&](LineBuffer& lines) { lines.text(string ? string : ""); });
  return all < quotes ? 0 : all - quotes;
}

uint32_t OTF_WBuffer_writeChar(OTF_WBuffer* wbuffer, const char character) {
  return characters(wbuffer, [&](LineBuffer& lines) { lines.character(character); });
}

uint32_t OTF_WBuffer_writeUint8(OTF_WBuffer* wbuffer, uint8_t value) { return put_number(wbuffer, value); }
uint32_t OTF_WBuffer_writeUint16(OTF_WBuffer* wbuffer, uint16_t value) { return put_number(wbuffer, value); }
uint32_t OTF_WBuffer_writeUint32(OTF_WBuffer* wbuffer, uint32_t value) { return put_number(wbuffer, value); }
uint32_t OTF_WBuffer_writeUint64(OTF_WBuffer* wbuffer, uint64_t value) { return put_number(wbuffer, value); }

uint32_t OTF_WBuffer_writeNewline(OTF_WBuffer* wbuffer) { return OTF_WBuffer_writeChar(wbuffer, '\n'); }

uint32_t OTF_WBuffer_writeBytes(OTF_WBuffer* wbuffer, const uint8_t* value, uint32_t len) {
  return characters(wbuffer, [&](LineBuffer& lines) { lines.bytes({reinterpret_cast<const char*>(value), len}); });
}

uint32_t OTF_WBuffer_writeKeyValuePair_short(OTF_WBuffer* buffer, OTF_KeyValuePair* pair) {
  return put_pair<Form::short_words>(buffer, pair);
}
uint32_t OTF_WBuffer_writeKeyValuePair_long(OTF_WBuffer* buffer, OTF_KeyValuePair* pair) {
  return put_pair<Form::long_words>(buffer, pair);
}
uint32_t OTF_WBuffer_writeKeyValueList_short(OTF_WBuffer* buffer, OTF_KeyValueList* list) {
  return put_list<Form::short_words>(buffer, list);
}
uint32_t OTF_WBuffer_writeKeyValueList_long(OTF_WBuffer* buffer, OTF_KeyValueList* list) {
  return put_list<Form::long_words>(buffer, list);
}
}
