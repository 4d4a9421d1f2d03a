// SPDX-License-Identifier: BSD-3-Clause
#include "record/dftracer_fold_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace weft::recording {

namespace {

std::string_view without_blanks(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  return begin == std::string_view::npos ? std::string_view()
                                         : text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::string unquoted(std::string_view text) {
  text = without_blanks(text);
  const bool is_quoted = text.size() >= 2 && (text.front() == '\'' || text.front() == '"') &&
                         text.back() == text.front();
  return std::string(is_quoted ? text.substr(1, text.size() - 2) : text);
}

std::optional<double> number_in(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

// Numbers by what they are worth, everything else by its letters.
bool is_same(const std::string& left, const std::string& right) {
  const auto a = number_in(left), b = number_in(right);
  return a && b ? *a == *b : left == right;
}

// A * at the begin, the end or both stands for anything.
bool is_like(std::string_view text, std::string_view pattern) {
  const bool is_open_before = pattern.starts_with('*');
  if (is_open_before) pattern.remove_prefix(1);
  const bool is_open_behind = pattern.ends_with('*');
  if (is_open_behind) pattern.remove_suffix(1);
  if (is_open_before && is_open_behind) return text.find(pattern) != std::string_view::npos;
  if (is_open_before) return text.ends_with(pattern);
  return is_open_behind ? text.starts_with(pattern) : text == pattern;
}

}  // namespace

Result<FoldRules> FoldRules::parse(std::span<const std::string> inclusion, std::span<const std::string> exclusion) {
  FoldRules rules;
  for (const std::string& text : inclusion) rules.inclusion_.push_back(WEFT_TRY(parse(text)));
  for (const std::string& text : exclusion) rules.exclusion_.push_back(WEFT_TRY(parse(text)));
  return rules;
}

// At the first AND, then at the first OR; there are no parentheses.
Result<FoldRules::Rule> FoldRules::parse(std::string_view text) {
  constexpr std::pair<std::string_view, Kind> words[] = {{" AND ", Kind::both}, {" OR ", Kind::either}};
  for (const auto& [word, kind] : words) {
    const std::size_t at = text.find(word);
    if (at == std::string_view::npos) continue;
    Rule rule{kind, {}, {}, {}};
    rule.parts.push_back(WEFT_TRY(parse(text.substr(0, at))));
    rule.parts.push_back(WEFT_TRY(parse(text.substr(at + word.size()))));
    return rule;
  }
  constexpr std::string_view no = "NOT ";
  text = without_blanks(text);
  if (!text.starts_with(no)) return parse_comparison(text);
  Rule rule{Kind::no, {}, {}, {}};
  rule.parts.push_back(WEFT_TRY(parse(text.substr(no.size()))));
  return rule;
}

Result<FoldRules::Rule> FoldRules::parse_comparison(std::string_view text) {
  // Longer ones before those that they begin with.
  constexpr std::pair<std::string_view, Kind> operators[] = {{"==", Kind::equal}, {"!=", Kind::unequal},
      {">=", Kind::at_least}, {"<=", Kind::at_most}, {">", Kind::greater}, {"<", Kind::less}, {" IN ", Kind::in},
      {" LIKE ", Kind::like}};
  for (const auto& [sign, kind] : operators) {
    const std::size_t at = text.find(sign);
    if (at == std::string_view::npos) continue;
    Rule rule{kind, {}, std::string(without_blanks(text.substr(0, at))), {}};
    constexpr std::string_view fields[] = {"cat", "name", "ts", "dur", "app", "rank"};
    if (std::ranges::find(fields, rule.field) == std::end(fields) && !rule.field.starts_with("tags."))
      return Error{
          Errc::invalid_argument, fmt::format("expected a field of events in '{}', found '{}'", text, rule.field)};
    std::string_view value = without_blanks(text.substr(at + sign.size()));
    if (kind != Kind::in) return rule.values.push_back(unquoted(value)), rule;
    if (!value.starts_with('{') || !value.ends_with('}'))
      return Error{Errc::invalid_argument, fmt::format("expected {{...}} in '{}', found '{}'", text, value)};
    value = value.substr(1, value.size() - 2);
    while (!value.empty()) {
      const std::size_t end = std::min(value.find(','), value.size());
      rule.values.push_back(unquoted(value.substr(0, end)));
      value.remove_prefix(std::min(end + 1, value.size()));
    }
    return rule;
  }
  return Error{Errc::invalid_argument, fmt::format("expected FIELD == VALUE or the like, found '{}'", text)};
}

bool FoldRules::fits(const Rule& rule, const Lookup& lookup) {
  const auto fits_too = [&](const Rule& part) { return fits(part, lookup); };
  if (rule.kind == Kind::both) return std::ranges::all_of(rule.parts, fits_too);
  if (rule.kind == Kind::either) return std::ranges::any_of(rule.parts, fits_too);
  if (rule.kind == Kind::no) return !fits(rule.parts.front(), lookup);
  const std::optional<std::string> found = lookup(rule.field);
  if (!found) return false;
  const auto is_found = [&](const std::string& value) { return is_same(*found, value); };
  if (rule.kind == Kind::in) return std::ranges::any_of(rule.values, is_found);
  const std::string& value = rule.values.front();
  if (rule.kind == Kind::equal) return is_found(value);
  if (rule.kind == Kind::unequal) return !is_found(value);
  if (rule.kind == Kind::like) return is_like(*found, value);
  const auto left = number_in(*found), right = number_in(value);
  if (!left || !right) return false;
  switch (rule.kind) {
    case Kind::less:
      return *left < *right;
    case Kind::greater:
      return *left > *right;
    case Kind::at_most:
      return *left <= *right;
    default:
      return *left >= *right;
  }
}

bool FoldRules::wants(const Lookup& lookup) const {
  const auto fits_event = [&](const Rule& rule) { return fits(rule, lookup); };
  return (inclusion_.empty() || std::ranges::any_of(inclusion_, fits_event)) &&
         std::ranges::none_of(exclusion_, fits_event);
}

}  // namespace weft::recording
