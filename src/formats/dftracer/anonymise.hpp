// SPDX-License-Identifier: BSD-3-Clause
// A trace without the names of its hosts, paths, users and commands. Everything else stays as it is, and what was the
// same before is the same afterwards; hashes are those of the new names.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/result.hpp"
#include "model/report.hpp"

namespace weft::dftracer {

struct AnonymiseSettings {
  std::string secret;  // with the same one, names become the same
  std::size_t threads = 0;
};

// All texts of arguments and unknown fields are renamed but for those that are known to tell nothing, such as modes and
// ranks; names and categories of events are kept. The number of lines.
Result<std::uint64_t> anonymise(
    std::span<const std::string> files, const std::string& out, const AnonymiseSettings& settings, Report& report);

}  // namespace weft::dftracer
