// SPDX-License-Identifier: BSD-3-Clause
// each_record: the rows of a batch that are of the kinds named, as records of their own types. Rows of all other kinds
// cost a look at one column.
#pragma once

#include <array>

#include "model/batch.hpp"

namespace weft {

namespace detail {

template <class... Records>
constexpr std::array<bool, 256> kinds_among() {
  std::array<bool, 256> among{};
  ((among[static_cast<std::size_t>(kind_of<Records>)] = true), ...);
  return among;
}

template <class... Records>
inline constexpr std::array<bool, 256> is_among = kinds_among<Records...>();

}  // namespace detail

// Calls visit(record, event) for every record of the types named. Records with a damaged body, which their source has
// reported, are left out.
template <class... Records, class Visit>
void each_event(const EventBatch& batch, Visit&& visit) {
  Event event;
  for (std::size_t row = 0; row < batch.size(); ++row) {
    if (!detail::is_among<Records...>[static_cast<std::size_t>(batch.kind[row])] || !batch.read(row, event)) continue;
    const auto call = [&](const auto* record) {
      if (record) visit(*record, event);
    };
    (call(event.record.get_if<Records>()), ...);
  }
}

// The same for whoever needs no attributes: visit(record, time).
template <class... Records, class Visit>
void each_record(const EventBatch& batch, Visit&& visit) {
  each_event<Records...>(batch, [&](const auto& record, const Event& event) { visit(record, event.time); });
}

}  // namespace weft
