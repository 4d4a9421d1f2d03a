// SPDX-License-Identifier: BSD-3-Clause
// otfmerge: the same trace with another number of streams. Streams of the output are independent of one another, so
// several are written at a time. otfmerge-mpi is the same work: see is_idle_rank().
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <mutex>

#include "base/parallel.hpp"
#include "cli/otf_tools/in_order.hpp"
#include "cli/otf_tools/tool.hpp"
#include "cli/progress.hpp"
#include "formats/otf/out_files.hpp"
#include "formats/otf/writer.hpp"

namespace weft::cli::otf_tools {

using namespace otf;
namespace fs = std::filesystem;

namespace {

constexpr std::string_view merge_help =
    R"(usage: otfmerge [OPTION...] TRACE
       mpirun otfmerge-mpi [OPTION...] TRACE

Writes a trace anew with another number of streams, that is, of files that share the processes among them. TRACE is the
master file, with or without its ending .otf. Traces whose streams have definitions of their own cannot be merged.

  -n N        the number of streams (1); 0 gives every process a stream of its own
  -o NAME     the name of the new trace (out); what has that name is replaced
  --snaps     take snapshots and the thumbnail, too
  --stats     take statistics, too
  --long      write long words
  -z LEVEL    compress the files: 0 not at all, 1 fast, 9 small (0)
  -p          show how far it has come
  -f N        use at most N files at a time (100)
  -wb BYTES   the size of the buffers of files that are written (1048576)
  -rb BYTES   accepted, without effect: buffers have the sizes that read fastest
  -V          the version of OTF this tool stands in for
  -h, --help  this text

Under the name otfmerge-mpi it may be started by mpirun: the first process then does the work, with all processors of
its machine, and the others have nothing to do.

examples:
  otfmerge -n 4 -o merged trace.otf
  otfmerge -n 0 -z 4 --snaps --stats -o spread/trace trace.otf
)";

constexpr std::size_t smallest_buffer = 50;

struct MergeOptions {
  std::string trace;
  std::string output = "out";
  std::int64_t streams = 1;
  std::int64_t files = 100;
  std::int64_t level = 0;
  std::uint64_t read_buffer = std::uint64_t{1} << 20;
  std::uint64_t write_buffer = std::uint64_t{1} << 20;
  bool snapshots = false;
  bool statistics = false;
  bool long_words = false;
  bool progress = false;
};

// Copies records into a stream, and stops where that is not possible.
class RecordCopier {
 public:
  static constexpr bool stops_at_damage = true;

  explicit RecordCopier(StreamWriter& to) : to_(to) {}

  // What kept it from going on.
  Result<> status() { return std::move(status_); }

  template <class R>
  bool operator()(const At& at, const R& record) {
    if constexpr (KindOf<R>::timed)
      status_ = to_.write(at.time, at.process, record, &at.values);
    else if (at.stream != 0 && !std::is_same_v<R, Marker>)
      status_ = Error{Errc::unsupported,
          fmt::format("stream {:x} has definitions of its own: such a trace cannot be merged", at.stream)};
    else
      status_ = define(record, at.values);
    return status_.has_value();
  }

 private:
  template <class R>
  Result<> define(const R& record, const KeyValues& values) {
    if constexpr (std::is_same_v<R, DefVersion>)
      return to_.write(own_version);
    else if constexpr (std::is_same_v<R, DefUniqueId>)
      return to_.write(DefUniqueId{new_unique_id()});
    else
      return to_.write(record, &values);
  }

  StreamWriter& to_;
  Result<> status_;
};

// How far all streams together have come.
class MergeProgress {
 public:
  MergeProgress(std::size_t streams, bool is_wanted)
      : shares_(streams), is_wanted_(is_wanted), bar_("merging"), draw_(is_wanted ? Progress{} : bar_.callback()) {}

  void set(std::size_t stream, double share) {
    const std::lock_guard lock(mutex_);
    sum_ += share - std::exchange(shares_[stream], share);
    constexpr double fine = 1e6;
    const double done = sum_ / static_cast<double>(shares_.size());
    if (draw_) draw_(static_cast<std::uint64_t>(done * fine), static_cast<std::uint64_t>(fine));
    if (!is_wanted_) return;
    print_text(fmt::format("{:7.2f} % {}\r", 100 * done, std::exchange(has_dot_, !has_dot_) ? '.' : ' '));
    std::fflush(stdout);
  }
  void finish() {
    if (is_wanted_) print_text(fmt::format("{:7.2f} % done\n", 100.0));
  }

