// SPDX-License-Identifier: BSD-3-Clause
// TokenTable: tokens of OTF are any numbers, ids of the model are places in a list. Tokens that are defined have the
// ids 0, 1, 2, ... in their order; those that are not come behind, so that they are undefined there, too.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "formats/otf/records.hpp"

namespace weft::otf {

class TokenTable {
 public:
  void add(std::uint32_t token) { tokens_.push_back(token); }
  // Behind the last add.
  void finish() {
    std::ranges::sort(tokens_);
    tokens_.erase(std::unique(tokens_.begin(), tokens_.end()), tokens_.end());
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(tokens_.size()); }
  std::uint32_t id_of(std::uint32_t token) const {
    const auto place = std::ranges::lower_bound(tokens_, token);
    const auto before = static_cast<std::uint32_t>(place - tokens_.begin());
    const bool is_known = place != tokens_.end() && *place == token;
    return is_known ? before : size() + (token - before);
  }
  std::uint32_t token_of(std::uint32_t id) const {
    if (id < size()) return tokens_[id];
    std::uint32_t token = id - size();
    for (const std::uint32_t known : tokens_) {
      if (known > token) break;
      ++token;
    }
    return token;
  }

 private:
  std::vector<std::uint32_t> tokens_;  // sorted
};

// Those whose ids events have.
struct TokenTables {
  TokenTable functions, counters, groups, sources, keys;

  template <class R>
  void note(const R& record) {
    if constexpr (std::is_same_v<R, DefFunction>) functions.add(record.func);
    if constexpr (std::is_same_v<R, DefCounter>) counters.add(record.counter);
    if constexpr (std::is_same_v<R, DefProcessGroup>) groups.add(record.proc_group);
    if constexpr (std::is_same_v<R, DefScl>) sources.add(record.source);
    if constexpr (std::is_same_v<R, DefKeyValue>) keys.add(record.key);
  }
  void finish() {
    for (TokenTable* table : {&functions, &counters, &groups, &sources, &keys}) table->finish();
  }
};

}  // namespace weft::otf
