// SPDX-License-Identifier: BSD-3-Clause
// Entities: things that events read and make. docs/formats/dftracer.md, 3.7.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "compat/dftracer/own_thread.hpp"

namespace weft::dftracer {

constexpr std::size_t longest_type = 31;
constexpr std::size_t longest_uri = 255;

// The same for the same type and key, in every process.
std::uint64_t entity_id(std::string_view type, std::string_view key);
// As it stands in records: sixteen hexadecimal digits.
std::string entity_text(std::uint64_t id);
// What is too long is cut, and what tools might stumble over replaced.
std::string entity_word(std::string_view text, std::size_t most_bytes);

// Whether nobody has asked this before.
bool is_new_entity(std::uint64_t id);

// {"used":["...", ...],...}; relations that are between entities only are left out.
std::string relations_json(std::span<const DFTracerData::Relation> relations);

}  // namespace weft::dftracer
