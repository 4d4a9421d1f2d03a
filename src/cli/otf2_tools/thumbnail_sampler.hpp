// SPDX-License-Identifier: BSD-3-Clause
// ThumbnailSampler: how many locations are in which region, at regular times over the whole trace.
#pragma once

#include <vector>

#include "cli/otf2_tools/open_events.hpp"
#include "formats/otf2/writer.hpp"

namespace weft::cli::otf2_tools {

class ThumbnailSampler {
 public:
  ThumbnailSampler(otf2::ThumbnailWriter writer, const Definitions& definitions, const OpenEvents& open);

  Result<> begin();
  // After a region was entered or left.
  Result<> region_changed(Ticks time);
  // Fills up what is missing.
  Result<> finish();

 private:
  static constexpr std::uint64_t samples = 4096;

  Result<> write(std::uint64_t times, std::span<const std::uint64_t> values);

  otf2::ThumbnailWriter writer_;
  const Definitions& definitions_;
  const OpenEvents& open_;
  std::vector<std::uint64_t> regions_;
  std::uint64_t distance_;
  Ticks barrier_;
  std::uint64_t written_ = 0;
};

}  // namespace weft::cli::otf2_tools
