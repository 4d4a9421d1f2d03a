// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/profile/shrink.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "cli/installation.hpp"

namespace weft::cli::otf_tools::profile {

namespace {

// The one beside this program; without it, the one that a shell would find.
std::string shrinker() {
  const std::filesystem::path beside = prefix() / "bin" / "otfshrink";
  std::error_code ignored;
  return std::filesystem::exists(beside, ignored) ? beside.string() : "otfshrink";
}

}  // namespace

Result<> shrink(const Options& options) {
  std::string words[] = {shrinker(), "-i", options.trace, "-o", options.shrunk, "-f", options.prefix + ".map"};
  char* arguments[std::size(words) + 1] = {};
  for (std::size_t i = 0; i < std::size(words); ++i) arguments[i] = words[i].data();
  pid_t child = 0;
  if (const int problem = ::posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments, environ); problem != 0)
    return Error{Errc::io, fmt::format("cannot be run: {}", std::strerror(problem)), words[0]};
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return system_error("cannot be waited for", words[0]);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  return Error{Errc::io, fmt::format("made no trace '{}'", options.shrunk), words[0]};
}

}  // namespace weft::cli::otf_tools::profile
