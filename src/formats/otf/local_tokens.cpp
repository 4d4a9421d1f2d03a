// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/local_tokens.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace weft::otf {

void LocalTokens::add(StreamId stream, TokenKind kind, std::uint32_t token, std::uint32_t name) {
  names_[stream].add(kind, token, name);
  tokens_[stream].add(kind, name, token);
}

// Far from the tokens that recorders use, so that those that are used without a definition stay apart.
std::uint32_t LocalTokenFinder::new_name(TokenKind kind) {
  std::uint32_t name = ~std::uint32_t{0} - 1;
  while (!taken_.emplace(kind, name).second) --name;
  return name;
}

LocalTokens LocalTokenFinder::finish() {
  std::ranges::stable_sort(
      definitions_, {}, [](const Definition& found) { return std::pair(found.self.first, found.stream); });
  LocalTokens result;
  std::set<std::pair<StreamId, Token>> seen;
  std::map<Token, std::string> meanings;
  std::map<std::pair<Token, std::string>, std::uint32_t> names;
  for (Definition& definition : definitions_) {
    // Of several definitions in one stream the first one counts.
    if (!seen.emplace(definition.stream, definition.self).second) continue;
    const TokenNames* const own = result.names_in(definition.stream);
    std::string meaning = std::move(definition.words);
    for (const auto& [kind, token] : definition.others)
      meaning += fmt::format(" {}", own ? own->of(kind, token) : token);
    const auto [known, is_new] = meanings.try_emplace(definition.self, meaning);
    if (is_new || known->second == meaning) continue;
    const auto [name, is_unnamed] = names.try_emplace({definition.self, std::move(meaning)}, 0);
    if (is_unnamed) name->second = new_name(definition.self.first);
    result.add(definition.stream, definition.self.first, definition.self.second, name->second);
  }
  return result;
}

}  // namespace weft::otf
