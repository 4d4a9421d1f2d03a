// SPDX-License-Identifier: BSD-3-Clause
// otfshrink: a trace of some processes of another one. Master file and definitions are new; events, snapshots,
// statistics and markers are links to those of the trace.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "cli/otf_tools/damage.hpp"
#include "cli/otf_tools/shrink_options.hpp"
#include "formats/otf/out_files.hpp"
#include "formats/otf/reader.hpp"
#include "formats/otf/writer.hpp"

namespace weft::cli::otf_tools {

namespace fs = std::filesystem;

namespace {

int failed(int status, std::string_view message) {
  fail("otfshrink", message);
  return status;
}

// -s

void put_list(const ProcessRanges& ranges) {
  ranges.each([](std::uint32_t process) { fmt::print("{}\n", process); });
}

// The last one is always shown as a range.
void put_ranges(const ProcessRanges& ranges) {
  for (const auto& [first, last] : ranges.ranges())
    if (first == last && last != ranges.ranges().rbegin()->second)
      fmt::print("{}\n", first);
    else
      fmt::print("{} - {}\n", first, last);
}

void put_table(const ProcessRanges& ranges) {
  constexpr std::uint64_t columns = 8;
  std::uint64_t count = 0;
  ranges.each([&](std::uint32_t process) { fmt::print("{}\t{}", process, ++count % columns == 0 ? "\n" : ""); });
  if (count % columns != 0) fmt::print("\n");
}

int simulate(const ShrinkOptions& options) {
  const ProcessRanges& chosen = options.maps ? options.substituted : options.listed;
  if (chosen.empty()) return print_text("You exclude all processes!\n");
  const bool drops = options.inverts || options.maps;
  fmt::print("You choose to {} following processes: \n", drops ? "disable" : "enable");
  if (options.simulate == 'l') put_list(chosen);
  if (options.simulate == 'r') put_ranges(chosen);
  if (options.simulate == 't') put_table(chosen);
  return success;
}

// -p

struct ProcessNames {
  std::map<otf::ProcessId, std::string> names;
  void operator()(const otf::At&, const otf::DefProcess& record) { names[record.process] = record.name; }
  void unknown(const otf::At&, std::string_view) {}
};

void put_row(std::string_view group, std::string_view names, std::string_view ids) {
  fmt::print("{:<6}    {:<30}    {}\n", group, names, ids);
}

int describe(const ShrinkOptions& options) {
  Report report;
  auto reader = otf::TraceReader::open(options.describe, report);
  if (!reader) return failed(unreadable_input, reader.error().text());
  ProcessNames processes;
  if (const auto read = (*reader)->read_definitions(processes); !read)
    return failed(bad_definitions, read.error().text());
  if (const auto good = undamaged(report); !good) return failed(bad_definitions, good.error().text());
  fmt::print("\n");
  put_row("group", "process_name", fmt::format("{:<25}", "process_id"));
  put_row("-----", "-------------", fmt::format("{:<25}", "-----------"));
  ProcessRanges groups;
  for (const auto& [process, name] : processes.names) groups.add(process, process);
  std::size_t number = 0;
  for (const auto& [first, last] : groups.ranges()) {
    std::string names = fmt::format("\"{}\"", processes.names[first]);
    if (first != last) names += fmt::format(",\"{}\"", processes.names[first + 1]);
    if (last - first > 1) names += ",...";
    put_row(
        std::to_string(++number), names, first == last ? std::to_string(first) : fmt::format("{} - {}", first, last));
  }
  return success;
}

// Definitions without what is dropped.
class ShrinkDefinitions {
 public:
  ShrinkDefinitions(const ShrinkOptions& options, otf::TraceWriter& out) : options_(options), out_(out) {}

  template <class R>
  requires(otf::DefinitionRecords::contains<R>) bool operator()(const otf::At& at, const R& record) {
    if constexpr (std::is_same_v<R, otf::DefVersion> || std::is_same_v<R, otf::DefUniqueId>) {
      return true;  // written anew
    } else if constexpr (std::is_same_v<R, otf::DefProcessSubstitutes>) {
      result_ = Error{
          Errc::unsupported, "processes stand for others already; take the trace that this one was made of"};
    } else if constexpr (std::is_same_v<R, otf::DefProcess>) {
      otf::DefProcess process = record;
      if (!keeps(process.process)) return true;
      if (!keeps(process.parent)) process.parent = 0;
      result_ = out_.define(at.stream, process, &at.values);
    } else if constexpr (std::is_same_v<R, otf::DefProcessGroup>) {
      copy_group(at, record);
    } else {
      result_ = out_.define(at.stream, record, &at.values);
    }
    return result_.has_value();
  }
  void unknown_line(const otf::At& at, std::string_view line) {
    if (result_) result_ = out_.define_line(at.stream, line, at.values);
  }

  Result<> finish() {
    WEFT_TRY(std::move(result_));
    for (const auto& [representative, members] : options_.substitutes) {
      if (members.size() < 2) continue;
      std::vector<std::uint32_t> list;
      members.each([&](std::uint32_t process) { list.push_back(process); });
      WEFT_TRY(out_.define(0, otf::DefProcessSubstitutes{representative, list}));
    }
    return {};
  }

 private:
  // Where processes stand for others, all stay defined.
  bool keeps(std::uint32_t process) const { return options_.maps || options_.keeps(process); }

  void copy_group(const otf::At& at, const otf::DefProcessGroup& record) {
    members_.clear();
    for (const std::uint32_t member : record.members)
      if (keeps(member)) members_.push_back(member);
    if (members_.empty() && !options_.maps) return;
    result_ = out_.define(at.stream, otf::DefProcessGroup{record.proc_group, members_, record.name}, &at.values);
  }

