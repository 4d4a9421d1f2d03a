// SPDX-License-Identifier: BSD-3-Clause
// otfaux: adds snapshots, statistics and a thumbnail to a trace. Everything is written beside the trace, and gets its
// name when all of it is there: a trace is never left half done.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "cli/otf_tools/aux_pass.hpp"
#include "cli/otf_tools/damage.hpp"
#include "formats/otf/out_files.hpp"

namespace weft::cli::otf_tools {

namespace {

constexpr std::string_view name_of_tool = "otfaux";

void list_streams(const otf::Master& master) {
  std::string text = "stream ID : process IDs ... \n";
  for (const auto& [stream, processes] : master.streams()) {
    text += fmt::format("{:x} :  ", stream);
    for (const otf::ProcessId process : processes) text += fmt::format("{:x} ", process);
    text += '\n';
  }
  print_text(text);
}

struct CopyMarkers {
  otf::TraceWriter& out;
  Result<> result = {};

  template <class R>
  requires(otf::MarkerRecords::contains<R>) bool operator()(const otf::At& at, const R& record) {
    result = out.mark(record, &at.values);
    return result.has_value();
  }
  void unknown_line(const otf::At& at, std::string_view line) {
    if (result) result = write_line(line, at.values);
  }
  Result<> write_line(std::string_view line, const otf::KeyValues& values) {
    return WEFT_TRY(out.stream(0).file<otf::MarkerFile>())->write_line(line, values);
  }
};

class AuxTool {
 public:
  AuxTool(AuxOptions options, otf::TraceReader& reader, Report& report)
      : options_(std::move(options)), reader_(reader), report_(report) {}

  Result<> run() {
    const auto target = options_.copy.empty() ? reader_.paths() : WEFT_TRY(otf::TracePaths::of(options_.copy));
    std::error_code ignored;
    if (!options_.copy.empty() && std::filesystem::equivalent(target.master(), reader_.paths().master(), ignored))
      return Error{
          Errc::invalid_argument, "a trace cannot be copied to itself; choose another name for -o", target.master()};
    const auto beside = WEFT_TRY(otf::TracePaths::of(fmt::format("{}.{:06x}", target.stub(), getpid())));
    auto written = write(beside);
    if (written && is_worth_it_) written = put_in_place(beside, target);
    if (!written || !is_worth_it_) otf::remove_files(beside);
    return written;
  }

 private:
  Result<> write(const otf::TracePaths& paths) {
    out_ = WEFT_TRY(otf::TraceWriter::create(paths.stub(), write_options()));
    out_->master() = reader_.master();
    out_->master().forwarding.reset();  // all streams get files of their own
    constexpr std::size_t definition_buffer = 10240;
    auto* const file = WEFT_TRY(out_->stream(0).file<otf::DefinitionFile>());
    file->buffer().grow_to(definition_buffer);
    AuxDefinitions definitions(out_->stream(0), options_.match_messages);
    WEFT_TRY(reader_.read_definitions(definitions));
    WEFT_TRY(definitions.result());
    if (!options_.remove) WEFT_TRY(write_what_is_new(definitions, paths));
    WEFT_TRY(undamaged(report_));
    return options_.copy.empty() ? out_->close_streams() : out_->close();
  }

  otf::WriteOptions write_options() const {
    otf::WriteOptions options;
    options.inline_snapshots = options_.inline_snapshots;
    options.handle_budget = options_.file_handles;
    // Where buffers end can be seen in compressed files only.
    constexpr int level = 4;
    constexpr std::size_t least = std::size_t{16} << 10, most = std::size_t{1} << 20, together = std::size_t{128} << 20;
    options.buffer.level = options_.compress ? level : 0;
    options.buffer.bytes = options_.compress ? options_.buffer_bytes
                                             : std::clamp(together / reader_.master().streams().size(), least, most);
    return options;
  }

  Result<> write_what_is_new(AuxDefinitions& definitions, const otf::TracePaths& paths) {
    if (options_.match_messages) WEFT_TRY(definitions.keys.define(out_->stream(0)));
    if (!definitions.range) {
      definitions.range = otf::time_range(reader_);
      if (!definitions.range) return Error{Errc::corrupt, "there are no events", reader_.paths().master()};
      WEFT_TRY(out_->stream(0).write(otf::DefTimeRange{definitions.range->first, definitions.range->last}));
    }
    AuxPass pass(options_, definitions, *definitions.range, *out_);
    if (!pass.has_breaks()) {
      fmt::print(stderr, " no statistics or snapshots will be created.\n");
      is_worth_it_ = !options_.copy.empty();
      if (!is_worth_it_) return {};
    }
    const otf::Selection selection{.processes = selected_processes()};
    if (options_.snapshots || options_.match_messages) {
      pass.begin_receives();
      WEFT_TRY(read_events(selection, pass));
    }
    pass.begin_events();
    WEFT_TRY(read_events(selection, pass));
    WEFT_TRY(pass.finish());
    if (options_.thumbnail) WEFT_TRY(write_thumbnail(pass.thumbnail(), paths));
    return options_.copy.empty() ? Result<>() : copy_the_rest(paths);
  }

