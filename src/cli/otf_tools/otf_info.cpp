// SPDX-License-Identifier: BSD-3-Clause
// otfinfo, which Debian calls otfinfo-trace: what a trace is about, in up to four levels of detail.
#include <fmt/format.h>

#include <filesystem>

#include "cli/otf_tools/info_survey.hpp"
#include "cli/otf_tools/tool.hpp"
#include "formats/otf/reader.hpp"

namespace weft::cli::otf_tools {

namespace {

constexpr std::string_view info_tool = "otfinfo";

constexpr std::string_view info_help =
    R"(usage: otfinfo [OPTION...] TRACE

Tells what a trace is about. TRACE is the master file, with or without its ending .otf.

  -l LEVEL    how much to tell (1):
                0  nothing, only whether the trace can be opened
                1  who made it when, how large it is, the comments on it
                2  and how many functions, counters, groups ... it defines, and the source files
                3  and how many events of which kind it has, and how counters grow; reads all events
                4  and the names of all that is defined
  -a          all: level 4
  -p          show how far reading the events has come
  -f N        use at most N files at a time
  -V          the version of OTF this tool stands in for
  -h, --help  this text

examples:
  otfinfo trace.otf
  otfinfo -a -p trace.otf
)";

struct InfoOptions {
  std::string trace;
  std::int64_t level = 1;
  std::int64_t files = 1;
  bool progress = false;
};

// The tables that levels are shown as.
class InfoText {
 public:
  const std::string& text() const { return text_; }

  void box(int level) {
    line("");
    line("##############");
    line(fmt::format("#info level {}#", level));
    line("##############");
  }
  void line(std::string_view text) { (text_ += text) += '\n'; }
  void rule() { line(fmt::format("+{:-<79}", "")); }
  // Where the column of labels ends.
  void rule(std::size_t label) { line(fmt::format("+{:-<{}}+{:-<{}}", "", label + 2, "", 76 - label)); }
  void row(std::size_t width, std::string_view label, std::string_view value) {
    line(fmt::format("| {:<{}} | {}", label, width, value));
  }
  void row(std::size_t width, std::string_view label, std::uint64_t value) {
    row(width, label, std::string_view(fmt::format("{}", value)));
  }
  void gap(std::size_t width) { line(fmt::format("| {:<{}} |", "", width)); }
  void entries(const InfoSurvey::Texts& texts) {
    rule();
    for (const std::string& text : texts) line("| " + text);
    rule();
  }

 private:
  std::string text_;
};

// A number with the largest unit that leaves at least one of it.
std::string scaled(double value, double step, std::span<const std::string_view> units) {
  while (value >= step && units.size() > 1) {
    value /= step;
    units = units.subspan(1);
  }
  return fmt::format("{:.2f} {}", value, units.front());
}

class InfoTool {
 public:
  explicit InfoTool(const InfoOptions& options) : options_(options), survey_(options.level) {}

  Result<int> run() {
    reader_ = WEFT_TRY(
        TraceReader::open(options_.trace, report_, {.handle_budget = static_cast<std::size_t>(options_.files)}));
    if (options_.level < 1) return success;
    WEFT_TRY(reader_->read_definitions(survey_));
    WEFT_TRY(reader_->read_markers(survey_));
    if (is_damaged()) return stop();
    show(&InfoTool::general);
    if (options_.level >= 2) show(&InfoTool::content);
    if (options_.level >= 3) {
      WEFT_TRY(read_events());
      if (is_damaged()) return stop();
      show(&InfoTool::events);
    }
    if (options_.level >= 4) show(&InfoTool::names);
    tell(info_tool, report_);
    return success;
  }

 private:
  bool is_damaged() const { return report_.count(line_damaged.name) + report_.count(line_unknown.name) > 0; }

  int stop() {
    tell(info_tool, report_);
    return failure;
  }

