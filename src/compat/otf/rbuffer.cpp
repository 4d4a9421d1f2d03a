// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf/rbuffer.hpp"

#include <cstdlib>
#include <cstring>
#include <memory>

#include "compat/otf/errors.hpp"
#include "compat/otf/file_manager.hpp"
#include "compat/otf/key_value_list.hpp"
#include "formats/otf/parse_line.hpp"

namespace weft::otf::compat {

namespace {
constexpr std::size_t window_bytes = std::size_t{128} << 10;
constexpr uint32_t default_jump = 1024, least_size = 100;
}  // namespace

RBufferObject::RBufferObject() : OTF_RBuffer{} {
  zbuffersize = OTF_ZBUFFER_DEFAULTSIZE;  // the size is for the program to set
  jumpsize = default_jump;
  time = firstTime = lastTime = unknown_time;
  process = unknown_process;
  list = OTF_KeyValueList_new();
  if (!list) throw std::bad_alloc();
}

RBufferObject::~RBufferObject() {
  OTF_KeyValueList_close(list);
  std::free(array);
}

bool RBufferObject::find_properties() {
  if (has_properties) return firstTime != unknown_time;
  has_properties = true;
  return guarded(false, [&] {
    Report ignored;
    auto source = reopen(ignored);
    if (!succeeded(source)) return false;
    filesize = (*source)->file_bytes();
    LineReader around(*std::move(source), lines->path(), {}, ignored);
    const auto found = around.properties();
    if (!found) return false;
    firstTime = found->first_time;
    lastTime = found->last_time;
    return true;
  });
}

namespace {

// What a file holds is said by its name; files of programs' own are taken for events.
template <class... Kinds>
std::unique_ptr<RBufferObject> by_name(const FoundFile& found, Reopen reopen, TypeList<Kinds...>) {
  std::string_view name = found.path;
  if (found.is_compressed && name.ends_with(compressed_ending)) name.remove_suffix(compressed_ending.size());
  std::unique_ptr<RBufferObject> made;
  const auto try_kind = [&]<class Kind>(Kind) {
    if (!made && name.ends_with(Kind::suffix)) made = make_rbuffer<Kind>(reopen, found.path, 0, window_bytes);
  };
  (try_kind(Kinds{}), ...);
  return made ? std::move(made) : make_rbuffer<EventFile>(std::move(reopen), found.path, 0, window_bytes);
}

// The text that has not been read yet, for functions that take from its front.
class Cursor {
 public:
  explicit Cursor(OTF_RBuffer* buffer) : lines_(*object(buffer).lines), p(lines_.cursor()) {}
  ~Cursor() { lines_.set_cursor(p); }
  Cursor(const Cursor&) = delete;
  Cursor& operator=(const Cursor&) = delete;

 private:
  LineReader& lines_;

 public:
  const char* p;
};

bool is_word(const char* p, std::string_view word) { return std::string_view(p, strnlen(p, word.size())) == word; }

}  // namespace
}  // namespace weft::otf::compat

using namespace weft;
using namespace weft::otf;
using namespace weft::otf::compat;
using TextCursor = weft::otf::compat::Cursor;

