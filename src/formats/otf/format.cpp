// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/format.hpp"

#include "formats/otf/find_trace.hpp"
#include "formats/otf/rewrite.hpp"
#include "formats/otf/rules.hpp"
#include "formats/otf/sink.hpp"
#include "formats/otf/trace.hpp"

namespace weft::otf {

namespace {

bool recognises(const std::string& path) { return find_trace(path).has_value(); }

Result<std::unique_ptr<Trace>> open_trace_files(const std::string& path) {
  return std::unique_ptr<Trace>(WEFT_TRY(OtfTrace::open(path)));
}

}  // namespace

Result<std::unique_ptr<Trace>> open_briefly(const std::string& path) {
  return std::unique_ptr<Trace>(WEFT_TRY(OtfTrace::open_briefly(path)));
}

const Format format{
    .name = "otf",
    .title = "OTF trace",
    .endings = ".otf",
    .says_everything = false,
    .rules = all_rules,
    .recognises = recognises,
    .open = open_trace_files,
    .create = create_sink,
    .copy = copy_trace,
    .repair = repair_trace,
};

}  // namespace weft::otf
