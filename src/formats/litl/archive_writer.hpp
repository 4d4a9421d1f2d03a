// SPDX-License-Identifier: BSD-3-Clause
// Writing a whole trace or archive at once, from chunks that are in memory or mapped into it; and putting archives
// together and taking them apart without looking at events. All outputs are in the standard layout, complete or absent.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "formats/litl/records.hpp"

namespace weft::litl {

// What goes into a file: events are encoded in the standard layout.
struct ThreadContent {
  std::uint64_t tid = 0;
  std::vector<Bytes> chunks;
};
struct ProcessContent {
  std::string name;
  std::uint32_t buffer_bytes = 0;  // raised where a chunk is too large for it
  std::vector<ThreadContent> threads;
};
struct Content {
  std::string version = "0.1.9";
  std::string sysinfo;
  std::vector<ProcessContent> processes;
  // If it is something: called from time to time, when chunks that were handed over are not needed any more.
  std::function<void()> forget = {};
};

// Fails if something has the name a new trace wants, or that of its mapping.
Result<> check_names_free(const std::string& path);

// Every thread stands in the table of its process's header; threads without events get an empty chunk.
Result<> write_archive(const std::string& path, const Content& content);

// All processes of all inputs, in this order, in one archive. Inputs may be traces and archives of the standard layout
// in any mix; their bodies are copied as they are.
Result<> merge_traces(const std::vector<std::string>& inputs, const std::string& output);

// The same for a disk that has no room for a second copy: an input is removed when its bodies are in the archive, so
// the largest of them is all the room that is needed. Where that fails, the archive has in their places the processes
// whose inputs are gone.
Result<> move_traces(const std::vector<std::string>& inputs, const std::string& output);

// Every process as a trace of its own, DIRECTORY/NAME. Fails before anything is written when a name cannot be one of a
// file, or is there twice. Returns the names.
Result<std::vector<std::string>> split_archive(const std::string& input, const std::string& directory);

}  // namespace weft::litl
