// SPDX-License-Identifier: BSD-3-Clause
// The table of collective operations. A filter wants those that began or ended in its time.
#pragma once

#include "tables/scan.hpp"

namespace weft::tables {

struct CollectiveRow {
  LocationRef location;
  std::uint64_t event{};
  NameOf<LocationGroupRef> process;
  CollectiveOp operation{};
  CommRef communicator;
  NameOf<CommRef> communicator_name;
  std::uint64_t instance{};
  std::optional<std::uint64_t> root;
  std::optional<EitherTime> begin;
  EitherTime end;
  std::optional<std::int64_t> duration;
  std::uint64_t bytes_sent{};
  std::uint64_t bytes_received{};

  static constexpr auto schema = record("collectives",
      "Collective operations: a row for each location that took part. Rows of one communicator with the same instance "
      "belong together.",
      field<&CollectiveRow::location>("location", "Who took part: `locations.location`."),
      field<&CollectiveRow::event>("event", "The event that ended it: `events.event` of the location."),
      field<&CollectiveRow::process>("process", "The name of the process of the location."),
      field<&CollectiveRow::operation>("operation", "Which operation: `BARRIER`, `ALLREDUCE`, ..."),
      field<&CollectiveRow::communicator>("communicator", "The communicator."),
      field<&CollectiveRow::communicator_name>("communicator_name", "Its name."),
      field<&CollectiveRow::instance>("instance", "How many the location has ended on the communicator before."),
      field<&CollectiveRow::root>("root", "The rank of the root; null if there is none."),
      field<&CollectiveRow::begin>("begin", "When it began or was requested, in ticks; null if that is not recorded."),
      field<&CollectiveRow::end>("end", "When it ended, in ticks."),
      field<&CollectiveRow::duration>("duration", "From begin to end, in ticks."),
      field<&CollectiveRow::bytes_sent>("bytes_sent", "Bytes the location sent."),
      field<&CollectiveRow::bytes_received>("bytes_received", "Bytes the location received."));
};

std::unique_ptr<Scan> scan_collectives(TraceTables& of, const ScanOptions& options);

}  // namespace weft::tables
