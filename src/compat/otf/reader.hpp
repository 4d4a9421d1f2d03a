// SPDX-License-Identifier: BSD-3-Clause
// OTF_Reader: the streams of a trace, what of them is wanted, and how far reading them together has come.
#pragma once

#include <open-trace-format/OTF_Reader.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>

#include "compat/otf/process_list.hpp"
#include "compat/otf/rstream.hpp"
#include "formats/otf/merge.hpp"

namespace weft::otf::compat {

// All files of one kind, merged.
template <class Kind>
struct MergeState {
  using Files = Merge<Kind, RecordReader<Kind>*>;

  std::optional<Files> merge;
  std::vector<RBufferObject*> buffers;
  bool is_sorted = true;
  std::uint64_t first_byte = 0;
  std::uint64_t last_byte = 0;
  std::optional<std::pair<Ticks, Ticks>> times;  // first and last, once asked for
};

// Files that are read one after the other.
struct FileSequence {
  std::optional<std::vector<StreamId>> streams;
  std::size_t place = 0;
};

}  // namespace weft::otf::compat

struct struct_OTF_Reader {
  std::string stub;
  OTF_FileManager* manager = nullptr;
  OTF_MasterControl* mapping = nullptr;
  OTF_ProcessList processes{};
  uint32_t buffer_bytes = 1 << 20;
  uint32_t zbuffer_bytes = OTF_ZBUFFER_DEFAULTSIZE;
  uint64_t limit = OTF_READ_MAXRECORDS;
  weft::otf::Ticks from = 0;
  weft::otf::Ticks until = weft::otf::unknown_time;
  std::map<uint32_t, OTF_RStream*> streams;

  std::unique_ptr<weft::otf::ProcessSet> wanted;
  bool wanted_changed = true;
  std::tuple<weft::otf::compat::MergeState<weft::otf::EventFile>,
      weft::otf::compat::MergeState<weft::otf::SnapshotFile>, weft::otf::compat::MergeState<weft::otf::StatisticsFile>>
      merges;
  weft::otf::compat::FileSequence definitions, markers;
  OTF_KeyValueList* list = nullptr;
};
