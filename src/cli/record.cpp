// SPDX-License-Identifier: BSD-3-Clause
// weft record: runs a program with the recorder in it, and makes one archive of what it and its children recorded.
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>

#include "cli/human.hpp"
#include "cli/progress.hpp"
#include "cli/verb.hpp"
#include "formats/otf2/run.hpp"
#include "formats/registry.hpp"
#include "record/litl_run.hpp"
#include "record/run.hpp"
#include "record/settings.hpp"

namespace weft::cli {

namespace {

using recording::Run;

struct Options {
  std::vector<std::string> command;
  std::string directory;
  std::string format;
  std::string policy;
  std::string chunk;
  std::string memory;
  std::string thread_memory;
  std::vector<std::string> filter;
  std::string signal;
  bool io = false;
  std::vector<std::string> io_paths;
  bool compress = false;
  bool quiet = false;
};

std::vector<Option> table(Options& o) {
  return {
      {"command", "COMMAND", &o.command, "The program to run, with its arguments. Put -- before it.", true},
      {"-o,--output", "DIR", &o.directory, "Directory for the trace. Default: $WEFT_RECORD_DIR, or weft-PROGRAM-TIME."},
      {"--format", "FORMAT", &o.format, "otf2 (default), litl or dftracer."},
      {"--io", "", &o.io, "Record the calls that read and write files, too."},
      {"--io-path", "PREFIX", &o.io_paths,
          "The same, but only of files whose path begins so. May be repeated; one that fits is enough."},
      {"--compress", "", &o.compress, "Compresses the lines of dftracer."},
      {"--policy", "POLICY", &o.policy,
          "When memory is full: write (default), drop, or flight: keep the newest events only."},
      {"--chunk", "BYTES", &o.chunk, "Memory a thread fills before it is written: 256k (default) to 16M."},
      {"--memory", "BYTES", &o.memory, "Memory of all threads of a process. Default: 1G."},
      {"--thread-memory", "BYTES", &o.thread_memory, "Memory of one thread, for drop and flight. Default: 4M."},
      {"--filter", "PATTERN", &o.filter,
          "Record regions of this name only; with - before it, all others. May be repeated; the last that fits "
          "counts."},
      {"--signal", "SIGNAL", &o.signal, "A flight recorder writes a trace when this signal comes."},
      {"-q,--quiet", "", &o.quiet, "Say nothing about the recording unless something is wrong."},
  };
}

// Beside the command: DIR/bin/weft, DIR/lib/libweft-preload.so.
Result<std::string> preload_library() {
  char path[PATH_MAX] = {};
  if (::readlink("/proc/self/exe", path, sizeof path - 1) < 0) return system_error("cannot find", "/proc/self/exe");
  std::string library(path);
  library.resize(library.find_last_of('/'));
  library.resize(library.find_last_of('/'));
  library += "/lib/libweft-preload.so";
  if (::access(library.c_str(), R_OK) != 0)
    return Error{Errc::not_found, "expected the library that records beside the command; install Weft again", library};
  return library;
}

// A pattern is one, also with a comma in it, as functions have between their parameters.
std::string filter_of(const std::vector<std::string>& patterns) {
  std::string filter;
  for (const std::string& pattern : patterns) {
    if (!filter.empty()) filter += ',';
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      if (pattern[i] == ',') filter += '\\';
      filter += pattern[i];
      if (pattern[i] == '\\' && i + 1 < pattern.size()) filter += pattern[++i];
    }
  }
  return filter;
}

// What the user said here, in the words of the environment.
std::map<std::string, std::string> settings_of(const Options& o) {
  std::map<std::string, std::string> said = {{"WEFT_RECORD", "on"}, {"WEFT_RECORD_FORMAT", o.format},
      {"WEFT_RECORD_POLICY", o.policy}, {"WEFT_RECORD_CHUNK", o.chunk}, {"WEFT_RECORD_MEMORY", o.memory},
      {"WEFT_RECORD_THREAD_MEMORY", o.thread_memory}, {"WEFT_RECORD_SIGNAL", o.signal},
      {"WEFT_RECORD_IO", o.io || !o.io_paths.empty() ? "on" : ""},
      {"WEFT_RECORD_IO_PATH", fmt::format("{}", fmt::join(o.io_paths, ":"))},
      {"WEFT_RECORD_COMPRESS", o.compress ? "on" : ""}, {"WEFT_RECORD_FILTER", filter_of(o.filter)},
      {"WEFT_RECORD_DIR", o.directory}};
  std::erase_if(said, [](const auto& setting) { return setting.second.empty(); });
  return said;
}

// The same settings for all processes of the run: one archive has one size of chunks.
void set_environment(const std::map<std::string, std::string>& said, const recording::Settings& settings,
    const Run& run, const std::string& library) {
  const auto set = [](const char* variable, const std::string& value) { ::setenv(variable, value.c_str(), 1); };
  for (const auto& [variable, value] : said) set(variable.c_str(), value);
  const char* const others = std::getenv("LD_PRELOAD");
  set("LD_PRELOAD", others && *others ? fmt::format("{}:{}", others, library) : library);
  set("WEFT_RECORD_RUN", "on");
  set("WEFT_RECORD_DIR", run.directory());
  set("WEFT_RECORD_NAME", run.name());
  set("WEFT_RECORD_CHUNK", std::to_string(settings.chunk_bytes));
}

// Signals that people send to us are meant for the program, which decides what becomes of them. What a terminal sends
// comes to both of us.
sigset_t passed_on() {
  sigset_t signals;
  ::sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGCHLD}) ::sigaddset(&signals, signal);
  return signals;
}
void pass_on_to(pid_t program) {
  siginfo_t info{};
  const sigset_t signals = passed_on();
  const int signal = ::sigwaitinfo(&signals, &info);
  const bool is_from_somebody = info.si_code <= 0;
  if (signal > 0 && signal != SIGCHLD && is_from_somebody) ::kill(program, signal);
}