  void show(void (InfoTool::*level)(InfoText&) const) {
    InfoText text;
    (this->*level)(text);
    print_text(text.text());
  }

  void general(InfoText& out) const {
    constexpr std::size_t width = 20;
    constexpr std::string_view bytes[] = {"Bytes", "KB", "MB", "GB", "TB"};
    constexpr std::string_view hertz[] = {"Hz", "KHz", "MHz", "GHz"};
    const auto& [numbers, name] = survey_.version;
    out.box(1);
    out.rule();
    out.line("| general information ");
    out.rule(width);
    out.row(width, "tracefile name", std::string_view(reader_->paths().master()));
    out.row(width, "creator of the trace", std::string_view(survey_.creator.value_or("(null)")));
    out.row(
        width, "trace unique id", std::string_view(fmt::format("{}", static_cast<std::int64_t>(survey_.unique_id))));
    out.row(width, "used OTF version",
        std::string_view(fmt::format("{}.{}.{} {}", numbers[0], numbers[1], numbers[2], name.value_or("(null)"))));
    out.row(width, "event files size", std::string_view(scaled(static_cast<double>(event_bytes()), 1024, bytes)));
    out.row(width, "process definitions", survey_.processes.size());
    out.row(width, "timer resolution", std::string_view(scaled(static_cast<double>(survey_.resolution), 1000, hertz)));
    out.rule(width);
    out.line("| definition comments");
    out.entries(survey_.comments);
    out.line("");
  }

  // Of the compressed file, if there are both.
  std::uint64_t event_bytes() const {
    std::uint64_t sum = 0;
    for (const auto& [stream, processes] : reader_->master().streams()) {
      const std::string plain = reader_->paths().file(stream, EventFile::suffix);
      std::error_code error;
      std::uint64_t bytes = std::filesystem::file_size(plain + std::string(compressed_ending), error);
      if (error) bytes = std::filesystem::file_size(plain, error);
      if (!error) sum += bytes;
    }
    return sum;
  }

  void content(InfoText& out) const {
    constexpr std::size_t width = 26;
    out.box(2);
    out.rule();
    out.line("| trace content");
    out.rule(width);
    out.row(width, "function definitions", survey_.functions.size());
    out.row(width, "counter definitions", survey_.counters.size());
    out.row(width, "collective op. definitions", survey_.collectives.size());
    out.gap(width);
    out.row(width, "process group definitions", survey_.process_groups.size());
    out.row(width, "function group definitions", survey_.function_groups.size());
    out.row(width, "counter group definitions", survey_.counter_groups.size());
    out.gap(width);
    out.row(width, "marker definitions", survey_.markers.size());
    out.rule(width);
    out.line("| source file names");
    out.entries(survey_.files);
  }

  void events(InfoText& out) const {
    constexpr std::size_t width = 21;
    const InfoSurvey::Counts& counts = survey_.counts;
    out.box(3);
    out.rule(width);
    out.row(width, "enters", counts.enters);
    out.row(width, "leaves", counts.leaves);
    out.row(width, "sends", counts.sends);
    out.row(width, "receives", counts.receives);
    out.row(width, "RMA Put", counts.puts);
    out.row(width, "RMA Put remote end", counts.remote_puts);
    out.row(width, "RMA Get", counts.gets);
    out.row(width, "RMA End", counts.ends);
    out.row(width, "collective operations", counts.collectives);
    out.row(width, "file operations", counts.file_operations);
    out.row(width, "markers", counts.markers);
    out.row(width, "snapshots", counts.snapshots);
    out.rule(width);
    show_counters(out);
    out.line("");
  }

