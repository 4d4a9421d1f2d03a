// SPDX-License-Identifier: BSD-3-Clause
#include "model/event_types.hpp"

#include <array>

namespace weft {

namespace {

template <class... Events>
constexpr auto names_of(TypeList<Events...>) {
  return std::array{Events::schema.name...};
}
constexpr auto names = names_of(EventTypes{});

}  // namespace

EventRecord record_of_one_field(Kind kind, std::uint64_t value) {
  if (kind == kind_of<evt::Enter>) return evt::Enter{{static_cast<std::uint32_t>(value)}};
  if (kind == kind_of<evt::Leave>) return evt::Leave{{static_cast<std::uint32_t>(value)}};
  return EventTypes::dispatch(static_cast<std::size_t>(kind), [&](auto type) -> EventRecord {
    using R = typename decltype(type)::type;
    if constexpr (has_one_field<R>) return record_of_one_field<R>(value);
    WEFT_CHECK(false);
    return R{};
  });
}

std::string_view name_of(Kind kind) { return names[static_cast<std::size_t>(kind)]; }

std::optional<Kind> kind_named(std::string_view name) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return static_cast<Kind>(i);
  return std::nullopt;
}

}  // namespace weft
