// SPDX-License-Identifier: BSD-3-Clause
// weft split: a trace in pieces.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "base/publish.hpp"
#include "base/staging.hpp"
#include "cli/dftracer_files.hpp"
#include "cli/human.hpp"
#include "cli/losses.hpp"
#include "cli/part.hpp"
#include "cli/progress.hpp"
#include "cli/verb.hpp"
#include "convert/convert.hpp"
#include "convert/cut_past.hpp"
#include "convert/cut_source.hpp"
#include "convert/prune.hpp"
#include "convert/split.hpp"
#include "convert/unmodelled.hpp"
#include "formats/dftracer/format.hpp"
#include "formats/dftracer/split_trace.hpp"
#include "formats/registry.hpp"

namespace weft::cli {

namespace {

struct Options {
  std::string in;
  std::string directory;
  std::string amount;
  std::string by;
  std::string size;
  std::string time;
  std::string name = "trace";
  std::string to;
  bool prune = false;
  bool plain = false;
  LossOptions losses;
  std::uint64_t threads = 0;
};

std::vector<Option> table(Options& o) {
  return {
      {"in", "IN", &o.in, "The trace: a file, an anchor or a directory; of DFTracer also a pattern of files, or @LIST.",
          true},
      {"directory", "DIR", &o.directory, "Where the pieces go; made if it is not there, and otherwise empty.", true},
      {"amount", "N", &o.amount, "With --by time: seconds; with --by size: megabytes. May be a fraction."},
      {"--by", "WHAT", &o.by, "A piece for each location, for each process, for so much time, or of such a size."},
      {"-s,--size", "MB", &o.size, "The same as --by size MB."},
      {"-t,--time", "SECONDS", &o.time, "The same as --by time SECONDS."},
      {"--name", "NAME", &o.name, "Pieces are NAME-1, NAME-2 ... or NAME-location-ID; trace without it."},
      {"--to", "FORMAT", &o.to, "The format of the pieces; that of IN without it."},
      {"--prune", "", &o.prune, "Leave out definitions that nothing in a piece refers to."},
      {"--plain", "", &o.plain, "Pieces of DFTracer are not compressed."},
      strict_option(o.losses),
      report_option(o.losses),
      {"-j,--threads", "N", &o.threads, "Threads to use; as many as the machine has without."},
  };
}

Result<std::uint64_t> scaled(const std::string& text, double scale) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end || !(value * scale >= 1 && value * scale < 9e18))
    return Error{Errc::invalid_argument, fmt::format("'{}' is no number of that kind", text)};
  return static_cast<std::uint64_t>(value * scale);
}

// How to split, and into how much, as text.
struct Request {
  SplitBy by;
  std::string amount;
};

Result<Request> request_of(const Options& o) {
  const int ways = !o.by.empty() + !o.size.empty() + !o.time.empty();
  if (ways != 1)
    return Error{Errc::invalid_argument, "say either --by location, --by process, --size MB or --time SECONDS"};
  Request request{SplitBy::location, o.amount};
  if (!o.size.empty()) request = {SplitBy::size, o.size};
  if (!o.time.empty()) request = {SplitBy::time, o.time};
  if (o.by == "process") request.by = SplitBy::process;
  if (o.by == "time") request.by = SplitBy::time;
  if (o.by == "size") request.by = SplitBy::size;
  if (!o.by.empty() && request.by == SplitBy::location && o.by != "location")
    return Error{Errc::invalid_argument, fmt::format("--by is location, process, time or size, not '{}'", o.by)};
  if (o.name.empty() || o.name.find('/') != std::string::npos)
    return Error{Errc::invalid_argument, fmt::format("'{}' is no name of a file in DIR", o.name)};
  const bool has_amount = request.by == SplitBy::time || request.by == SplitBy::size;
  if (has_amount == request.amount.empty())
    return Error{Errc::invalid_argument, has_amount ? "say how much goes into a piece: --by time SECONDS, --by size MB"
                                                    : "a number goes with --by time and --by size only"};
  return request;
}