 private:
  std::mutex mutex_;
  std::vector<double> shares_;
  double sum_ = 0;
  bool is_wanted_;
  bool has_dot_ = false;
  ProgressBar bar_;
  Progress draw_;
};

class MergeTool {
 public:
  explicit MergeTool(const MergeOptions& options) : options_(options), pool_(static_cast<std::size_t>(options.files)) {}

  Result<> run() {
    reader_ = WEFT_TRY(TraceReader::open(options_.trace, report_, reading(1)));
    out_ = WEFT_TRY(TracePaths::of(options_.output));
    std::error_code ignored;
    if (fs::equivalent(reader_->paths().master(), out_->master(), ignored))
      return Error{Errc::invalid_argument, "a trace cannot be merged into itself", out_->master()};
    remove_files(*out_);
    distribute();
    // The master file comes last: without it nobody takes what a failure left for a trace.
    WEFT_TRY(check_writable());
    WEFT_TRY(copy_definitions());
    WEFT_TRY(copy_streams());
    if (options_.snapshots) WEFT_TRY(copy_thumbnail());
    return master_.write(*out_);
  }

  const Report& report() const { return report_; }

 private:
  TraceReader::Options reading(std::size_t at_a_time) const {
    return {.handle_budget = std::max<std::size_t>(1, static_cast<std::size_t>(options_.files) / at_a_time)};
  }
  WriteOptions writing() const {
    return {.form = options_.long_words ? Form::long_words : Form::short_words,
        .inline_snapshots = false,
        .buffer = {options_.write_buffer, static_cast<int>(options_.level)}};
  }

  // Contiguous blocks of processes, the first ones larger by one if they do not come out even.
  void distribute() {
    std::vector<ProcessId> processes;
    for (const auto& [stream, members] : reader_->master().streams())
      processes.insert(processes.end(), members.begin(), members.end());
    const std::size_t all = processes.size();
    const auto wanted = static_cast<std::size_t>(options_.streams);
    const std::size_t count = wanted == 0 || wanted > all ? all : wanted;
    auto next = processes.begin();
    for (std::size_t i = 0; i < count; ++i) {
      const auto end = next + static_cast<std::ptrdiff_t>(all / count + (i < all % count ? 1 : 0));
      for (const ProcessId process : parts_.emplace_back(next, end)) master_.map(static_cast<StreamId>(i + 1), process);
      next = end;
    }
  }

  Result<> check_writable() {
    WEFT_TRY(File::create(out_->master()));
    std::error_code ignored;
    fs::remove(out_->master(), ignored);
    return {};
  }

  Result<> copy_definitions() {
    const WriteOptions options = writing();
    StreamWriter to(pool_, *out_, 0, options);
    auto copied = copy_kind<DefinitionFile>(to);
    if (copied) copied = copy_kind<MarkerFile>(to);
    auto closed = to.close();
    return copied ? std::move(closed) : std::move(copied);
  }

  template <class Kind>
  Result<> copy_kind(StreamWriter& to) {
    RecordCopier copier(to);
    WEFT_TRY(read_in_order<Kind>(
        *reader_, [](ProcessId) { return true; }, copier));
    WEFT_TRY(copier.status());
    return check_read({line_damaged, line_unknown});
  }

  Result<> check_read(std::initializer_list<Rule> fatal) {
    for (const Rule& rule : fatal)
      if (report_.count(rule.name) > 0) return Error{Errc::corrupt, "the trace is damaged", reader_->paths().master()};
    return {};
  }

  Result<> copy_streams() {
    MergeProgress progress(parts_.size(), options_.progress);
    std::vector<Result<>> results(parts_.size());
    parallel_for(parts_.size(), 0, [&](std::size_t part, std::size_t) { results[part] = copy_stream(part, progress); });
    for (auto& result : results) WEFT_TRY(std::move(result));
    WEFT_TRY(check_read({line_damaged}));  // lines that nobody knows are left out and told
    progress.finish();
    return {};
  }

  Result<> copy_stream(std::size_t part, MergeProgress& progress) {
    const std::size_t at_a_time = std::min(parts_.size(), thread_count(0));
    const auto reader = TraceReader::open(reader_->paths(), reader_->master(), report_, reading(at_a_time));
    Selection selection;
    selection.processes = parts_[part];
    const auto id = static_cast<StreamId>(part + 1);
    WEFT_TRY(copy_file<EventFile>(*reader, selection, id, [&](double share) { progress.set(part, share); }));
    if (options_.snapshots) WEFT_TRY(copy_file<SnapshotFile>(*reader, selection, id, [](double) {}));
    if (options_.statistics) WEFT_TRY(copy_file<StatisticsFile>(*reader, selection, id, [](double) {}));
    return {};
  }

