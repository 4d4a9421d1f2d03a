// SPDX-License-Identifier: BSD-3-Clause
// How fast does Weft read OTF? otf_read TRACE THREADS: streams one by one, or several at a time and large ones in
// parts; otf_read TRACE merged: all events in order of time, on one thread.
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "formats/otf/reader.hpp"
#include "outcome.h"
#include "workload.h"

namespace {

using namespace weft;

struct Sum {
  std::uint64_t events = 0;
  std::uint64_t checksum = 0;

  void operator()(const otf::At& at, const otf::Enter& record) { add(at.time, record.function, 1); }
  void operator()(const otf::At& at, const otf::Leave& record) { add(at.time, record.function, 0); }
  void calls(const otf::At&, std::span<const otf::Call> calls) {
    for (const otf::Call& call : calls) add(call.time, call.function, !call.is_leave);
  }

 private:
  void add(std::uint64_t time, std::uint64_t function, unsigned is_enter) {
    ++events;
    checksum += workload_sum(time, function, is_enter);
  }
};

// Threads do not share cache lines.
struct alignas(128) OwnSum : Sum {};

Result<Sum> read(const char* path, std::string_view how, Report& report) {
  auto trace = WEFT_TRY(otf::TraceReader::open(path, report));
  Sum all;
  if (how == "merged") {
    auto events = WEFT_TRY(trace->merge<otf::EventFile>());
    events.read(all);
    return all;
  }
  const std::size_t threads = std::strtoul(how.data(), nullptr, 10);
  std::vector<OwnSum> sums(threads);
  WEFT_TRY(trace->read_parallel<otf::EventFile>({}, threads, [&](std::size_t worker) -> Sum& { return sums[worker]; }));
  for (const Sum& sum : sums) all.events += sum.events, all.checksum += sum.checksum;
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "usage: otf_read TRACE THREADS|merged\n"), 2;
  const std::int64_t start = nanoseconds_now();
  Report report;
  const auto sum = read(argv[1], argv[2], report);
  const std::int64_t nanoseconds = nanoseconds_now() - start;
  if (!sum) return std::fprintf(stderr, "otf_read: %s\n", sum.error().text().c_str()), 2;
  if (!report.empty()) return std::fprintf(stderr, "otf_read: the trace is damaged\n"), 1;
  print_outcome(sum->events, nanoseconds, sum->checksum);
  return 0;
}
