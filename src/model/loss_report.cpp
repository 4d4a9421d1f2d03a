// SPDX-License-Identifier: BSD-3-Clause
#include "model/loss_report.hpp"

#include <fmt/format.h>

namespace weft {

Result<> LossReport::accepted() const {
  if (!is_strict_) return {};
  const std::lock_guard lock(mutex_);
  std::uint64_t kinds = 0;
  const std::pair<const Key, Entry>* first = nullptr;
  for (const auto& entry : entries_) {
    if (entry.second.fate != Fate::lost) continue;
    ++kinds;
    if (!first) first = &entry;
  }
  if (!first) return {};
  const std::string others = kinds > 1 ? fmt::format(", and {} more", kinds - 1) : "";
  return Error{
      Errc::unsupported, fmt::format("nothing may be lost, but this would be: {} {} ({}){}; nothing is written",
                             first->second.count, first->first.first, first->first.second, others)};
}

}  // namespace weft
