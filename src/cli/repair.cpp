// SPDX-License-Identifier: BSD-3-Clause
// weft repair: a valid trace from a damaged one.
#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "cli/human.hpp"
#include "cli/progress.hpp"
#include "cli/verb.hpp"
#include "formats/litl/archive_writer.hpp"
#include "formats/registry.hpp"
#include "record/litl_run.hpp"

namespace weft::cli {

namespace {

struct Options {
  std::string in;
  std::string out;
  std::string format;
  bool close_regions = false;
};

std::vector<Option> table(Options& o) {
  return {
      {"in", "TRACE", &o.in, "The damaged trace: a file, an anchor, which need not exist any more, or its directory.",
          true},
      {"out", "OUT", &o.out, "The trace to write; it must not exist yet.", true},
      {"--close-regions", "", &o.close_regions, "Leave the regions that are still open at the end of each location."},
      {"--format", "FORMAT", &o.format, "The format of the trace; without it, its content or the name of OUT decides."},
  };
}

// What is left of a trace may tell its format; else the name of what shall become of it does.
Result<const Format*> format_to_repair(const Options& o) {
  if (o.format.empty())
    if (auto format = format_of(o.in)) return format;
  const Format* const format = WEFT_TRY(format_for(o.out, o.format));
  if (!can_be_read(*format))
    return Error{Errc::invalid_argument,
        fmt::format("this format can only be written: nothing can be repaired as a {}", format->title), o.out};
  return format;
}

// DIR/trace, or what it would have become: DIR/trace.trace, as OTF2 DIR/trace.otf2.
std::optional<std::string> litl_run(const std::string& in) {
  const std::filesystem::path whole(in);
  const bool is_to_be = whole.extension() == ".trace" || whole.extension() == ".otf2";
  const std::string run = (is_to_be && !std::filesystem::exists(whole)
                               ? std::filesystem::path(whole).replace_extension()
                               : whole);
  return recording::is_unfinished_litl_run(run) ? std::optional(run) : std::nullopt;
}

Result<Outcome> complete(const std::string& run, const std::string& out) {
  WEFT_TRY(litl::check_names_free(out));
  const std::size_t processes = WEFT_TRY(recording::gather_litl_run(run, out));
  fmt::print(
      "repaired: the run of {} was not completed\nwritten: {}\n", human_count(processes, "process", "processes"), out);
  return Outcome::good;
}

// The same for files of data; nothing if it is a trace.
const DataFormat* data_format_to_repair(const Options& o) {
  if (o.format.empty()) {
    if (const DataFormat* format = data_format_of(o.in)) return format;
    if (format_of(o.in)) return nullptr;
  }
  return data_format_for(o.out, o.format);
}

Result<Outcome> run(const Options& o) {
  if (const auto unfinished = litl_run(o.in)) return complete(*unfinished, o.out);
  const DataFormat* data_format = data_format_to_repair(o);
  const auto repair = data_format ? data_format->repair : WEFT_TRY(format_to_repair(o))->repair;
  ProgressBar bar("repairing");
  const auto report = WEFT_TRY(repair(o.in, o.out, {o.close_regions, bar.callback()}));
  bar.finish();
  for (const std::string& sentence : report.done) fmt::print("repaired: {}\n", sentence);
  for (const std::string& sentence : report.lost) fmt::print("lost: {}\n", sentence);
  if (report.done.empty() && report.lost.empty()) fmt::print("nothing was wrong\n");
  fmt::print("written: {}\n", o.out);
  return Outcome::good;
}

}  // namespace

Verb repair_verb() {
  return make_verb<Options>("repair", "make a valid trace of a damaged one",
      "Writes what can be read of TRACE as a valid trace OUT: rebuilds headers and all counts, ends what was cut,\n"
      "makes up definitions that are used but missing, and says what was lost. TRACE is never changed.\n"
      "A file of data (ADIOS BP) gets a new footer, built from the process groups that are whole.",
      table,
      {{"weft repair trace.otf2 repaired/trace.otf2", "the common case"},
          {"weft repair trace.otf2 whole/trace.otf2 --close-regions", "also closes what a killed program left open"},
          {"weft repair data.bp whole.bp", "a new footer for data that were never completed"}},
      run);
}

}  // namespace weft::cli
