// SPDX-License-Identifier: BSD-3-Clause
// What all functions that read come down to: records are delivered until there are enough, none is left, or a callback
// wants to stop.
#pragma once

#include <new>
#include <optional>

#include "compat/otf2/archive.hpp"
#include "compat/otf2/readers.hpp"

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

// `deliver()` hands out one record; it gives nothing at the end, else whether to go on. If it hands out more, it counts
// those before the last itself. Records whose callback stops
// the reading count as read, those that are damaged (INVALID_DATA) or make no sense (INTEGRITY_FAULT) do not. Files
// with damage are read to the end; then it is told, once.
template <class Handle, class Deliver>
OTF2_ErrorCode read_records(const char* function, Handle* reader, uint64_t wanted, uint64_t* read, Deliver&& deliver) {
  if (!reader) return fail_without_reader<Handle>(function);
  if (!read) return fail_for_null(function);
  *read = 0;
  std::optional<OTF2_ErrorCode> code = OTF2_SUCCESS;
  try {
    while (*read < wanted && code == OTF2_SUCCESS) {
      code = deliver();
      *read += code && *code != OTF2_ERROR_INVALID_DATA && *code != OTF2_ERROR_INTEGRITY_FAULT;
    }
  } catch (const std::bad_alloc&) {  // nothing else: what a callback throws is the program's affair
    return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_MEM_ALLOC_FAILED, "there is no memory to read with");
  }
  if (code == OTF2_ERROR_INVALID_DATA || code == OTF2_ERROR_INTEGRITY_FAULT)
    return WEFT_OTF2_FAIL_IN(function, *code, "a record is damaged");
  if (code) return *code;
  const std::uint64_t findings = reader->report.count();
  if (std::exchange(reader->findings_told, findings) == findings) return OTF2_SUCCESS;
  return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INVALID_DATA, "the file is damaged; what is readable was read");
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

// A list that holds the attributes of a record while its callback runs.
class LentAttributes {
 public:
  LentAttributes(OTF2_AttributeList& list, std::span<const AttributeEntry> attributes) : list_(list) {
    list_.assign(attributes);
  }
  ~LentAttributes() { list_.entries.clear(); }
  LentAttributes(const LentAttributes&) = delete;
  LentAttributes& operator=(const LentAttributes&) = delete;

 private:
  OTF2_AttributeList& list_;
};

// Calls the callback of a record, if there is one, with the attributes of the record in the reader's list.
template <class Handle, class R, class... Common>
OTF2_CallbackCode tell(
    Handle& reader, const R& record, std::span<const AttributeEntry> attributes, const Common&... common) {
  const auto callback = reader.callbacks.*callback_for<decltype(reader.callbacks), R>;
  if (!callback) return OTF2_CALLBACK_SUCCESS;
  if (attributes.empty()) return reader.to_c.call(callback, record, common...);
  const LentAttributes lent(reader.attributes, attributes);
  return reader.to_c.call(callback, record, common...);
}

}  // namespace weft::otf2::compat
