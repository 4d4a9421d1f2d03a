// SPDX-License-Identifier: BSD-3-Clause
// The names of a trace's files (docs/formats/otf.md, section 1), and where the bytes of one of them are: in a file of
// its own, plain or compressed, or spread over a file that all streams share (section 7.4).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "formats/otf/line_schema.hpp"

namespace weft::otf {

// The line of a master file that says that streams share files.
struct Forwarding {
  std::uint32_t servers = 0;
  std::uint32_t mode = 0;
  std::uint32_t mask = 0;

  bool operator==(const Forwarding&) const = default;
};

class TracePaths {
 public:
  // From the name of the master file or the stub of all names.
  static Result<TracePaths> of(std::string_view path);

  const std::string& stub() const { return stub_; }
  std::string master() const { return stub_ + ".otf"; }
  std::string file(StreamId stream, std::string_view suffix) const;  // without the ending of compressed ones

 private:
  explicit TracePaths(std::string stub) : stub_(std::move(stub)) {}
  std::string stub_;
};

inline constexpr std::string_view compressed_ending = ".z";

// A stretch of a file.
struct Extent {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

struct FoundFile {
  std::string path;
  bool is_compressed = false;
  std::optional<std::vector<Extent>> extents = {};  // of a shared file; otherwise all of it
};

// The file of a stream: the plain one if both are there, nothing if there is none.
Result<std::optional<FoundFile>> find_file(
    const TracePaths& paths, const std::optional<Forwarding>& forwarding, StreamId stream, std::string_view suffix);

}  // namespace weft::otf
