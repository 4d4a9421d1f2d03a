// SPDX-License-Identifier: BSD-3-Clause
// Where in files processes read and write, one access after the other. Positions follow from opening, seeking, reading
// and writing, so accesses of a stream are replayed in its order, whoever read them.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "analyze/io_answers/files.hpp"

namespace weft {

struct IoAccess {
  std::uint64_t process;
  std::uint64_t file;
  IoClass io_class;
  IoPlacing placing;
  bool counts;  // or only moves the position
  std::optional<std::uint64_t> bytes;
  std::optional<std::uint64_t> offset;
};

// The positions in all files of one stream.
class IoPositions {
 public:
  void replay(const IoAccess& access, IoFiles& files);
  void clear() { states_.clear(); }

 private:
  struct State {
    std::optional<std::uint64_t> position;
    std::optional<std::uint64_t> last_end;  // of an access
    bool continues = false;                 // nothing has moved the position since the last access
  };
  struct Key {
    std::uint64_t process;
    std::uint64_t file;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const noexcept { return (key.file ^ key.process) * 0x9e3779b97f4a7c15; }
  };

  void transfer(const IoAccess& access, State& state, IoFiles& files);

  std::unordered_map<Key, State, Hash> states_;
};

// Brings runs into order: what comes too early waits.
class IoAccessOrder {
 public:
  void add(std::size_t stream, std::uint64_t run, bool is_last, std::vector<IoAccess> accesses, IoFiles& files);

 private:
  struct Run {
    std::vector<IoAccess> accesses;
    bool is_last;
  };
  struct Stream {
    std::mutex mutex;
    std::uint64_t next = 0;
    std::map<std::uint64_t, Run> waiting;
    IoPositions positions;
  };
  Stream& stream(std::size_t number);

  std::mutex mutex_;
  std::unordered_map<std::size_t, Stream> streams_;
};

}  // namespace weft
