// SPDX-License-Identifier: BSD-3-Clause
// How the file of a process is called in a trace of DFTracer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft::recording {

// What DFTracer calls the program. It does not look at the last word of a command line: names that tools know depend on
// that, so it is the same here.
std::string dftracer_program(const std::vector<std::string>& command_line);

// What the names of files end in.
constexpr std::string_view dftracer_ending(bool is_compressed) { return is_compressed ? ".pfw.gz" : ".pfw"; }

// PREFIX-HASH-MODE.pfw, or .pfw.gz. A process that replaces itself by the same program comes back with the same name:
// `number` tells its files apart.
struct DftracerPlace {
  std::string prefix;
  std::string mode;  // preload or app
  bool is_compressed = false;
};
std::string dftracer_path(const DftracerPlace& place, const std::string& program, const std::string& host,
    std::uint64_t pid, unsigned number);

}  // namespace weft::recording
