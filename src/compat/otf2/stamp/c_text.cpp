// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf2/stamp/c_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace weft::otf2::stamp {

namespace {

constexpr std::size_t columns = 120;

// Puts pieces behind one another, each but the first after a blank or at the beginning of a new line. `column` is where
// the first begins; `reserved` columns of every line are left free.
std::string filled(
    const std::vector<std::string>& pieces, std::size_t column, std::string_view indent, std::size_t reserved) {
  std::string out;
  for (const std::string& piece : pieces) {
    if (!out.empty() && column + 1 + piece.size() + reserved > columns) {
      out += '\n';
      out += indent;
      column = indent.size();
    } else if (!out.empty()) {
      out += ' ';
      ++column;
    }
    out += piece;
    column += piece.size();
  }
  return out;
}

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const auto blank = text.find(' ');
    out.emplace_back(text.substr(0, blank));
    text = blank == std::string_view::npos ? std::string_view{} : text.substr(blank + 1);
  }
  return out;
}

// `head` and the list of parameters in parentheses, with room for a semicolon, broken behind the
// parenthesis if the parameters fit one line then, or if not even the first fits where it is.
std::string call(const std::string& head, const std::vector<Parameter>& parameters) {
  if (parameters.empty()) return head + "(void)";
  constexpr std::string_view indent = "    ";
  std::vector<std::string> pieces;
  pieces.reserve(parameters.size());
  for (const Parameter& p : parameters) pieces.push_back(fmt::format("{} {},", p.type, p.name));
  pieces.back().back() = ')';
  const std::size_t begin = head.size() + 1;
  const std::size_t width = fmt::format("{}", fmt::join(pieces, " ")).size() + 1;
  const bool one_line = begin + width <= columns;
  const bool breaks = !one_line && (indent.size() + width <= columns || begin + pieces.front().size() > columns);
  if (!breaks) return head + "(" + filled(pieces, begin, indent, 1);
  return fmt::format("{}(\n{}{}", head, indent, filled(pieces, indent.size(), indent, 1));
}

}  // namespace

std::string comment(std::string_view text) {
  if (text.empty()) return {};
  const std::vector<std::string> pieces = words(text);
  return "/* " + filled(pieces, 3, "   ", 3) + " */\n";
}

std::string prototype(const Function& function) {
  return call(fmt::format("{} {}", function.result, function.name), function.parameters);
}

std::string declaration(const Function& function) {
  std::string text = prototype(function);
  if (function.deprecated) text += "\n    __otf2_deprecated__";
  return text + ";\n";
}

std::string function_type(const Function& function) {
  return call(fmt::format("typedef {} (*{})", function.result, function.name), function.parameters) + ";\n";
}

std::string definition(const CEnum& enumeration) {
  constexpr std::uint64_t int_max = 0x7fffffff;
  const auto is_large = [](const CEnumerator& e) { return e.value > int_max; };
  std::string out = fmt::format("typedef {} {};\n", enumeration.underlying, enumeration.c_type);
  // ISO C wants enumerators to be of type int; compilers take larger ones, some only when told to.
  if (std::ranges::any_of(enumeration.values, is_large)) out += "#ifdef __GNUC__\n__extension__\n#endif\n";
  out += fmt::format("enum {}_enum {{\n", enumeration.c_type);
  const CEnumerator* last = &enumeration.values.back();
  for (const CEnumerator& e : enumeration.values) {
    const bool is_hex = enumeration.is_flag_set || is_large(e);
    const std::string value = is_hex ? fmt::format("{:#x}{}", e.value, is_large(e) ? "u" : "")
                                     : std::to_string(e.value);
    const std::string_view mark = e.deprecated ? " __otf2_deprecated__" : "";
    out += fmt::format("  {}{} = {}{}\n", e.name, mark, value, &e == last ? "" : ",");
  }
  return out + "};\n";
}

}  // namespace weft::otf2::stamp