  Result<> read_events(const otf::Selection& selection, AuxPass& pass) {
    auto events = WEFT_TRY(reader_.merge<otf::EventFile>(selection));
    events.read(pass);
    return {};
  }

  std::optional<std::vector<otf::ProcessId>> selected_processes() const {
    if (!options_.has_streams) return std::nullopt;
    std::vector<otf::ProcessId> processes;
    for (const otf::StreamId stream : options_.streams)
      for (const otf::ProcessId process : reader_.master().streams().at(stream)) processes.push_back(process);
    return processes;
  }

  static Result<> write_thumbnail(const std::string& text, const otf::TracePaths& paths) {
    if (text.empty()) return {};
    auto file = WEFT_TRY(File::create(otf::thumbnail_path(paths.stub())));
    WEFT_TRY(file.append(std::as_bytes(std::span(text))));
    return file.close();
  }

  // Markers; and statistics that are there, if there are no new ones.
  Result<> copy_the_rest(const otf::TracePaths& paths) {
    CopyMarkers markers{*out_};
    WEFT_TRY(reader_.read_markers(markers));
    WEFT_TRY(std::move(markers.result));
    if (options_.statistics) return {};
    for (const auto& [stream, processes] : reader_.master().streams()) {
      constexpr std::string_view suffix = otf::StatisticsFile::suffix;
      const auto found = WEFT_TRY(otf::find_file(reader_.paths(), reader_.master().forwarding, stream, suffix));
      if (!found || found->extents) continue;
      const std::string copy = paths.file(stream, suffix) +
                               std::string(found->is_compressed ? otf::compressed_ending : "");
      std::error_code error;
      std::filesystem::copy_file(found->path, copy, error);
      if (error) return Error{Errc::io, fmt::format("cannot be copied: {}", error.message()), found->path};
    }
    return {};
  }

  Result<> put_in_place(const otf::TracePaths& from, const otf::TracePaths& to) {
    if (options_.remove)
      for (const otf::StreamId stream : options_.streams) {
        if (!options_.has_streams) otf::remove_file(to, stream, otf::SnapshotFile::suffix);
        otf::remove_file(to, stream, otf::StatisticsFile::suffix);
      }
    return otf::rename_files(from, to);
  }

  AuxOptions options_;
  otf::TraceReader& reader_;
  Report& report_;
  std::unique_ptr<otf::TraceWriter> out_;
  bool is_worth_it_ = true;
};

// Streams that are there; without -s, all.
void choose_streams(AuxOptions& options, const otf::Master& master) {
  if (!options.has_streams)
    for (const auto& [stream, processes] : master.streams()) options.streams.push_back(stream);
  std::erase_if(options.streams, [&](otf::StreamId stream) {
    if (master.streams().contains(stream)) return false;
    print_text(fmt::format("WARNING: stream '{:x}' undefined\n", stream));
    return true;
  });
}

// The statistics that are there already, of streams that were asked for.
std::optional<std::string> file_in_the_way(const AuxOptions& options, const otf::TracePaths& paths) {
  if (!options.has_streams || !options.copy.empty() || options.overwrite || options.remove) return std::nullopt;
  for (const otf::StreamId stream : options.streams) {
    const auto found = otf::find_file(paths, std::nullopt, stream, otf::StatisticsFile::suffix);
    if (found && *found) return (*found)->path;
  }
  return std::nullopt;
}

}  // namespace

int run_aux(Words words) {
  // There may be a line for every break and every leave.
  if (isatty(STDERR_FILENO) == 0) std::setvbuf(stderr, nullptr, _IOFBF, std::size_t{1} << 16);
  AuxOptions options;
  if (const auto done = parse_aux(words, options)) return *done;
  Report report;
  auto reader = otf::TraceReader::open(options.input, report, {.handle_budget = options.file_handles});
  if (!reader) return fail(name_of_tool, reader.error());
  if (options.list) {
    list_streams((*reader)->master());
    return success;
  }
  choose_streams(options, (*reader)->master());
  if (const auto path = file_in_the_way(options, (*reader)->paths())) {
    print_text(fmt::format("ERROR: will not overwrite existing file '{}', abort\n", *path));
    return failure;
  }
  const auto done = AuxTool(std::move(options), **reader, report).run();
  return done ? success : fail(name_of_tool, done.error());
}

}  // namespace weft::cli::otf_tools
