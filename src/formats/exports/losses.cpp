// SPDX-License-Identifier: BSD-3-Clause
#include "formats/exports/losses.hpp"

#include <fmt/format.h>

#include <string>

namespace weft::exports {

void Losses::tell(std::string_view target, LossReport& report) const {
  const auto lost = [&](const char* what, const std::string& why, std::uint64_t count) {
    if (count) report.lost(what, why, count);
  };
  const auto translated = [&](const char* what, const char* how, std::uint64_t count) {
    if (count) report.translated(what, how, count);
  };
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (kinds[i])
      report.lost(std::string(name_of(static_cast<Kind>(i))), fmt::format("{} has no place for it", target), kinds[i]);
  lost("attribute", fmt::format("{} has no place for it", target), attributes);
  lost("CallingContextEnter.unwindDistance", "calls are shown as they are nested", unwind_distances);
  translated("event time", "rounded down to nanoseconds", cut_times);
  translated("event time", "too far from the first tick: shown at the end of time", far_times);
  translated("event time", "before the first tick of the clock: shown there", early_times);
  translated("event time", "before the event before: shown together with it", backward_times);
  lost("Leave", "it leaves what was not entered last", unmatched_leaves);
  translated("Enter", "without a leave: ends with its location", open_regions);
  translated("operation", "without an end: ends with its location", open_operations);
  lost("span of an operation", "too many at a time", crowded_operations);
  lost("span of an operation", "it did not begin", unmatched_ends);
  lost("flow of a message", "its ranks are not known, or are shared by threads", unpaired_messages);
  lost("metric value", "it is no number", strange_values);
  translated("metric value", "beyond 63 bits: as a real number", large_values);
  translated("name", "characters that have a meaning of their own are replaced", changed_names);
  translated("Enter", "deeper than 1000 calls: counted for its caller", deep_frames);
}

}  // namespace weft::exports
