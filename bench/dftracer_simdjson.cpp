// SPDX-License-Identifier: BSD-3-Clause
// The least that parsing lines can take: dftracer_simdjson FILE dom|ondemand. On one thread, from memory; reading the
// file is not measured.
#include <simdjson.h>

#include <cstdio>
#include <string_view>

#include "dftracer_sum.h"
#include "outcome.h"

namespace {

constexpr std::size_t batch_bytes = std::size_t{1} << 20;

struct Sum {
  std::uint64_t records = 0;
  std::uint64_t checksum = 0;
};

// Parsers may look for tokens on a thread of their own.
void stay_alone([[maybe_unused]] auto& parser) {
#ifdef SIMDJSON_THREADS_ENABLED
  parser.threaded = false;
#endif
}

template <class Object>
Sum sum_of(auto& lines) {
  Sum sum;
  for (auto line : lines) {
    Object record;
    if (line.get_object().get(record)) return {};
    ++sum.records;
    std::uint64_t time = 0, duration = 0, moved = 0;
    if (record["ts"].get(time)) continue;
    if (record["dur"].get(duration)) return {};
    if (record["args"]["ret"].get(moved)) return {};
    sum.checksum += dftracer_sum(time, duration, moved);
  }
  return sum;
}

Sum parse_dom(const simdjson::padded_string& text) {
  simdjson::dom::parser parser;
  stay_alone(parser);
  simdjson::dom::document_stream lines;
  if (parser.parse_many(text, batch_bytes).get(lines)) return {};
  return sum_of<simdjson::dom::object>(lines);
}

Sum parse_on_demand(const simdjson::padded_string& text) {
  simdjson::ondemand::parser parser;
  stay_alone(parser);
  simdjson::ondemand::document_stream lines;
  if (parser.iterate_many(text, batch_bytes).get(lines)) return {};
  return sum_of<simdjson::ondemand::object>(lines);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "usage: dftracer_simdjson FILE dom|ondemand\n"), 2;
  simdjson::padded_string text;
  if (simdjson::padded_string::load(argv[1]).get(text))
    return std::fprintf(stderr, "dftracer_simdjson: cannot read %s\n", argv[1]), 2;
  const bool is_dom = std::string_view(argv[2]) == "dom";
  const std::int64_t start = nanoseconds_now();
  const Sum sum = is_dom ? parse_dom(text) : parse_on_demand(text);
  print_outcome(sum.records, nanoseconds_now() - start, sum.checksum);
  return 0;
}
