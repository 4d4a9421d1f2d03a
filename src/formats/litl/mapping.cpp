// SPDX-License-Identifier: BSD-3-Clause
#include "formats/litl/mapping.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/file.hpp"
#include "formats/litl/rules.hpp"
#include "model/values.hpp"

namespace weft::litl {

namespace {

struct TypeName {
  std::string_view name;
  Type type;
  std::uint32_t bytes;
};
constexpr TypeName type_names[] = {{"u8", Type::uint8, 1}, {"u16", Type::uint16, 2}, {"u32", Type::uint32, 4},
    {"u64", Type::uint64, 8}, {"i8", Type::int8, 1}, {"i16", Type::int16, 2}, {"i32", Type::int32, 4},
    {"i64", Type::int64, 8}, {"f32", Type::float_, 4}, {"f64", Type::double_, 8}};

constexpr std::string_view role_names[] = {"enter", "leave", "event", "send", "recv", "marker"};

// The words of a line. A word in quotes may hold anything; \" \\ \n \t and \xHH stand for what they say.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) {}

  // Nothing at the end of the line, or where the quotes are wrong.
  std::optional<std::string> next() {
    while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
    if (rest_.empty() || rest_.front() == '#') return std::nullopt;
    std::string word;
    bool quoted = false;
    for (; !rest_.empty() && (quoted || !is_blank(rest_.front())); rest_.remove_prefix(1)) {
      if (rest_.front() == '"') {
        quoted = !quoted;
      } else if (quoted && rest_.front() == '\\') {
        if (!unescape(word)) return fail();
      } else {
        word += rest_.front();
      }
    }
    if (quoted) return fail();
    return word;
  }
  bool failed() const { return failed_; }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

  std::optional<std::string> fail() {
    failed_ = true;
    return std::nullopt;
  }

  // At a backslash; leaves the last character of the escape for the loop to step over.
  bool unescape(std::string& word) {
    if (rest_.size() < 2) return false;
    rest_.remove_prefix(1);
    switch (rest_.front()) {
      case 'n':
        word += '\n';
        return true;
      case 't':
        word += '\t';
        return true;
      case 'x': {
        unsigned value = 0;
        if (rest_.size() < 3 || std::from_chars(rest_.data() + 1, rest_.data() + 3, value, 16).ptr != rest_.data() + 3)
          return false;
        word += static_cast<char>(value);
        rest_.remove_prefix(2);
        return true;
      }
      default:
        word += rest_.front();
        return true;
    }
  }

  std::string_view rest_;
  bool failed_ = false;
};

std::string in_quotes(std::string_view text) {
  const auto is_plain = [](char c) { return c > ' ' && c != '"' && c != '\\' && c != '#' && c != 127; };
  if (!text.empty() && std::ranges::all_of(text, is_plain)) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (static_cast<unsigned char>(c) < ' ' || c == 127)
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      out += c;
  }
  return out + '"';
}

std::optional<std::uint32_t> parse_code(const std::string& word) {
  const bool is_hex = word.starts_with("0x");
  const char* const begin = word.data() + (is_hex ? 2 : 0);
  const char* const end = word.data() + word.size();
  std::uint32_t code = 0;
  const auto parsed = std::from_chars(begin, end, code, is_hex ? 16 : 10);
  if (parsed.ec != std::errc{} || parsed.ptr != end) return std::nullopt;
  return code;
}

std::optional<NamedParameter> parse_parameter(const std::string& word) {
  const std::size_t colon = word.find(':');
  for (const TypeName& known : type_names)
    if (known.name == std::string_view(word).substr(0, colon))
      return NamedParameter{known.type, colon == std::string::npos ? std::string() : word.substr(colon + 1)};
  return std::nullopt;
}

std::string_view name_of_type(Type type) {
  const auto* const found = std::ranges::find(type_names, type, &TypeName::type);
  return found == std::end(type_names) ? "u64" : found->name;
}

// Whether it is clear what a message is about.
bool names_peer(const Meaning& message) {
  const auto named = [&](std::string_view name) {
    return std::ranges::count(message.parameters, name, &NamedParameter::name);
  };
  const bool are_integers = std::ranges::none_of(message.parameters, [](const NamedParameter& parameter) {
    return is_floating(parameter.type) &&
           (parameter.name == peer_parameter || parameter.name == tag_parameter || parameter.name == size_parameter);
  });
  return are_integers && named(peer_parameter) == 1 && named(tag_parameter) <= 1 && named(size_parameter) <= 1;
}

// What is wrong with the line, or nothing. Lines without words are fine.
std::string_view parse_line(std::string_view line, Mapping& mapping) {
  Words words(line);
  const auto code_word = words.next();
  if (!code_word) return words.failed() ? "the quotes or escapes are wrong" : "";
  const auto code = parse_code(*code_word);
  if (!code) return "expected a code such as 0x301";
  const auto role_word = words.next();
  const auto* const role = std::ranges::find(role_names, std::string_view(role_word ? *role_word : ""));
  if (role == std::end(role_names)) return "expected enter, leave, event, send, recv or marker after the code";
  const auto name = words.next();
  if (!name) return words.failed() ? "the quotes or escapes are wrong" : "expected a name";
  Meaning meaning{static_cast<Role>(role - std::begin(role_names)), *name, {}};
  while (const auto word = words.next()) {
    auto parameter = parse_parameter(*word);
    if (!parameter) return "expected parameters such as i32:rank, of a type u8 to u64, i8 to i64, f32 or f64";
    meaning.parameters.push_back(*std::move(parameter));
  }
  if (words.failed()) return "the quotes or escapes are wrong";
  if (is_message(meaning.role) && !names_peer(meaning))
    return "a message has one parameter peer, at most one tag and one size, and these are integers";
  return mapping.emplace(*code, std::move(meaning)).second ? "" : "this code has a line already";
}

}  // namespace

std::uint32_t packed_bytes(Type type) {
  const auto* const found = std::ranges::find(type_names, type, &TypeName::type);
  return found == std::end(type_names) ? 0 : found->bytes;
}

Mapping parse_mapping(std::string_view text, const std::string& file, Report& report) {
  Mapping mapping;
  std::uint64_t at = 0;
  for (std::uint64_t number = 1; at < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view problem = parse_line(text.substr(at, end - at), mapping);
    if (!problem.empty()) report.add({map_damaged.name, fmt::format("line {}: {}", number, problem), file, at});
    at = end + 1;
  }
  return mapping;
}

std::string mapping_text(const Mapping& mapping) {
  std::string text =
      "# What the codes of this LiTL trace mean: code, enter | leave | event | send | recv | marker, name, "
      "parameters.\n";
  for (const auto& [code, meaning] : mapping) {
    text += fmt::format(
        "{:#x} {} {}", code, role_names[static_cast<std::size_t>(meaning.role)], in_quotes(meaning.name));
    for (const NamedParameter& parameter : meaning.parameters) {
      text += fmt::format(" {}", name_of_type(parameter.type));
      if (!parameter.name.empty()) text += ":" + in_quotes(parameter.name);
    }
    text += '\n';
  }
  return text;
}

Mapping read_mapping(const std::string& trace, Report& report) {
  const std::string path = mapping_path(trace);
  const auto content = read_file(path);
  if (content) return parse_mapping({reinterpret_cast<const char*>(content->data()), content->size()}, path, report);
  if (content.error().code != Errc::not_found) report.add({map_damaged.name, content.error().message, path});
  return {};
}

}  // namespace weft::litl
