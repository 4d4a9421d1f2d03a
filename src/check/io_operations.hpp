// SPDX-License-Identifier: BSD-3-Clause
// Rules on I/O operations: each begins and completes once, blocking ones one inside the other at most.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "check/findings.hpp"
#include "check/open_set.hpp"
#include "check/open_stack.hpp"
#include "model/event_types.hpp"

namespace weft::check {

inline constexpr Rule io_operation_open{"io-operation-open",
    "An I/O operation begins and is never completed or cancelled.",
    "The program did not wait for it, or recording stopped before."};
inline constexpr Rule io_operation_unknown{"io-operation-unknown",
    "An I/O operation is completed, issued, tested or cancelled that has not begun.",
    "The event that began it was lost, or handle or matching id are wrong."};
inline constexpr Rule io_operation_reused{"io-operation-reused",
    "A matching id is used again while its I/O operation is open.",
    "The two operations on the handle cannot be told apart."};
inline constexpr Rule io_operation_overlap{"io-operation-overlap",
    "Two blocking I/O operations of one location overlap.",
    "A blocking operation ends before another one on its handle begins; on other handles, one lies within the other."};
inline constexpr Rule io_operation_bytes{"io-operation-bytes",
    "A blocking read or write moved more bytes than were asked for.", "One of the two numbers was recorded wrongly."};

inline constexpr Rule io_operation_rules[] = {
    io_operation_open, io_operation_unknown, io_operation_reused, io_operation_overlap, io_operation_bytes};

// An operation: handle and matching id.
using IoOperation = std::pair<IoHandleRef, std::uint64_t>;

struct IoOperationHash {
  std::size_t operator()(const IoOperation& o) const {
    return std::hash<std::uint64_t>{}(o.second * 0x9e3779b97f4a7c15u + o.first.value);
  }
};

// The operations of one location.
class IoOperations {
 public:
  IoOperations(const Definitions& definitions, LocationRef location, Findings& findings)
      : definitions_(definitions), findings_(findings), set_(location) {}

  void see(const evt::IoOperationBegin& e, const Place& at);
  void see(const evt::IoOperationComplete& e, const Place& at);
  void see(const evt::IoOperationCancelled& e, const Place& at);
  void see(const evt::IoOperationTest& e, const Place& at) {
    set_.ask({e.handle, e.matching_id}, kind_of<evt::IoOperationTest>, at);
  }
  void see(const evt::IoOperationIssued& e, const Place& at) {
    set_.ask({e.handle, e.matching_id}, kind_of<evt::IoOperationIssued>, at);
  }
  void finish() { set_.finish(); }

  std::vector<Unsettled<IoOperation>>& unsettled() { return set_.unsettled(); }
  std::uint64_t count() const { return count_; }

 private:
  // What the end of an operation is compared with.
  struct Begun {
    std::uint64_t bytes = 0;
    bool blocking = false;
    bool moves_data = false;
  };
  using Set = OpenSet<IoOperation, Begun, IoOperationHash>;

  template <class E>
  std::optional<Set::Open> end(const E& e, const Place& at);
  void report_overlap(IoHandleRef handle, std::uint64_t other, const Place& at);

  const Definitions& definitions_;
  Findings& findings_;
  Set set_;
  OpenStack<IoOperation> blocking_;
  std::uint64_t count_ = 0;
};

// Settles what the locations of one process left open.
void check_io_operations(
    const Definitions& definitions, std::vector<Unsettled<IoOperation>>& steps, Findings& findings);

}  // namespace weft::check
