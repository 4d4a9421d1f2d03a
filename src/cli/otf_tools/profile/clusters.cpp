// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/profile/clusters.hpp"

#include <algorithm>
#include <limits>

#include "cli/otf_tools/profile/report_file.hpp"

namespace weft::cli::otf_tools::profile {

namespace {

// What processes are compared by: one number for each function, functions ascending.
template <class T>
using Vector = std::vector<T>;

struct Candidate {
  ProcessId process;
  Vector<std::uint64_t> counts;
  Vector<double> times;
};

std::vector<Candidate> candidates_of(const Collected& collected) {
  std::map<std::uint32_t, std::size_t> places;
  for (const auto& [id, process] : collected.processes)
    for (const auto& [function, calls] : process.functions) places.emplace(function, 0);
  std::size_t next = 0;
  for (auto& [function, place] : places) place = next++;
  std::vector<Candidate> candidates;
  for (const auto& [id, process] : collected.processes) {
    if (process.functions.empty()) continue;
    Candidate& candidate = candidates.emplace_back(
        Candidate{id, Vector<std::uint64_t>(places.size()), Vector<double>(places.size())});
    for (const auto& [function, calls] : process.functions) {
      candidate.counts[places[function]] = calls.count;
      candidate.times[places[function]] = static_cast<double>(calls.exclusive);
    }
  }
  return candidates;
}

using Group = std::vector<const Candidate*>;

Group everyone(const std::vector<Candidate>& candidates) {
  Group group;
  for (const Candidate& candidate : candidates) group.push_back(&candidate);
  return group;
}

// Those that call everything equally often, in the order of their first members. One that is like no other is left out.
std::vector<Group> hard_groups(const std::vector<Candidate>& candidates) {
  std::map<Vector<std::uint64_t>, Group> groups;
  for (const Candidate& candidate : candidates) groups[candidate.counts].push_back(&candidate);
  std::vector<Group> sorted;
  for (auto& [counts, group] : groups)
    if (group.size() > 1) sorted.push_back(std::move(group));
  std::ranges::sort(sorted, {}, [](const Group& group) { return group.front()->process; });
  return sorted;
}

class KMeans {
 public:
  explicit KMeans(const Group& group)
      : group_(group), cluster_of_(group.size()), sizes_(std::min(group.size() / 3, most_clusters)) {
    for (std::size_t i = 0; i < group.size(); ++i) ++sizes_[cluster_of_[i] = i % sizes_.size()];
  }

  static bool is_possible(const Group& group) { return group.size() >= 6; }

  std::vector<Cluster> run() {
    for (int round = 0; round < most_rounds && move_members(); ++round) continue;
    std::vector<Cluster> clusters(sizes_.size());
    for (std::size_t i = 0; i < group_.size(); ++i) clusters[cluster_of_[i]].push_back(group_[i]->process);
    return clusters;
  }

 private:
  static constexpr std::size_t most_clusters = 16;
  static constexpr int most_rounds = 10;

  void find_centroids() {
    centroids_.assign(sizes_.size(), Vector<double>(group_.front()->times.size(), 0.0));
    for (std::size_t i = 0; i < group_.size(); ++i)
      for (std::size_t f = 0; f < group_[i]->times.size(); ++f) centroids_[cluster_of_[i]][f] += group_[i]->times[f];
    for (std::size_t c = 0; c < centroids_.size(); ++c)
      for (double& coordinate : centroids_[c]) coordinate /= static_cast<double>(sizes_[c]);
  }

  static double squared_distance(const Vector<double>& a, const Vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
  }

  std::size_t nearest(const Vector<double>& times) const {
    std::size_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < centroids_.size(); ++c) {
      const double distance = squared_distance(times, centroids_[c]);
      if (distance < least) least = distance, best = c;
    }
    return best;
  }

