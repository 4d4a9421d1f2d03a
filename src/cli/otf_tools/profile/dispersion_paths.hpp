// SPDX-License-Identifier: BSD-3-Clause
// DispersionPaths: call paths as a tree, in the order in which the original tells of them (docs/formats/otf.md, section
// 11.8): what markers and filters are written in.
#pragma once

#include <set>
#include <span>

#include "cli/otf_tools/profile/call_tree.hpp"
#include "cli/otf_tools/profile/dispersion.hpp"

namespace weft::cli::otf_tools::profile {

class DispersionPaths {
 public:
  using Place = std::uint32_t;

  // Borrows the paths.
  explicit DispersionPaths(std::span<const PathDispersion> paths);

  // By their last functions, the highest first; of one function the heaviest first.
  std::span<const Place> by_function() const { return by_function_; }
  // What a path calls stands before it, in the order in which by_function() comes upon it.
  std::vector<Place> callees_first() const;

  std::size_t places() const { return tree_.size(); }
  // Nothing is known of paths whose calls never end.
  const PathDispersion* path(Place place) const { return paths_[place]; }
  Place caller(Place place) const { return tree_.parent(place); }
  std::uint32_t function(Place place) const { return tree_.function(place); }

 private:
  CallTree tree_;
  std::vector<const PathDispersion*> paths_;  // by place
  std::vector<Place> by_function_;
};

// The paths that a filter leaves out: from the lightest one on, of those with more than a few calls, until they have
// more than the share of the calls of all of these. The paths are the lightest first.
std::set<const PathDispersion*> chosen_for_filter(std::span<const PathDispersion> paths, std::uint32_t percent);

}  // namespace weft::cli::otf_tools::profile
