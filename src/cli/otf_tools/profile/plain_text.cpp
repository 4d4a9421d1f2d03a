// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "cli/otf_tools/profile/plain_tables.hpp"
#include "cli/otf_tools/profile/report_file.hpp"
#include "cli/otf_tools/profile/table_text.hpp"

namespace weft::cli::otf_tools::profile {

namespace {

struct Spelled {
  std::string operator()(const std::string& text) const { return text; }
  std::string operator()(std::uint64_t value) const { return grouped(value); }
  std::string operator()(double value) const { return fmt::format("{:.9g}", value); }
};

// Texts to the left, numbers to the right.
void write_table(ReportFile& file, const PlainTable& table) {
  std::vector<std::vector<std::string>> rows{table.columns};
  for (const auto& row : table.rows) {
    auto& cells = rows.emplace_back();
    for (const Cell& cell : row) cells.push_back(std::visit(Spelled{}, cell));
  }
  std::vector<std::size_t> widths(table.columns.size());
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  auto is_text = [&](std::size_t column) {
    return table.rows.empty() || std::holds_alternative<std::string>(table.rows.front()[column]);
  };
  file.print("{}\n{:=<{}}\n", table.title, "", table.title.size());
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) line += "  ";
      line += is_text(i) ? fmt::format("{:<{}}", row[i], widths[i]) : fmt::format("{:>{}}", row[i], widths[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    file.print("{}\n", line);
  }
  file.put("\n");
}

}  // namespace

Result<> write_text(const Options& options, const std::vector<PlainTable>& tables) {
  auto file = WEFT_TRY(ReportFile::create(options.prefix + ".txt"));
  for (const auto& table : tables) write_table(file, table);
  return file.close();
}

}  // namespace weft::cli::otf_tools::profile
