// SPDX-License-Identifier: BSD-3-Clause
// ProcessRanges: a set of processes as users write it: numbers and ranges of numbers, which may be as long as they
// like.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "base/result.hpp"

namespace weft::cli::otf_tools {

class ProcessRanges {
 public:
  // "1,2 4-8 -3": numbers from 1 and ranges, with any of " \t\n{},:;" between them. The number that came first.
  Result<std::optional<std::uint32_t>> parse(std::string_view list);

  void add(std::uint32_t first, std::uint32_t last);
  bool contains(std::uint32_t process) const;
  bool empty() const { return ranges_.empty(); }
  std::uint64_t size() const;
  // First and last of each, ascending; none touches another.
  const std::map<std::uint32_t, std::uint32_t>& ranges() const { return ranges_; }

  // visit(process), ascending.
  template <class Visit>
  void each(Visit&& visit) const {
    for (const auto& [first, last] : ranges_)
      for (std::uint64_t process = first; process <= last; ++process) visit(static_cast<std::uint32_t>(process));
  }

 private:
  std::map<std::uint32_t, std::uint32_t> ranges_;
};

}  // namespace weft::cli::otf_tools
