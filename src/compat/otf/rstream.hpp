// SPDX-License-Identifier: BSD-3-Clause
// OTF_RStream: the files of one stream, opened when they are asked for.
#pragma once

#include <open-trace-format/OTF_RStream.h>

#include "compat/otf/errors.hpp"
#include "compat/otf/file_manager.hpp"
#include "compat/otf/rbuffer.hpp"

namespace weft::otf::compat {

struct RStreamObject : OTF_RStream {
  RStreamObject() : OTF_RStream{} {}
  std::size_t window_bytes = std::size_t{128} << 10;
};

template <class Kind>
OTF_RBuffer*& place_of(OTF_RStream& stream) {
  if constexpr (std::is_same_v<Kind, DefinitionFile>)
    return stream.defBuffer;
  else if constexpr (std::is_same_v<Kind, EventFile>)
    return stream.eventBuffer;
  else if constexpr (std::is_same_v<Kind, SnapshotFile>)
    return stream.snapsBuffer;
  else if constexpr (std::is_same_v<Kind, StatisticsFile>)
    return stream.statsBuffer;
  else
    return stream.markerBuffer;
}

// Null if there is no such file.
template <class Kind>
RBufferObject* rbuffer_of(OTF_RStream& stream) {
  OTF_RBuffer*& place = place_of<Kind>(stream);
  if (place) return &object(place);
  return guarded(nullptr, [&]() -> RBufferObject* {
    const auto paths = TracePaths::of(std::string(stream.namestub) + ".otf");
    if (!paths) return nullptr;
    const auto found = find_file(*paths, forwarding_of(*stream.manager), stream.id, Kind::suffix);
    if (!found || !*found) return nullptr;
    HandlePool& pool = stream.manager->pool;
    auto made = make_rbuffer<Kind>(
        [&pool, file = **found](Report& report) { return open_text(pool, file, report, false); }, (*found)->path,
        stream.id, static_cast<RStreamObject&>(stream).window_bytes);
    if (made) {
      made->size = stream.buffersizes;
      made->zbuffersize = stream.zbuffersizes;
    }
    place = made.release();
    return place ? &object(place) : nullptr;
  });
}

}  // namespace weft::otf::compat
