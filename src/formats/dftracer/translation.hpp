// SPDX-License-Identifier: BSD-3-Clause
// Translation: what streams need to know of the whole trace: the numbers of each worker in those of the model, and the
// threads with their rows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "formats/dftracer/gather.hpp"
#include "model/definitions.hpp"

namespace weft::dftracer {

struct CallUse {
  RegionRef region;
  IoAction action = IoAction::none;
  BytesIn bytes = BytesIn::nothing;
  bool is_stdio = false;
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
  // Handles are numbered as they stand here: process, word of the file, and whether through the C library's streams.
  using HandleKey = std::tuple<LocationGroupRef, StringRef, bool>;
  std::vector<HandleKey> handles;

  AttributeRef id;
  AttributeRef type;
  AttributeRef no_arguments;
  AttributeRef missing;
  AttributeRef name;
  AttributeRef category;
  AttributeRef phase;
  ParameterRef metadata;
  ParameterRef event;
  // Arguments that say what an I/O operation did.
  StringRef count, ret, size, offset, whence, ret_len, str_len;

  IoHandleRef handle_of(const HandleKey& key) const {
    const auto found = std::ranges::lower_bound(handles, key);
    if (found == handles.end() || *found != key) return {};
    return {static_cast<std::uint32_t>(found - handles.begin())};
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

struct ThreadPlan {
  ThreadKey key;
  ThreadFacts facts;
  LocationGroupRef group;
  std::vector<Slice> slices;
  std::unordered_map<std::uint64_t, RowRef> ends;  // of begins, by their place
  std::uint64_t first_time = ~std::uint64_t{0};
  std::uint64_t last_time = 0;
  std::vector<Track> tracks;

  bool has_events() const { return first_time <= last_time; }
};

}  // namespace weft::dftracer
