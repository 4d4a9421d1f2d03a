// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/format.hpp"

#include "formats/dftracer/find_files.hpp"
#include "formats/dftracer/rewrite.hpp"
#include "formats/dftracer/rules.hpp"
#include "formats/dftracer/sink.hpp"
#include "formats/dftracer/trace.hpp"

namespace weft::dftracer {

namespace {

bool recognises(const std::string& path) {
  const auto files = find_files(path);
  return files && looks_like_trace(files->front());
}
bool recognises_nothing(const std::string&) { return false; }

Result<std::unique_ptr<Trace>> open_files(const std::string& path) {
  return std::unique_ptr<Trace>(WEFT_TRY(DftracerTrace::open(path)));
}
template <Version version>
Result<std::unique_ptr<Sink>> create(const std::string& path, LossReport& loss) {
  return create_sink(path, version, loss);
}
template <Version version>
Result<> copy(
    const std::string& in, const std::string& out, const CopyOptions& options, LossReport& loss, Report& report) {
  return copy_trace(in, out, version, options, loss, report);
}

}  // namespace

const Format format{
    .name = "dftracer",
    .title = "DFTracer trace",
    .endings = ".pfw .pfw.gz",
    .says_everything = false,
    .rules = all_rules,
    .recognises = recognises,
    .open = open_files,
    .create = create<Version::one>,
    .copy = copy<Version::one>,
    .repair = repair_trace,
};

const Format format_2{
    .name = "dftracer2",
    .title = "DFTracer trace, version 2",
    .endings = "",
    .says_everything = false,
    .rules = {},
    .recognises = recognises_nothing,
    .open = open_files,
    .create = create<Version::two>,
    .copy = copy<Version::two>,
    .repair = repair_trace,
};

}  // namespace weft::dftracer
