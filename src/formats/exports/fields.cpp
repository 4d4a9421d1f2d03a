// SPDX-License-Identifier: BSD-3-Clause
#include "formats/exports/fields.hpp"

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <type_traits>

#include "model/references.hpp"

namespace weft::exports {

namespace {

class FieldTeller {
 public:
  FieldTeller(const Definitions& definitions, const Timeline* timeline, FieldTaker& taker)
      : definitions_(definitions), timeline_(timeline), taker_(taker) {}

  template <class R>
  void tell_record(const R& record) {
    R::schema.each([&](const auto& f) { tell(f.name, record.*f.member); });
  }

 private:
  template <class T>
  void tell(std::string_view key, const T& value) {
    if constexpr (is_ref<T>) {
      taker_.named(key, value.value, definitions_.name(value));
    } else if constexpr (std::is_enum_v<T>) {
      tell_enumerator(key, value);
    } else if constexpr (std::is_same_v<T, Timestamp>) {
      timeline_ ? tell(key, timeline_->nanoseconds(value.value)) : tell(key, value.value);
    } else if constexpr (is_sequence<T>) {
      tell_list(key, value);
    } else if constexpr (std::is_signed_v<T>) {
      value < 0 ? taker_.negative(key, value) : taker_.number(key, static_cast<std::uint64_t>(value));
    } else {
      taker_.number(key, value);
    }
  }

  template <class E>
  void tell_enumerator(std::string_view key, E value) {
    const auto number = static_cast<std::uint64_t>(value);
    if constexpr (is_flag_set(E{}))
      taker_.number(key, number);
    else
      taker_.named(key, number, weft::name_of(value).value_or(""));
  }

  // Texts with blanks between them, bytes in hexadecimal.
  template <class Sequence>
  void tell_list(std::string_view key, const Sequence& sequence) {
    using Element = typename Sequence::element;
    if constexpr (std::is_same_v<Element, MetricValue>) {
      return;
    } else {
      std::string joined;
      for (const Element& element : sequence) {
        if constexpr (is_ref<Element>)
          joined.append(joined.empty() ? "" : " ").append(definitions_.name(element));
        else
          fmt::format_to(std::back_inserter(joined), "{:02x}", element);
      }
      taker_.text(key, joined);
    }
  }

  const Definitions& definitions_;
  const Timeline* timeline_;
  FieldTaker& taker_;
};

}  // namespace

void tell_fields(
    const EventRecord& record, const Definitions& definitions, const Timeline* timeline, FieldTaker& taker) {
  FieldTeller teller(definitions, timeline, taker);
  record.visit([&](const auto& any) { teller.tell_record(any); });
}

void tell_attributes(std::span<const AttributeEntry> attributes, const Definitions& definitions, FieldTaker& taker) {
  for (const auto& [attribute, value] : attributes) {
    const def::Attribute* const definition = definitions.find<def::Attribute>(attribute);
    std::string_view key = definition ? definitions.text(definition->name) : std::string_view();
    if (key.empty()) key = "attribute";
    if (value.type == Type::string)
      taker.text(key, definitions.text({static_cast<std::uint32_t>(value.bits)}));
    else if (is_floating(value.type))
      taker.real(key, value.as_double());
    else if (is_signed(value.type) && value.as_signed() < 0)
      taker.negative(key, value.as_signed());
    else if (!visit_reference(value, [&, key = key](auto id) { taker.named(key, id.value, definitions.name(id)); }))
      taker.number(key, value.bits);
  }
}

}  // namespace weft::exports
