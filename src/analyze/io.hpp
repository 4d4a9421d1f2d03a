// SPDX-License-Identifier: BSD-3-Clause
// Io: reads, writes and flushes of files, by handle. An operation counts when it begins, its bytes when it is complete;
// handle and matching id tie the two together, also across locations: a thread may wait for what another one started.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyze/sum.hpp"
#include "model/batch.hpp"
#include "model/definitions.hpp"

namespace weft {

// The operations of one mode on one handle.
struct IoCounts {
  std::uint64_t begun = 0;
  std::uint64_t completed = 0;
  std::uint64_t cancelled = 0;
  Sum bytes_requested = 0;
  Sum bytes_moved = 0;

  void merge(const IoCounts& other);
};

// Programs open files by the million and do one thing with each: only what was done takes room.
class HandleCounts {
 public:
  const IoCounts& reads() const { return find(IoOperationMode::read); }
  const IoCounts& writes() const { return find(IoOperationMode::write); }
  const IoCounts& flushes() const { return find(IoOperationMode::flush); }
  const IoCounts& others() const { return find(without_name); }
  Sum bytes() const { return reads().bytes_moved + writes().bytes_moved; }

  IoCounts& of(IoOperationMode mode);
  void merge(const HandleCounts& other);

  std::uint64_t unmatched = 0;  // completed or cancelled, but never begun

 private:
  static constexpr IoOperationMode without_name{255};  // stands for all modes that have none

  const IoCounts& find(IoOperationMode mode) const;

  std::vector<std::pair<IoOperationMode, IoCounts>> modes_;
};

struct FileCounts {
  std::uint64_t handles = 0;
  HandleCounts counts;

  Sum bytes() const { return counts.bytes(); }
};

class Io {
 public:
  void add(const EventBatch& batch);
  void merge(const Io& other);
  // All locations are in: matches what began at one and ended at another.
  void finish();

  const std::map<IoHandleRef, HandleCounts>& by_handle() const { return by_handle_; }
  // Handles without a file are under the undefined file.
  std::map<IoFileRef, FileCounts> by_file(const Definitions& definitions) const;

 private:
  struct Operation {
    IoHandleRef handle;
    std::uint64_t matching_id;
    friend auto operator<=>(const Operation&, const Operation&) = default;
  };
  struct Hash {
    std::size_t operator()(const Operation& o) const noexcept {
      return static_cast<std::size_t>((o.matching_id ^ o.handle.value << 16) * 0x9e3779b97f4a7c15);
    }
  };
  struct Begin {
    Operation operation;
    IoOperationMode mode;
    friend auto operator<=>(const Begin&, const Begin&) = default;
  };
  struct End {
    Operation operation;
    bool cancelled;
    std::uint64_t bytes;
    friend auto operator<=>(const End&, const End&) = default;
  };

  void begin(const evt::IoOperationBegin& begin);
  void end(const End& end);
  void settle(const End& end, IoOperationMode mode);

  std::map<IoHandleRef, HandleCounts> by_handle_;
  std::unordered_map<Operation, IoOperationMode, Hash> running_;  // at the location being added
  // Left over by locations that ended.
  std::vector<Begin> begins_;
  std::vector<End> ends_;
};

}  // namespace weft
