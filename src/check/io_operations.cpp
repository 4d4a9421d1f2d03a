// SPDX-License-Identifier: BSD-3-Clause
#include "check/io_operations.hpp"

#include <algorithm>

namespace weft::check {

namespace {

constexpr std::uint64_t unknown_bytes = ~std::uint64_t{0};

}  // namespace

void IoOperations::report_overlap(IoHandleRef handle, std::uint64_t other, const Place& at) {
  findings_.add(io_operation_overlap, at, [&] {
    return fmt::format(
        "the operation on handle {} overlaps with the one begun at event {}", named(definitions_, handle), other);
  });
}

void IoOperations::see(const evt::IoOperationBegin& e, const Place& at) {
  ++count_;
  const IoOperation operation{e.handle, e.matching_id};
  const bool blocking = (e.operation_flags & IoOperationFlag::non_blocking) == IoOperationFlag::none;
  set_.begin(
      operation, kind_of<evt::IoOperationBegin>, at, {e.bytes_request, blocking, e.mode != IoOperationMode::flush});
  if (!blocking) return;
  for (const auto& open : blocking_.entries())
    if (open.id.first == e.handle) report_overlap(e.handle, open.event, at);
  blocking_.open(operation, at.event);
}

template <class E>
std::optional<IoOperations::Set::Open> IoOperations::end(const E& e, const Place& at) {
  const IoOperation operation{e.handle, e.matching_id};
  const auto begun = set_.end(operation, kind_of<E>, at);
  if (!begun || !begun->info.blocking) return begun;
  const auto innermost = blocking_.empty() ? at.event : blocking_.innermost().event;
  if (blocking_.remove(operation) == Closing::not_inner) report_overlap(e.handle, innermost, at);
  return begun;
}

void IoOperations::see(const evt::IoOperationCancelled& e, const Place& at) { end(e, at); }

void IoOperations::see(const evt::IoOperationComplete& e, const Place& at) {
  const auto begun = end(e, at);
  if (!begun || !begun->info.blocking || !begun->info.moves_data) return;
  if (begun->info.bytes == unknown_bytes || e.bytes_result == unknown_bytes || e.bytes_result <= begun->info.bytes)
    return;
  findings_.add(io_operation_bytes, at, [&] {
    return fmt::format("the operation on handle {} moved {} bytes, {} were asked for at event {}",
        named(definitions_, e.handle), e.bytes_result, begun->info.bytes, begun->at.event);
  });
}

void check_io_operations(
    const Definitions& definitions, std::vector<Unsettled<IoOperation>>& steps, Findings& findings) {
  using Item = Unsettled<IoOperation>;
  const auto text = [&](const Item& step) {
    return fmt::format("operation {} on handle {}", step.key.second, named(definitions, step.key.first));
  };
  Settling<IoOperation> result;
  result.never_ended = [&](const Item& begun) {
    findings.add(io_operation_open, begun.location, begun.at,
        [&] { return fmt::format("{} begins and is never completed", text(begun)); });
  };
  result.not_begun = [&](const Item& step) {
    findings.add(io_operation_unknown, step.location, step.at,
        [&] { return fmt::format("{} of {}, which has not begun", name_of(step.kind), text(step)); });
  };
  result.begun_twice = [&](const Item& begun, const Item& again) {
    findings.add(io_operation_reused, again.location, again.at,
        [&] { return fmt::format("{} begins, but is open since event {}", text(again), begun.at.event); });
  };
  Settler<IoOperation>(result).run(steps);
}

}  // namespace weft::check
