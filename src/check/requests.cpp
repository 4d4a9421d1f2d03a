// SPDX-License-Identifier: BSD-3-Clause
#include "check/requests.hpp"

namespace weft::check {

void Requests::report_kind(std::uint64_t id, const Set::Open& open, Kind completed_as, const Place& at) {
  findings_.add(request_kind, at, [&] {
    return fmt::format("{} of request {}, which was started by {} at event {}", name_of(completed_as), id,
        name_of(open.kind), open.at.event);
  });
}

void check_requests(std::vector<Unsettled<std::uint64_t>>& steps, Findings& findings) {
  using Item = Unsettled<std::uint64_t>;
  Settling<std::uint64_t> result;
  result.never_ended = [&](const Item& begun) {
    findings.add(request_open, begun.location, begun.at,
        [&] { return fmt::format("{} starts request {}, which is never completed", name_of(begun.kind), begun.key); });
  };
  result.not_begun = [&](const Item& step) {
    findings.add(request_unknown, step.location, step.at,
        [&] { return fmt::format("{} of request {}, which is not open", name_of(step.kind), step.key); });
  };
  result.begun_twice = [&](const Item& begun, const Item& again) {
    findings.add(request_reused, again.location, again.at, [&] {
      return fmt::format(
          "{} starts request {}, which is open since event {}", name_of(again.kind), again.key, begun.at.event);
    });
  };
  Settler<std::uint64_t>(result).run(steps);
}

}  // namespace weft::check
