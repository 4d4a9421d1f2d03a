// SPDX-License-Identifier: BSD-3-Clause
// How fast does Weft read DFTracer lines? dftracer_read TRACE THREADS.
#include <cstdio>
#include <cstdlib>

#include "dftracer_sum.h"
#include "formats/dftracer/read_blocks.hpp"
#include "outcome.h"

namespace {

using namespace weft;

// Threads do not share cache lines.
class alignas(128) Summer {
 public:
  Summer(const dftracer::Feeds& feeds, Report& report) : feeds_(feeds), reader_(report) {}

  void operator()(std::size_t file, const dftracer::Block& block) {
    reader_.read(block, feeds_[file]->path(), [&](const dftracer::Record& record, const auto&) {
      ++records;
      if (!record.has(dftracer::Record::has_time)) return;
      const dftracer::Value* const ret = record.find("ret");
      checksum += dftracer_sum(record.time.units, record.duration.units, ret ? ret->bits : 0);
    });
  }

  std::uint64_t records = 0;
  std::uint64_t checksum = 0;

 private:
  const dftracer::Feeds& feeds_;
  dftracer::BlockReader reader_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "usage: dftracer_read TRACE THREADS\n"), 2;
  const std::int64_t start = nanoseconds_now();
  Report report;
  const std::string path = argv[1];
  const dftracer::Feeds feeds = dftracer::feeds_of(std::span(&path, 1), report);
  std::deque<Summer> summers;
  for (std::size_t i = 0; i < std::strtoul(argv[2], nullptr, 10); ++i) summers.emplace_back(feeds, report);
  dftracer::read_blocks(feeds, summers);
  std::uint64_t records = 0, checksum = 0;
  for (const Summer& summer : summers) records += summer.records, checksum += summer.checksum;
  const std::int64_t nanoseconds = nanoseconds_now() - start;
  if (!report.empty()) return std::fprintf(stderr, "dftracer_read: the trace is damaged\n"), 1;
  print_outcome(records, nanoseconds, checksum);
  return 0;
}