// How the program ended, as a shell would say it.
Result<int> run_command(
    const Options& o, const recording::Settings& settings, const Run& run, const std::string& library) {
  std::vector<char*> arguments;
  for (const std::string& word : o.command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  ::signal(SIGCHLD, SIG_DFL);
  const sigset_t ours = passed_on();
  sigset_t before;
  ::sigprocmask(SIG_BLOCK, &ours, &before);  // also later, because we stay to put the trace together
  const pid_t child = ::fork();
  if (child < 0) return system_error("cannot start", o.command.front());
  if (child == 0) {
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
    set_environment(settings_of(o), settings, run, library);
    ::execvp(arguments[0], arguments.data());
    fmt::print(stderr, "weft: cannot run {}: {}\n", o.command.front(), std::strerror(errno));
    ::_exit(errno == ENOENT ? 127 : 126);
  }
  int status = 0;
  pid_t ended = 0;
  while ((ended = ::waitpid(child, &status, WNOHANG)) == 0) pass_on_to(child);
  if (ended < 0) return system_error("cannot wait for", o.command.front());
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

// A trace of DFTracer is a directory of files, one for each process.
void tell_files(const std::string& directory) {
  std::error_code error;
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory, error)) files += entry.is_regular_file();
  fmt::print(stderr, "weft: recorded {}: {}\n", directory, human_count(files, "process", "processes"));
}

// "recorded: DIR/trace.otf2: 3 processes, 12 locations"
void tell(const std::string& path, recording::OutputFormat format) {
  if (format == recording::OutputFormat::dftracer) return tell_files(path);
  const auto trace = open_trace(path);
  if (!trace) return fmt::print(stderr, "weft: {}\n", trace.error().text());
  const Definitions& definitions = (*trace)->definitions();
  fmt::print(stderr, "weft: recorded {}: {}, {}\n", path,
      human_count(definitions.all<def::LocationGroup>().size(), "process", "processes"),
      human_count((*trace)->locations().size(), "location", "locations"));
}

Result<std::string> complete(const recording::Settings& settings, Run& run) {
  if (settings.format == recording::OutputFormat::dftracer) return run.path();
  if (settings.format == recording::OutputFormat::litl) {
    WEFT_TRY(recording::complete_litl_run(run.path()));
    return run.path() + ".trace";
  }
  ProgressBar bar("putting the trace together");
  otf2::CompleteOptions options;
  options.anchor.creator = "weft record";
  options.progress = bar.callback();
  options.anchor.event_chunk_bytes = settings.chunk_bytes;
  const auto report = WEFT_TRY(otf2::complete_run(run.archive().anchor(), options));
  bar.finish();
  for (const std::string& sentence : report.done) fmt::print(stderr, "weft: {}\n", sentence);
  for (const std::string& sentence : report.lost) fmt::print(stderr, "weft: lost: {}\n", sentence);
  return run.archive().anchor();
}

Result<Outcome> run(const Options& o) {
  const std::string library = WEFT_TRY(preload_library());
  const auto said = settings_of(o);
  const auto [settings, complaints] = recording::read_settings([&](const char* variable) -> const char* {
    const auto found = said.find(variable);
    return found == said.end() ? std::getenv(variable) : found->second.c_str();
  });
  if (!complaints.empty()) return Error{Errc::invalid_argument, complaints.front()};
  const std::string program = o.command.front().substr(o.command.front().find_last_of('/') + 1);
  // Where we are recorded ourselves, the environment names the trace that we are in.
  std::string directory = settings.joins_run ? o.directory : settings.directory;
  if (directory.empty()) directory = recording::default_directory(program);
  Run run = WEFT_TRY(Run::create(directory, settings.joins_run ? "trace" : settings.name));
  const int status = WEFT_TRY(run_command(o, settings, run, library));
  if (!run.leave()) {
    fmt::print(stderr, "weft: processes of this run are still recording; the last of them completes {}\n", run.path());
    return static_cast<Outcome>(status);
  }
  if (run.processes() == 0) {
    run.discard();
    fmt::print(stderr, "weft: nothing was recorded: is {} a static program, or one with special rights?\n", program);
    return static_cast<Outcome>(status);
  }
  const std::string path = WEFT_TRY(complete(settings, run));
  run.close();
  if (!o.quiet) tell(path, settings.format);
  return static_cast<Outcome>(status);
}

}  // namespace

Verb record_verb() {
  return make_verb<Options>("record", "run a program and record what it does",
      "Runs COMMAND with the recorder in it and in its children, and makes one archive of what they recorded: the\n"
      "beginning and end of processes and threads, functions of programs compiled with -finstrument-functions, and\n"
      "everything programs record themselves (weft/record.h). With --io, also the calls that read and write files.\n"
      "Ends with the exit code of COMMAND.",
      table,
      {{"weft record -- ./program", "into a new directory weft-program-TIME"},
          {"weft record -o run --filter '-*_helper' -- ./program", "without small functions"},
          {"weft record --io --io-path /data --format dftracer -- ./program", "what it does with files below /data"},
          {"weft record --policy flight --signal USR1 -- ./program",
              "keeps the newest events; kill -USR1 writes them"}},
      run);
}

}  // namespace weft::cli
