// SPDX-License-Identifier: BSD-3-Clause
// What a trace of `recorded` holds, against the log that the program kept: one line "LOG FIRST END LOGGED" for every
// stretch of values of the metric "counter" in one location, and "LOG gap AT VALUE" where a value does not follow the
// one before it. With --kept instead of a log one line "LOCATION METRICS" for every location: how many such events.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/file.hpp"
#include "formats/registry.hpp"
#include "model/trace.hpp"

namespace {

using namespace weft;

class Sequences {
 public:
  Sequences(Trace& trace, Bytes log) : trace_(trace), log_(log) {
    for (const auto& member : trace.definitions().all<def::MetricMember>()) {
      const auto name = trace.definitions().text(member.name);
      for (const auto& metric : trace.definitions().all<def::MetricClass>())
        if (!metric.metric_members.empty() && metric.metric_members[0] == member.self)
          (name == "counter" ? counter_ : name == "log" ? number_ : other_) = metric.self;
    }
  }

  Result<> run() {
    for (const LocationRef location : trace_.locations()) {
      auto stream = WEFT_TRY(trace_.events(location, {}));
      EventBatch batch;
      Event event;
      is_open_ = false;
      while (stream->next(batch))
        for (std::size_t row = 0; row < batch.size(); ++row)
          if (batch.kind[row] == kind_of<evt::Metric> && batch.read(row, event)) add(event.record.as<evt::Metric>());
      end();
    }
    return {};
  }

 private:
  void add(const evt::Metric& metric) {
    if (metric.metric_values.empty()) return;
    const std::uint64_t value = metric.metric_values[0].bits;
    if (metric.metric == number_) {
      end();
      log_number_ = value;
      is_open_ = true;
      first_ = next_ = 0;
      is_empty_ = true;
    } else if (metric.metric == counter_) {
      if (!is_open_) log_number_ = ~std::uint64_t{0}, is_open_ = true, is_empty_ = true;  // its number was overwritten
      if (is_empty_) first_ = next_ = value;
      if (value != next_) fmt::print("{} gap {} {}\n", log_number_, next_, value);
      next_ = value + 1;
      is_empty_ = false;
    }
  }

  void end() {
    if (!is_open_) return;
    const bool is_known = log_number_ < log_.size() / 8;
    const std::uint64_t logged = is_known ? load<std::uint64_t>(log_.data() + 8 * log_number_, ByteOrder::little) : 0;
    fmt::print("{} {} {} {}\n", static_cast<std::int64_t>(log_number_), first_, next_, logged);
    is_open_ = false;
  }

  Trace& trace_;
  Bytes log_;
  MetricRef counter_, number_, other_;
  bool is_open_ = false;
  bool is_empty_ = true;
  std::uint64_t log_number_ = 0;
  std::uint64_t first_ = 0;
  std::uint64_t next_ = 0;
};

Result<> count_kept(Trace& trace) {
  for (const LocationRef location : trace.locations()) {
    auto stream = WEFT_TRY(trace.events(location, {}));
    EventBatch batch;
    std::ptrdiff_t metrics = 0;
    while (stream->next(batch)) metrics += std::ranges::count(batch.kind, kind_of<evt::Metric>);
    fmt::print("{} {}\n", location.value, metrics);
  }
  return {};
}

Result<> run(const char* path, std::string_view log) {
  auto trace = WEFT_TRY(open_trace(path));
  if (log == "--kept") return count_kept(*trace);
  const auto bytes = WEFT_TRY(read_file(std::string(log)));
  return Sequences(*trace, bytes).run();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const auto done = run(argv[1], argv[2]);
  if (done) return 0;
  fmt::print(stderr, "{}\n", done.error().text());
  return 1;
}
