// SPDX-License-Identifier: BSD-3-Clause
// ReceiveKeys: the key-values by which a send tells its receive (docs/formats/otf.md, section 10.3).
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "formats/otf/process_state.hpp"
#include "formats/otf/vocabulary.hpp"
#include "formats/otf/writer.hpp"

namespace weft::cli::otf_tools {

class ReceiveKeys {
 public:
  // Whether this is the definition of one of them; if it is, its key is used again.
  bool take(const otf::DefKeyValue& record) {
    highest_ = std::max(highest_, record.key);
    for (std::size_t i = 0; i < std::size(names); ++i) {
      if (record.name != names[i].name) continue;
      keys_[i] = record.key;
      return true;
    }
    return false;
  }

  // Keys for those that had none, above all others, and the definitions of all.
  Result<> define(otf::StreamWriter& out) {
    for (std::size_t i = 0; i < std::size(names); ++i) {
      if (!keys_[i]) keys_[i] = ++highest_;
      WEFT_TRY(out.write(otf::DefKeyValue{*keys_[i], static_cast<std::uint32_t>(names[i].type), names[i].name, ""}));
    }
    return {};
  }

  // The values of a send with those of its receive; good until the next call.
  const otf::KeyValues& add(const otf::KeyValues& values, const otf::Received& received) {
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

 private:
  struct Name {
    std::string_view name;
    otf::ValueType type;
  };
  static constexpr Name names[] = {{otf::received_time_key, otf::ValueType::uint64},
      {otf::received_size_key, otf::ValueType::uint32}, {otf::received_source_key, otf::ValueType::uint32}};

  std::array<std::optional<std::uint32_t>, std::size(names)> keys_;
  std::uint32_t highest_ = 0;
  otf::KeyValues values_;
};

}  // namespace weft::cli::otf_tools
