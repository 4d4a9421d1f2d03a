// SPDX-License-Identifier: BSD-3-Clause
#include "check/pairs.hpp"

namespace weft::check {

void Interval::begin(const Place& at, Findings& findings) {
  if (open_)
    findings.add(rule_, at,
        [&] { return fmt::format("a {} begins, but the one begun at event {} has not ended", what_, *open_); });
  open_ = at.event;
}

void Interval::end(const Place& at, Findings& findings) {
  if (!open_) findings.add(rule_, at, [&] { return fmt::format("a {} ends that has not begun", what_); });
  open_.reset();
}

void Interval::finish(Findings& findings) const {
  if (open_) findings.add(rule_, [&] { return fmt::format("the {} begun at event {} never ends", what_, *open_); });
}

void Pairs::see(const evt::ThreadTeamEnd& e, const Place& at) {
  const Closing closing = teams_.close(e.thread_team);
  if (closing == Closing::matched) return;
  findings_.add(team_pairs, at, [&] {
    return fmt::format("leaves thread team {}, {}", named(definitions_, e.thread_team),
        closing == Closing::not_open ? "which it had not joined" : "but joined another one since that it has not left");
  });
}

void Pairs::join(Paradigm model, const Place& at) {
  const Closing closing = forks_.close(model);
  if (closing == Closing::matched) return;
  findings_.add(fork_join_pairs, at, [&] {
    return closing == Closing::not_open
               ? fmt::format("a join of {} without a fork", named(model))
               : fmt::format("a join of {}, but a later fork of another paradigm is open", named(model));
  });
}

void Pairs::finish() {
  for (const auto& entry : teams_.entries())
    findings_.add(team_pairs, [&] {
      return fmt::format(
          "thread team {}, joined at event {}, is never left", named(definitions_, entry.id), entry.event);
    });
  for (const auto& entry : forks_.entries())
    findings_.add(fork_join_pairs,
        [&] { return fmt::format("the fork of {} at event {} is never joined", named(entry.id), entry.event); });
  collective_.finish(findings_);
  rma_collective_.finish(findings_);
}

}  // namespace weft::check