// The directory appears with all that `write` puts into the one that it is given, or not at all.
template <class Write>
Result<> make_directory(std::string path, Write&& write) {
  namespace fs = std::filesystem;
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  std::error_code ignored;
  if (const fs::path parent = fs::path(path).parent_path(); !parent.empty()) fs::create_directories(parent, ignored);
  const StagingDirectory beside = WEFT_TRY(StagingDirectory::create(path));
  if (Result<> written = write(beside.path()); !written) return beside.named(std::move(written).error(), path);
  return publish_directory(beside.path(), path);
}

Result<> check_empty(const std::string& directory) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::exists(directory, error) || (fs::is_directory(directory, error) && fs::is_empty(directory, error)))
    return {};
  return Error{Errc::exists, "is not an empty directory; remove what is in it or choose another name", directory};
}

Result<Outcome> split_lines(const Options& o, const Request& request) {
  dftracer::SplitSettings settings{
      .bytes = {}, .nanoseconds = {}, .name = o.name, .is_compressed = !o.plain, .threads = o.threads};
  if (request.by == SplitBy::size)
    settings.bytes = WEFT_TRY(scaled(request.amount, 1e6));
  else
    settings.nanoseconds = WEFT_TRY(scaled(request.amount, 1e9));
  const auto files = WEFT_TRY(dftracer_files({&o.in, 1}, "split"));
  Report report;
  dftracer::SplitCounts counts;
  WEFT_TRY(make_directory(o.directory, [&](const std::string& beside) -> Result<> {
    counts = WEFT_TRY(dftracer::split_trace(files, beside, settings, report));
    return {};
  }));
  fmt::print("written: {}: {} of {}, and {} again that pieces need\n", o.directory,
      human_count(counts.pieces, "piece", "pieces"), human_count(counts.lines, "record", "records"),
      human_count(counts.definitions, "definition", "definitions"));
  warn(report);
  return report.empty() ? Outcome::good : Outcome::problems;
}

std::string ending_of(const Format& format, bool is_plain) {
  const std::string first(format.endings.substr(0, format.endings.find(' ')));
  return format.open == dftracer::format.open && !is_plain ? ".pfw.gz" : first;
}

Result<std::uint64_t> amount_of(const Request& request, const Definitions& definitions) {
  if (request.by == SplitBy::size) return scaled(request.amount, 1e6);
  if (request.by != SplitBy::time) return std::uint64_t{0};
  const auto* clock = definitions.clock();
  if (!clock || clock->timer_resolution == 0)
    return Error{Errc::invalid_argument, "this trace does not say how fast its clock is"};
  return scaled(request.amount, static_cast<double>(clock->timer_resolution));
}

// Where pieces of time begin. What no index knows is found out by reading the trace once, not once for each piece.
Result<std::unique_ptr<TimeIndex>> index_for(
    const Options& o, const Format& from, Trace& trace, const std::vector<Piece>& pieces) {
  std::unique_ptr<TimeIndex> index;
  if (!pieces.empty() && pieces.front().cut.time) index = usable_index(from, o.in, trace);
  const auto has_parts = [&](LocationRef location) { return trace.parts(location) > 1; };
  if (index || pieces.size() < 3 || !pieces.front().cut.time || std::ranges::none_of(trace.locations(), has_parts))
    return index;
  const CutPast past(trace.definitions());
  return std::make_unique<TimeIndex>(WEFT_TRY(TimeIndex::make(trace, past.watch(), o.threads, {})));
}

// Every piece defines all locations, of which communicators speak, and those of OTF2 and OTF have files for them, too:
// a disk would be full of that before anybody noticed.
Result<> check_number_of_locations(const Options& o, const Format& to, std::uint64_t pieces, std::uint64_t locations) {
  const bool has_files = to.name == "otf2" || to.name == "otf";
  const std::uint64_t most = has_files ? 1'000'000 : 100'000'000;
  if (o.prune || pieces * locations <= most) return {};
  return Error{Errc::invalid_argument,
      fmt::format("{} with {} {} each are too many; {}--prune leaves out locations that nothing in a piece speaks of",
          human_count(pieces, "piece", "pieces"), has_files ? "files for" : "definitions of",
          human_count(locations, "location", "locations"),
          has_files ? "'--to bp' makes one file of a piece, and " : "")};
}

