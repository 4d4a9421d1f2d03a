// SPDX-License-Identifier: BSD-3-Clause
// NameCache: names of definitions, made once and ready to be printed. For printing millions of references. A name lives
// until the next one is asked for.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/json.hpp"
#include "model/definitions.hpp"

namespace weft {

class NameCache {
 public:
  explicit NameCache(const Definitions& definitions) : definitions_(definitions) {}

  // For people: "main"<5>, or <5> when there is no name, or - when undefined.
  template <class Id>
  std::string_view text(Id id) {
    return lookup(id).text;
  }
  // A JSON string, or empty when there is no name.
  template <class Id>
  std::string_view json(Id id) {
    return lookup(id).json;
  }

 private:
  struct Entry {
    std::string text;
    std::string json;
  };
  struct Space {
    std::vector<Entry> small;  // by id
    std::unordered_map<std::uint64_t, Entry> large;
  };
  static constexpr std::uint64_t small_ids = 1 << 16;
  static constexpr std::size_t most_large = 1 << 14;  // there may be millions

  template <class Id>
  const Entry& lookup(Id id) {
    Space& space = spaces_[Id::space::number];
    if (id.value < small_ids) {
      if (id.value >= space.small.size()) space.small.resize(static_cast<std::size_t>(id.value) + 1);
      Entry& entry = space.small[static_cast<std::size_t>(id.value)];
      if (entry.text.empty()) entry = make(id);
      return entry;
    }
    const auto found = space.large.find(id.value);
    if (found != space.large.end()) return found->second;
    if (space.large.size() == most_large) space.large.clear();
    return space.large.emplace(id.value, make(id)).first->second;
  }

  template <class Id>
  Entry make(Id id) const {
    if (!id.defined()) return {"-", {}};
    const std::string name = definitions_.name(id);
    if (name.empty()) return {"<" + std::to_string(id.value) + ">", {}};
    TextSink quoted;
    put_json_string(quoted, name);
    return {std::string(quoted.text()) + "<" + std::to_string(id.value) + ">", std::string(quoted.text())};
  }

  const Definitions& definitions_;
  std::array<Space, id_spaces> spaces_;
};

}  // namespace weft
