// SPDX-License-Identifier: BSD-3-Clause
// StackTree: the stacks that occurred, as a tree whose nodes are what was called, and how long each was the innermost.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace weft::exports {

class StackTree {
 public:
  static constexpr std::uint32_t root = 0;

  struct Node {
    std::uint64_t called = 0;  // by whatever numbers the owner of the tree gives
    std::uint32_t parent = root;
    std::uint64_t nanoseconds = 0;
  };

  // The node of what a node calls.
  std::uint32_t child(std::uint32_t parent, std::uint64_t called) {
    const auto [found, is_new] = places_.try_emplace({parent, called}, static_cast<std::uint32_t>(nodes_.size()));
    if (is_new) nodes_.push_back({called, parent, 0});
    return found->second;
  }
  void add(std::uint32_t node, std::uint64_t nanoseconds) { nodes_[node].nanoseconds += nanoseconds; }

  // Parents stand before their children; the first is the root.
  const std::vector<Node>& nodes() const { return nodes_; }

 private:
  struct Key {
    std::uint32_t parent;
    std::uint64_t called;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      return static_cast<std::size_t>(((key.called + 1) * 0x9e3779b97f4a7c15 ^ key.parent) * 0xff51afd7ed558ccd >> 11);
    }
  };

  std::vector<Node> nodes_{1};
  std::unordered_map<Key, std::uint32_t, Hash> places_;
};

}  // namespace weft::exports
