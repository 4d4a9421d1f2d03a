// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/info_survey.hpp"

#include <algorithm>

#include "formats/otf/vocabulary.hpp"

namespace weft::cli::otf_tools {

void InfoSurvey::operator()(const At&, const DefCounter& r) {
  counters.push_back({r.counter, std::string(r.name), CounterProperties{r.properties}.is_accumulating()});
}

// Values that shrink count as if they had gone once around, as in the original.
void InfoSurvey::operator()(const At& at, const Counter& r) {
  const auto [place, is_first] = samples_.try_emplace(std::uint64_t{r.counter} << 32 | at.process);
  Sample& last = place->second;
  if (!is_first && at.time > last.time) {
    const double growth = static_cast<double>(r.value - last.value) / static_cast<double>(at.time - last.time);
    last.highest = std::max(last.highest, growth);
  }
  last.time = at.time;
  last.value = r.value;
}

std::unordered_map<std::uint32_t, InfoSurvey::Growth> InfoSurvey::growth() const {
  std::unordered_map<std::uint32_t, Growth> sums;
  for (const auto& [key, sample] : samples_) {
    Growth& sum = sums[static_cast<std::uint32_t>(key >> 32)];
    sum.value += sample.value;
    sum.time += sample.time;
    sum.highest = std::max(sum.highest, sample.highest);
  }
  return sums;
}

}  // namespace weft::cli::otf_tools
