// SPDX-License-Identifier: BSD-3-Clause
// weft convert: a trace in another format, or the same trace rewritten.
#include "convert/convert.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/staging.hpp"
#include "cli/human.hpp"
#include "cli/inputs.hpp"
#include "cli/losses.hpp"
#include "cli/part.hpp"
#include "cli/progress.hpp"
#include "cli/verb.hpp"
#include "convert/cut_source.hpp"
#include "convert/merged_source.hpp"
#include "convert/unmodelled.hpp"
#include "formats/create_trace.hpp"
#include "formats/dftracer/format.hpp"
#include "formats/dftracer/rewrite.hpp"
#include "formats/otf2/format.hpp"
#include "formats/registry.hpp"

namespace weft::cli {

namespace {

struct Options {
  std::vector<std::string> in;
  std::string out;  // which stands behind all of them
  std::string to;
  Part part;
  LossOptions losses;
  bool unify = false;
  std::optional<std::uint64_t> chunk_size;
  std::uint64_t threads = 0;
};

std::vector<Option> table(Options& o) {
  return {
      {"in", "IN... OUT", &o.in,
          "The trace to read (a file, an anchor, a directory or a pattern), or several, which become one as 'weft "
          "merge' "
          "does; and the trace to write, which must not exist yet.",
          true},
      {"--to", "FORMAT", &o.to, "The format of OUT; without it, its name decides."},
      time_option(o.part),
      category_option(o.part),
      strict_option(o.losses),
      report_option(o.losses),
      {"--unify", "", &o.unify, "Apply clock correction and id mapping of OTF2 to the events, and drop the tables."},
      {"--chunk-size", "BYTES", &o.chunk_size,
          "Size of event chunks of OTF2, 262144 to 16777216, or of windows of BP; in copies as it was without."},
      {"-j,--threads", "N", &o.threads, "Threads to use; as many as the machine has without."},
  };
}

// All of a source, or what lies in a stretch of time.
Result<> write_source(const Options& o, Source& source, const TimeIndex* index, const std::optional<TimeRange>& time,
    const CopyOptions& options, LossReport& loss, Report& report) {
  const Format* const to = WEFT_TRY(format_for(o.out, o.to));
  std::unique_ptr<CutSource> cut;
  if (time) {
    CutOptions at;
    at.time = time;
    cut = WEFT_TRY(CutSource::open(source, index, at, loss, o.threads));
  }
  const auto sink = WEFT_TRY(create_trace(*to, o.out, options, loss));
  if (cut)
    WEFT_TRY(copy_events(*cut, *sink, options.threads, options.progress, loss, cut->expected_events()));
  else
    WEFT_TRY(copy_events(source, *sink, options.threads, options.progress, loss));
  report.take(source.report());
  return {};
}

Result<> convert_part(
    const Options& o, const std::string& in, const CopyOptions& options, LossReport& loss, Report& report) {
  const Format* const to = WEFT_TRY(format_for(o.out, o.to));
  if (to->open == dftracer::format.open && is_dftracer(in)) {
    const auto asking = WEFT_TRY(asking_for(in, o.part, o.threads));
    const auto version = to == &dftracer::format_2 ? dftracer::Version::two : dftracer::Version::one;
    WEFT_TRY(dftracer::copy_trace(in, o.out, version, options, loss, report, &asking));
    return o.losses.report.empty() ? Result<>()
                                   : tell_records(*WEFT_TRY(open_part(in, o.part, o.threads)).trace, o.threads, loss);
  }
  WEFT_TRY(check_apart(in, o.out));
  const auto part = WEFT_TRY(open_part(in, o.part, o.threads));
  tell_unmodelled(*part.trace, *to, loss);
  return write_source(o, *part.trace, part.index.get(), part.time, options, loss, report);
}

Result<> convert_several(
    const Options& o, std::vector<std::string> in, const CopyOptions& options, LossReport& loss, Report& report) {
  for (const std::string& each : in) WEFT_TRY(check_apart(each, o.out));
  MergeOptions merge;
  if (!o.part.categories.empty())
    merge.open = [&](const std::string& each) -> Result<std::unique_ptr<Trace>> {
      return std::move(WEFT_TRY(open_part(each, {{}, o.part.categories}, o.threads)).trace);
    };
  const auto merged = WEFT_TRY(MergedSource::open(std::move(in), merge, loss));
  tell_unmodelled(merged->unmodelled(), *WEFT_TRY(format_for(o.out, o.to)), loss);
  std::optional<TimeRange> time;
  if (o.part.time) time = WEFT_TRY(time_range(*o.part.time, merged->definitions()));
  return write_source(o, *merged, nullptr, time, options, loss, report);
}

// A pattern may name the files of one trace.
Result<> convert_any(const Options& o, const CopyOptions& options, LossReport& loss, Report& report) {
  std::vector<std::string> in = o.in;
  if (in.size() > 1 || !format_of(in.front())) in = WEFT_TRY(traces_named(in));
  if (in.size() > 1) return convert_several(o, std::move(in), options, loss, report);
  if (!o.part.is_everything()) return convert_part(o, in.front(), options, loss, report);
  WEFT_TRY(convert(in.front(), o.out, o.to, options, loss, report));
  const Format* const from = WEFT_TRY(format_of(in.front()));
  if (o.losses.report.empty() || from->open != WEFT_TRY(format_for(o.out, o.to))->open) return {};
  return tell_records(*WEFT_TRY(from->open(in.front())), o.threads, loss);
}

// Others have nothing to apply, and it would be ignored.
Result<> check_unify(const Options& o) {
  const auto is_otf2 = [](const std::string& in) {
    const auto format = format_of(in);
    return !format || *format == &otf2::format;  // whoever opens it says what is wrong
  };
  if (!o.unify || std::ranges::any_of(o.in, is_otf2)) return {};
  return Error{Errc::invalid_argument, "--unify is for OTF2 traces: others have no corrections beside their events"};
}

// What progress is counted in. Copies within most formats count their files.
std::string_view unit_of(const Options& o) {
  const auto from = format_of(o.in.front());
  const auto to = format_for(o.out, o.to);
  if (!from || !to || (*from)->open != (*to)->open || o.in.size() > 1 || o.part.time) return "events";
  return *from == &otf2::format ? "bytes" : "";
}

Result<Outcome> run(const Options& given) {
  Options o = given;
  if (o.in.size() < 2)
    return Error{Errc::invalid_argument, "convert takes a trace to read and the name of one to write"};
  o.out = o.in.back();
  o.in.pop_back();
  WEFT_TRY(check_unify(o));
  WEFT_TRY(check_report(o.losses, o.out, o.in));
  remove_leftovers(o.out);
  LossReport loss(o.losses.strict);
  Report report;
  ProgressBar bar("converting", unit_of(o));
  CopyOptions options;
  options.unify = o.unify;
  options.chunk_bytes = o.chunk_size;
  options.threads = o.threads;
  options.progress = bar.callback();
  auto converted = convert_any(o, options, loss, report);
  bar.finish();
  WEFT_TRY(tell_losses(o.losses, loss, o.out, o.in, std::move(converted)));
  warn(report);
  return report.empty() ? Outcome::good : Outcome::problems;
}

}  // namespace

Verb convert_verb() {
  return make_verb<Options>("convert", "rewrite a trace, or translate it into another format",
      "Writes the trace IN as OUT. Within a format everything is carried over, byte for byte where nothing changes.\n"
      "The name of OUT says its format: it ends in .otf2, .otf, .litl, .pfw, .pfw.gz or .bp. A LiTL trace gets\n"
      "OUT.map, what its codes mean. An OTF trace gets statistics and snapshots.\n"
      "For viewers and scripts it ends in .json or .json.gz (Chrome), .pftrace (Perfetto), .speedscope.json, .folded\n"
      "(flame graphs) or .csv (a directory of tables): these are written only.\n"
      "What cannot be carried is counted and named. OUT appears only if all of it could be written.",
      table,
      {{"weft convert trace.otf2 copy/trace.otf2", "an exact copy, checked on the way"},
          {"weft convert trace.otf2 flat/trace.otf2 --unify", "corrected times and global ids, no tables"},
          {"weft convert trace.otf2 small/trace.otf2 --chunk-size 262144", "the same events in smaller chunks"},
          {"weft convert trace.otf2 trace.otf --report losses.json", "in another format, and what that cannot hold"},
          {"weft convert trace.otf2 trace.pfw all.bp", "several traces as one"}},
      run);
}

}  // namespace weft::cli