  // Whether anyone moved. No cluster is left without members.
  bool move_members() {
    find_centroids();
    bool has_moved = false;
    for (std::size_t i = 0; i < group_.size(); ++i) {
      std::size_t& cluster = cluster_of_[i];
      if (sizes_[cluster] < 2) continue;
      const std::size_t better = nearest(group_[i]->times);
      if (better == cluster) continue;
      --sizes_[cluster];
      ++sizes_[cluster = better];
      has_moved = true;
    }
    return has_moved;
  }

  const Group& group_;
  std::vector<std::size_t> cluster_of_;
  std::vector<std::size_t> sizes_;
  std::vector<Vector<double>> centroids_;
};

// Clusters grow as long as the two nearest ones are nearer than `quality`; how far they are apart is how far their most
// unlike members are.
class CompleteLinkage {
 public:
  explicit CompleteLinkage(const Group& group) : distances_(group.size() * group.size()) {
    for (const Candidate* member : group) clusters_.push_back({member->process});
    for (std::size_t a = 0; a < size(); ++a)
      for (std::size_t b = a + 1; b < size(); ++b) distance(a, b) = unlikeness(group[a]->times, group[b]->times);
  }

  std::vector<Cluster> run(double quality) {
    while (const auto pair = closest(quality)) join(pair->first, pair->second);
    std::vector<Cluster> grown;
    for (auto& cluster : clusters_)
      if (!cluster.empty()) grown.push_back(std::move(cluster));
    return grown;
  }

 private:
  std::size_t size() const { return clusters_.size(); }
  double& distance(std::size_t a, std::size_t b) { return distances_[a < b ? a * size() + b : b * size() + a]; }

  static double unlikeness(const Vector<double>& a, const Vector<double>& b) {
    double common = 0, all = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      common += std::min(a[i], b[i]);
      all += std::max(a[i], b[i]);
    }
    return all > 0 ? 1 - common / all : 0;
  }

  std::optional<std::pair<std::size_t, std::size_t>> closest(double quality) {
    std::optional<std::pair<std::size_t, std::size_t>> best;
    double least = quality;
    for (std::size_t a = 0; a < size(); ++a) {
      if (clusters_[a].empty()) continue;
      for (std::size_t b = a + 1; b < size(); ++b)
        if (!clusters_[b].empty() && distance(a, b) < least) least = distance(a, b), best = {a, b};
    }
    return best;
  }

  void join(std::size_t a, std::size_t b) {
    clusters_[a].insert(clusters_[a].end(), clusters_[b].begin(), clusters_[b].end());
    std::ranges::sort(clusters_[a]);
    clusters_[b].clear();
    for (std::size_t other = 0; other < size(); ++other)
      if (other != a && !clusters_[other].empty())
        distance(a, other) = std::max(distance(a, other), distance(b, other));
  }

  std::vector<Cluster> clusters_;  // one that went into another is empty
  std::vector<double> distances_;
};

}  // namespace

Clustering find_clusters(const Options& options, const Collected& collected) {
  const auto candidates = candidates_of(collected);
  Clustering clustering;
  if (options.method == ClusterMethod::complete_linkage && !options.has_hard_groups) {
    clustering.push_back(CompleteLinkage(everyone(candidates)).run(options.quality));
    return clustering;
  }
  for (const Group& group : hard_groups(candidates)) {
    if (options.method == ClusterMethod::complete_linkage)
      clustering.push_back(CompleteLinkage(group).run(options.quality));
    else if (KMeans::is_possible(group))
      clustering.push_back(KMeans(group).run());
  }
  return clustering;
}

Result<> write_clusters(const Options& options, const Clustering& clustering) {
  auto file = WEFT_TRY(ReportFile::create(options.prefix + ".map"));
  const bool has_hard_groups = options.method == ClusterMethod::k_means || options.has_hard_groups;
  for (const auto& group : clustering) {
    for (const Cluster& cluster : group) {
      for (const ProcessId process : cluster) file.print("{} ", process);
      file.put("\n");
    }
    if (has_hard_groups) file.put("\n");
  }
  return file.close();
}

}  // namespace weft::cli::otf_tools::profile
