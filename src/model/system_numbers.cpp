// SPDX-License-Identifier: BSD-3-Clause
#include "model/system_numbers.hpp"

#include <charconv>
#include <optional>
#include <string_view>

namespace weft {

namespace {

// Some tell it as a text.
std::optional<std::uint64_t> number_in(const Definitions& definitions, const TypedValue& value) {
  const bool is_integer = value.type >= Type::uint8 && value.type <= Type::int64;
  if (is_integer) return value.bits;
  if (value.type != Type::string) return std::nullopt;
  const std::string_view text = definitions.text({static_cast<std::uint32_t>(value.bits)});
  const char* const end = text.data() + text.size();
  std::uint64_t number = 0;
  const auto parsed = std::from_chars(text.data(), end, number);
  return !text.empty() && parsed.ec == std::errc() && parsed.ptr == end ? std::optional(number) : std::nullopt;
}

}  // namespace

SystemNumbers::SystemNumbers(const Definitions& definitions) {
  for (const def::LocationProperty& row : definitions.all<def::LocationProperty>())
    if (definitions.text(row.name).ends_with(".tid"))
      if (const auto number = number_in(definitions, row.value)) threads.try_emplace(row.location, *number);
  for (const def::LocationGroupProperty& row : definitions.all<def::LocationGroupProperty>())
    if (definitions.text(row.name).ends_with(".pid"))
      if (const auto number = number_in(definitions, row.value)) processes.try_emplace(row.location_group, *number);
}

}  // namespace weft
