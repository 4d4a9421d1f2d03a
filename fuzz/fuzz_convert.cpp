// SPDX-License-Identifier: BSD-3-Clause
// The whole path of a conversion: a trace of any format, read and written as any other. Input: the format to read, the
// format to write, whether losses are errors, then the files of the trace in the order of its layout, with breaks
// between them. OUT is there as a whole and can be read, or there is nothing.
#include <fmt/format.h>

#include "convert/convert.hpp"
#include "formats/registry.hpp"
#include "fuzzing.hpp"
#include "trace_layouts.hpp"

namespace {

using namespace weft;
namespace fs = std::filesystem;

std::string empty_directory(const std::string& name) {
  const std::string directory = fuzzing::workbench().directory() + name;
  fs::remove_all(directory);
  fs::create_directories(directory);
  return directory;
}

void put_files(const std::vector<std::string>& files, fuzzing::Input& input) {
  for (const std::string& file : files) {
    const Bytes content = input.piece(fuzzing::file_break);
    if (content.empty()) continue;
    fs::create_directories(fs::path(file).parent_path());
    fuzzing::Workbench::put(file, content);
  }
}

// Whether all events could be read. What was found wrong is in the report of the trace.
bool read_all(Trace& trace) {
  bool is_whole = true;
  EventBatch batch;
  Event event;
  for (const LocationRef location : trace.locations()) {
    const auto stream = trace.events(location, {});
    is_whole = is_whole && stream;
    while (stream && (*stream)->next(batch))
      for (std::size_t row = 0; row < batch.size(); ++row) is_whole = batch.read(row, event) && is_whole;
  }
  Markers markers;
  trace.read_markers(markers);
  return is_whole;
}

// What Weft wrote can be read, and nothing is wrong with it; a copy within a format may have the faults of the
// original.
void check_written(const std::string& in, const std::string& out, const Format& to) {
  const auto written = open_trace(out);
  if (!written) fmt::print(stderr, "{}\n", written.error().text());
  WEFT_CHECK(written);
  const bool is_whole = read_all(**written);
  const auto original = open_trace(in);
  const bool is_copy = (*format_of(in))->open == to.open;
  WEFT_CHECK(original && (is_whole || (is_copy && !read_all(**original))));
  if (is_copy) read_all(**original);
  for (const auto& [rule, group] : (*written)->report().groups()) {
    if (is_copy && (*original)->report().count(rule)) continue;
    fmt::print(stderr, "{} [{}]\n", group.first.front().text(), rule);
    WEFT_CHECK(false && "what Weft writes has no damage");
  }
}

}  // namespace

WEFT_FUZZ(input) {
  const auto& from = fuzzing::trace_layouts[input.byte() % std::size(fuzzing::trace_layouts)];
  const Format& to = *all_formats()[input.byte() % all_formats().size()];
  const bool is_strict = input.byte() % 2 == 1;
  const std::string in = from.path(empty_directory("/in"));
  put_files(from.files(in), input);

  const std::string directory = empty_directory("/converted");
  const std::string_view ending = to.endings.substr(0, to.endings.find(' '));
  const std::string out = fmt::format("{}/out{}", directory, ending.empty() ? ".pfw" : ending);  // dialects share it
  LossReport loss(is_strict);
  Report report;
  CopyOptions options;
  options.threads = 1;
  if (const auto done = convert(in, out, std::string(to.name), options, loss, report); !done)
    WEFT_CHECK(fs::is_empty(directory));
  else if (can_be_read(to))
    check_written(in, out, to);
}
