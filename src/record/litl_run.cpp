// SPDX-License-Identifier: BSD-3-Clause
#include "record/litl_run.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <vector>

#include "formats/litl/archive_writer.hpp"
#include "formats/litl/mapping.hpp"
#include "formats/litl/survey.hpp"
#include "record/litl_names.hpp"
#include "record/litl_stream.hpp"

namespace weft::recording {

namespace {

namespace fs = std::filesystem;

constexpr const char* trace_ending = ".litl";

// What one process left in the directory of the run.
struct Part {
  std::uint32_t process = 0;
  std::string trace;
  std::string definitions;
  bool is_told = false;   // its trace tells names itself
  std::size_t place = 0;  // of the process in `trace`
};

bool is_there(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

// Where traces go that are put together without a second copy (move_traces).
std::string archive_in(const std::string& run) { return run + "/archive"; }

Part part_of(fs::path trace) {
  Part part{static_cast<std::uint32_t>(std::strtoul(trace.stem().c_str(), nullptr, 10)), trace, {}};
  part.is_told = is_there(trace.replace_extension(told_ending));
  part.definitions = part.is_told ? trace : trace.replace_extension(".part");
  return part;
}

// Traces of processes that came to their ends are in the archive, in order, if they are not where they were.
void find_moved(const std::string& path, std::vector<Part>& parts) {
  if (!is_there(archive_in(path))) return;
  for (std::size_t place = 0; place < parts.size(); ++place)
    if (!is_there(parts[place].trace)) parts[place].trace = archive_in(path), parts[place].place = place;
}

Result<std::vector<Part>> parts_of(const std::string& path) {
  std::vector<Part> parts;
  std::set<fs::path> traces;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(path, error)) {
    const fs::path ending = entry.path().extension();
    std::error_code ignored;
    if (ending == told_ending || (ending == trace_ending && !fs::is_empty(entry.path(), ignored)))
      traces.insert(fs::path(entry.path()).replace_extension(trace_ending));
  }
  if (error) return Error{Errc::io, error.message(), path};
  for (const fs::path& trace : traces) parts.push_back(part_of(trace));
  std::ranges::sort(parts, {}, &Part::process);
  find_moved(path, parts);
  std::erase_if(parts, [](const Part& part) { return !is_there(part.trace); });
  if (parts.empty()) return Error{Errc::not_found, "nothing was recorded", path};
  return parts;
}

Result<> write_mapping(const std::vector<Part>& parts, const std::string& output) {
  litl::Mapping mapping;
  add_common_codes(mapping);
  for (const Part& part : parts) add_codes(mapping, definitions_in(part.definitions), part.process);
  const std::string text = litl::mapping_text(mapping);
  return replace_file(litl::mapping_path(output), std::as_bytes(std::span(text)));
}

// Processes as they are, and names for those that did not come to tell them.
class Gathering {
 public:
  Result<> add(const Part& part) {
    auto reader = litl::TraceReader::open(part.trace, report_);
    if (!reader || (*reader)->processes().size() <= part.place) return {};  // it was killed before there was a header
    if (content_.processes.empty()) {
      content_.version = (*reader)->header().version;
      content_.sysinfo = (*reader)->header().sysinfo;
    }
    add(**reader, (*reader)->processes()[part.place], part);
    readers_.push_back(*std::move(reader));
    return {};
  }
  Result<> write(const std::string& output) const { return litl::write_archive(output, content_); }

 private:
  void add(const litl::TraceReader& reader, const litl::Process& process, const Part& part) {
    litl::ProcessContent content{std::string(process.header.name), process.header.buffer_bytes, {}};
    Ticks last = 0;
    const auto surveyed = litl::ProcessSurvey(reader, process).run([](std::size_t, const litl::NativeEvent&) {});
    for (std::size_t t = 0; t < surveyed.size(); ++t) {
      content.threads.push_back({process.threads[t].pair.tid, {}});
      for (const litl::Chunk& chunk : surveyed[t].chunks) content.threads.back().chunks.push_back(chunk.bytes);
      last = std::max(last, surveyed[t].last_time);
    }
    if (!part.is_told && !content.threads.empty()) {
      names_.push_back(names_of(definitions_in(part.definitions), part.process, last));
      content.name = names_.back().process;
      for (const auto& chunk : names_.back().chunks) content.threads.front().chunks.emplace_back(chunk);
    }
    content_.processes.push_back(std::move(content));
  }

  Report report_;  // a chunk that was being written is not there, and nobody wonders
  std::vector<std::unique_ptr<litl::TraceReader>> readers_;
  std::vector<LitlNames> names_;
  litl::Content content_;
};

std::vector<std::string> traces_of(const std::vector<Part>& parts) {
  std::vector<std::string> traces;
  for (const Part& part : parts) traces.push_back(part.trace);
  return traces;
}

// Whether all of them are as they are to be.
bool are_whole(const std::string& path, const std::vector<Part>& parts) {
  return !is_there(archive_in(path)) && std::ranges::all_of(parts, &Part::is_told);
}

Result<> write_traces(const std::string& path, const std::vector<Part>& parts, const std::string& output) {
  if (are_whole(path, parts)) return litl::merge_traces(traces_of(parts), output);
  Gathering gathering;
  for (const Part& part : parts) WEFT_TRY(gathering.add(part));
  return gathering.write(output);
}

Result<> move_file(const std::string& from, const std::string& to) {
  return ::rename(from.c_str(), to.c_str()) == 0 ? Result<>{} : system_error("cannot rename", from);
}

// The trace of a process that was alone is moved. Those of several are copied: if they are not all written, nothing is
// lost. They are moved one by one where there is no room for that.
Result<> use_up(const std::string& path, const std::vector<Part>& parts, const std::string& output) {
  const bool is_whole = are_whole(path, parts);
  if (is_whole && parts.size() == 1) return move_file(parts.front().trace, output);
  const Result<> written = write_traces(path, parts, output);
  if (written || !is_whole) return written;
  WEFT_TRY(litl::move_traces(traces_of(parts), archive_in(path)));
  return move_file(archive_in(path), output);
}

// Whoever finds the trace finds its mapping.
template <class Write>
Result<std::size_t> gather(const std::string& path, const std::string& output, Write&& write) {
  const auto parts = WEFT_TRY(parts_of(path));
  WEFT_TRY(write_mapping(parts, output));
  const Result<> done = write(path, parts, output);
  if (done) return parts.size();
  ::unlink(litl::mapping_path(output).c_str());
  return done.error();
}

}  // namespace

bool is_unfinished_litl_run(const std::string& path) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(path, error))
    if (entry.path().extension() == trace_ending || entry.path().extension() == told_ending) return true;
  return false;
}

Result<std::size_t> gather_litl_run(const std::string& path, const std::string& output) {
  return gather(path, output, write_traces);
}

Result<> complete_litl_run(const std::string& path) {
  WEFT_TRY(gather(path, path + ".trace", use_up));
  std::error_code error;
  fs::remove_all(path, error);
  return {};
}

}  // namespace weft::recording
