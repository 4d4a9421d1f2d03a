// SPDX-License-Identifier: BSD-3-Clause
// CallTree: call paths as numbers. A path is the path it was called from and a function; the empty one is number 0.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace weft::cli::otf_tools::profile {

class CallTree {
 public:
  static constexpr std::uint32_t root = 0;

  CallTree() : paths_(1) {}

  std::uint32_t child(std::uint32_t path, std::uint32_t function) {
    const auto [found, is_new] = children_.try_emplace(std::uint64_t{path} << 32 | function, size());
    if (is_new) paths_.push_back({path, function});
    return found->second;
  }
  std::uint32_t parent(std::uint32_t path) const { return paths_[path].parent; }
  std::uint32_t function(std::uint32_t path) const { return paths_[path].function; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(paths_.size()); }
  std::vector<std::uint32_t> functions(std::uint32_t path) const {
    std::vector<std::uint32_t> functions;
    for (; path != root; path = paths_[path].parent) functions.insert(functions.begin(), paths_[path].function);
    return functions;
  }

 private:
  struct Path {
    std::uint32_t parent = root;
    std::uint32_t function = 0;
  };
  std::vector<Path> paths_;
  std::unordered_map<std::uint64_t, std::uint32_t> children_;
};

}  // namespace weft::cli::otf_tools::profile
