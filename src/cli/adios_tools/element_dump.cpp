// SPDX-License-Identifier: BSD-3-Clause
#include "cli/adios_tools/element_dump.hpp"

#include <fmt/format.h>

#include <complex>
#include <type_traits>

#include "cli/adios_tools/value_text.hpp"
#include "formats/bp/elements.hpp"

namespace weft::cli::adios_tools {

void put_dumped(TextSink& out, Bytes element, bp::DataType type, ByteOrder order) {
  if (element.size() < bp::bytes_of(type)) return;
  bp::visit_element(type, [&](auto identity) {
    using T = typename decltype(identity)::type;
    const T value = bp::load_element<T>(element.data(), order);
    if constexpr (bp::is_complex_value<T>)
      out.put(fmt::format("({:f} {:f})", value.real(), value.imag()));
    else if constexpr (std::is_same_v<T, float>)
      out.put(fmt::format("{:f}", value));
    else if constexpr (std::is_floating_point_v<T>)
      out.put(fmt::format("{:e}", value));
    else
      out.number(value);
    if constexpr (std::is_same_v<T, std::uint16_t>) out.put('h');
  });
}

void put_all_dumped(TextSink& out, Bytes elements, bp::DataType type, ByteOrder order) {
  const std::size_t bytes = bp::bytes_of(type);
  for (std::size_t at = 0; bytes && at + bytes <= elements.size(); at += bytes) {
    if (at) out.put(", ");
    put_dumped(out, elements.subspan(at, bytes), type, order);
    out.flush_if_large();
  }
}

void put_all_dumped(TextSink& out, std::span<const std::string_view> texts) {
  std::string_view between;
  for (const std::string_view text : texts) {
    out.put(between), put_plain_text(out, text);
    between = ", ";
  }
}

void put_dimensions(TextSink& out, std::span<const bp::Dimension> dimensions) {
  std::string_view between;
  for (const bp::Dimension& dimension : dimensions) {
    out.put(between), out.number(dimension.local);
    if (dimension.global) out.put(':'), out.number(dimension.global), out.put(':'), out.number(dimension.offset);
    between = ",";
  }
}

}  // namespace weft::cli::adios_tools
