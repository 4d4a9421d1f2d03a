// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/profile/csv.hpp"

#include <algorithm>
#include <set>

#include "cli/otf_tools/profile/report_file.hpp"

namespace weft::cli::otf_tools::profile {

namespace {

class CsvWriter {
 public:
  CsvWriter(ReportFile& file, const Vocabulary& words, const Collected& collected)
      : file_(file), words_(words), collected_(collected), columns_(columns()), last_column_(last_column()) {}

  void functions() {
    file_.put("FUNCTION;Process;Function;Invocations;Excl. Time (s);Incl. Time (s)\n");
    for (const auto& [id, process] : collected_.processes) {
      const std::string name = words_.process_name(id);
      for (const auto& [function, calls] : process.functions)
        file_.print("FUNCTION;{};{};{};{:.9g};{:.9g}\n", name, words_.function_name(function), calls.count,
            seconds(calls.exclusive), seconds(calls.inclusive));
    }
  }

  void counters() {
    file_.put("\nCOUNTER;Process;Function;Counter;Excl. Rate;Incl. Rate\n");
    for (const auto& [id, process] : collected_.processes) {
      const std::string name = words_.process_name(id);
      for (const auto& [key, sums] : process.counters) {
        const Calls& calls = process.functions.at(key.first);
        file_.print("COUNTER;{};{};{};{:.9g};{:.9g}\n", name, words_.function_name(key.first),
            words_.counters.at(key.second), rate(sums.exclusive, calls.exclusive),
            rate(sums.inclusive, calls.inclusive));
      }
    }
  }

  void messages() {
    file_.put("\nP2P;Process;Send Invocations;Recv. Invocations;Send Bytes;Recv. Bytes;Duration (s)\n");
    for (const auto& [id, process] : collected_.processes)
      if (!process.messages.empty())
        put_traffic(fmt::format("P2P;{}", words_.process_name(id)), process.all_messages());
  }

  // Columns are the processes 1, 2, 3, ... as many as there are that are no threads. Rows go on behind them up to the
  // last peer, if it is defined: a number that is only a mistake must not fill the disk.
  void message_matrix(std::string_view name, std::uint64_t Traffic::*value) {
    file_.print("\n{};Process;", name);
    for (std::uint32_t column = 1; column <= columns_; ++column) {
      const auto found = words_.processes.find(column);
      file_.print("{};", found != words_.processes.end() ? found->second.name : "");
    }
    file_.put("\n");
    for (const auto& [id, process] : collected_.processes)
      if (!process.messages.empty()) matrix_row(fmt::format("{};{};", name, words_.process_name(id)), process, value);
  }

  // How many peers have no place in the matrix.
  std::size_t peers_without_column() const {
    std::set<ProcessId> peers;
    for (const auto& [id, process] : collected_.processes)
      for (const auto& [peer, traffic] : process.messages)
        if (peer == 0 || peer > last_column_) peers.insert(peer);
    return peers.size();
  }

  void message_lengths() {
    file_.put(
        "MSGSIZE;name;Counts;sumLen;sumTime;minTime;maxTime;avgTime;minRate;maxRate;avgRate;\n"
        "MSGSIZE;;;[B];[s];[s];[s];[s];[B/s];[B/s];[B/s]\n");
    for (const auto& [length, statistics] : collected_.lengths) {
      file_.print("MSGSIZE;{};{};{}", length, statistics.count, length * statistics.count);
      if (statistics.timed == 0) {
        file_.put("0;0;0;0;0;0;0\n");  // without a separator, as readers of the original's files expect
        continue;
      }
      const double bytes = static_cast<double>(length);
      const double least = seconds(statistics.least), most = seconds(statistics.most);
      const double average = seconds(statistics.ticks) / static_cast<double>(statistics.timed);
      file_.print(";{:.9g};{:.9g};{:.9g};{:.9g};{:.9g};{:.9g};{:.9g}\n", seconds(statistics.ticks), least, most,
          average, bytes / least, bytes / most, bytes / average);
    }
  }

  void collectives() {
    static constexpr std::string_view names[] = {"", "BARRIER", "ONE2ALL", "ALL2ONE", "ALL2ALL"};
    file_.put("\nCOLLOP;Process;Coll. Op;Send Invocations;Recv. Invocations;Send Bytes;Recv. Bytes;Duration (s)\n");
    for (const auto& [id, process] : collected_.processes)
      for (const auto& [type, traffic] : process.collectives)
        put_traffic(fmt::format("COLLOP;{};{}", words_.process_name(id), names[type]), traffic);
  }

 private:
  std::uint32_t columns() const {
    return static_cast<std::uint32_t>(
        std::ranges::count_if(words_.processes, [](const auto& process) { return process.second.parent == 0; }));
  }
  std::uint32_t last_column() const {
    constexpr ProcessId most_columns = 1 << 20;
    const auto beyond = words_.processes.upper_bound(most_columns);
    return std::max(columns_, beyond == words_.processes.begin() ? 0 : std::prev(beyond)->first);
  }

  void matrix_row(const std::string& key, const ProcessProfile& process, std::uint64_t Traffic::*value) {
    file_.put(key);
    std::uint32_t column = 1;
    for (const auto& [peer, traffic] : process.messages) {
      if (peer == 0 || peer > last_column_) continue;
      for (; column < peer; ++column) file_.put("0;");
      file_.print("{};", traffic.*value);
      ++column;
    }
    for (; column <= columns_; ++column) file_.put("0;");
    file_.put("\n");
  }

  void put_traffic(const std::string& key, const Traffic& traffic) {
    file_.print("{};{};{};{};{};{:.9g}\n", key, traffic.sends, traffic.receives, traffic.sent_bytes,
        traffic.received_bytes, seconds(traffic.send_ticks));
  }
  double seconds(std::uint64_t ticks) const { return words_.seconds(static_cast<double>(ticks)); }
  double rate(double sum, std::uint64_t ticks) const {
    return ticks == 0 ? 0 : sum / static_cast<double>(ticks) * static_cast<double>(words_.ticks_per_second);
  }

  ReportFile& file_;
  const Vocabulary& words_;
  const Collected& collected_;
  std::uint32_t columns_;      // of the matrix
  std::uint32_t last_column_;  // in which a peer can stand
};

}  // namespace

Result<> write_csv(const Options& options, const Vocabulary& words, const Collected& collected) {
  auto file = WEFT_TRY(ReportFile::create(options.prefix + ".csv"));
  CsvWriter writer(file, words, collected);
  writer.functions();
  writer.counters();
  writer.messages();
  if (options.has_message_matrix) {
    writer.message_matrix("P2PCMC", &Traffic::sends);
    writer.message_matrix("P2PCMS", &Traffic::sent_bytes);
    if (const std::size_t peers = writer.peers_without_column(); peers > 0)
      fmt::print(stderr, "WARNING: {} peers of messages are no processes, and not in the matrix.\n", peers);
  }
  if (options.has_message_lengths) writer.message_lengths();
  writer.collectives();
  return file.close();
}

}  // namespace weft::cli::otf_tools::profile
