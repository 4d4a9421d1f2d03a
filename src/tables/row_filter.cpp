// SPDX-License-Identifier: BSD-3-Clause
#include "tables/row_filter.hpp"

namespace weft::tables {

RegionRef region_of(const Definitions& definitions, Kind kind, std::uint64_t value) {
  const auto id = static_cast<std::uint32_t>(value);
  if (kind == kind_of<evt::Enter> || kind == kind_of<evt::Leave>) return {id};
  if (kind != kind_of<evt::CallingContextEnter> && kind != kind_of<evt::CallingContextLeave> &&
      kind != kind_of<evt::CallingContextSample>)
    return {};
  const auto* const context = definitions.find<def::CallingContext>(CallingContextRef{id});
  return context ? context->region : RegionRef{};
}

RowFilter::RowFilter(const EventFilter& filter, const Definitions& definitions)
    : definitions_(definitions), time_(filter.time.value_or(TimeRange{})), regions_(filter.regions) {
  if (filter.kinds.empty()) kinds_.fill(true);
  for (const Kind kind : filter.kinds) kinds_[static_cast<std::size_t>(kind)] = true;
  wants_all_ = !filter.time && filter.kinds.empty() && filter.regions.empty();
}

void RowFilter::select(const EventBatch& batch, std::vector<std::uint32_t>& rows) const {
  rows.resize(batch.size());
  std::uint32_t* out = rows.data();
  for (std::uint32_t row = 0; row < batch.size(); ++row) {
    // Written in any case: a jump that cannot be predicted would cost more.
    *out = row;
    out += unsigned{time_.contains(batch.time[row])} & unsigned{kinds_[static_cast<std::size_t>(batch.kind[row])]};
  }
  rows.resize(static_cast<std::size_t>(out - rows.data()));
  if (regions_.empty()) return;
  std::erase_if(rows, [&](std::uint32_t row) { return !wants_region(batch.kind[row], batch.value[row]); });
}

bool RowFilter::wants_region(Kind kind, std::uint64_t value) const {
  const RegionRef region = region_of(definitions_, kind, value);
  return region.defined() && regions_.contains(region);
}

}  // namespace weft::tables
