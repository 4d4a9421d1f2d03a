// SPDX-License-Identifier: BSD-3-Clause
// otfprint, once called otfdump: a trace as text, a line per record.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "cli/otf_tools/in_order.hpp"
#include "cli/otf_tools/record_printer.hpp"
#include "cli/otf_tools/tool.hpp"
#include "cli/progress.hpp"

namespace weft::cli::otf_tools {

namespace {

constexpr std::string_view name_of_tool = "otfprint";

constexpr std::string_view print_help =
    R"(usage: otfprint [OPTION...] TRACE

Shows a trace as text: definitions, events, statistics, snapshots and markers, a line per record. TRACE is the master
file, with or without its ending .otf.

  -o FILE         write to FILE; "-" is standard output
  --num A B       only the records with numbers from A to B
  --time A B      only events, statistics and snapshots from time A to before B, in ticks
  --procs P...    only these processes, decimal; the list ends before the next word that does not begin with a digit
  --records N...  only records of these kinds, by the numbers that OTF_Definitions.h gives them: 2 is an enter
  --nodef, --noevent, --nostat, --nosnap, --nomarker
                  leave out definitions, events, statistics, snapshots or markers
  --nokeyvalue    leave out the key-values that records carry
  --fullkeyvalue  show the bytes of key-values that are byte arrays, not only how many there are
  -s, --silent    read everything, show only how long it took
  -f N            use at most N files at a time (50)
  -b N            accepted, without effect: buffers have the sizes that read fastest
  -V              the version of OTF this tool stands in for
  -h, --help      this text

examples:
  otfprint trace.otf
  otfprint --procs 1 2 --time 1000 2000 --nodef trace.otf
  otfprint --records 2 12 -o calls.txt trace.otf
)";

// The kinds of files, in the order they are shown.
struct Sections {
  bool definitions = true;
  bool events = true;
  bool statistics = true;
  bool snapshots = true;
  bool markers = true;
};

struct PrintOptions {
  std::string trace;
  std::string output;
  PrinterOptions printer;
  Sections sections;
  Selection selection;
  std::uint64_t files = 50;
};

// Reads the command line from left to right, as far as it makes sense.
class PrintArguments {
 public:
  explicit PrintArguments(Words words) : words_(words) {}

  PrintOptions options;

  // An exit code if there is nothing to print.
  std::optional<int> parse() {
    while (!words_.empty()) {
      word_ = words_.front();
      words_ = words_.subspan(1);
      if (const auto code = take()) return code;
    }
    if (!options.trace.empty()) return std::nullopt;
    print_text(" no input file specified, abort\n");
    return failure;
  }

 private:
  std::optional<int> take() {
    PrinterOptions& printer = options.printer;
    if (word_ == "-h" || word_ == "--help") return print_text(print_help);
    if (word_ == "-V") return print_version();
    if (is("-s", "--silent")) return set(printer.silent, true);
    if (is("--nodef")) return set(options.sections.definitions, false);
    if (is("--noevent")) return set(options.sections.events, false);
    if (is("--nostat")) return set(options.sections.statistics, false);
    if (is("--nosnap")) return set(options.sections.snapshots, false);
    if (is("--nomarker")) return set(options.sections.markers, false);
    if (is("--nokeyvalue")) return set(printer.values, ShowValues::no);
    if (is("--fullkeyvalue")) return set(printer.values, ShowValues::with_bytes);
    if (is("-b") && has(1)) return next(), std::nullopt;
    if (is("-f") && has(1)) return take_files();
    if (is("-o") && has(1)) return set(options.output, std::string(next()));
    if (is("--num") && has(2)) return set(printer.first, number_in(next())), set(printer.last, number_in(next()));
    if (is("--time") && has(2))
      return set(options.selection.from, number_in(next())), set(options.selection.until, number_in(next()));
    if (is("--procs")) return take_processes();
    if (is("--records")) return take_records();
    if (word_.starts_with('-')) return usage_error(fmt::format("Unknown argument '{}'.", word_));
    options.trace = word_;
    return std::nullopt;
  }

  bool is(std::string_view name) const { return word_ == name; }
  bool is(std::string_view short_name, std::string_view name) const { return is(short_name) || is(name); }
  bool has(std::size_t values) const { return words_.size() >= values; }
  std::string_view next() {
    const std::string_view word = words_.front();
    words_ = words_.subspan(1);
    return word;
  }
  bool has_number() const { return has(1) && !words_[0].empty() && words_[0][0] >= '0' && words_[0][0] <= '9'; }

  template <class T>
  static std::optional<int> set(T& target, T value) {
    target = std::move(value);
    return std::nullopt;
  }

  static int usage_error(std::string_view message) {
    fmt::print(stderr, "ERROR: {}\n", message);
    return failure;
  }

  std::optional<int> take_files() {
    options.files = number_in(next());
    if (static_cast<std::int64_t>(options.files) >= 1) return std::nullopt;
    return usage_error("less than 1 filehandle is not permitted");
  }

  std::optional<int> take_processes() {
    auto& processes = options.selection.processes;
    if (!processes && has_number()) processes.emplace();
    while (has_number()) processes->push_back(static_cast<ProcessId>(number_in(next())));
    return std::nullopt;
  }

