// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/write/attribute_text.hpp"

#include <fmt/format.h>

#include <cstring>
#include <span>
#include <type_traits>

#include "compat/adios/common/words.hpp"

namespace weft::adios {

namespace {

template <class T>
bp::Elements elements_of(bp::DataType type, const T& value) {
  bp::Elements elements{type, std::vector<std::byte>(sizeof value)};
  std::memcpy(elements.bytes.data(), &value, sizeof value);
  return elements;
}

}  // namespace

Result<bp::AttributeContent> attribute_of_text(bp::DataType type, std::string_view text) {
  if (type == bp::DataType::string) return bp::AttributeContent(std::string(text));
  Result<bp::AttributeContent> content = Error{
      Errc::unsupported, fmt::format("values of type {} cannot be given as text", bp::name_of(type))};
  bp::visit_element(type, [&](auto identity) {
    using T = typename decltype(identity)::type;
    if constexpr (!bp::is_complex_value<T>) {
      auto value = to_number<T>(text);
      if constexpr (std::is_same_v<T, std::uint64_t>)  // wraps around, as in C
        if (const auto negative = to_number<std::int64_t>(text); !value && negative) value = static_cast<T>(*negative);
      if (value)
        content = bp::AttributeContent(elements_of(type, *value));
      else
        content = Error{
            Errc::invalid_argument, fmt::format("expected a number of type {}, found '{}'", bp::name_of(type), text)};
    }
  });
  return content;
}

Result<bp::AttributeContent> attribute_of_elements(bp::DataType type, std::size_t count, const void* elements) {
  if (!elements || count == 0) return Error{Errc::invalid_argument, "there are no values"};
  if (type == bp::DataType::string) return bp::AttributeContent(std::string(static_cast<const char*>(elements)));
  if (type == bp::DataType::string_array) {
    std::vector<std::string> texts;
    for (const char* text : std::span(static_cast<const char* const*>(elements), count)) texts.push_back(text_of(text));
    return bp::AttributeContent(std::move(texts));
  }
  const std::size_t bytes = bp::bytes_of(type);
  if (bytes == 0)
    return Error{Errc::unsupported, fmt::format("attributes cannot be of type {}", static_cast<int>(type))};
  const auto all = std::span(static_cast<const std::byte*>(elements), count * bytes);
  return bp::AttributeContent(bp::Elements{type, {all.begin(), all.end()}});
}

}  // namespace weft::adios
