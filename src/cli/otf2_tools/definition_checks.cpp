// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf2_tools/definition_checks.hpp"

#include <fmt/format.h>

namespace weft::cli::otf2_tools {

void DefinitionChecks::check(const def::ClockProperties& record) {
  if (has_clock_) warn_("duplicate ClockProperties");
  if (record.timer_resolution == 0)
    warn_(fmt::format("invalid timer resolution in ClockProperties: {}", record.timer_resolution));
  has_clock_ = has_clock_ || record.timer_resolution != 0;
}

void DefinitionChecks::check_group(CommRef comm, GroupRef group) {
  if (is_usable(group.defined() ? definitions_.find<def::Group>(group) : nullptr)) return;
  warn_(fmt::format(
      "invalid Group reference in Comm/InterComm {} definition: {}", references_.text(comm), references_.text(group)));
}

void DefinitionChecks::check(const def::Comm& record) {
  check_group(record.self, record.group);
  check_parent(record);
}

void DefinitionChecks::check(const def::InterComm& record) {
  check_group(record.self, record.group_a);
  if (record.group_b.defined()) check_group(record.self, record.group_b);
}

void DefinitionChecks::check(const def::RmaWin& record) {
  if (!definitions_.contains(record.comm))
    warn_(fmt::format(
        "undefined Comm definition for RmaWin {}: {}", references_.text(record.self), references_.text(record.comm)));
}

void DefinitionChecks::check(const def::CartTopology& record) {
  if (!definitions_.contains(record.communicator))
    warn_(fmt::format("undefined Comm definition for CartTopology {}: {}", references_.text(record.self),
        references_.text(record.communicator)));
}

void DefinitionChecks::check(const def::CallingContextProperty& record) {
  if (!definitions_.contains(record.calling_context))
    warn_("invalid CallingContext reference: " + references_.text(record.calling_context));
}

}  // namespace weft::cli::otf2_tools
