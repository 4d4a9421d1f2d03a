// SPDX-License-Identifier: BSD-3-Clause
// DFTracer lines, documents of other tools and gzip members: read in every way the commands read them, copied,
// repaired, through the model and back. Input: what to do, how to read, the file.
#include <fmt/format.h>

#include "convert/convert.hpp"
#include "formats/dftracer/rewrite.hpp"
#include "formats/dftracer/rules.hpp"
#include "formats/dftracer/sink.hpp"
#include "formats/dftracer/trace.hpp"
#include "fuzzing.hpp"

namespace {

using namespace weft;

// What to do, as bits of the first byte.
enum Task : unsigned { repairs = 1, translates = 2, tells_otherwise = 4 };

// What Weft wrote has nothing left to mend.
void check_written(const std::string& path) {
  const auto written = dftracer::DftracerTrace::open(path);
  WEFT_CHECK(written);
  for (const auto& [rule, group] : (*written)->report().groups())
    WEFT_CHECK(rule != dftracer::line_mended.name && rule != dftracer::line_unreadable.name &&
               rule != dftracer::line_cut.name && rule != dftracer::gzip_damaged.name);
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
  if (tasks & repairs) {
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
