// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf2_tools/thumbnail_sampler.hpp"

#include <algorithm>

namespace weft::cli::otf2_tools {

namespace {

std::uint64_t sample_distance(const Definitions& definitions) {
  const auto* clock = definitions.clock();
  return std::max<std::uint64_t>(clock ? clock->trace_length / 4097 : 0, 1);
}

}  // namespace

ThumbnailSampler::ThumbnailSampler(otf2::ThumbnailWriter writer, const Definitions& definitions, const OpenEvents& open)
    : writer_(std::move(writer)),
      definitions_(definitions),
      open_(open),
      distance_(sample_distance(definitions)),
      barrier_((definitions.clock() ? definitions.clock()->global_offset : 0) + distance_) {
  for (const def::Region& region : definitions.all<def::Region>()) regions_.push_back(region.self.value);
}

Result<> ThumbnailSampler::begin() {
  return writer_.write(otf2::ThumbnailHeader{"region activity", "", otf2::ThumbnailType::region, samples, regions_});
}

Result<> ThumbnailSampler::write(std::uint64_t times, std::span<const std::uint64_t> values) {
  const std::uint64_t locations = definitions_.all<def::Location>().size();
  // No more than the header announces: who reads a thumbnail counts on it.
  for (times = std::min(times, samples - written_); times > 0; --times, ++written_)
    WEFT_TRY(writer_.write(otf2::ThumbnailSample{locations, values}));
  return {};
}

Result<> ThumbnailSampler::region_changed(Ticks time) {
  if (time < barrier_ || written_ >= samples) return {};
  std::vector<std::uint64_t> values(regions_.size());
  for (const def::Location& location : definitions_.all<def::Location>()) {
    const auto region = open_.current_region(location.self);
    if (!region) continue;
    const auto place = std::ranges::find(regions_, std::uint64_t{region->value});
    if (place != regions_.end()) ++values[static_cast<std::size_t>(place - regions_.begin())];
  }
  const std::uint64_t passed = (time - barrier_) / distance_ + 1;
  barrier_ += passed * distance_;
  return write(passed, values);
}

Result<> ThumbnailSampler::finish() {
  const std::vector<std::uint64_t> nothing(regions_.size());
  WEFT_TRY(write(samples - written_, nothing));
  return writer_.close();
}

}  // namespace weft::cli::otf2_tools
