// SPDX-License-Identifier: BSD-3-Clause
// What all functions that write a record come down to.
#pragma once

#include <open-trace-format/OTF_Writer.h>

#include "compat/otf/errors.hpp"
#include "compat/otf/key_value_list.hpp"
#include "compat/otf/wstream.hpp"

// In no header.
extern "C" int OTF_WStream_writeDefUniqueId(OTF_WStream* wstream, uint64_t uid);
extern "C" int OTF_WStream_writeDefVersion(
    OTF_WStream* wstream, uint8_t major, uint8_t minor, uint8_t sub, const char* string);

namespace weft::otf::compat {

inline std::string_view text_of(const char* text) { return text ? std::string_view(text) : std::string_view(); }

template <class T>
Numbers numbers_of(uint32_t count, const T* elements) {
  static_assert(sizeof(T) == sizeof(uint32_t));
  return std::span<const uint32_t>(reinterpret_cast<const uint32_t*>(elements), elements ? count : 0);
}

// With the key-values of the list, which is empty afterwards.
template <class Write>
[[gnu::noinline]] int write_with_values(OTF_KeyValueList& list, Write&& write) {
  return guarded(0, [&] {
    KeyValues values;
    copy_values(list, values);
    make_empty(list);
    return succeeded(write(&values));
  });
}

template <class R>
int write_timed(OTF_WStream* stream, Ticks time, ProcessId process, const R& record, OTF_KeyValueList* list) {
  if (!stream) [[unlikely]]
    return 0;
  WBufferObject* const buffer = buffer_of<KindOf<R>>(*stream);
  if (!buffer) [[unlikely]]
    return 0;
  const bool has_values = list && list->count > 0;
  if (!has_values && buffer->writer->write_at_once(time, process, record)) [[likely]]
    return 1;
  auto write = [&](const KeyValues* values) { return buffer->writer->write(time, process, record, values); };
  return has_values ? write_with_values(*list, write) : guarded(0, [&] { return succeeded(write(nullptr)); });
}

template <class R>
int write_untimed(OTF_WStream* stream, const R& record, OTF_KeyValueList* list) {
  if (!stream) return 0;
  WBufferObject* const buffer = buffer_of<KindOf<R>>(*stream);
  if (!buffer) return 0;
  auto write = [&](const KeyValues* values) { return buffer->writer->write(record, values); };
  if (list && list->count > 0) return write_with_values(*list, write);
  return guarded(0, [&] { return succeeded(write(nullptr)); });
}

}  // namespace weft::otf::compat
