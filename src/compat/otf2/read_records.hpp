// SPDX-License-Identifier: BSD-3-Clause
// What all functions that read come down to: records are delivered until there are enough, none is left, or a callback
// wants to stop.
#pragma once

#include <optional>

#include "compat/otf2/archive.hpp"

namespace weft::otf2::compat {

// Some handles are missed in other words than others.
template <class Handle>
OTF2_ErrorCode fail_without_reader(const char* function) {
  constexpr bool of_events = std::is_same_v<Handle, OTF2_EvtReader> || std::is_same_v<Handle, OTF2_GlobalEvtReader>;
  return WEFT_OTF2_FAIL_IN(
      function, of_events ? OTF2_ERROR_INTEGRITY_FAULT : OTF2_ERROR_INVALID_ARGUMENT, "there is no reader");
}

inline OTF2_ErrorCode code_of(OTF2_CallbackCode answer) {
  return answer == OTF2_CALLBACK_SUCCESS ? OTF2_SUCCESS : OTF2_ERROR_INTERRUPTED_BY_CALLBACK;
}

// `deliver()` hands out one record; it gives nothing at the end, else whether to go on. Records whose callback stops
// the reading count as read, damaged ones do not. Files with damage are read to the end; then it is told, once.
template <class Handle, class Deliver>
OTF2_ErrorCode read_records(const char* function, Handle* reader, uint64_t wanted, uint64_t* read, Deliver&& deliver) {
  if (!reader) return fail_without_reader<Handle>(function);
  if (!read) return fail_for_null(function);
  *read = 0;
  while (*read < wanted) {
    const std::optional<OTF2_ErrorCode> code = deliver();
    if (!code) {
      const std::uint64_t findings = reader->report.count();
      if (std::exchange(reader->findings_told, findings) == findings) return OTF2_SUCCESS;
      return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INTEGRITY_FAULT, "the file is damaged; what is readable was read");
    }
    if (*code == OTF2_ERROR_INTEGRITY_FAULT)
      return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INTEGRITY_FAULT, "a record is damaged");
    ++*read;
    if (*code != OTF2_SUCCESS) return *code;
  }
  return OTF2_SUCCESS;
}

template <class Handle, class Table>
OTF2_ErrorCode set_callbacks(const char* function, Handle* reader, const Table* callbacks, void* data) {
  constexpr bool of_all = std::is_same_v<Handle, OTF2_GlobalEvtReader> || std::is_same_v<Handle, OTF2_GlobalSnapReader>;
  if (!reader && !of_all) return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INTEGRITY_FAULT, "there is no reader");
  if (!reader || !callbacks) return fail_for_null(function);
  reader->callbacks = *callbacks;
  reader->user_data = data;
  return OTF2_SUCCESS;
}

// Calls the callback of a record, if there is one, with the attributes of the record in the reader's list.
template <class Handle, class R, class... Common>
OTF2_CallbackCode tell(
    Handle& reader, const R& record, std::span<const AttributeEntry> attributes, const Common&... common) {
  const auto callback = reader.callbacks.*callback_for<decltype(reader.callbacks), R>;
  if (!callback) return OTF2_CALLBACK_SUCCESS;
  if (attributes.empty()) return reader.to_c.call(callback, record, common...);
  reader.attributes.assign(attributes);
  const OTF2_CallbackCode answer = reader.to_c.call(callback, record, common...);
  reader.attributes.entries.clear();
  return answer;
}

}  // namespace weft::otf2::compat
