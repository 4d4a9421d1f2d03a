// SPDX-License-Identifier: BSD-3-Clause
#include "model/report.hpp"

#include <fmt/format.h>

namespace weft {

std::string Finding::text() const {
  std::string out;
  if (!file.empty()) out += fmt::format("{}: ", file);
  if (offset) out += fmt::format("at byte {}: ", *offset);
  if (location) out += fmt::format("location {}: ", *location);
  return out + message;
}

void Report::Group::tell(std::vector<std::string>& sentences) const {
  for (const Finding& finding : first) sentences.push_back(fmt::format("{} [{}]", finding.text(), finding.rule));
  if (count > first.size() && !first.empty())
    sentences.push_back(fmt::format("and {} more of [{}]", count - first.size(), first.front().rule));
}

void Report::add(Finding finding) {
  const std::lock_guard lock(mutex_);
  Group& group = groups_[finding.rule];
  ++group.count;
  if (group.first.size() < keep_) group.first.push_back(std::move(finding));
}

void Report::take(const Report& other) {
  for (const auto& [rule, group] : other.groups()) {
    for (const Finding& finding : group.first) add(finding);
    const std::lock_guard lock(mutex_);
    groups_[rule].count += group.count - group.first.size();
  }
}

bool Report::empty() const { return count() == 0; }

std::uint64_t Report::count() const {
  const std::lock_guard lock(mutex_);
  std::uint64_t total = 0;
  for (const auto& [rule, group] : groups_) total += group.count;
  return total;
}

std::uint64_t Report::count(std::string_view rule) const {
  const std::lock_guard lock(mutex_);
  const auto found = groups_.find(rule);
  return found == groups_.end() ? 0 : found->second.count;
}

std::map<std::string_view, Report::Group> Report::groups() const {
  const std::lock_guard lock(mutex_);
  return groups_;
}

}  // namespace weft
