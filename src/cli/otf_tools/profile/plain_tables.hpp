// SPDX-License-Identifier: BSD-3-Clause
// The tables as rows and columns, for writers that know nothing but those: PREFIX.txt and PREFIX.json.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "cli/otf_tools/profile/options.hpp"
#include "cli/otf_tools/profile/tables.hpp"

namespace weft::cli::otf_tools::profile {

using Cell = std::variant<std::string, std::uint64_t, double>;

struct PlainTable {
  std::string name;  // for programs
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;
};

std::vector<PlainTable> plain_tables(const Tables& tables);

Result<> write_text(const Options& options, const std::vector<PlainTable>& tables);
Result<> write_json(const Options& options, const std::vector<PlainTable>& tables);

}  // namespace weft::cli::otf_tools::profile