  const ShrinkOptions& options_;
  otf::TraceWriter& out_;
  std::vector<std::uint32_t> members_;
  Result<> result_;
};

class Shrinker {
 public:
  Shrinker(const ShrinkOptions& options, otf::TraceReader& reader, Report& report, otf::TracePaths to)
      : options_(options), reader_(reader), report_(report), to_(std::move(to)) {}

  int run() {
    otf::Master kept;
    for (const auto& [process, stream] : reader_.master().processes())
      if (options_.keeps(process)) kept.map(stream, process);
    if (kept.streams().empty()) return failed(link_failed, "no process is left");
    const auto beside = otf::TracePaths::of(fmt::format("{}.{:06x}", to_.stub(), getpid()));
    if (!beside) return failed(bad_arguments, beside.error().text());
    int status = write(*beside, kept);
    if (status == success) status = check(link_failed, link(kept));
    if (status == success) status = check(write_failed, otf::rename_files(*beside, to_));
    if (status != success) otf::remove_files(*beside);
    return status;
  }

 private:
  static int check(int status, const Result<>& result) {
    return result ? success : failed(status, result.error().text());
  }

  int write(const otf::TracePaths& paths, const otf::Master& kept) {
    auto out = otf::TraceWriter::create(paths.stub(), {});
    if (!out) return failed(write_failed, out.error().text());
    (*out)->master() = kept;
    ShrinkDefinitions definitions(options_, **out);
    const auto read = reader_.read_definitions(definitions);
    if (!read) return failed(bad_definitions, read.error().text());
    if (const auto good = undamaged(report_); !good) return failed(bad_definitions, good.error().text());
    if (const auto finished = definitions.finish(); !finished)
      return failed(
          finished.error().code == Errc::unsupported ? bad_definitions : write_failed, finished.error().text());
    return check(write_failed, (*out)->close());
  }

  Result<> link(const otf::Master& kept) const {
    for (const auto& [stream, processes] : kept.streams())
      for (const std::string_view suffix :
          {otf::EventFile::suffix, otf::SnapshotFile::suffix, otf::StatisticsFile::suffix, otf::MarkerFile::suffix}) {
        const auto found = WEFT_TRY(otf::find_file(reader_.paths(), reader_.master().forwarding, stream, suffix));
        if (found)
          WEFT_TRY(link_file(*found, stream, suffix));
        else if (suffix == otf::EventFile::suffix)
          return Error{Errc::not_found, "the master file names a stream that has no such file",
              reader_.paths().file(stream, suffix)};
      }
    return {};
  }

  // Links of an earlier run are replaced, files are not.
  Result<> link_file(const otf::FoundFile& file, otf::StreamId stream, std::string_view suffix) const {
    const std::string plain = to_.file(stream, suffix), compressed = plain + std::string(otf::compressed_ending);
    std::error_code error;
    for (const std::string& name : {plain, compressed}) {
      const auto kind = fs::symlink_status(name, error).type();
      if (kind == fs::file_type::symlink)
        fs::remove(name, error);
      else if (kind != fs::file_type::not_found)
        return Error{Errc::exists, "expected room for a link, found a file; choose another name for -o", name};
    }
    const std::string& name = file.is_compressed ? compressed : plain;
    if (file.extents) return copy_extents(file, name);
    fs::create_symlink(target_of(file.path), name, error);
    if (error) return Error{Errc::io, fmt::format("cannot be linked: {}", error.message()), name};
    return {};
  }

  // What lies in pieces of a file that all streams share cannot be linked.
  static Result<> copy_extents(const otf::FoundFile& file, const std::string& name) {
    const auto from = WEFT_TRY(File::open(file.path));
    auto to = WEFT_TRY(File::create(name));
    for (const otf::Extent& extent : *file.extents) WEFT_TRY(to.append_from(from, extent.offset, extent.size));
    return to.close();
  }

  // As the user names it, where that means the same to the link.
  fs::path target_of(const std::string& path) const {
    const fs::path folder = fs::path(to_.stub()).parent_path();
    std::error_code error;
    if (fs::path(path).is_absolute() || folder.empty() || fs::equivalent(folder, ".", error)) return path;
    const fs::path relative = fs::relative(path, folder, error);
    return error ? fs::absolute(path, error) : relative;
  }

  const ShrinkOptions& options_;
  otf::TraceReader& reader_;
  Report& report_;
  otf::TracePaths to_;
};

int shrink(const ShrinkOptions& options) {
  if (options.input.empty()) return failed(no_input, "which trace? Say it with -i");
  Report report;
  auto reader = otf::TraceReader::open(options.input, report);
  if (!reader) return failed(unreadable_input, reader.error().text());
  const fs::path beside = fs::path((*reader)->paths().stub()).parent_path() / "out";
  auto to = otf::TracePaths::of(options.output.empty() ? beside.string() : options.output);
  if (!to) return failed(bad_arguments, to.error().text());
  std::error_code error;
  const fs::path folder = fs::path(to->stub()).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, error))
    return failed(no_output_folder, fmt::format("{}: there is no such folder", folder.string()));
  if (fs::equivalent(to->master(), (*reader)->paths().master(), error))
    return failed(
        same_output, fmt::format("{}: a trace cannot replace itself; choose another name for -o", to->master()));
  return Shrinker(options, **reader, report, *std::move(to)).run();
}

}  // namespace

int run_shrink(Words words) {
  ShrinkOptions options;
  if (const auto done = parse_shrink(words, options)) return *done;
  if (!options.describe.empty()) return describe(options);
  return options.simulate ? simulate(options) : shrink(options);
}

}  // namespace weft::cli::otf_tools
