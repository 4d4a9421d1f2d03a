// SPDX-License-Identifier: BSD-3-Clause
// Tables: everything a profile tells people, in the order it is told, before it becomes LaTeX, text or JSON. Times are
// seconds, rates are per second.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/otf_tools/profile/collected.hpp"
#include "cli/otf_tools/profile/dispersion.hpp"
#include "cli/otf_tools/profile/options.hpp"

namespace weft::cli::otf_tools::profile {

struct FunctionRow {
  std::uint32_t function = 0;
  std::string name;
  std::uint64_t calls = 0;
  double exclusive = 0;
  double inclusive = 0;
};

struct CounterTable {
  struct Row {
    std::string function;
    double exclusive = 0;
    double rate = 0;
  };
  std::string name;
  std::vector<Row> rows;  // longest exclusive time first
};

// A value of the processes of a group, of those where it is not 0.
struct GroupValue {
  std::uint64_t processes = 0;
  double sum = 0;
  double least = 0;
  double most = 0;

  double average() const { return processes > 0 ? sum / static_cast<double>(processes) : 0; }
  void add(double value);
};

struct ProcessGroup {
  std::string first;  // names
  std::string last;   // the same if there is only one

  std::string name() const { return first == last ? first : first + " - " + last; }
};

// Messages, or collective operations of one class, by group.
struct TrafficTable {
  struct Row {
    GroupValue sends, receives, sent_bytes, received_bytes, send_seconds, receive_seconds;
  };
  std::string name;
  bool is_barrier = false;  // nobody sends, nobody receives
  bool is_messages = false;
  std::vector<Row> rows;  // one for each group
};

struct RateCell {
  std::size_t sender = 0;  // groups
  std::size_t receiver = 0;
  double bytes_per_second = 0;
};

// Messages whose length and rate are at least these powers of two, and less than the next ones.
struct RateCount {
  int length_power = 0;
  int rate_power = 0;
  std::uint64_t messages = 0;
};

struct DispersionRow {
  std::string function;
  std::string path;  // empty: all calls of the function
  std::uint64_t calls = 0;
  double weight = 0;
  double least = 0, lower_quartile = 0, median = 0, upper_quartile = 0, percentile_95 = 0, most = 0, average = 0;
  struct Bar {
    double least = 0, most = 0;
    std::uint64_t calls = 0;
  };
  std::vector<Bar> bars;
};

struct Tables {
  std::string version, creator, file;
  std::uint64_t processes = 0;
  double ticks_per_second = 0;
  std::vector<std::string> comments;

  std::uint64_t functions = 0;  // that were called
  std::vector<FunctionRow> by_time, by_calls;
  std::vector<DispersionRow> dispersion;  // a function, its call paths, the next function, ...
  std::vector<CounterTable> counters;
  std::vector<ProcessGroup> groups;
  std::vector<TrafficTable> traffic;
  std::vector<RateCell> rates;
  std::vector<RateCount> rate_counts;
};

// `dispersion` if it is to be told.
Tables make_tables(const Options& options, const std::string& file, const Vocabulary& words, const Collected& collected,
    const Dispersion* dispersion);

}  // namespace weft::cli::otf_tools::profile
