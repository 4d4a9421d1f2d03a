// SPDX-License-Identifier: BSD-3-Clause
#include "check/rules.hpp"

#include "check/attributes.hpp"
#include "check/check.hpp"
#include "check/collectives.hpp"
#include "check/counts.hpp"
#include "check/families.hpp"
#include "check/groups.hpp"
#include "check/io_handles.hpp"
#include "check/io_operations.hpp"
#include "check/io_paradigms.hpp"
#include "check/messages.hpp"
#include "check/nesting.hpp"
#include "check/pairs.hpp"
#include "check/program.hpp"
#include "check/references.hpp"
#include "check/requests.hpp"
#include "check/times.hpp"
#include "check/values.hpp"
#include "formats/registry.hpp"

namespace weft::check {

namespace {

constexpr Theme themes[] = {
    {"reading", reading_rules},
    {"references", reference_rules},
    {"definitions", group_rules},
    {"times", time_rules},
    {"counts", count_rules},
    {"nesting", nesting_rules},
    {"pairs of events", pair_rules},
    {"messages", message_rules},
    {"requests", request_rules},
    {"collective operations", collective_rules},
    {"I/O interfaces", io_paradigm_rules},
    {"I/O handles", io_handle_rules},
    {"I/O operations", io_operation_rules},
    {"attributes", attribute_rules},
    {"values", value_rules},
    {"families of records", family_rules},
    {"program", program_rules},
};

}  // namespace

std::span<const Theme> all_themes() { return themes; }

const Rule* find_rule(std::string_view name) {
  for (const Theme& theme : themes)
    for (const Rule& rule : theme.rules)
      if (rule.name == name) return &rule;
  for (const Format* format : all_formats())
    for (const Rule& rule : format->rules)
      if (rule.name == name) return &rule;
  for (const DataFormat* format : all_data_formats())
    for (const Rule& rule : format->rules)
      if (rule.name == name) return &rule;
  return nullptr;
}

}  // namespace weft::check
