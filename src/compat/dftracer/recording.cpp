// SPDX-License-Identifier: BSD-3-Clause
#include "compat/dftracer/recording.hpp"

#include <signal.h>
#include <stdlib.h>
#include <weft/record.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "compat/dftracer/bind.hpp"
#include "compat/dftracer/ending.hpp"
#include "record/dftracer_program.hpp"
#include "record/inside.hpp"
#include "record/keep_errno.hpp"
#include "record/own_settings.hpp"
#include "record/preload/io/watch.hpp"
#include "record/preload/loaded_code.hpp"
#include "record/preload/locks.hpp"
#include "record/preload/processes.hpp"
#include "record/preload/symbols.hpp"
#include "record/recorder.hpp"

extern "C" {

// Not before the initialisation.
int weft_record_on = 0;
}

namespace weft::dftracer {

namespace {

using recording::Settings;

constexpr std::uint64_t smallest_chunk = std::uint64_t{256} << 10;
constexpr std::uint64_t largest_chunk = std::uint64_t{16} << 20;
constexpr int last_signals[] = {SIGSEGV, SIGUSR1, SIGABRT, SIGHUP, SIGTERM, SIGINT};

struct OwnRecording {
  std::mutex mutex;  // of what follows, until it has begun
  bool has_begun = false;
  bool binds = false;
  Configuration configuration;
  std::atomic<const Settings*> settings = nullptr;  // once it has begun; never destroyed
};

// Never destroyed: events may come after all destructors.
OwnRecording& own_recording() {
  static auto* const one = new OwnRecording;
  return *one;
}

// Programs change their directory.
std::string absolute(const std::string& path) {
  std::error_code error;
  const auto whole = std::filesystem::absolute(path, error);
  return error ? path : whole.lexically_normal().string();
}

// TRACE.pfw and TRACE.anything are TRACE.
std::string without_ending(std::string path) {
  for (const bool is_compressed : {true, false})
    if (const auto ending = recording::dftracer_ending(is_compressed); path.ends_with(ending))
      return path.substr(0, path.size() - ending.size());
  const std::size_t dot = path.find_last_of("./");
  if (dot != std::string::npos && dot != 0 && path[dot] == '.' && path[dot - 1] != '/') path.resize(dot);
  return path;
}

void set_place(Settings& settings, const Configuration& c, const Wishes& wishes) {
  recording::DftracerStyle& style = settings.style;
  style.prefix = absolute(wishes.log_file ? without_ending(wishes.log_file) : c.log_file);
  if (wishes.log_file) style.first_choice = style.prefix + std::string(recording::dftracer_ending(c.is_compressed));
  if (wishes.process_id && *wishes.process_id >= 0) style.number = static_cast<std::uint64_t>(*wishes.process_id);
}

// Prefixes of all who have a say, or none for everything.
std::string data_dirs(const Configuration& c, const char* wished) {
  const auto is_all = [](std::string_view dirs) { return dirs.empty() || dirs == "all"; };
  if (!wished || is_all(wished)) return is_all(c.data_dirs) || wished ? "" : c.data_dirs;
  return is_all(c.data_dirs) ? wished : std::string(wished) + ":" + c.data_dirs;
}

// Rules that cannot be read are told, and nothing is folded: that loses nothing.
void set_folding(Settings& settings, const Configuration& c) {
  if (!c.aggregates) return;
  recording::DftracerStyle& style = settings.style;
  if (c.is_selective) {
    auto rules = std::make_shared<recording::FoldRules>();
    if (!c.aggregation_file.empty()) {
      auto read = read_fold_rules(c.aggregation_file);
      if (!read) return log(LogLevel::error, read.error().text());
      *rules = std::move(*read);
    }
    style.fold_rules = std::move(rules);
  }
  style.fold_nanoseconds = c.interval_milliseconds * 1'000'000;
}

Settings settings_of(const Configuration& c, const Wishes& wishes, const char* mode) {
  Settings settings;
  settings.format = recording::OutputFormat::dftracer;
  settings.compress = c.is_compressed;
  settings.io = true;
  settings.io_paths = data_dirs(c, wishes.data_dirs);
  if (!c.has_posix) settings.io_left_out.emplace_back("POSIX");
  if (!c.has_stdio) settings.io_left_out.emplace_back("STDIO");
  if (c.write_buffer_bytes) {
    settings.chunk_bytes = std::clamp(*c.write_buffer_bytes, smallest_chunk, largest_chunk);
    settings.write_bytes = std::max<std::uint64_t>(*c.write_buffer_bytes, 1);
  }
  if (c.binds_signals) settings.last_signals.assign(std::begin(last_signals), std::end(last_signals));
  recording::DftracerStyle& style = settings.style;
  style.mode = mode;
  style.has_arguments = c.has_metadata;
  style.has_levels = true;
  style.has_thread_ids = c.has_thread_ids;
  style.has_affinity = c.has_affinity;
  style.keeps_empty = false;
  style.unit = c.unit;
  style.unit_nanoseconds = c.unit_nanoseconds;
  style.tell_at_end = tell_at_end;
  set_folding(settings, c);
  set_place(settings, c, wishes);
  return settings;
}

// `decide` says whether this is the moment to begin, and whether calls are bound.
struct Decision {
  bool begins;
  bool binds;
};
template <class Decide>
void begin(const Wishes& wishes, const char* mode, Decide&& decide) noexcept {
  const recording::KeepErrno keep_errno;
  const recording::Inside inside;
  OwnRecording& one = own_recording();
  const std::lock_guard lock(one.mutex);
  if (one.has_begun) return;
  try {
    Configuration c = read_configuration(::getenv);
    const Decision decision = decide(c);
    if (!decision.begins) return;
    one.has_begun = true;
    one.configuration = std::move(c);
    if (!one.configuration.is_enabled) return;
    for (const Configuration::Remark& remark : one.configuration.remarks) log(remark.level, remark.text);
    one.binds = decision.binds && one.configuration.has_io;
    one.settings = new Settings(settings_of(one.configuration, wishes, mode));
    __atomic_store_n(&weft_record_on, 1, __ATOMIC_RELAXED);
    if (!recording::Recorder::get().is_on()) return;
    recording::follow_processes(
        {&recording::unloading_mutex(), &recording::functions_mutex(), &recording::symbols_mutex()});
    if (!one.binds) return;
    recording::io::begin_watching();
    bind_loaded_objects();
  } catch (const std::exception& error) {
    recording::complain(std::string(error.what()) + "; nothing is recorded");
  }
}

}  // namespace

void begin_by_program(const Wishes& wishes, bool binds) noexcept {
  begin(wishes, "app", [&](const Configuration& c) {
    return Decision{true, binds && c.init == Configuration::Init::function};
  });
}

void begin_by_preload() noexcept {
  begin({}, "preload", [](const Configuration& c) {
    return Decision{c.is_enabled && c.init == Configuration::Init::preload, true};
  });
}

void end_recording() noexcept {
  if (own_recording().settings) recording::Recorder::get().finish();
}

const Configuration& configuration() { return own_recording().configuration; }
bool binds_calls() { return own_recording().binds; }

void log(LogLevel level, const std::string& text) {
  if (level <= configuration().log_level) recording::complain(text);
}

}  // namespace weft::dftracer

namespace weft::recording {

std::optional<SettingsReport> wanted_settings() {
  const Settings* const settings = dftracer::own_recording().settings;
  if (!settings) return std::nullopt;
  return SettingsReport{*settings, {}};
}

}  // namespace weft::recording