// The progress of one piece as that of all of them. Pieces count the same, whatever is in them.
Progress of_one(const Progress& all, std::size_t piece, std::size_t pieces) {
  constexpr std::uint64_t steps = 1000;
  if (!all) return {};
  return [&all, piece, pieces](std::uint64_t done, std::uint64_t total) {
    const double share = total ? static_cast<double>(done) / static_cast<double>(total) : 0;
    all(piece * steps + static_cast<std::uint64_t>(share * steps), pieces * steps);
  };
}

Result<> write_pieces(const Options& o, Trace& trace, const TimeIndex* index, const Format& to,
    const std::vector<Piece>& pieces, const std::string& directory, LossReport& loss) {
  ProgressBar bar("splitting");
  const Progress all = bar.callback();
  for (const Piece& piece : pieces) {
    const auto cut = WEFT_TRY(CutSource::open(trace, index, piece.cut, loss, o.threads));
    std::unique_ptr<Source> pruned;
    if (o.prune) pruned = WEFT_TRY(prune(*cut, o.threads));
    const auto sink = WEFT_TRY(
        to.create(fmt::format("{}/{}-{}{}", directory, o.name, piece.name, ending_of(to, o.plain)), loss));
    WEFT_TRY(copy_events(pruned ? *pruned : static_cast<Source&>(*cut), *sink, o.threads,
        of_one(all, static_cast<std::size_t>(&piece - pieces.data()), pieces.size()), loss, cut->expected_events()));
  }
  return {};
}

Result<Outcome> split_model(const Options& o, const Request& request) {
  WEFT_TRY(check_report(o.losses, o.directory, {o.in}));
  const Format* const from = WEFT_TRY(format_of(o.in));
  const Format* const to = o.to.empty() ? from : WEFT_TRY(format_for({}, o.to));
  const auto trace = WEFT_TRY(from->open(o.in));
  const std::uint64_t amount = WEFT_TRY(amount_of(request, trace->definitions()));
  const auto pieces = WEFT_TRY(pieces_of(*trace, request.by, amount, o.threads));
  WEFT_TRY(check_number_of_locations(o, *to, pieces.size(), trace->locations().size()));
  const auto index = WEFT_TRY(index_for(o, *from, *trace, pieces));
  LossReport loss(o.losses.strict);
  tell_unmodelled(*trace, *to, loss);
  WEFT_TRY(make_directory(o.directory, [&](const std::string& beside) {
    return tell_losses(
        o.losses, loss, o.directory, {o.in}, write_pieces(o, *trace, index.get(), *to, pieces, beside, loss));
  }));
  fmt::print("written: {}: {} of {}\n", o.directory, human_count(pieces.size(), "piece", "pieces"), o.in);
  warn(trace->report());
  return trace->report().empty() ? Outcome::good : Outcome::problems;
}

// Lines of DFTracer need not go through the model.
bool is_about_lines(const Options& o, const Request& request) {
  const bool is_flat = request.by == SplitBy::time || request.by == SplitBy::size;
  return is_flat && o.to.empty() && !o.losses.are_given() && is_dftracer(o.in);
}

Result<Outcome> run(const Options& o) {
  const Request request = WEFT_TRY(request_of(o));
  WEFT_TRY(check_empty(o.directory));
  return is_about_lines(o, request) ? split_lines(o, request) : split_model(o, request);
}

}  // namespace

Verb split_verb() {
  return make_verb<Options>("split", "take a trace apart into pieces",
      "Writes IN as several traces, of its own format without --to. Pieces of time and size are cut as 'weft cut' "
      "does.\n"
      "Pieces of locations and processes keep messages whose other half is in another piece; 'weft merge --one-run' "
      "puts\n"
      "them together again. A trace of DFTracer is split by time and size line by line; definitions that the events of "
      "a\n"
      "piece need are put into it.",
      table,
      {{"weft split trace.pfw pieces --size 100", "pieces of 100 MB of text"},
          {"weft split trace.pfw pieces --time 60 --plain", "a file for each minute"},
          {"weft split trace.otf2 pieces --by process", "a trace for each process"},
          {"weft split trace.otf2 pieces --by location --prune", "a trace for each location, with what it needs"}},
      run);
}

}  // namespace weft::cli
