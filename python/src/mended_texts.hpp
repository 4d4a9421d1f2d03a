// SPDX-License-Identifier: BSD-3-Clause
// Texts of which each is UTF-8, for those who believe what they are told: in traces a name is whatever bytes a program
// gave it.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <unordered_map>

#include "tables/block.hpp"

namespace weft::python {

// `offsets` say where texts begin in `bytes`, and where the last one ends. A copy with U+FFFD for what is no UTF-8;
// null if all of them are.
std::shared_ptr<const tables::ColumnData> mended_texts(std::span<const std::int32_t> offsets, std::string_view bytes);

// Those of dictionaries, which live as long as this and do not change: each is looked at once. For several threads.
class MendedNames {
 public:
  std::shared_ptr<const tables::ColumnData> of(const tables::Dictionary& names);

 private:
  std::mutex mutex_;
  std::unordered_map<const tables::Dictionary*, std::shared_ptr<const tables::ColumnData>> known_;
};

}  // namespace weft::python