  std::optional<int> take_records() {
    options.printer.hidden.set();
    while (has_number()) {
      const std::string_view text = next();
      const std::uint64_t id = number_in(text);
      if (id >= options.printer.hidden.size())
        return usage_error(fmt::format("Unknown record-type-number '{}'.", text));
      options.printer.hidden.reset(id);
    }
    return std::nullopt;
  }

  Words words_;
  std::string_view word_;
};

// Standard output, or a file.
class Output {
 public:
  Output() = default;
  Output(const Output&) = delete;
  ~Output() { static_cast<void>(close()); }

  Result<> open(const std::string& path) {
    if (path.empty() || path == "-") return {};
    fd_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd_ < 0) return system_error("cannot be written", path);
    return {};
  }
  Result<> close() {
    const int fd = std::exchange(fd_, STDOUT_FILENO);
    if (fd > STDERR_FILENO && ::close(fd) != 0) return system_error("cannot write", "output");
    return {};
  }
  int fd() const { return fd_; }

 private:
  int fd_ = STDOUT_FILENO;
};

class PrintTool {
 public:
  PrintTool(const PrintOptions& options, TraceReader& reader, Report& report, int fd)
      : options_(options),
        reader_(reader),
        report_(report),
        is_on_terminal_(::isatty(fd) == 1),
        out_(fd),
        printer_(options.printer, out_) {}

  Result<int> run() {
    const auto start = std::chrono::steady_clock::now();
    warn_of_unknown_processes();
    const int code = WEFT_TRY(print_sections());
    if (code == success) {
      if (!options_.printer.silent) out_.put("\ndone\n");
      const auto time = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - start);
      out_.put(fmt::format("processing time: {} s\n", time.count()));
    }
    WEFT_TRY(out_.flush());
    tell(name_of_tool, report_);
    return code;
  }

 private:
  // Events are often damaged where a program died; what else there is is shown all the same.
  Result<int> print_sections() {
    const Sections& sections = options_.sections;
    if (!WEFT_TRY(print(sections.definitions, "definitions", [&] { return in_order<DefinitionFile>(); })))
      return failure;
    WEFT_TRY(print(sections.events, "events", [&] { return merged<EventFile>(); }));
    if (!WEFT_TRY(print(sections.statistics, "statistics", [&] { return merged<StatisticsFile>(); }))) return failure;
    if (!WEFT_TRY(print(sections.snapshots, "snapshots", [&] { return merged<SnapshotFile>(); }))) return failure;
    if (!WEFT_TRY(print(sections.markers, "markers", [&] { return in_order<MarkerFile>(); }))) return failure;
    return success;
  }

  // Whether all could be read. An error only when the output fails.
  template <class Read>
  Result<bool> print(bool is_wanted, std::string_view title, Read&& read) {
    if (!is_wanted || printer_.count() > options_.printer.last) return true;
    if (!options_.printer.silent) out_.put(fmt::format("\n{}:\n\n", title));
    const std::uint64_t damage_before = report_.count(line_damaged.name);
    auto done = read();
    if (out_.failed()) WEFT_TRY(out_.flush());
    if (!done) fail(name_of_tool, done.error());
    return done && report_.count(line_damaged.name) == damage_before;
  }

  template <class Kind>
  Result<> in_order() {
    return read_in_order<Kind>(
        reader_, [&](ProcessId process) { return wants(process); }, printer_);
  }

  template <class Kind>
  Result<> merged() {
    constexpr std::uint64_t step = std::uint64_t{1} << 20;
    auto merge = WEFT_TRY(reader_.merge<Kind>(options_.selection));
    ProgressBar bar("reading");
    const Progress progress = is_on_terminal_ ? Progress{} : bar.callback();
    while (merge.read(printer_, step) == step) {
      if (!progress) continue;
      std::uint64_t done = 0, all = 0;
      for (const auto& file : merge.readers()) done += file->position(), all += file->file_bytes();
      progress(done, all);
    }
    return {};
  }

  bool wants(ProcessId process) const {
    const auto& wanted = options_.selection.processes;
    return !wanted || std::ranges::find(*wanted, process) != wanted->end();
  }

  void warn_of_unknown_processes() {
    if (!options_.selection.processes) return;
    for (const ProcessId process : *options_.selection.processes)
      if (!reader_.master().stream_of(process))
        print_text(
            fmt::format("Warning in OTF_Reader_setProcessStatus: cannot enable process {} because it is not "
                        "included in any of the streams in the anchor file.\n",
                process));
    std::fflush(stdout);
  }

  const PrintOptions& options_;
  TraceReader& reader_;
  Report& report_;
  bool is_on_terminal_;  // where lines show by themselves how far it has come
  TextSink out_;
  RecordPrinter printer_;
};

Result<int> print_trace(const PrintOptions& options) {
  Report report;
  const auto reader = WEFT_TRY(TraceReader::open(options.trace, report, {.handle_budget = options.files}));
  Output output;
  WEFT_TRY(output.open(options.output));
  const int code = WEFT_TRY(PrintTool(options, *reader, report, output.fd()).run());
  WEFT_TRY(output.close());
  return code;
}

}  // namespace

int run_print(Words words) {
  if (words.empty()) return print_text(print_help);
  PrintArguments arguments(words);
  if (const auto code = arguments.parse()) return *code;
  const auto code = print_trace(arguments.options);
  return code ? *code : fail(name_of_tool, code.error());
}

}  // namespace weft::cli::otf_tools
