// SPDX-License-Identifier: BSD-3-Clause
#include "record/dftracer_program.hpp"

#include <fmt/format.h>

#include "formats/dftracer/hashes.hpp"

namespace weft::recording {

namespace {

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

std::string dftracer_program(const std::vector<std::string>& command_line) {
  constexpr std::size_t most_bytes = 4096;
  std::size_t bytes = 0;
  std::string last;
  for (std::size_t i = 0; i + 1 < command_line.size() && bytes < most_bytes; ++i) {
    const std::string& word = command_line[i];
    bytes += word.size() + 1;
    last = word.substr(word.find_last_of('/') + 1);
    const bool is_launcher = contains(last, "python") || contains(last, "env") || contains(last, "multiprocessing");
    if (!last.starts_with('-') && !is_launcher) return last;
  }
  return contains(last, "multiprocessing") ? "DEFAULT-spawn" : "DEFAULT";
}

std::string dftracer_path(const DftracerPlace& place, const std::string& program, const std::string& host,
    std::uint64_t pid, unsigned number) {
  std::string process = fmt::format("{}-{}-{}", program, host, pid);
  if (number > 1) process += fmt::format("-{}", number);
  const auto hash = dftracer::hexadecimal(dftracer::hash_f(dftracer::md5(process)));
  return fmt::format("{}-{}-{}{}", place.prefix, hash.view(), place.mode, dftracer_ending(place.is_compressed));
}

}  // namespace weft::recording
