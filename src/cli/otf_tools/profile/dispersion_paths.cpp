// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/profile/dispersion_paths.hpp"

#include <algorithm>

namespace weft::cli::otf_tools::profile {

namespace {

bool comes_before(const PathDispersion* a, const PathDispersion* b) {
  if (a->path.back() != b->path.back()) return a->path.back() > b->path.back();
  if (a->times.weight != b->times.weight) return a->times.weight > b->times.weight;
  return a->path < b->path;
}

}  // namespace

DispersionPaths::DispersionPaths(std::span<const PathDispersion> paths) {
  std::vector<const PathDispersion*> ordered;
  for (const auto& path : paths) ordered.push_back(&path);
  std::ranges::sort(ordered, comes_before);
  for (const PathDispersion* path : ordered) {
    Place place = CallTree::root;
    for (const std::uint32_t function : path->path) place = tree_.child(place, function);
    by_function_.push_back(place);
    paths_.resize(tree_.size());
    paths_[place] = path;
  }
  paths_.resize(tree_.size());
}

std::vector<DispersionPaths::Place> DispersionPaths::callees_first() const {
  std::vector<std::vector<Place>> callees(places());
  for (Place place = 1; place < places(); ++place) callees[caller(place)].push_back(place);
  // Callers first and the last callee first, turned around.
  std::vector<Place> order, waiting = callees[CallTree::root];
  while (!waiting.empty()) {
    const Place place = waiting.back();
    waiting.pop_back();
    order.push_back(place);
    waiting.insert(waiting.end(), callees[place].begin(), callees[place].end());
  }
  std::ranges::reverse(order);
  return order;
}

std::set<const PathDispersion*> chosen_for_filter(std::span<const PathDispersion> paths, std::uint32_t percent) {
  constexpr std::uint64_t few_calls = 10;
  std::set<const PathDispersion*> chosen;
  std::uint64_t all = 0, covered = 0;
  for (const auto& path : paths)
    if (path.times.count > few_calls) all += path.times.count;
  for (const auto& path : paths) {
    if (path.times.count <= few_calls) continue;
    if (covered * 100 > all * percent) break;
    covered += path.times.count;
    chosen.insert(&path);
  }
  return chosen;
}

}  // namespace weft::cli::otf_tools::profile
