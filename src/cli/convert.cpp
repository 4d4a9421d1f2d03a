// SPDX-License-Identifier: BSD-3-Clause
// weft convert: a trace in another format, or the same trace rewritten.
#include "convert/convert.hpp"
#include "cli/human.hpp"
#include "cli/losses.hpp"
#include "cli/part.hpp"
#include "cli/progress.hpp"
#include "cli/verb.hpp"
#include "convert/cut_source.hpp"
#include "formats/dftracer/format.hpp"
#include "formats/dftracer/rewrite.hpp"
#include "formats/registry.hpp"

namespace weft::cli {

namespace {

struct Options {
  std::string in;
  std::string out;
  std::string to;
  Part part;
  std::string report;
  bool strict = false;
  bool unify = false;
  std::optional<std::uint64_t> chunk_size;
  std::uint64_t threads = 0;
};

std::vector<Option> table(Options& o) {
  return {
      {"in", "IN", &o.in, "The trace to read.", true},
      {"out", "OUT", &o.out, "The trace to write; it must not exist yet.", true},
      {"--to", "FORMAT", &o.to, "The format of OUT; without it, its name decides."},
      time_option(o.part),
      category_option(o.part),
      {"--strict", "", &o.strict, "What cannot be carried is an error, and OUT is not written."},
      {"--report", "FILE", &o.report, "Write what was carried, translated and lost to FILE, as JSON."},
      {"--unify", "", &o.unify, "Apply clock correction and id mapping to the events, and drop the tables."},
      {"--chunk-size", "BYTES", &o.chunk_size, "Size of event chunks, 262144 to 16777216; kept as it is without."},
      {"-j,--threads", "N", &o.threads, "Threads to use; as many as the machine has without."},
  };
}

Result<> convert_part(const Options& o, const CopyOptions& options, LossReport& loss, Report& report) {
  const Format* const to = WEFT_TRY(format_for(o.out, o.to));
  if (to->open == dftracer::format.open && is_dftracer(o.in)) {
    const auto asking = WEFT_TRY(asking_for(o.in, o.part, o.threads));
    const auto version = to == &dftracer::format_2 ? dftracer::Version::two : dftracer::Version::one;
    return dftracer::copy_trace(o.in, o.out, version, options, loss, report, &asking);
  }
  const auto part = WEFT_TRY(open_part(o.in, o.part, o.threads));
  std::unique_ptr<CutSource> cut;
  if (part.time) {
    CutOptions at;
    at.time = part.time;
    cut = WEFT_TRY(CutSource::open(*part.trace, at, loss, o.threads));
  }
  const auto sink = WEFT_TRY(to->create(o.out, loss));
  part.trace->tell_unmodelled(loss);
  Source& source = cut ? static_cast<Source&>(*cut) : *part.trace;
  WEFT_TRY(copy_events(source, *sink, options.threads, options.progress, loss));
  report.take(part.trace->report());
  return {};
}

Result<> convert_all_or_part(const Options& o, const CopyOptions& options, LossReport& loss, Report& report) {
  return o.part.is_everything() ? convert(o.in, o.out, o.to, options, loss, report)
                                : convert_part(o, options, loss, report);
}

Result<Outcome> run(const Options& o) {
  LossReport loss(o.strict);
  Report report;
  ProgressBar bar("converting");
  CopyOptions options;
  options.unify = o.unify;
  options.chunk_bytes = o.chunk_size;
  options.threads = o.threads;
  options.progress = bar.callback();
  const auto converted = convert_all_or_part(o, options, loss, report);
  bar.finish();
  // Also of a conversion that would have lost something: that is what the report is for.
  if (!o.report.empty()) WEFT_TRY(write_losses(loss, o.in, o.out, o.report));
  show_losses(loss);
  WEFT_TRY(converted);
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
          {"weft convert trace.otf2 trace.otf --report losses.json", "in another format, and what that cannot hold"}},
      run);
}

}  // namespace weft::cli
