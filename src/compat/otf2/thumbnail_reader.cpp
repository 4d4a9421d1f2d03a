// SPDX-License-Identifier: BSD-3-Clause
// Reading thumbnails. The reference never succeeds in it; this is what its headers promise.
#include <algorithm>
#include <cstdlib>

#include "compat/otf2/c_memory.hpp"
#include "compat/otf2/read_records.hpp"

namespace weft::otf2::compat {

bool read_header(OTF2_ThumbReader& reader) {
  bool done = false;
  RawRecord raw;
  if (!reader.stream->next(raw)) return false;
  reader.stream->decode<ThumbnailRecords>(
      raw,
      [&](const auto& record) {
        if constexpr (requires { record.refs_to_defs; }) {
          reader.name = record.name;
          reader.description = record.description;
          reader.type = static_cast<OTF2_ThumbnailType>(record.type);
          reader.samples = record.number_of_samples;
          reader.refs_to_defs.assign(record.refs_to_defs.begin(), record.refs_to_defs.end());
          done = true;
        }
      },
      [](const auto&) {});
  return done;
}

}  // namespace weft::otf2::compat

using namespace weft::otf2::compat;

OTF2_ErrorCode OTF2_ThumbReader_GetHeader(OTF2_ThumbReader* reader, char** name, char** description,
    OTF2_ThumbnailType* type, uint32_t* numberOfSamples, uint32_t* numberOfMetrics, uint64_t** refsToDefs) {
  if (!reader || !name || !description || !type || !numberOfSamples || !numberOfMetrics || !refsToDefs)
    return fail_for_null(__func__);
  const auto& refs = reader->refs_to_defs;
  *name = copy_for_program(reader->name);
  *description = copy_for_program(reader->description);
  *refsToDefs = static_cast<uint64_t*>(std::malloc(std::max<std::size_t>(1, refs.size()) * sizeof(uint64_t)));
  if (!*name || !*description || !*refsToDefs) {
    std::free(*name);
    std::free(*description);
    std::free(*refsToDefs);
    return WEFT_OTF2_FAIL(OTF2_ERROR_MEM_ALLOC_FAILED, "there is no memory for the header of the thumbnail");
  }
  std::ranges::copy(refs, *refsToDefs);
  *type = reader->type;
  *numberOfSamples = reader->samples;
  *numberOfMetrics = static_cast<uint32_t>(refs.size());
  return OTF2_SUCCESS;
}

OTF2_ErrorCode OTF2_ThumbReader_ReadSample(
    OTF2_ThumbReader* reader, uint64_t* baseline, uint32_t numberOfMetrics, uint64_t* metricSamples) {
  if (!reader || !baseline || (!metricSamples && numberOfMetrics > 0)) return fail_for_null(__func__);
  if (numberOfMetrics != reader->refs_to_defs.size())
    return WEFT_OTF2_FAIL(
        OTF2_ERROR_INVALID_ARGUMENT, "the samples of the thumbnail have %zu metrics", reader->refs_to_defs.size());
  OTF2_ErrorCode code = OTF2_ERROR_INDEX_OUT_OF_BOUNDS;  // there is no other sample
  weft::otf2::RawRecord raw;
  if (reader->stream->next(raw)) {
    code = OTF2_ERROR_INVALID_DATA;
    reader->stream->decode<weft::otf2::ThumbnailRecords>(
        raw,
        [&](const auto& record) {
          if constexpr (requires { record.metric_samples; }) {
            if (record.metric_samples.size() != numberOfMetrics) return;
            *baseline = record.baseline;
            std::ranges::copy(record.metric_samples, metricSamples);
            code = OTF2_SUCCESS;
          }
        },
        [](const auto&) {});
  }
  return code == OTF2_SUCCESS ? code : WEFT_OTF2_FAIL(code, "there is no further sample that can be read");
}
