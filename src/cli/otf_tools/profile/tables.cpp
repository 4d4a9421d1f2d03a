// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/profile/tables.hpp"

#include <algorithm>

namespace weft::cli::otf_tools::profile {

namespace {

constexpr std::size_t most_rows = 50;

template <class Rows>
void keep_top(Rows& rows) {
  if (rows.size() > most_rows) rows.resize(most_rows);
}

class TableMaker {
 public:
  TableMaker(const Options& options, const Vocabulary& words, const Collected& collected)
      : options_(options), words_(words), collected_(collected) {}

  void add_properties(Tables& tables, const std::string& file) const {
    tables.version = words_.version;
    tables.creator = words_.creator;
    tables.file = file;
    tables.processes = words_.processes.size();
    tables.ticks_per_second = static_cast<double>(words_.ticks_per_second);
    tables.comments = words_.comments;
  }

  // Of equal ones, the last that was defined comes first.
  void add_functions(Tables& tables) const {
    std::map<std::uint32_t, Calls, std::greater<>> sums;
    for (const auto& [id, process] : collected_.processes)
      for (const auto& [function, calls] : process.functions) sums[function].add(calls);
    tables.functions = sums.size();
    for (const auto& [function, calls] : sums)
      tables.by_time.push_back(
          {function, words_.function_name(function), calls.count, seconds(calls.exclusive), seconds(calls.inclusive)});
    tables.by_calls = tables.by_time;
    std::ranges::stable_sort(tables.by_time, std::greater<>{}, &FunctionRow::exclusive);
    std::ranges::stable_sort(tables.by_calls, std::greater<>{}, &FunctionRow::calls);
    keep_top(tables.by_time);
    keep_top(tables.by_calls);
  }

  // A function's exclusive time is that of all processes, its counter that of those where it is known.
  void add_counters(Tables& tables) const {
    std::map<std::uint32_t, double> exclusive;
    std::map<std::uint32_t, std::map<std::uint32_t, double, std::greater<>>> sums;  // by counter and function
    for (const auto& [id, process] : collected_.processes) {
      for (const auto& [function, calls] : process.functions) exclusive[function] += seconds(calls.exclusive);
      for (const auto& [key, counter] : process.counters) sums[key.second][key.first] += counter.exclusive;
    }
    for (const auto& [counter, functions] : sums) {
      CounterTable table{words_.counters.at(counter), {}};
      for (const auto& [function, sum] : functions) {
        const double time = exclusive[function];
        table.rows.push_back({words_.function_name(function), time, time > 0 ? sum / time : 0});
      }
      std::ranges::stable_sort(table.rows, std::greater<>{}, &CounterTable::Row::exclusive);
      keep_top(table.rows);
      tables.counters.push_back(std::move(table));
    }
  }

  // Processes in their order, in groups whose sizes differ by at most one.
  void add_groups(Tables& tables) {
    std::vector<ProcessId> processes;
    for (const auto& [id, process] : words_.processes) processes.push_back(id);
    for (const auto& [id, process] : collected_.processes)
      if (!words_.processes.contains(id)) processes.push_back(id);
    std::size_t next = 0;
    const std::size_t groups = std::min<std::size_t>(options_.most_groups, processes.size());
    for (std::size_t group = 0; group < groups; ++group) {
      const std::size_t left = groups - group;
      const std::size_t size = (processes.size() - next + left - 1) / left;
      tables.groups.push_back({words_.process_name(processes[next]), words_.process_name(processes[next + size - 1])});
      for (std::size_t i = 0; i < size; ++i) group_of_[processes[next + i]] = group;
      next += size;
    }
  }

  void add_traffic(Tables& tables) const {
    TrafficTable messages{"P2P", false, true, std::vector<TrafficTable::Row>(tables.groups.size())};
    static constexpr std::pair<std::uint32_t, std::string_view> classes[] = {
        {barrier, "BARRIER"}, {one_to_all, "ONETOALL"}, {all_to_one, "ALLTOONE"}, {all_to_all, "ALLTOALL"}};
    std::map<std::uint32_t, TrafficTable> collectives;
    for (const auto& [type, name] : classes)
      collectives.emplace(type, TrafficTable{std::string(name), type == barrier, false,
                                    std::vector<TrafficTable::Row>(tables.groups.size())});
    std::map<std::uint32_t, bool> is_used;
    bool has_messages = false;
    for (const auto& [id, process] : collected_.processes) {
      const std::size_t group = group_of_.at(id);
      has_messages = has_messages || !process.messages.empty();
      add(messages.rows[group], process.all_messages());
      for (const auto& [type, traffic] : process.collectives) {
        add(collectives.at(type).rows[group], traffic);
        is_used[type] = true;
      }
    }
    if (has_messages) tables.traffic.push_back(std::move(messages));
    for (const auto& [type, used] : is_used) tables.traffic.push_back(std::move(collectives.at(type)));
  }

