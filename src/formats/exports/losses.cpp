// SPDX-License-Identifier: BSD-3-Clause
#include "formats/exports/losses.hpp"

#include <fmt/format.h>

#include "model/examples.hpp"

namespace weft::exports {

std::string Losses::example() const {
  if (read_) return example_of(definitions_, location_, *read_);
  Event event;
  return batch_ && batch_->read(row_, event) ? example_of(definitions_, location_, event) : std::string();
}

void Losses::tell(std::string_view target, LossReport& report) const {
  const auto lost = [&](const std::string& what, const std::string& why, const Tally& tally) {
    if (tally.count) report.lost(what, why, tally.count, tally.example);
  };
  const auto translated = [&](const char* what, const char* how, const Tally& tally) {
    if (tally.count) report.translated(what, how, tally.count, tally.example);
  };
  const std::string no_place = fmt::format("{} has no place for it", target);
  for (std::size_t i = 0; i < kinds.size(); ++i)
    lost(std::string(weft::name_of(static_cast<Kind>(i))), no_place, kinds[i]);
  for (const auto& [attribute, tally] : attributes)
    lost(fmt::format("attribute {}", definitions_.name(attribute)), no_place, tally);
  lost("CallingContextEnter.unwindDistance", "calls are shown as they are nested", unwind_distances);
  translated("ProgramBegin.programArguments", "one text, with blanks between them", joined_texts);
  translated("event time", "rounded down to nanoseconds", cut_times);
  translated("event time", "too far from the first tick: shown at the end of time", far_times);
  translated("event time", "before the first tick of the clock: shown there", early_times);
  translated("event time", "before the event before: shown together with it", backward_times);
  lost("Leave", "it leaves what was not entered last", unmatched_leaves.of_regions);
  lost("CallingContextLeave", "it leaves what was not entered last", unmatched_leaves.of_contexts);
  translated("Enter", "without a leave: ends with its location", open_calls.of_regions);
  translated("CallingContextEnter", "without a leave: ends with its location", open_calls.of_contexts);
  translated("Enter", "deeper than 1000 calls: counted for its caller", deep_calls.of_regions);
  translated("CallingContextEnter", "deeper than 1000 calls: counted for its caller", deep_calls.of_contexts);
  translated("operation", "without an end: ends with its location", open_operations);
  lost("span of an operation", "too many at a time", crowded_operations);
  lost("span of an operation", "it did not begin", unmatched_ends);
  lost("flow of a message", "its ranks are not known, or are shared by threads", unpaired_messages);
  lost("Metric.metricValues", "one of them is no number", strange_values);
  translated("Metric.metricValues", "beyond 63 bits: as real numbers", large_values);
  translated("name", "characters that have a meaning of their own are replaced", changed_names);
}

}  // namespace weft::exports
