// SPDX-License-Identifier: BSD-3-Clause
// What the fuzz targets share: an archive in memory whose files are replaced by every input, and walks that read
// everything there is in it and compare what must be equal. Each target is then a few lines.
//
// Inputs are not quite the bytes of a file: the first ones choose chunk sizes and the like, and `chunk_break` stands
// for the padding of a chunk, so that a mutation in one chunk does not move all those behind it. `file_break` does the
// same for the files of an archive.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/otf2/archive.hpp"

namespace weft::fuzzing {

inline constexpr std::string_view chunk_break = "\xfe\xed\xfa\xce";
inline constexpr std::string_view file_break = "\xfe\xed\xfa\xcf";

// Small, so that small inputs have several chunks; the first byte of an input picks one.
inline constexpr std::uint64_t chunk_sizes[] = {64, 128, 256, 512, 1024, 4096, 16384, 24};

inline std::string_view as_text(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

// An input, taken apart from the front.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : rest_(std::as_bytes(std::span(data, size))) {}

  // 0 when nothing is left.
  unsigned byte() {
    if (rest_.empty()) return 0;
    const auto value = static_cast<unsigned>(rest_[0]);
    rest_ = rest_.subspan(1);
    return value;
  }
  std::uint64_t chunk_bytes() { return chunk_sizes[byte() % std::size(chunk_sizes)]; }
  // Up to the next break, which is dropped.
  Bytes piece(std::string_view piece_break) {
    const std::size_t end = std::min(as_text(rest_).find(piece_break), rest_.size());
    const Bytes piece = rest_.first(end);
    rest_ = rest_.subspan(std::min(end + piece_break.size(), rest_.size()));
    return piece;
  }
  bool empty() const { return rest_.empty(); }
  Bytes rest() { return std::exchange(rest_, {}); }

 private:
  Bytes rest_;
};

// The content of a chunked file: pieces between breaks begin at multiples of the chunk size.
inline std::vector<std::byte> chunked(Bytes content, std::uint64_t chunk_bytes) {
  Input pieces(reinterpret_cast<const std::uint8_t*>(content.data()), content.size());
  std::vector<std::byte> file;
  while (!pieces.empty()) {
    file.resize((file.size() + chunk_bytes - 1) / chunk_bytes * chunk_bytes);
    const Bytes piece = pieces.piece(chunk_break);
    file.insert(file.end(), piece.begin(), piece.end());
  }
  return file;
}

// A directory of this process in memory, with an archive named "t" in it. Removed at the end; what a crash left behind
// is removed by the next process.
class Workbench {
 public:
  Workbench()
      : directory_(root() + std::to_string(getpid())),
        paths_(*otf2::ArchivePaths::from_anchor(directory_ + "/t.otf2")) {
    remove_leftovers();
    std::filesystem::create_directories(paths_.locations());
  }
  ~Workbench() {
    std::error_code ignored;
    std::filesystem::remove_all(directory_, ignored);
  }

  const std::string& directory() const { return directory_; }
  const otf2::ArchivePaths& paths() const { return paths_; }

  static void put(const std::string& path, Bytes content) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    WEFT_CHECK(fd >= 0 && ::write(fd, content.data(), content.size()) == static_cast<ssize_t>(content.size()));
    ::close(fd);
  }

 private:
  static std::string root() { return "/dev/shm/weft-fuzz-"; }

  static void remove_leftovers() {
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator("/dev/shm", ignored)) {
      const std::string path = entry.path().string();
      pid_t owner = 0;
      if (!path.starts_with(root())) continue;
      std::from_chars(path.data() + root().size(), path.data() + path.size(), owner);
      if (owner > 0 && ::kill(owner, 0) != 0 && errno == ESRCH) std::filesystem::remove_all(entry.path(), ignored);
    }
  }

  std::string directory_;
  otf2::ArchivePaths paths_;
};

inline Workbench& workbench() {
  static Workbench workbench;
  return workbench;
}

inline otf2::Anchor anchor_with(std::uint64_t event_chunk_bytes, std::uint64_t definition_chunk_bytes) {
  otf2::Anchor anchor;
  anchor.event_chunk_bytes = event_chunk_bytes;
  anchor.definition_chunk_bytes = definition_chunk_bytes;
  anchor.number_of_snapshots = 1;
  anchor.number_of_thumbnails = 1;
  return anchor;
}

// Reads all records of a definition, marker or thumbnail file, prints them and writes them back. Null is no file.
template <class List>
void read_records(otf2::RecordStream* stream, const Definitions& definitions);

// The same for the snapshots of all locations.
void read_snapshots(otf2::Archive& archive);

// What a stream delivers, as JSON lines: two ways of reading the same bytes must agree on it.
std::string read_events(EventStream& stream, const Definitions& definitions);

// Everything the commands do with a trace without writing one; for speed, one way of looking at the events at a time.
enum class Way : unsigned { text, json, by_location, statistics, check };
inline constexpr unsigned ways = 5;
void read_everything(Trace& trace, Way way);

}  // namespace weft::fuzzing

#define WEFT_FUZZ(input)                                                              \
  static void fuzz(::weft::fuzzing::Input input);                                     \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);  \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) { \
    fuzz(::weft::fuzzing::Input(data, size));                                         \
    return 0;                                                                         \
  }                                                                                   \
  static void fuzz(::weft::fuzzing::Input input)
