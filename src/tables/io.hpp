// SPDX-License-Identifier: BSD-3-Clause
// The table of operations on files.
#pragma once

#include "tables/scan.hpp"

namespace weft::tables {

struct IoRow {
  LocationRef location;
  std::uint64_t event{};
  NameOf<LocationGroupRef> process;
  IoHandleRef handle;
  NameOf<IoHandleRef> handle_name;
  IoFileRef file;
  NameOf<IoFileRef> file_name;
  IoOperationMode mode{};
  IoOperationFlag flags{};
  Timestamp begin;
  std::optional<std::uint64_t> end;
  Seconds seconds;
  std::optional<std::int64_t> duration;
  std::optional<std::uint64_t> bytes_requested;
  std::optional<std::uint64_t> bytes_moved;

  static constexpr auto schema = record("io",
      "Operations on files that were begun, in the order in which they end; those that never do, or that another "
      "location ends, come last.",
      field<&IoRow::location>("location", "Who began it: `locations.location`."),
      field<&IoRow::event>("event", "The event that began it: `events.event` of the location."),
      field<&IoRow::process>("process", "The name of the process of the location."),
      field<&IoRow::handle>("handle", "The handle it goes through."),
      field<&IoRow::handle_name>("handle_name", "The name of the handle."),
      field<&IoRow::file>("file", "The file: `files.file`."),
      field<&IoRow::file_name>("file_name", "The name of the file."),
      field<&IoRow::mode>("mode", "`READ`, `WRITE` or `FLUSH`."),
      field<&IoRow::flags>("flags", "1: non-blocking, 2: collective."),
      field<&IoRow::begin>("begin", "When it began, in ticks."),
      field<&IoRow::end>("end", "When it was completed or cancelled, in ticks; null if it never was."),
      field<&IoRow::seconds>("seconds", "When it began: seconds from the beginning of the trace."),
      field<&IoRow::duration>("duration", "From begin to end, in ticks."),
      field<&IoRow::bytes_requested>("bytes_requested", "Bytes asked for, if that is known."),
      field<&IoRow::bytes_moved>("bytes_moved", "Bytes read or written; null if it was not completed."));
};

std::unique_ptr<Scan> scan_io(TraceTables& of, const ScanOptions& options);

}  // namespace weft::tables