extern "C" {

int OTF_RBuffer_init(OTF_RBuffer* rbuffer);
int OTF_RBuffer_finish(OTF_RBuffer* rbuffer);
size_t OTF_RBuffer_advance(OTF_RBuffer* rbuffer);
char OTF_RBuffer_checkTimeRecord(OTF_RBuffer* rbuffer);
char OTF_RBuffer_checkProcessRecord(OTF_RBuffer* rbuffer);

OTF_RBuffer* OTF_RBuffer_open(const char* filename, OTF_FileManager* manager) {
  if (!manager) {
    set_error("expected a file manager, found NULL");
    return nullptr;
  }
  return guarded(nullptr, [&]() -> OTF_RBuffer* {
    FoundFile found{filename, std::string_view(filename).ends_with(compressed_ending)};
    if (!OTF_fileExists(filename)) found = {found.path + std::string(compressed_ending), true};
    if (!OTF_fileExists(found.path.c_str())) return nullptr;
    HandlePool& pool = manager->pool;
    return by_name(
        found, [&pool, found](Report& report) { return open_text(pool, found, report, false); }, FileKinds{})
        .release();
  });
}

OTF_RBuffer* OTF_RBuffer_open_with_external_buffer(uint32_t len, const char* buffer, uint8_t is_compressed) {
  const Bytes memory(reinterpret_cast<const std::byte*>(buffer), len);
  return guarded(nullptr, [&] {
    return make_rbuffer<DefinitionFile>(
        [memory, is_compressed](Report& report) { return open_text(memory, is_compressed != 0, report); }, "memory", 0,
        window_bytes)
        .release();
  });
}

int OTF_RBuffer_init(OTF_RBuffer* rbuffer) {
  object(rbuffer).has_begun = false;
  return 1;
}

int OTF_RBuffer_finish(OTF_RBuffer* rbuffer) {
  OTF_KeyValueList_reset(rbuffer->list);
  return 1;
}

int OTF_RBuffer_close(OTF_RBuffer* rbuffer) {
  if (!rbuffer) return 0;
  delete &object(rbuffer);
  return 1;
}

int OTF_RBuffer_setSize(OTF_RBuffer* rbuffer, size_t size) {
  if (size < least_size || size < rbuffer->size) {
    set_error("a buffer has at least 100 bytes and can only grow");
    return 0;
  }
  rbuffer->size = static_cast<uint32_t>(size);
  return 1;
}

void OTF_RBuffer_setZBufferSize(OTF_RBuffer* rbuffer, uint32_t size) {
  if (size < 32)
    set_error("a buffer for compression has at least 32 bytes");
  else
    rbuffer->zbuffersize = size;
}

int OTF_RBuffer_setJumpSize(OTF_RBuffer* rbuffer, size_t size) {
  if (size < least_size || size > rbuffer->size) {
    set_error("jumps have at least 100 bytes and at most those of the buffer");
    return 0;
  }
  rbuffer->jumpsize = static_cast<uint32_t>(size);
  return 1;
}

char* OTF_RBuffer_getRecord(OTF_RBuffer* rbuffer) {
  RBufferObject& buffer = object(rbuffer);
  const bool found = guarded(false, [&] { return buffer.begin() && buffer.lines->fetch(); });
  buffer.show();
  return found ? const_cast<char*>(buffer.lines->cursor()) : nullptr;
}

int OTF_RBuffer_guaranteeRecord(OTF_RBuffer* rbuffer) { return OTF_RBuffer_getRecord(rbuffer) != nullptr; }

size_t OTF_RBuffer_advance(OTF_RBuffer* rbuffer) {
  return OTF_RBuffer_getRecord(rbuffer) ? object(rbuffer).lines->line().size() : 0;
}

char* OTF_RBuffer_printRecord(OTF_RBuffer* rbuffer) {
  const std::string_view rest = object(rbuffer).lines->line();
  return strndup(rest.data(), rest.size());
}

int OTF_RBuffer_jump(OTF_RBuffer* rbuffer, uint64_t filepos) {
  RBufferObject& buffer = object(rbuffer);
  buffer.has_begun = true;
  buffer.is_readable = guarded(false, [&] { return buffer.lines->jump(filepos); });
  buffer.show();
  return buffer.is_readable;
}

uint64_t OTF_RBuffer_readUint64(OTF_RBuffer* rbuffer) {
  TextCursor at(rbuffer);
  return take_number(at.p);
}

uint32_t OTF_RBuffer_readUint32(OTF_RBuffer* rbuffer) { return static_cast<uint32_t>(OTF_RBuffer_readUint64(rbuffer)); }

const char* OTF_RBuffer_readString(OTF_RBuffer* rbuffer) {
  TextCursor at(rbuffer);
  std::string_view text;
  if (!take_text(at.p, text)) return nullptr;
  return guarded(nullptr, [&] { return object(rbuffer).text.assign(text).c_str(); });
}

// Into the caller's array, which grows as needed.
uint32_t OTF_RBuffer_readArray(OTF_RBuffer* rbuffer, uint32_t** array, uint32_t* size) {
  TextCursor at(rbuffer);
  return guarded(0, [&]() -> uint32_t {
    std::vector<uint32_t> numbers;
    take_list(at.p, numbers);
    const auto count = static_cast<uint32_t>(numbers.size());
    if (count > *size) {
      auto* const larger = static_cast<uint32_t*>(std::realloc(*array, count * sizeof(uint32_t)));
      if (!larger) throw std::bad_alloc();
      *array = larger;
      *size = count;
    }
    std::copy(numbers.begin(), numbers.end(), *array);
    return count;
  });
}

uint32_t OTF_RBuffer_readBytes(OTF_RBuffer* rbuffer, uint8_t* array, uint32_t max_len) {
  TextCursor at(rbuffer);
  uint32_t count = 0;
  for (at.p = skip_blanks(at.p); count < max_len && is_hex(at.p[0]) && is_hex(at.p[1]); at.p += 2) {
    const char pair[] = {at.p[0], at.p[1], '\n', 0, 0, 0, 0, 0};
    const char* digits = pair;
    array[count++] = static_cast<uint8_t>(take_digits(digits));
  }
  return count;
}

// What follows the keyword of a key-value line.
uint32_t OTF_RBuffer_readKeyValueList(OTF_RBuffer* rbuffer) {
  return guarded(0, [&]() -> uint32_t {
    KeyValues values;
    ParseScratch scratch;
    TextCursor at(rbuffer);
    if (!take_key_value(at.p, values, scratch)) {
      set_error("a key-value line is damaged");
      return 0;
    }
    copy_values(values, *rbuffer->list);
    return 1;
  });
}

int OTF_RBuffer_testChar(OTF_RBuffer* rbuffer, char c) {
  TextCursor at(rbuffer);
  at.p = skip_blanks(at.p);
  if (*at.p != c) return 0;
  ++at.p;
  return 1;
}

int OTF_RBuffer_testKeyword(OTF_RBuffer* rbuffer, const char* string) {
  TextCursor at(rbuffer);
  const char* const start = skip_blanks(at.p);
  if (!is_word(start, string) || is_capital(start[strlen(string)])) return 0;
  at.p = start + strlen(string);
  return 1;
}

int OTF_RBuffer_testPrefix(OTF_RBuffer* rbuffer, const char* string) {
  TextCursor at(rbuffer);
  const char* const start = skip_blanks(at.p);
  if (!is_word(start, string)) return 0;
  at.p = start + strlen(string);
  return 1;
}

int OTF_RBuffer_readNewline(OTF_RBuffer* rbuffer) {
  return guarded(0, [&] {
    object(rbuffer).lines->skip_line();
    return 1;
  });
}

void OTF_RBuffer_skipSpaces(OTF_RBuffer* rbuffer) {
  TextCursor at(rbuffer);
  at.p = skip_blanks(at.p);
}

void OTF_RBuffer_skipKeyword(OTF_RBuffer* rbuffer) {
  TextCursor at(rbuffer);
  while (is_capital(*at.p)) ++at.p;
}

char OTF_RBuffer_checkTimeRecord(OTF_RBuffer* rbuffer) { return is_hex(*skip_blanks(object(rbuffer).lines->cursor())); }

char OTF_RBuffer_checkProcessRecord(OTF_RBuffer* rbuffer) {
  const char* const p = skip_blanks(object(rbuffer).lines->cursor());
  return *p == '*' && is_hex(*skip_blanks(p + 1));
}

uint64_t OTF_RBuffer_getCurrentTime(OTF_RBuffer* rbuffer) { return object(rbuffer).lines->time(); }
void OTF_RBuffer_setCurrentTime(OTF_RBuffer* rbuffer, uint64_t time) {
  object(rbuffer).lines->assume(time, object(rbuffer).lines->process());
  object(rbuffer).show();
}
uint32_t OTF_RBuffer_getCurrentProcess(OTF_RBuffer* rbuffer) { return object(rbuffer).lines->process(); }
void OTF_RBuffer_setCurrentProcess(OTF_RBuffer* rbuffer, uint32_t process) {
  object(rbuffer).lines->assume(object(rbuffer).lines->time(), process);
  object(rbuffer).show();
}

int OTF_RBuffer_searchTime(OTF_RBuffer* rbuffer, uint64_t time) {
  RBufferObject& buffer = object(rbuffer);
  buffer.has_begun = buffer.is_readable = true;
  const bool is_placed = guarded(false, [&] {
    buffer.lines->search(time);
    return true;
  });
  buffer.show();
  return is_placed && buffer.find_properties();
}

int OTF_RBuffer_getFileProperties(OTF_RBuffer* rbuffer) { return object(rbuffer).find_properties(); }
uint64_t OTF_RBuffer_getFileSize(OTF_RBuffer* rbuffer) { return object(rbuffer).lines->file_bytes(); }
uint64_t OTF_RBuffer_getFilePos(OTF_RBuffer* rbuffer) { return object(rbuffer).lines->position(); }
}
