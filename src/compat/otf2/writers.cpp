// SPDX-License-Identifier: BSD-3-Clause
// What the writer handles offer besides records.
#include "compat/otf2/writers.hpp"

#include "compat/otf2/archive.hpp"
#include "formats/otf2/record_writer.hpp"

namespace weft::otf2 {

template class RecordWriter<GlobalDefinitionRecords, compat::ChunkBuffer>;
template class RecordWriter<LocalDefinitionRecords, compat::ChunkBuffer>;
template class RecordWriter<MarkerRecords, compat::ChunkBuffer>;
template class RecordWriter<ThumbnailRecords, compat::ChunkBuffer>;

namespace compat {

OTF2_ErrorCode fail_to_write(const char* function, const Error& error) {
  return WEFT_OTF2_FAIL_IN(function, code_of(error), "%s", error.text().c_str());
}

OTF2_ErrorCode fail_without(const char* function, std::string_view what) {
  return WEFT_OTF2_FAIL_IN(
      function, OTF2_ERROR_INVALID_ARGUMENT, "%.*s is missing", static_cast<int>(what.size()), what.data());
}

namespace {

template <class Writer>
OTF2_ErrorCode get_location(const char* function, const Writer* writer, OTF2_LocationRef* location) {
  if (!writer) return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INTEGRITY_FAULT, "there is no writer");
  if (!location) return fail_for_null(function);
  *location = writer->location;
  return OTF2_SUCCESS;
}

}  // namespace
}  // namespace compat
}  // namespace weft::otf2

using namespace weft::otf2::compat;

OTF2_ErrorCode OTF2_EvtWriter_GetLocationID(const OTF2_EvtWriter* writer, OTF2_LocationRef* locationID) {
  return get_location(__func__, writer, locationID);
}
OTF2_ErrorCode OTF2_SnapWriter_GetLocationID(const OTF2_SnapWriter* writer, OTF2_LocationRef* locationID) {
  return get_location(__func__, writer, locationID);
}
OTF2_ErrorCode OTF2_DefWriter_GetLocationID(const OTF2_DefWriter* writer, OTF2_LocationRef* location) {
  return get_location(__func__, writer, location);
}

OTF2_ErrorCode OTF2_EvtWriter_SetLocationID(OTF2_EvtWriter* writer, OTF2_LocationRef location) {
  if (!writer) return WEFT_OTF2_FAIL(OTF2_ERROR_INTEGRITY_FAULT, "there is no writer");
  if (writer->location == location) return OTF2_SUCCESS;
  if (writer->location != OTF2_UNDEFINED_LOCATION)
    return WEFT_OTF2_FAIL(OTF2_ERROR_INTEGRITY_FAULT, "the writer has a location already");
  const std::scoped_lock guard(writer->archive->lock);  // others look for writers by location
  writer->location = location;
  writer->out.chunks().set_place(location, writer->archive->paths.events({location}));
  return OTF2_SUCCESS;
}

OTF2_ErrorCode OTF2_EvtWriter_SetUserData(OTF2_EvtWriter* writer, void* userData) {
  if (!writer) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "there is no writer");
  writer->user_data = userData;
  return OTF2_SUCCESS;
}
OTF2_ErrorCode OTF2_EvtWriter_GetUserData(const OTF2_EvtWriter* writer, void** userData) {
  if (!writer || !userData) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "an argument is missing");
  *userData = writer->user_data;
  return OTF2_SUCCESS;
}

OTF2_ErrorCode OTF2_EvtWriter_GetNumberOfEvents(OTF2_EvtWriter* writer, uint64_t* numberOfEvents) {
  if (!writer || !numberOfEvents) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "an argument is missing");
  *numberOfEvents = writer->out.records();
  return OTF2_SUCCESS;
}

OTF2_ErrorCode OTF2_EvtWriter_StoreRewindPoint(OTF2_EvtWriter* writer, uint32_t rewindId) {
  if (!writer) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "there is no writer");
  const OTF2_EvtWriter::RewindPoint here{writer->out.chunks().mark(), writer->out.clock()};
  if (!has_memory_for([&] { writer->rewind_points.insert_or_assign(rewindId, here); }))
    return WEFT_OTF2_FAIL(OTF2_ERROR_MEM_ALLOC_FAILED, "there is no memory for a rewind point");
  return OTF2_SUCCESS;
}

OTF2_ErrorCode OTF2_EvtWriter_Rewind(OTF2_EvtWriter* writer, uint32_t rewindId) {
  if (!writer) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "there is no writer");
  const auto point = writer->rewind_points.find(rewindId);
  if (point == writer->rewind_points.end() || !writer->out.chunks().is_valid(point->second.mark))
    return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "there is no rewind point %u", rewindId);
  if (const auto returned = writer->out.chunks().return_to(point->second.mark); !returned)
    return fail_to_write(__func__, returned.error());
  writer->out.set_clock(point->second.clock);
  return OTF2_SUCCESS;
}

OTF2_ErrorCode OTF2_EvtWriter_ClearRewindPoint(OTF2_EvtWriter* writer, uint32_t rewindId) {
  if (!writer) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "there is no writer");
  const auto point = writer->rewind_points.find(rewindId);
  if (point == writer->rewind_points.end() || !writer->out.chunks().is_valid(point->second.mark))
    WEFT_OTF2_FAIL(OTF2_WARNING, "there is no rewind point %u", rewindId);
  writer->rewind_points.erase(rewindId);
  return OTF2_SUCCESS;
}

void OTF2_GlobalDefWriter_struct::count_definition(bool is_location) {
  const std::scoped_lock guard(archive->lock);
  ++archive->anchor.number_of_global_definitions;
  if (is_location) ++archive->anchor.number_of_locations;
}

// All of the archive, also those of a writer that was closed before.
OTF2_ErrorCode OTF2_GlobalDefWriter_GetNumberOfDefinitions(
    OTF2_GlobalDefWriter* writerHandle, uint64_t* numberOfDefinitions) {
  if (!writerHandle || !numberOfDefinitions)
    return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "an argument is missing");
  *numberOfDefinitions = writerHandle->archive->anchor.number_of_global_definitions;
  return OTF2_SUCCESS;
}
OTF2_ErrorCode OTF2_GlobalDefWriter_GetNumberOfLocations(
    OTF2_GlobalDefWriter* writerHandle, uint64_t* numberOfLocations) {
  if (!writerHandle || !numberOfLocations) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "an argument is missing");
  *numberOfLocations = writerHandle->archive->anchor.number_of_locations;
  return OTF2_SUCCESS;
}

OTF2_ErrorCode OTF2_ThumbWriter_WriteSample(
    OTF2_ThumbWriter* writer, uint64_t baseline, uint32_t numberOfMetrics, const uint64_t* metricSamples) {
  if (writer && numberOfMetrics != writer->metrics)
    return WEFT_OTF2_FAIL(
        OTF2_ERROR_INVALID_ARGUMENT, "the header announces %u metrics, not %u", writer->metrics, numberOfMetrics);
  const OTF2_ErrorCode result = write_record<weft::otf2::ThumbnailSample>(
      __func__, writer, baseline, numberOfMetrics, metricSamples);
  if (result == OTF2_SUCCESS) ++writer->samples_written;
  return result;
}
