// SPDX-License-Identifier: BSD-3-Clause
// Paradigms are looked up by their number. Unlike other definitions, of several with one number the last one counts.
#pragma once

#include <string>

#include "cli/otf2_tools/references.hpp"

namespace weft::cli::otf2_tools {

inline const def::Paradigm* find_paradigm(const Definitions& definitions, Paradigm paradigm) {
  const auto& rows = definitions.all<def::Paradigm>().rows();
  for (auto row = rows.rbegin(); row != rows.rend(); ++row)
    if (row->paradigm == paradigm) return &*row;
  return nullptr;
}

// "NAME" <NUMBER>, or the number alone.
inline std::string paradigm_text(const References& references, const def::Paradigm& row) {
  const std::string number = std::to_string(static_cast<unsigned>(row.paradigm));
  const auto name = references.name(row.name);
  return name ? "\"" + *name + "\" <" + number + ">" : number;
}

}  // namespace weft::cli::otf2_tools
