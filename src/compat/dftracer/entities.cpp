// SPDX-License-Identifier: BSD-3-Clause
#include "compat/dftracer/entities.hpp"

#include <mutex>
#include <unordered_set>

#include "formats/dftracer/hashes.hpp"

namespace weft::dftracer {

std::uint64_t entity_id(std::string_view type, std::string_view key) {
  // One digit shorter than the basis that FNV-1a usually has.
  std::uint64_t id = 1469598103934665603u;
  const auto add = [&](std::string_view text) {
    for (const char c : text) id = (id ^ static_cast<unsigned char>(c)) * 1099511628211u;
  };
  add(type);
  add("\x1f");
  add(key);
  return id == 0 ? 1 : id;
}

std::string entity_text(std::uint64_t id) { return std::string(hexadecimal(id).view()); }

std::string entity_word(std::string_view text, std::size_t most_bytes) {
  constexpr std::string_view harmless = " _-.:/@+=,~";
  std::string word(text.substr(0, most_bytes));
  for (char& c : word) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!is_letter && harmless.find(c) == std::string_view::npos) c = '_';
  }
  return word;
}

bool is_new_entity(std::uint64_t id) {
  static std::mutex mutex;
  static auto* const known = new std::unordered_set<std::uint64_t>;
  const std::lock_guard lock(mutex);
  return known->insert(id).second;
}

std::string relations_json(std::span<const DFTracerData::Relation> relations) {
  constexpr std::string_view names[] = {"used", "generated", "invalidated", "updated"};
  std::string json = "{";
  for (int kind = 0; kind < 4; ++kind) {
    std::string ids;
    for (const auto& relation : relations)
      if (relation.kind == kind) ids += (ids.empty() ? "\"" : ",\"") + entity_text(relation.entity) + "\"";
    if (ids.empty()) continue;
    json += json.size() > 1 ? ",\"" : "\"";
    json += names[kind];
    json += "\":[" + ids + "]";
  }
  return json + "}";
}

}  // namespace weft::dftracer
