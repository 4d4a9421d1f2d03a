// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/text_pieces.hpp"

#include <fmt/format.h>

#include <bit>
#include <utility>

namespace weft::cli::otf_tools {

char* put_real(char* to, double value, int digits) { return fmt::format_to(to, "{:.{}f}", value, digits); }

namespace {

bool has_name(Names names, std::uint32_t value) { return value < names.size() && !names[value].empty(); }

char* put_unknown(char* to, std::uint32_t value) {
  to = put_decimal(put_word(to, "UNKNOWN <"), value);
  *to = '>';
  return to + 1;
}

template <class Element>
char* put_list(char* to, const otf::Numbers& list, Element&& element) {
  bool is_first = true;
  for (const std::uint32_t value : list) {
    if (!std::exchange(is_first, false)) to = put_word(to, ", ");
    to = element(to, value);
  }
  return to;
}

}  // namespace

char* put_name(char* to, Names names, std::uint32_t value) {
  return has_name(names, value) ? put_word(to, names[value]) : put_unknown(to, value);
}

char* put_piece(char* to, const otf::Numbers& list) {
  return put_list(to, list, [](char* at, std::uint32_t value) { return put_decimal(at, value); });
}

char* put_piece(char* to, const NamedList& list) {
  return put_list(to, list.values, [&](char* at, std::uint32_t value) { return put_name(at, list.names, value); });
}

char* put_piece(char* to, const Bits& bits) {
  const std::uint32_t value = bits.value & bits.mask;
  const std::uint32_t index = value >> std::countr_zero(bits.mask);
  return has_name(bits.names, index) ? put_word(to, bits.names[index]) : put_unknown(to, value);
}

char* put_piece(char* to, const FileFlags& piece) {
  std::uint32_t flags = piece.operation & ~action_bits;
  if (flags == 0) return put_word(to, "EMPTY");
  std::uint32_t bit = action_bits + 1;
  for (const std::string_view name : flag_names) {
    if (flags & bit) {
      to = put_word(to, name);
      flags &= ~bit;
      if (flags != 0) to = put_word(to, ", ");
    }
    bit *= 2;
  }
  return flags == 0 ? to : put_unknown(to, flags);
}

char* put_piece(char* to, const CounterValue& piece) {
  const auto found = piece.counters.find(piece.counter);
  const std::uint32_t type = found == piece.counters.end() ? 0 : (found->second & variable_bits) >> 5;
  if (!has_name(variable_names, type)) return fmt::format_to(to, "INVALID TYPE <{:08x}>", piece.value);
  const std::string_view name = variable_names[type];
  if (name == "FLOAT") return put_real(to, std::bit_cast<float>(static_cast<std::uint32_t>(piece.value)), 6);
  if (name == "DOUBLE") return put_real(to, std::bit_cast<double>(piece.value), 6);
  return name.starts_with('S') ? put_signed(to, piece.value) : put_decimal(to, piece.value);
}

}  // namespace weft::cli::otf_tools
