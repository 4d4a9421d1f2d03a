// SPDX-License-Identifier: BSD-3-Clause
// Report: what is wrong with a trace that can still be read. Each finding has a rule users can look up, and says where
// it was found. Findings of one rule are counted; only the first few are kept. Safe to use from many threads.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

struct Finding {
  std::string_view rule;  // the name of a rule: lives as long as the program
  std::string message;
  std::string file = {};
  std::optional<std::uint64_t> offset = {};
  std::optional<std::uint64_t> location = {};

  // "FILE: at byte N: location L: MESSAGE", with the parts that are known.
  std::string text() const;
};

class Report {
 public:
  struct Group {
    std::uint64_t count = 0;
    std::vector<Finding> first;

    // Appends a sentence for each finding that was kept, and one for the others.
    void tell(std::vector<std::string>& sentences) const;
  };

  explicit Report(std::size_t keep_per_rule = 20) : keep_(keep_per_rule) {}

  void add(Finding finding);
  // Adds all findings of another report.
  void take(const Report& other);
  bool empty() const;
  std::uint64_t count() const;
  std::uint64_t count(std::string_view rule) const;
  // By rule, in the order of their names.
  std::map<std::string_view, Group> groups() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string_view, Group> groups_;
  std::size_t keep_;
};

}  // namespace weft
