// SPDX-License-Identifier: BSD-3-Clause
// Scan: the rows of a table, block by block, in bounded memory. Table: what there is to scan. This is what SQL and
// Python stand on.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "model/indexed_source.hpp"
#include "model/trace.hpp"
#include "tables/block.hpp"
#include "tables/column.hpp"
#include "tables/vocabulary.hpp"

namespace weft::tables {

// A trace to scan tables of. Scans may be made and used by several threads, each scan by one at a time.
struct TraceTables {
  // An index of the trace lets scans leave out what lies outside of the time they are asked for.
  explicit TraceTables(Trace& open, const TimeIndex* index = nullptr)
      : trace(open), source(open, index), words(open.definitions()) {}

  Trace& trace;
  IndexedSource source;  // its events
  Vocabulary words;
};

inline constexpr std::uint64_t all_columns = ~std::uint64_t{0};

struct ScanOptions {
  // Rows that it leaves out are not made.
  EventFilter filter;
  std::uint64_t columns = all_columns;      // bit i: column i is wanted
  std::size_t rows = 4096;                  // a block has about as many
  PartRange parts = {};                     // of every location, for tables whose rows are events
  const std::atomic<bool>* stop = nullptr;  // when set, the scan ends

  bool wants(std::size_t column) const { return columns >> column & 1; }
};

class Scan {
 public:
  virtual ~Scan() = default;
  // Replaces what is in the block by the next rows, at least one; false at the end. What is damaged in the trace is
  // left out and told in its report.
  virtual Result<bool> next(Block& block) = 0;
};

struct Table {
  std::string_view name;
  std::string_view doc;
  std::span<const Column> columns;
  std::span<const Column> heeded;  // what filters may ask for: its columns, or those of the table it is made of
  // With a filter that it cannot heed, the scan fails.
  std::unique_ptr<Scan> (*scan)(TraceTables& of, const ScanOptions& options);
  bool is_of_events;    // reads events, not only definitions
  bool is_by_location;  // its rows come location by location, in the order of their ids
  bool is_of_totals;    // has few rows, of many events

  // The number of the column of that name; columns.size() if there is none.
  std::size_t column(std::string_view named) const;
  // An error if there is something in the filter that it knows nothing of.
  Result<> can_heed(const EventFilter& filter) const;
};

// All tables, in the order of the documentation.
std::span<const Table> all_tables();
const Table* find_table(std::string_view name);

}  // namespace weft::tables
