// SPDX-License-Identifier: BSD-3-Clause
// DFTracer lines, documents of other tools and gzip members: read in every way the commands read them, copied,
// repaired, through the model and back, asked about input and output, indexed, anonymised. Input: what to do, how to
// read, the file.
#include <fmt/format.h>

#include "analyze/io_answers/answers.hpp"
#include "convert/convert.hpp"
#include "formats/dftracer/anonymise.hpp"
#include "formats/dftracer/copy_lines.hpp"
#include "formats/dftracer/count_records.hpp"
#include "formats/dftracer/io_spans.hpp"
#include "formats/dftracer/make_index.hpp"
#include "formats/dftracer/rewrite.hpp"
#include "formats/dftracer/rules.hpp"
#include "formats/dftracer/sink.hpp"
#include "formats/dftracer/trace.hpp"
#include "fuzzing.hpp"

namespace {

using namespace weft;

// What to do, as bits of the first byte.
enum Task : unsigned { repairs = 1, translates = 2, tells_otherwise = 4, asks = 8, renames = 16, compacts = 32 };

// What Weft wrote has nothing left to mend.
void check_written(const std::string& path) {
  const auto written = dftracer::DftracerTrace::open(path);
  WEFT_CHECK(written);
  for (const auto& [rule, group] : (*written)->report().groups())
    WEFT_CHECK(rule != dftracer::line_mended.name && rule != dftracer::line_unreadable.name &&
               rule != dftracer::line_cut.name && rule != dftracer::gzip_damaged.name);
}

// With an index the same is found as without. It comes back from its bytes as it was.
void ask(const std::vector<std::string>& files) {
  Report report;
  const IoQuestion question;
  IoCommon common;
  IoCollector collector(question, 1, common);
  IoSpanTaker* const takers[] = {&collector};
  const IoSpansRead read = dftracer::read_io_spans(files, takers, report, {});
  collector.finish();
  answer(collector, *read.names);
  dftracer::Asking indexed;
  WEFT_CHECK(dftracer::make_indexes(files, 1, report, [&](std::size_t, const dftracer::TraceIndex* index) -> Result<> {
    if (!index) return {};
    auto decoded = dftracer::TraceIndex::decode(index->encoded());
    WEFT_CHECK(decoded && decoded->encoded() == index->encoded());
    indexed.indexes.emplace_back(std::move(decoded).take());
    return {};
  }));
  const dftracer::RecordCounts all = dftracer::count_records(files, {}, 1, report);
  WEFT_CHECK(dftracer::count_records(files, indexed, 1, report).records() == all.records());
}

}  // namespace

WEFT_FUZZ(input) {
  const unsigned tasks = input.byte();
  const auto way = static_cast<fuzzing::Way>(input.byte() % fuzzing::ways);
  const std::string path = fuzzing::workbench().directory() + "/trace.pfw";
  const std::string out = fuzzing::workbench().directory() + "/out.pfw";
  fuzzing::Workbench::put(path, input.rest());
  std::filesystem::remove(out);

  const auto trace = dftracer::DftracerTrace::open(path);
  WEFT_CHECK(trace);
  fuzzing::read_everything(**trace, way);
  LossReport loss;
  Report report;
  const auto version = tasks & tells_otherwise ? dftracer::Version::two : dftracer::Version::one;
  const std::vector<std::string> files{path};
  if (tasks & asks) ask(files);
  if (tasks & renames) {
    WEFT_CHECK(dftracer::anonymise(files, out, {.secret = "secret", .threads = 1}, report));
  } else if (tasks & compacts) {
    WEFT_CHECK(
        dftracer::copy_lines(files, out, {.drop_definitions = true, .drop_identical = true, .threads = 1}, report));
  } else if (tasks & repairs) {
    WEFT_CHECK(dftracer::repair_trace(path, out, {}));
  } else if (tasks & translates) {
    auto sink = dftracer::create_sink(out, version, loss);
    WEFT_CHECK(sink);
    WEFT_CHECK(copy_events(**trace, **sink, 1, {}, loss));
  } else {
    WEFT_CHECK(dftracer::copy_trace(path, out, version, {}, loss, report));
  }
  check_written(out);
}