  void show_counters(InfoText& out) const {
    constexpr std::size_t width = 13;
    const auto growths = survey_.growth();
    out.rule();
    out.line(fmt::format("| counters[{}]", survey_.counters.size()));
    out.rule(width);
    for (const auto& [counter, name, is_accumulating] : survey_.counters) {
      out.row(width, "name", std::string_view(name));
      if (is_accumulating) {
        const auto found = growths.find(counter);
        const auto growth = found == growths.end() ? InfoSurvey::Growth{} : found->second;
        const auto resolution = static_cast<double>(survey_.resolution);
        const double average = growth.value == 0
                                   ? 0
                                   : static_cast<double>(growth.value) * resolution / static_cast<double>(growth.time);
        out.row(width, "last value", growth.value);
        out.row(width, "average rate", std::string_view(fmt::format("{:7.4E} per sec", average)));
        out.row(width, "highest rate", std::string_view(fmt::format("{:7.4E} per sec", growth.highest * resolution)));
      }
      out.gap(width);
    }
    out.rule(width);
  }

  void names(InfoText& out) const {
    out.box(4);
    bool is_first = true;
    const auto block = [&](std::string_view what, const InfoSurvey::Texts& texts) {
      if (!std::exchange(is_first, false)) out.line("");
      out.rule();
      out.line(fmt::format("| {} definitions[{}]", what, texts.size()));
      out.entries(texts);
    };
    block("process", survey_.processes);
    block("function", survey_.functions);
    block("marker", survey_.markers);
    block("collective operation", survey_.collectives);
    block("process group", survey_.process_groups);
    block("function group", survey_.function_groups);
    block("counter group", survey_.counter_groups);
  }

  // Stream by stream: each process has its events in one of them.
  Result<> read_events() {
    constexpr std::uint64_t step = std::uint64_t{1} << 20;
    auto merge = WEFT_TRY(reader_->merge<EventFile>());
    if (options_.progress) print_text(fmt::format("\n\nreading events:\n{:23}|100%\r0%|", ""));
    while (merge.read_unsorted(survey_, step) == step) {
      std::uint64_t done = 0, all = 1;
      for (const auto& file : merge.readers()) done += file->position(), all += file->file_bytes();
      draw(done * bar_width / all);
    }
    draw(bar_width);
    if (options_.progress) print_text("\n\n");
    return {};
  }

  void draw(std::uint64_t until) {
    for (; drawn_ < until && options_.progress; ++drawn_) print_text("#");
    if (options_.progress) std::fflush(stdout);
  }

  static constexpr std::uint64_t bar_width = 20;

  const InfoOptions& options_;
  Report report_;
  std::unique_ptr<TraceReader> reader_;
  InfoSurvey survey_;
  std::uint64_t drawn_ = 0;
};

int info_usage_error(std::string_view message) {
  fmt::print(stderr, "ERROR: {}\n", message);
  return failure;
}

// An exit code if there is nothing to do.
std::optional<int> parse_info(Words words, InfoOptions& options) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const bool has_value = i + 1 < words.size();
    if (word == "-h" || word == "--help") return print_text(info_help);
    if (word == "-V") return print_version();
    if (word == "-a")
      options.level = 4;
    else if (word == "-p")
      options.progress = true;
    else if (word == "-l" && has_value)
      options.level = static_cast<std::int64_t>(number_in(words[++i]));
    else if (word == "-f" && has_value)
      options.files = static_cast<std::int64_t>(number_in(words[++i]));
    else if (word.starts_with('-'))
      return info_usage_error(fmt::format("Unknown option: '{}'", word));
    else
      options.trace = word;
    if (options.files < 1) return info_usage_error("less than 1 filehandle is not permitted");
  }
  if (options.trace.empty()) return info_usage_error("no trace file was specified");
  return std::nullopt;
}

}  // namespace

int run_info(Words words) {
  if (words.empty()) return print_text(info_help);
  InfoOptions options;
  if (const auto code = parse_info(words, options)) return *code;
  const auto code = InfoTool(options).run();
  if (std::fflush(stdout) != 0) return fail(info_tool, system_error("cannot write", "output"));
  return code ? *code : fail(info_tool, code.error());
}

}  // namespace weft::cli::otf_tools
