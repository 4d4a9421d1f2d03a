// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/element_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <type_traits>

#include "base/json.hpp"
#include "formats/bp/elements.hpp"

namespace weft::bp {

namespace {

template <class T>
void put_real(TextSink& out, T value, bool json) {
  if (json && !std::isfinite(value)) {
    put_json_real(out, static_cast<double>(value));
    return;
  }
  constexpr std::size_t longest = 64;
  char* const to = out.room(longest);
  if constexpr (std::is_same_v<T, long double>)
    out.wrote_to(fmt::format_to(to, "{:.21g}", value));  // enough digits for each of them
  else
    out.wrote_to(fmt::format_to(to, "{}", value));
}

bool is_whole(DataType type) {
  bool is = false;
  visit_element(type, [&](auto identity) { is = std::is_integral_v<typename decltype(identity)::type>; });
  return is;
}

void put_whole(TextSink& out, long double number) {
  if (number < 0)
    out.number(static_cast<std::int64_t>(number));
  else
    out.number(static_cast<std::uint64_t>(number));
}

}  // namespace

void put_element(TextSink& out, const std::byte* element, DataType type, ByteOrder order, bool json) {
  visit_element(type, [&](auto identity) {
    using T = typename decltype(identity)::type;
    const T value = load_element<T>(element, order);
    if constexpr (is_complex_value<T>) {
      out.put(json ? '[' : '(');
      put_real(out, value.real(), json);
      out.put(',');
      put_real(out, value.imag(), json);
      out.put(json ? ']' : ')');
    } else if constexpr (std::is_floating_point_v<T>) {
      put_real(out, value, json);
    } else {
      out.number(value);
    }
  });
}

void put_quoted(TextSink& out, std::string_view text, bool json) {
  if (json) return put_json_string(out, text);
  out.put('"');
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out.put('\\'), out.put(c);
    else if (code < 0x20 || code == 0x7f)
      out.put(fmt::format("\\x{:02x}", code));
    else
      out.put(c);
  }
  out.put('"');
}

void put_bound(TextSink& out, long double number, DataType type, bool json) {
  if (is_whole(type))
    put_whole(out, number);
  else if (type == DataType::real)
    put_real(out, static_cast<float>(number), json);
  else if (type == DataType::long_double)
    put_real(out, number, json);
  else
    put_real(out, static_cast<double>(number), json);
}

std::string sizes_text(std::span<const std::uint64_t> sizes, std::string_view between) {
  std::string text;
  for (const std::uint64_t size : sizes) text.append(text.empty() ? "" : between).append(std::to_string(size));
  return text;
}

std::string statistics_text(const Statistics& statistics, DataType type) {
  TextSink out;
  const Summary& all = statistics.all();
  auto put = [&](std::optional<long double> number) {
    if (!number)
      out.put("?");
    else if (is_whole(type))
      put_whole(out, *number);
    else
      out.put(fmt::format("{:.6g}", *number));
  };
  put(all.min);
  out.put(" / ");
  put(all.max);
  if (const auto average = all.average()) out.put(fmt::format(" / {:.6g}", *average));
  if (const auto deviation = all.deviation()) out.put(fmt::format(" / {:.6g}", *deviation));
  return std::string(out.text());
}

}  // namespace weft::bp
