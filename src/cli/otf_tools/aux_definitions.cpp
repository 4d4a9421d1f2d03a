// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/aux_definitions.hpp"

#include <algorithm>

namespace weft::cli::otf_tools {

bool ReceiveKeys::take(const otf::DefKeyValue& record) {
  highest_ = std::max(highest_, record.key);
  for (std::size_t i = 0; i < std::size(names); ++i) {
    if (record.name != names[i].name) continue;
    keys_[i] = record.key;
    return true;
  }
  return false;
}

Result<> ReceiveKeys::define(otf::StreamWriter& out) {
  for (std::size_t i = 0; i < std::size(names); ++i) {
    if (!keys_[i]) keys_[i] = ++highest_;
    WEFT_TRY(out.write(otf::DefKeyValue{*keys_[i], static_cast<std::uint32_t>(names[i].type), names[i].name, ""}));
  }
  return {};
}

const otf::KeyValues& ReceiveKeys::add(const otf::KeyValues& values, const otf::Received& received) {
  values_.clear();
  for (const auto& pair : values.pairs()) {
    if (std::ranges::find(keys_, pair.key) != keys_.end()) continue;
    if (pair.type == otf::ValueType::byte_array)
      values_.add_bytes(pair.key, values.bytes(pair));
    else
      values_.add(pair.key, pair.type, pair.bits);
  }
  const std::uint64_t told[] = {received.time, received.length, received.source};
  for (std::size_t i = 0; i < std::size(names); ++i) values_.add(*keys_[i], names[i].type, told[i]);
  return values_;
}

}  // namespace weft::cli::otf_tools
