// SPDX-License-Identifier: BSD-3-Clause
// Reading files without times: definitions and markers.
#include "compat/otf2/read_records.hpp"

namespace weft::otf2::compat {

namespace {

// What the archive itself learns from a definition, whether the program wants to hear of it or not.
OTF2_ErrorCode learn(OTF2_GlobalDefReader& reader, const def::CallingContext& context) {
  has_memory_for([&] { reader.archive->regions_of_contexts.try_emplace(context.self.value, context.region.value); });
  return OTF2_SUCCESS;
}
OTF2_ErrorCode learn(OTF2_DefReader& reader, const MappingTable& table) {
  return reader.archive->learn_of(reader.location).add(table) ? OTF2_SUCCESS : OTF2_ERROR_DUPLICATE_MAPPING_TABLE;
}
OTF2_ErrorCode learn(OTF2_DefReader& reader, const ClockOffset& offset) {
  return reader.archive->learn_of(reader.location).clock.add(offset) ? OTF2_SUCCESS : OTF2_ERROR_INTEGRITY_FAULT;
}
template <class Handle, class R>
OTF2_ErrorCode learn(Handle&, const R&) {
  return OTF2_SUCCESS;
}

template <class Handle>
OTF2_ErrorCode read_stream(const char* function, Handle* reader, uint64_t wanted, uint64_t* read) {
  return read_records(function, reader, wanted, read, [&]() -> std::optional<OTF2_ErrorCode> {
    RawRecord raw;
    if (!reader->stream->next(raw)) return std::nullopt;
    OTF2_ErrorCode code = OTF2_ERROR_INVALID_DATA;  // unless the record can be decoded
    reader->stream->template decode<typename Handle::List>(
        raw,
        [&](const auto& record) {
          code = learn(*reader, record);
          const OTF2_CallbackCode answer = tell(*reader, record, {}, reader->user_data);
          if (code == OTF2_SUCCESS) code = code_of(answer);
        },
        [&](const RawRecord&) {
          code = reader->callbacks.Unknown ? code_of(reader->callbacks.Unknown(reader->user_data)) : OTF2_SUCCESS;
        });
    return code;
  });
}

}  // namespace
}  // namespace weft::otf2::compat

weft::otf2::LocalDefinitions& OTF2_Archive_struct::learn_of(OTF2_LocationRef location) {
  const std::scoped_lock guard(lock.inner());
  for (const auto& reader : event_readers)
    if (reader->location == location) reader->is_stale = true;
  if (global_event_reader) global_event_reader->renew(location);
  const std::scoped_lock definitions_guard(definitions_mutex);
  auto& known = local_definitions[location];
  if (!known) known = std::make_shared<weft::otf2::LocalDefinitions>();
  return *known;
}

using namespace weft::otf2::compat;

OTF2_ErrorCode OTF2_GlobalDefReader_SetCallbacks(
    OTF2_GlobalDefReader* reader, const OTF2_GlobalDefReaderCallbacks* callbacks, void* userData) {
  return set_callbacks(__func__, reader, callbacks, userData);
}
OTF2_ErrorCode OTF2_GlobalDefReader_ReadDefinitions(
    OTF2_GlobalDefReader* reader, uint64_t recordsToRead, uint64_t* recordsRead) {
  return read_stream(__func__, reader, recordsToRead, recordsRead);
}

OTF2_ErrorCode OTF2_DefReader_GetLocationID(const OTF2_DefReader* reader, OTF2_LocationRef* location) {
  if (!reader) return WEFT_OTF2_FAIL(OTF2_ERROR_INTEGRITY_FAULT, "there is no reader");
  if (!location) return fail_for_null(__func__);
  *location = reader->location;
  return OTF2_SUCCESS;
}
OTF2_ErrorCode OTF2_DefReader_SetCallbacks(
    OTF2_DefReader* reader, const OTF2_DefReaderCallbacks* callbacks, void* userData) {
  return set_callbacks(__func__, reader, callbacks, userData);
}
OTF2_ErrorCode OTF2_DefReader_ReadDefinitions(OTF2_DefReader* reader, uint64_t recordsToRead, uint64_t* recordsRead) {
  return read_stream(__func__, reader, recordsToRead, recordsRead);
}

OTF2_ErrorCode OTF2_MarkerReader_SetCallbacks(
    OTF2_MarkerReader* reader, const OTF2_MarkerReaderCallbacks* callbacks, void* userData) {
  return set_callbacks(__func__, reader, callbacks, userData);
}
OTF2_ErrorCode OTF2_MarkerReader_ReadMarkers(OTF2_MarkerReader* reader, uint64_t recordsToRead, uint64_t* recordsRead) {
  return read_stream(__func__, reader, recordsToRead, recordsRead);
}
