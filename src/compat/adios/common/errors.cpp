// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/common/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>

#include "compat/adios/common/words.hpp"

int adios_errno = err_no_error;

namespace weft::adios {

namespace {

constexpr std::size_t message_room = 256;  // with its end

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

// One for the program, as the C interface has it.
struct Log {
  std::mutex mutex;
  Level level = Level::warning;
  bool aborts = false;
  std::unique_ptr<std::FILE, CloseFile> file;
  std::string file_name;
  char last_message[message_room] = "";
};

Log& the_log() {
  static Log log;
  return log;
}

std::string_view prefix_of(Level level) {
  switch (level) {
    case Level::error:
      return "ERROR: ";
    case Level::warning:
      return "WARN : ";
    case Level::info:
      return "INFO : ";
    default:
      return "DEBUG: ";
  }
}

void write_line(Log& log, Level level, std::string_view message) {
  if (level > log.level) return;
  while (message.ends_with('\n')) message.remove_suffix(1);
  const std::string line = fmt::format("{}{}\n", prefix_of(level), message);
  std::FILE* const to = log.file ? log.file.get() : stderr;
  std::fwrite(line.data(), 1, line.size(), to);
  std::fflush(to);
}

void set_file(Log& log, const std::string& name) {
  if (log.file && log.file_name == name) return;
  log.file.reset(std::fopen(name.c_str(), "we"));
  log.file_name = name;
  if (!log.file) write_line(log, Level::error, fmt::format("{}: cannot be opened as a log file", name));
}

}  // namespace

int fail(ADIOS_ERRCODES code, std::string_view message) {
  Log& log = the_log();
  const std::lock_guard lock(log.mutex);
  adios_errno = code;
  const std::size_t bytes = std::min(message.size(), message_room - 1);
  std::memcpy(log.last_message, message.data(), bytes);
  log.last_message[bytes] = 0;
  write_line(log, Level::error, message);
  if (log.aborts && code != err_no_error) std::abort();
  return code;
}

int fail(ADIOS_ERRCODES code, const Error& error) { return fail(code, error.text()); }

void tell(Level level, std::string_view message) {
  Log& log = the_log();
  const std::lock_guard lock(log.mutex);
  write_line(log, level, message);
}

void forget_error() { adios_errno = err_no_error; }

std::vector<Parameter> parse_parameters(std::string_view text) {
  std::vector<Parameter> all;
  while (!text.empty()) {
    bool is_protected = false;
    std::size_t end = 0;
    for (; end < text.size() && (text[end] != ';' || is_protected); ++end)
      if (text[end] == '"') is_protected = !is_protected;
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t equals = word.find('=');
    Parameter parameter{std::string(trimmed(word.substr(0, equals))),
        equals == word.npos ? "" : std::string(trimmed(word.substr(equals + 1)))};
    std::erase(parameter.value, '"');
    if (!parameter.name.empty()) all.push_back(std::move(parameter));
  }
  return all;
}

std::vector<Parameter> take_log_parameters(std::vector<Parameter> parameters) {
  Log& log = the_log();
  const std::lock_guard lock(log.mutex);
  std::erase_if(parameters, [&](const Parameter& parameter) {
    if (same_word(parameter.name, "verbose")) {
      // Without a number: all that users may want to know.
      int level = static_cast<int>(Level::info);
      if (!parameter.value.empty()) {
        const auto number = to_number<int>(parameter.value);
        if (number)
          level = *number;
        else
          write_line(
              log, Level::error, fmt::format("parameter verbose is a number from 0 to 4, not '{}'", parameter.value));
      }
      log.level = static_cast<Level>(std::clamp(level, 0, static_cast<int>(Level::debug)));
    } else if (same_word(parameter.name, "quiet")) {
      log.level = Level::quiet;
    } else if (same_word(parameter.name, "logfile")) {
      set_file(log, parameter.value);
    } else if (same_word(parameter.name, "abort_on_error")) {
      log.aborts = true;
    } else {
      return false;
    }
    return true;
  });
  return parameters;
}

}  // namespace weft::adios

namespace {

std::string formatted(const char* format, std::va_list arguments) {
  char text[weft::adios::message_room];
  std::vsnprintf(text, sizeof text, format, arguments);
  return text;
}

}  // namespace

extern "C" {

void adios_error(ADIOS_ERRCODES errcode, char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const std::string text = formatted(format, arguments);
  va_end(arguments);
  weft::adios::fail(errcode, text);
}

void adios_error_at_line(ADIOS_ERRCODES errcode, const char* filename, unsigned int linenum, char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const std::string text = formatted(format, arguments);
  va_end(arguments);
  weft::adios::fail(errcode, fmt::format("{}:{}: {}", filename, linenum, text));
}

const char* adios_get_last_errmsg() { return weft::adios::the_log().last_message; }

void adios_clear_error() {
  weft::adios::the_log().last_message[0] = 0;
  weft::adios::forget_error();
}
}
