// SPDX-License-Identifier: BSD-3-Clause
// Which records define hashes, and which arguments are hashes.
#pragma once

#include <optional>
#include <string_view>

#include "formats/dftracer/record.hpp"

namespace weft::dftracer {

// Of HH, FH and SH records, and of the "H" that was written on one day. The name is as it stands in the line.
struct HashDefinition {
  std::string_view hash;
  std::string_view name;
};
inline std::optional<HashDefinition> definition_of(const Record& record) {
  if (record.phase_text == "H") {
    const Value* const hash = record.find("hash");
    return hash ? std::optional(HashDefinition{hash->text, record.name}) : std::nullopt;
  }
  if (record.phase != Phase::metadata || (record.name != "HH" && record.name != "FH" && record.name != "SH"))
    return std::nullopt;
  const Value* const value = record.find("value");
  const Value* const name = record.find("name");
  if (!value || !name) return std::nullopt;
  return HashDefinition{value->text, name->text};
}

// The argument that names the host, by its hash or, in the oldest generations, itself; null if there is none.
inline const Value* host_of(const Record& record) {
  const Value* const hash = record.find("hhash");
  return hash ? hash : record.find("hostname");
}

// hhash, fhash, newpath_hash, cwd ...
inline bool is_hash_argument(std::string_view key) { return key.ends_with("hash") || key == "cwd"; }

// Of 16 bits, written as a decimal number: other hashes are never that short.
inline bool is_colliding_hash(std::string_view hash) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(hash.data(), hash.data() + hash.size(), value);
  return error == std::errc{} && end == hash.data() + hash.size() && value < 65536;
}

}  // namespace weft::dftracer
