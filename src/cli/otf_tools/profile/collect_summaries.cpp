// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/profile/collected.hpp"
#include "formats/otf/reader.hpp"

namespace weft::cli::otf_tools::profile {

namespace {

using otf::At;

// Summaries are sums from the beginning: the latest one of a kind replaces those before it.
class SummaryCollector {
 public:
  void operator()(const At& at, const otf::FunctionSummary& record) {
    collected_.processes[at.process].functions[record.function] = {
        record.invocations, record.excl_time, record.incl_time};
  }
  void operator()(const At& at, const otf::MessageSummary& record) {
    if (record.peer == 0 || record.comm != 0 || record.type != 0) return;
    collected_.processes[at.process].messages[record.peer] = traffic_of(record);
  }
  void operator()(const At& at, const otf::CollopSummary& record) {
    if (record.collective == 0 || record.comm != 0) return;
    collectives_[{at.process, record.collective}] = traffic_of(record);
  }
  void unknown(const At&, std::string_view) {}

  Collected finish(const Vocabulary& words) {
    for (const auto& [key, traffic] : collectives_) {
      const auto type = words.collective_classes.find(key.second);
      if (type != words.collective_classes.end() && type->second >= barrier && type->second <= all_to_all)
        collected_.processes[key.first].collectives[type->second].add(traffic);
    }
    return std::move(collected_);
  }

 private:
  // Bytes of nothing do not count.
  template <class R>
  static Traffic traffic_of(const R& record) {
    return {.sends = record.sent_number,
        .receives = record.received_number,
        .sent_bytes = record.sent_number > 0 ? record.sent_bytes : 0,
        .received_bytes = record.received_number > 0 ? record.received_bytes : 0};
  }

  Collected collected_;
  std::map<std::pair<ProcessId, std::uint32_t>, Traffic> collectives_;  // by process and operation
};

}  // namespace

Result<Collected> collect_summaries(otf::TraceReader& trace, const Vocabulary& words) {
  SummaryCollector collector;
  constexpr std::size_t one_after_the_other = 1;
  WEFT_TRY(trace.read_parallel<otf::StatisticsFile>(
      {}, one_after_the_other, [&](std::size_t) -> SummaryCollector& { return collector; }));
  return collector.finish(words);
}

}  // namespace weft::cli::otf_tools::profile
