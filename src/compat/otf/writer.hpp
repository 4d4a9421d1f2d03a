// SPDX-License-Identifier: BSD-3-Clause
// OTF_Writer: the streams of a trace, and which one a record goes to.
#pragma once

#include <open-trace-format/OTF_Writer.h>

#include <string>
#include <unordered_map>
#include <vector>

#include "formats/otf/line_schema.hpp"

struct struct_OTF_Writer {
  std::string stub;
  OTF_FileManager* manager = nullptr;
  OTF_MasterControl* mapping = nullptr;
  uint32_t most_streams = 0;
  uint32_t format = OTF_WSTREAM_FORMAT_SHORT;
  OTF_FileCompression compression = 0;
  uint32_t buffer_bytes = 0;
  uint32_t zbuffer_bytes = OTF_ZBUFFER_DEFAULTSIZE;
  bool has_header = false;
  std::unordered_map<uint32_t, OTF_WStream*> streams;
  std::vector<OTF_WStream*> by_process;  // those that have been found, for processes with small numbers
};

namespace weft::otf::compat {

OTF_WStream* find_stream_of_process(OTF_Writer* writer, ProcessId process);

inline OTF_WStream* stream_of_process(OTF_Writer* writer, ProcessId process) {
  if (process < writer->by_process.size() && writer->by_process[process]) [[likely]]
    return writer->by_process[process];
  return find_stream_of_process(writer, process);
}

// The first definition comes behind version and unique id.
OTF_WStream* stream_of_definition(OTF_Writer* writer, StreamId stream);

inline OTF_WStream* stream_of_markers(OTF_Writer* writer) { return OTF_Writer_getStream(writer, 0); }

}  // namespace weft::otf::compat
