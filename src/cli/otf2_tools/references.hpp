// SPDX-License-Identifier: BSD-3-Clause
// References: how otf2-print shows the id of a definition: "NAME" <ID>, ID alone, INVALID <ID> or UNDEFINED, as far as
// the definitions are known at that moment.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/text_sink.hpp"
#include "model/definitions.hpp"

namespace weft::cli::otf2_tools {

class References {
 public:
  explicit References(const Definitions& definitions) : definitions_(definitions) {}

  // All definitions are known: from now on each text is made once.
  void freeze() { frozen_ = true; }

  template <class Id>
  void put(TextSink& out, Id id) {
    if (!frozen_) return out.put(text(id));
    out.put(cached(id));
  }

  template <class Id>
  std::string text(Id id) const;

  // The plain name of a definition; nothing when there is none.
  template <class Id>
  std::optional<std::string> name(Id id) const;

 private:
  struct Space {
    std::vector<std::string> small;  // by id
    std::unordered_map<std::uint64_t, std::string> large;
  };
  static constexpr std::uint64_t small_ids = 1 << 16;

  template <class Id>
  std::string_view cached(Id id) {
    Space& space = spaces_[Id::space::number];
    if (id.value >= small_ids) {
      auto& text_of_id = space.large[id.value];
      if (text_of_id.empty()) text_of_id = text(id);
      return text_of_id;
    }
    const auto place = static_cast<std::size_t>(id.value);
    if (place >= space.small.size()) space.small.resize(place + 1);
    if (space.small[place].empty()) space.small[place] = text(id);
    return space.small[place];
  }

  const Definitions& definitions_;
  bool frozen_ = false;
  std::array<Space, id_spaces> spaces_;
};

}  // namespace weft::cli::otf2_tools
