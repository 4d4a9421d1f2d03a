// SPDX-License-Identifier: BSD-3-Clause
#include "cli/adios_tools/value_text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <complex>
#include <cstdio>
#include <type_traits>

#include "formats/bp/elements.hpp"

namespace weft::cli::adios_tools {

namespace {

constexpr std::size_t longest_general = 32;
constexpr int widest = 1000;  // a width or precision that somebody can mean
constexpr std::string_view whole_letters = "diouxXc";
constexpr std::string_view real_letters = "eEfFgGaA";

// Takes digits; false if they are more than anybody can mean.
bool take_number(std::string_view& format, std::string& to) {
  const std::string_view digits = format.substr(0, format.find_first_not_of("0123456789"));
  int number = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (!digits.empty() && (parsed.ec != std::errc{} || number > widest)) return false;
  to += digits;
  format.remove_prefix(digits.size());
  return true;
}

template <class T>
void print(TextSink& out, const std::string& format, T value) {
  char* const to = out.room(4 * widest);
  // The format has been taken apart and put together: one conversion, of this type.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  const int size = std::snprintf(to, 4 * widest, format.c_str(), value);
#pragma GCC diagnostic pop
  if (size > 0) out.wrote_to(to + std::min(size, 4 * widest - 1));
}

bool fits_whole(long double value) { return std::isfinite(value) && std::fabs(value) < 0x1p63l; }

}  // namespace

void put_general(TextSink& out, double value) {
  out.wrote_to(fmt::format_to(out.room(longest_general), "{:g}", value));
}
void put_general(TextSink& out, long double value) {
  out.wrote_to(fmt::format_to(out.room(longest_general), "{:g}", value));
}

void put_plain_text(TextSink& out, std::string_view text) { out.put('"'), out.put(text), out.put('"'); }

Result<ValueText> ValueText::parse(std::string_view format) {
  const Error wrong{Errc::invalid_argument,
      fmt::format("expected a format with a conversion of one number, such as %6.3f, found '{}'", format)};
  ValueText text;
  Conversion next;
  while (!format.empty()) {
    const char c = format.front();
    format.remove_prefix(1);
    if (c != '%' || format.starts_with('%')) {
      if (c == '%') format.remove_prefix(1);
      next.before += c;
      continue;
    }
    next.flags = "%";
    const std::string_view flags = format.substr(0, format.find_first_not_of("-+ #0'"));
    next.flags += flags;
    format.remove_prefix(flags.size());
    if (!take_number(format, next.flags)) return wrong;
    if (format.starts_with('.')) {
      next.flags += '.';
      format.remove_prefix(1);
      if (!take_number(format, next.flags)) return wrong;
    }
    // What the value has is known better by its type.
    format.remove_prefix(std::min(format.find_first_not_of("hlLqjzt"), format.size()));
    if (format.empty()) return wrong;
    next.letter = format.front();
    format.remove_prefix(1);
    if (whole_letters.find(next.letter) == std::string_view::npos &&
        real_letters.find(next.letter) == std::string_view::npos)
      return wrong;
    text.conversions_.push_back(std::exchange(next, {}));
  }
  if (text.conversions_.empty() || text.conversions_.size() > 2) return wrong;
  if (!next.before.empty()) text.conversions_.push_back(next);
  return text;
}

// A whole number where a real one is asked for is converted, and the other way round.
template <class T>
void ValueText::put_converted(TextSink& out, const Conversion& conversion, T value) const {
  const std::string& flags = conversion.flags;
  const char letter = conversion.letter;
  if (real_letters.find(letter) != std::string_view::npos)
    return std::is_same_v<T, long double> ? print(out, flags + "L" + letter, static_cast<long double>(value))
                                          : print(out, flags + letter, static_cast<double>(value));
  if constexpr (std::is_floating_point_v<T>) {
    if (!fits_whole(value)) return put_general(out, static_cast<double>(value));
    print(out, letter == 'c' ? flags + letter : flags + "ll" + letter, static_cast<long long>(value));
  } else if (letter == 'c') {
    print(out, flags + letter, static_cast<int>(value));
  } else if (letter == 'd' || letter == 'i') {
    // Unsigned numbers of 64 bits are no less than they are.
    if constexpr (std::is_same_v<T, std::uint64_t>)
      print(out, flags + "llu", static_cast<unsigned long long>(value));
    else
      print(out, flags + "ll" + letter, static_cast<long long>(value));
  } else if constexpr (sizeof(T) == 8) {
    print(out, flags + "ll" + letter, static_cast<unsigned long long>(value));
  } else {
    // As wide as an int, which is what C makes of them.
    print(out, flags + letter, static_cast<unsigned>(static_cast<int>(value)));
  }
}

template <class T>
void ValueText::put_formatted(TextSink& out, T value) const {
  std::size_t numbers = 0;
  for (const Conversion& conversion : conversions_) {
    out.put(conversion.before);
    if (!conversion.letter) continue;
    if constexpr (bp::is_complex_value<T>)
      put_converted(out, conversion, numbers++ == 0 ? value.real() : value.imag());
    else if (numbers++ == 0)
      put_converted(out, conversion, value);
  }
}

void ValueText::put(TextSink& out, const std::byte* element, bp::DataType type, ByteOrder order) const {
  bp::visit_element(type, [&](auto identity) {
    using T = typename decltype(identity)::type;
    const T value = bp::load_element<T>(element, order);
    if (!conversions_.empty()) return put_formatted(out, value);
    if constexpr (bp::is_complex_value<T>) {
      out.put('('), put_general(out, static_cast<double>(value.real()));
      out.put(",i"), put_general(out, static_cast<double>(value.imag())), out.put(')');
    } else if constexpr (std::is_same_v<T, long double>) {
      put_general(out, value);
    } else if constexpr (std::is_floating_point_v<T>) {
      put_general(out, static_cast<double>(value));
    } else {
      out.number(value);
    }
  });
}

}  // namespace weft::cli::adios_tools