  // Of all bytes between two groups, and the times that are known.
  void add_rates(Tables& tables) const {
    std::map<std::pair<std::size_t, std::size_t>, Traffic> sums;
    for (const auto& [id, process] : collected_.processes)
      for (const auto& [peer, traffic] : process.messages)
        if (const auto receiver = group_of_.find(peer); receiver != group_of_.end())
          sums[{group_of_.at(id), receiver->second}].add(traffic);
    for (const auto& [pair, traffic] : sums)
      if (traffic.send_ticks > 0)
        tables.rates.push_back(
            {pair.first, pair.second, static_cast<double>(traffic.sent_bytes) / seconds(traffic.send_ticks)});
    for (const auto& [powers, messages] : collected_.rates)
      tables.rate_counts.push_back({powers.first, powers.second, messages});
  }

  void add_dispersion(Tables& tables, const Dispersion& dispersion, bool by_call_path) const {
    for (const auto& function : dispersion.functions) {
      if (&function - dispersion.functions.data() >= static_cast<std::ptrdiff_t>(most_rows)) break;
      tables.dispersion.push_back(row_of(function.function, "", function.times));
      if (!by_call_path) continue;
      for (const auto& path : function.paths)
        tables.dispersion.push_back(row_of(function.function, path_name(path.path), path.times));
    }
  }

 private:
  double seconds(std::uint64_t ticks) const { return words_.seconds(static_cast<double>(ticks)); }

  void add(TrafficTable::Row& row, const Traffic& traffic) const {
    row.sends.add(static_cast<double>(traffic.sends));
    row.receives.add(static_cast<double>(traffic.receives));
    row.sent_bytes.add(static_cast<double>(traffic.sent_bytes));
    row.received_bytes.add(static_cast<double>(traffic.received_bytes));
    row.send_seconds.add(seconds(traffic.send_ticks));
    row.receive_seconds.add(seconds(traffic.receive_ticks));
  }

  std::string path_name(const std::vector<std::uint32_t>& path) const {
    std::string name;
    for (const std::uint32_t function : path) {
      if (!name.empty()) name += ';';
      name += words_.function_name(function);
    }
    return name;
  }

  DispersionRow row_of(std::uint32_t function, std::string path, const Distribution& times) const {
    DispersionRow row{words_.function_name(function), std::move(path), times.count, seconds(times.weight),
        seconds(times.least), words_.seconds(times.lower_quartile), words_.seconds(times.median),
        words_.seconds(times.upper_quartile), words_.seconds(times.percentile_95), seconds(times.most),
        words_.seconds(times.average), {}};
    for (const Bin& bin : times.bins) row.bars.push_back({seconds(bin.least), seconds(bin.most), bin.count});
    return row;
  }

  const Options& options_;
  const Vocabulary& words_;
  const Collected& collected_;
  std::map<ProcessId, std::size_t> group_of_;
};

}  // namespace

void GroupValue::add(double value) {
  if (value == 0) return;
  least = processes == 0 ? value : std::min(least, value);
  most = std::max(most, value);
  sum += value;
  ++processes;
}

Tables make_tables(const Options& options, const std::string& file, const Vocabulary& words, const Collected& collected,
    const Dispersion* dispersion) {
  Tables tables;
  TableMaker maker(options, words, collected);
  maker.add_properties(tables, file);
  maker.add_functions(tables);
  if (dispersion) maker.add_dispersion(tables, *dispersion, options.by_call_path);
  maker.add_counters(tables);
  maker.add_groups(tables);
  maker.add_traffic(tables);
  maker.add_rates(tables);
  return tables;
}

}  // namespace weft::cli::otf_tools::profile
