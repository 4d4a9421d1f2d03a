// SPDX-License-Identifier: BSD-3-Clause
// Operations: what a location has begun and goes on beside its calls, operations on files and requests of messages.
// They overlap, so each is shown on a lane where nothing else is at that time: the first that is free.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/batch.hpp"

namespace weft::exports {

enum class Family : std::uint8_t { io, request };
inline constexpr std::size_t families = 2;
inline constexpr std::string_view family_names[families] = {"I/O operations", "requests"};

enum class Operation : std::uint8_t { read, write, flush, other, send, receive, collective };
inline constexpr std::string_view operation_names[] = {
    "read", "write", "flush", "operation", "send", "receive", "collective"};

// What is on it, too.
struct Lane {
  Family family = Family::io;
  std::uint32_t number = 0;
  Operation operation = Operation::other;

  std::string_view family_name() const { return family_names[static_cast<std::size_t>(family)]; }
  std::string_view name() const { return operation_names[static_cast<std::size_t>(operation)]; }
};

class Operations {
 public:
  enum class Step : std::uint8_t { none, begin, end };
  struct Taken {
    Step step = Step::none;
    std::optional<Lane> lane;  // nothing: too many at a time, or an end without a beginning
  };

  // What the event says of an operation.
  Taken take(const EventRecord& record);
  // One that has not ended.
  std::optional<Lane> take_open();

 private:
  static constexpr std::size_t most = 65536;  // at a time

  struct Key {
    std::uint64_t handle = 0;
    std::uint64_t id = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      return static_cast<std::size_t>((key.id * 0x9e3779b97f4a7c15 ^ key.handle) * 0xff51afd7ed558ccd >> 7);
    }
  };
  struct Room {
    std::unordered_map<Key, Lane, Hash> open;
    std::set<std::uint32_t> free;
    std::uint32_t lanes = 0;
  };

  Taken begin(Family family, Key key, Operation operation);
  Taken end(Family family, Key key);
  static Lane leave(Room& room, std::unordered_map<Key, Lane, Hash>::iterator open);

  Room rooms_[families];
};

}  // namespace weft::exports
