// SPDX-License-Identifier: BSD-3-Clause
// Translation: what streams need to know of the whole trace: the numbers of each worker in those of the model, and the
// threads with their rows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "formats/dftracer/gather.hpp"
#include "model/definitions.hpp"

namespace weft::dftracer {

// What tells where a call that moves the position moves it to.
enum class Seeks : std::uint8_t { by_offset, to_result, to_begin };

struct CallUse {
  RegionRef region;
  IoAction action = IoAction::none;
  BytesIn bytes = BytesIn::nothing;
  IoPlacing placing = IoPlacing::unknown;
  Seeks seeks = Seeks::by_offset;
  bool is_stdio = false;
  bool has_other_file = false;
};

// A file of a process, or none, by the word that stands for it, and whether through the C library's streams.
struct FileKey {
  LocationGroupRef group = {};
  StringRef file = {};
  bool is_stdio = false;
  friend auto operator<=>(const FileKey&, const FileKey&) = default;
};

// A handle on it: the one that stands for the file in its process has the level 0. Others are of a track of a thread,
// where the file is open `level` times.
struct HandleKey {
  FileKey file = {};
  std::uint32_t level = 0;
  std::uint32_t thread = 0;
  std::uint32_t track = 0;
  friend auto operator<=>(const HandleKey&, const HandleKey&) = default;
};

// What the events of a trace refer to.
struct HandleUses {
  std::set<HandleKey> handles;
  std::set<FileKey> files;  // of calls that use no handle
};

struct ShapeUse {
  MetricRef metric;
  StringRef name;
  StringRef category;
};

// Numbers of one worker.
struct WorkerMap {
  std::vector<StringRef> words;
  std::vector<StringRef> lines;
  std::vector<std::uint32_t> calls;   // places in Translation::calls
  std::vector<std::uint32_t> shapes;  // and in Translation::shapes
};

struct Translation {
  const Definitions* definitions = nullptr;
  std::vector<WorkerMap> workers;
  std::vector<CallUse> calls;
  std::vector<ShapeUse> shapes;
  std::unordered_map<std::uint64_t, AttributeRef> attributes;  // by key_of()
  std::vector<HandleKey> handles;                              // numbered as they stand here
  std::vector<std::pair<FileKey, IoFileRef>> files;

  AttributeRef id;
  AttributeRef type;
  AttributeRef no_arguments;
  AttributeRef missing;
  AttributeRef name;
  AttributeRef category;
  AttributeRef phase;
  AttributeRef file;
  AttributeRef io_offset;
  ParameterRef metadata;
  ParameterRef event;
  ParameterRef instant;
  // Arguments that say what an I/O operation did.
  StringRef count, ret, size, offset, whence, ret_len, str_len, flags, mode;

  IoHandleRef handle_of(const HandleKey& key) const {
    const auto found = std::ranges::lower_bound(handles, key);
    if (found == handles.end() || *found != key) return {};
    return {static_cast<std::uint32_t>(found - handles.begin())};
  }
  IoFileRef file_of(const FileKey& key) const {
    const auto found = std::ranges::lower_bound(files, key, {}, &std::pair<FileKey, IoFileRef>::first);
    return found == files.end() || found->first != key ? IoFileRef{} : found->second;
  }

  static std::uint64_t key_of(StringRef name, Holds holds, bool is_field) {
    return std::uint64_t{name.value} << 8 | static_cast<std::uint64_t>(holds) << 1 | (is_field ? 1 : 0);
  }
};

// The rows of one thread in one run.
struct Slice {
  std::span<const Row> rows;
  const std::byte* payload = nullptr;
  const WorkerMap* worker = nullptr;
  Bytes mapped = {};  // of the run, if it is in a file
  // When the first of them begins, for whoever does not want to look into the file yet.
  std::optional<std::uint64_t> first_begin = {};
};

struct RowRef {
  const Row* row = nullptr;
  const Slice* slice = nullptr;
};

// A location: spans of a thread that are properly inside of each other.
struct Track {
  LocationRef location;
  std::uint64_t events = 0;
};

inline const CallUse& call_at(const Translation& translation, RowRef at) {
  return translation.calls[at.slice->worker->calls[at.row->call]];
}

struct ThreadPlan {
  ThreadKey key;
  ThreadFacts facts;
  LocationGroupRef group;
  std::uint32_t number = 0;
  std::vector<Slice> slices;
  std::unordered_map<std::uint64_t, RowRef> ends;  // of begins, by their place
  std::uint64_t first_time = ~std::uint64_t{0};
  std::uint64_t last_time = 0;
  std::vector<Track> tracks;

  bool has_events() const { return first_time <= last_time; }
};

}  // namespace weft::dftracer
