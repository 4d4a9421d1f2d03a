// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bptrace/format.hpp"

#include <array>
#include <filesystem>

#include "base/file.hpp"
#include "formats/bp/recover.hpp"
#include "formats/bptrace/rules.hpp"
#include "formats/bptrace/sink.hpp"
#include "formats/bptrace/trace.hpp"

namespace weft::bptrace {

namespace {

constexpr std::array all_rules{
    bp::index_damaged, bp::block_unreadable, bp::group_damaged, window_damaged, definitions_damaged, kind_unknown};

bool recognises(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  Report unheard;
  const auto file = bp::Reader::open(path, unheard);
  return file && is_trace(**file);
}

Result<std::unique_ptr<Trace>> open_trace_file(const std::string& path) {
  return std::unique_ptr<Trace>(WEFT_TRY(BpTrace::open(path)));
}

Result<> copy_trace(const std::string& in, const std::string& out, const CopyOptions& options, LossReport&, Report&) {
  if (options.chunk_bytes) return Error{Errc::invalid_argument, "traces in BP files have no chunks", in};
  WEFT_TRY(check_free(out));
  const auto from = WEFT_TRY(File::open(in));
  const std::uint64_t size = WEFT_TRY(from.size());
  return replace_file(out, [&](File& to) { return to.append_from(from, 0, size); });
}

Result<RepairReport> repair_trace(const std::string& in, const std::string& out, const RepairOptions& options) {
  if (options.close_regions)
    return Error{Errc::unsupported, "regions of traces in BP files cannot be closed; convert it to OTF2 first", in};
  return bp::repair_file(in, out, options);
}

}  // namespace

const Format format{
    .name = "bp",
    .title = "trace in an ADIOS BP file",
    .endings = ".bp",
    .says_everything = true,
    .rules = all_rules,
    .recognises = recognises,
    .open = open_trace_file,
    .create = create_sink,
    .copy = copy_trace,
    .repair = repair_trace,
};

}  // namespace weft::bptrace
