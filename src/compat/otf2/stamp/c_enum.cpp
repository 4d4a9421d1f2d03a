// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf2/stamp/c_enum.hpp"

#include <fmt/format.h>

#include "compat/otf2/stamp/c_exceptions.hpp"

namespace weft::otf2::stamp {

namespace {

std::string prefix_of(std::string_view enumeration) {
  for (const PrefixException& e : prefix_exceptions)
    if (e.enumeration == enumeration) return std::string{e.prefix};
  return fmt::format("OTF2_{}_", upper_snake(enumeration));
}

bool is_deprecated(std::string_view enumeration, std::string_view name) {
  for (const DeprecatedEnumerator& e : deprecated_enumerators)
    if (e.enumeration == enumeration && e.name == name) return true;
  return false;
}

}  // namespace

CEnum c_enum(std::string_view name, std::size_t bytes, bool is_flag_set, const std::vector<Enumerator>& values) {
  CEnum out{std::string{name}, fmt::format("OTF2_{}", name), fmt::format("uint{}_t", 8 * bytes), is_flag_set, {}};
  const std::string prefix = prefix_of(name);
  for (const Enumerator& e : values) out.values.push_back({prefix + e.name, e.value, is_deprecated(name, e.name)});
  for (const ExtraEnumerator& e : extra_enumerators)
    if (e.enumeration == name) out.values.push_back({prefix + std::string{e.name}, e.value, e.deprecated});
  return out;
}

}  // namespace weft::otf2::stamp