  template <class Kind, class Tell>
  Result<> copy_file(TraceReader& reader, const Selection& selection, StreamId id, Tell&& tell) {
    constexpr std::uint64_t step = 100000;
    WriteOptions options = writing();
    options.inline_snapshots = std::is_same_v<Kind, EventFile>;  // they stay where they are
    StreamWriter to(pool_, *out_, id, options);
    RecordCopier copier(to);
    auto merge = WEFT_TRY(reader.merge<Kind>(selection));
    while (merge.read(copier, step) == step) {
      double done = 0, all = 1;
      for (const auto& file : merge.readers())
        done += static_cast<double>(file->position()), all += static_cast<double>(file->file_bytes());
      tell(done / all);
    }
    tell(1);
    auto copied = copier.status();
    if (copied && std::is_same_v<Kind, EventFile>) copied = complete(to, selection.processes->front());
    auto closed = to.close();
    return copied ? std::move(closed) : std::move(copied);
  }

  // A stream without events needs a file all the same, with a time and a process.
  static Result<> complete(StreamWriter& to, ProcessId process) {
    RecordWriter* const file = WEFT_TRY(to.file<EventFile>());
    if (file->process() != unknown_process) return {};
    return file->write_state(0, process);
  }

  Result<> copy_thumbnail() {
    std::error_code ignored;
    const std::string in = reader_->paths().stub() + ".thumb";
    if (!fs::exists(in, ignored)) return {};
    const auto content = WEFT_TRY(read_file(in));
    return replace_file(out_->stub() + ".thumb", content);
  }

  const MergeOptions& options_;
  Report report_;
  HandlePool pool_;
  std::unique_ptr<TraceReader> reader_;
  std::optional<TracePaths> out_;
  Master master_;
  std::vector<std::vector<ProcessId>> parts_;  // the processes of each stream
};

int merge_error(std::string_view message) {
  fmt::print(stderr, "Error: {}\n", message);
  return failure;
}

// What is wrong with the options; empty if nothing is.
std::string_view wrong_in(const MergeOptions& options) {
  if (options.files < 1) return "less than 1 filehandle is not permitted.";
  if (options.streams < 0) return "the number of streams must not be negative.";
  if (options.level < 0 || options.level > 9) return "the level of compression must be from 0 to 9.";
  if (options.read_buffer < smallest_buffer || options.write_buffer < smallest_buffer)
    return "a buffer must have at least 50 bytes.";
  if (options.trace.empty()) return "no input file given.";
  return {};
}

// An exit code if there is nothing to do.
std::optional<int> parse_merge(Words words, MergeOptions& options) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const bool has_value = i + 1 < words.size();
    const auto number = [&] { return number_in(words[++i]); };
    if (word == "-h" || word == "--help") return print_text(merge_help);
    if (word == "-V") return print_version();
    if (word == "-p")
      options.progress = true;
    else if (word == "--snaps")
      options.snapshots = true;
    else if (word == "--stats")
      options.statistics = true;
    else if (word == "--long")
      options.long_words = true;
    else if (word == "-n" && has_value)
      options.streams = static_cast<std::int64_t>(number());
    else if (word == "-f" && has_value)
      options.files = static_cast<std::int64_t>(number());
    else if (word == "-z" && has_value)
      options.level = static_cast<std::int64_t>(number());
    else if (word == "-rb" && has_value)
      options.read_buffer = number();
    else if (word == "-wb" && has_value)
      options.write_buffer = std::min<std::uint64_t>(number(), ~std::uint32_t{0});
    else if (word == "-o" && has_value)
      options.output = words[++i];
    else if (word.starts_with('-'))
      return merge_error(fmt::format("unknown option: '{}'", word));
    else
      options.trace = word;
  }
  if (options.output.ends_with('/')) options.output += "out";
  if (const std::string_view wrong = wrong_in(options); !wrong.empty()) return merge_error(wrong);
  return std::nullopt;
}

int run_merge_as(std::string_view name, Words words) {
  if (words.empty()) return print_text(merge_help);
  MergeOptions options;
  if (const auto code = parse_merge(words, options)) return *code;
  MergeTool tool(options);
  const auto merged = tool.run();
  tell(name, tool.report());
  if (!merged) return merge_error(merged.error().text());
  return success;
}

}  // namespace

int run_merge(Words words) { return run_merge_as("otfmerge", words); }
int run_merge_mpi(Words words) { return is_idle_rank() ? success : run_merge_as("otfmerge-mpi", words); }

}  // namespace weft::cli::otf_tools
