// SPDX-License-Identifier: BSD-3-Clause
#include "compat/dftracer/yaml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace weft::dftracer {

namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

bool is_quote(char c) { return c == '"' || c == '\''; }

// Where what is quoted at the beginning ends, the quote included; 0 if it does not.
std::size_t end_of_quoted(std::string_view text) {
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '\\' && text[0] == '"') {
      ++i;
    } else if (text[i] == text[0]) {
      if (text[0] == '"' || text.substr(i + 1, 1) != "'") return i + 1;
      ++i;  // two of them are one
    }
  }
  return 0;
}

// A comment begins at # behind a blank, outside of quotes.
std::string_view without_comment(std::string_view line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool is_start = i == 0 || blanks.find(line[i - 1]) != std::string_view::npos;
    if (line[i] == '#' && is_start) return line.substr(0, i);
    if (is_quote(line[i]) && is_start) {
      const std::size_t end = end_of_quoted(line.substr(i));
      if (end == 0) return line;
      i += end - 1;
    }
  }
  return line;
}

class Reader {
 public:
  explicit Reader(const std::string& name) : name_(name) {}

  Result<std::vector<YamlValue>> read(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      ++line_;
      WEFT_TRY(take(without_comment(text.substr(0, end))));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return std::move(values_);
  }

 private:
  struct Group {
    std::size_t indent;
    std::string key;
  };

  Error wrong(std::string_view expected, std::string_view found) const {
    return {Errc::invalid_argument, fmt::format("line {}: expected {}, found '{}'", line_, expected, found), name_};
  }

  Result<> take(std::string_view line) {
    const std::string_view content = trimmed(line);
    if (content.empty() || content == "---" || content == "...") return {};
    const std::size_t indent = line.find_first_not_of(' ');
    if (line[indent] == '\t') return wrong("blanks", "a tab before a key");
    if (content == "-" || content.starts_with("- ")) return take_item(trimmed(content.substr(1)), indent);
    const std::size_t colon = end_of_key(content);
    if (colon == std::string_view::npos) return wrong("KEY: VALUE", content);
    WEFT_TRY(find_place(indent, content));
    const std::string key = WEFT_TRY(scalar(trimmed(content.substr(0, colon))));
    const std::string_view value = trimmed(content.substr(colon + 1));
    groups_.push_back({indent, key});
    if (value.empty()) return {};
    if (value.front() == '[') return take_list(value);
    std::string text = WEFT_TRY(scalar(value));
    values_.push_back({path(), std::move(text), line_});
    return {};
  }

  static std::size_t end_of_key(std::string_view content) {
    const std::size_t begin = is_quote(content[0]) ? end_of_quoted(content) : 0;
    for (std::size_t colon = content.find(':', begin); colon != std::string_view::npos;
         colon = content.find(':', colon + 1))
      if (colon + 1 == content.size() || blanks.find(content[colon + 1]) != std::string_view::npos) return colon;
    return std::string_view::npos;
  }

  // Leaves the groups that are not around this line.
  Result<> find_place(std::size_t indent, std::string_view content) {
    const bool is_deeper = groups_.empty() || indent > groups_.back().indent;
    const bool has_value = !values_.empty() && !groups_.empty() && values_.back().path == path();
    bool is_beside = false;
    while (!groups_.empty() && groups_.back().indent >= indent) {
      is_beside = groups_.back().indent == indent;
      groups_.pop_back();
    }
    if (is_deeper ? has_value : !is_beside) return wrong("a key beside its neighbours", content);
    if (groups_.size() >= most_groups) return wrong("fewer groups within groups", content);
    return {};
  }

  // Items may stand as far left as the key they belong to.
  Result<> take_item(std::string_view item, std::size_t indent) {
    if (groups_.empty() || indent < groups_.back().indent) return wrong("a key before a list", item);
    if (item.empty() || end_of_key(item) != std::string_view::npos) return wrong("a plain value in a list", item);
    std::string value = WEFT_TRY(scalar(item));
    if (values_.empty() || values_.back().path != path()) values_.push_back({path(), "", line_});
    add_item(std::move(value));
    return {};
  }

  std::string path() const {
    std::string path;
    for (const Group& group : groups_) path += (path.empty() ? "" : ".") + group.key;
    return path;
  }

  void add_item(std::string item) {
    YamlValue& list = values_.back();
    list.value += (list.items.empty() ? "" : ",") + item;
    list.items.push_back(std::move(item));
  }

  Result<> take_list(std::string_view text) {
    if (text.back() != ']') return wrong("] at the end of a list", text);
    values_.push_back({path(), "", line_});
    for (std::string_view rest = text.substr(1, text.size() - 2); !trimmed(rest).empty();) {
      const std::size_t end = std::min(rest.find(','), rest.size());
      add_item(WEFT_TRY(scalar(trimmed(rest.substr(0, end)))));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return {};
  }

  Result<std::string> scalar(std::string_view text) const {
    constexpr std::string_view special = "{}[]&*!|>%@`";
    if (text.empty()) return std::string();
    if (special.find(text.front()) != std::string_view::npos) return wrong("a plain value", text);
    if (!is_quote(text.front())) return std::string(text);
    if (end_of_quoted(text) != text.size()) return wrong("a quote at the end of the value", text);
    return unquoted(text.substr(1, text.size() - 2), text.front());
  }

  Result<std::string> unquoted(std::string_view inside, char quote) const {
    std::string value;
    for (std::size_t i = 0; i < inside.size(); ++i) {
      if (quote == '\'' && inside[i] == quote) ++i;
      if (quote == '"' && inside[i] == '\\') {
        constexpr std::string_view letters = "nt\"\\/0", meanings("\n\t\"\\/\0", 6);
        const std::size_t known = letters.find(inside[++i]);
        if (known == std::string_view::npos) return wrong("an escape such as \\n or \\\"", inside);
        value += meanings[known];
      } else {
        value += inside[i];
      }
    }
    return value;
  }

  static constexpr std::size_t most_groups = 16;

  const std::string& name_;
  int line_ = 0;
  std::vector<Group> groups_;
  std::vector<YamlValue> values_;
};

}  // namespace

Result<std::vector<YamlValue>> read_yaml(std::string_view text, const std::string& name) {
  return Reader(name).read(text);
}

}  // namespace weft::dftracer
