// SPDX-License-Identifier: BSD-3-Clause
#include "base/json.hpp"
#include "cli/otf_tools/profile/plain_tables.hpp"
#include "cli/otf_tools/profile/report_file.hpp"

namespace weft::cli::otf_tools::profile {

namespace {

struct CellWriter {
  TextSink& out;

  void operator()(const std::string& text) const { put_json_string(out, text); }
  void operator()(std::uint64_t value) const { out.number(value); }
  void operator()(double value) const { put_json_real(out, value); }
};

// A row is an object with the names of the columns.
void put_row(TextSink& out, const PlainTable& table, const std::vector<Cell>& row) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    out.put(i == 0 ? "{" : ",");
    put_json_string(out, table.columns[i]);
    out.put(':');
    std::visit(CellWriter{out}, row[i]);
  }
  out.put('}');
}

void put_table(TextSink& out, const PlainTable& table) {
  out.put("{\"name\":");
  put_json_string(out, table.name);
  out.put(",\"title\":");
  put_json_string(out, table.title);
  out.put(",\"rows\":[");
  std::string_view separator = "\n";
  for (const auto& row : table.rows) {
    out.put(separator);
    put_row(out, table, row);
    separator = ",\n";
  }
  out.put("]}");
}

}  // namespace

Result<> write_json(const Options& options, const std::vector<PlainTable>& tables) {
  auto file = WEFT_TRY(ReportFile::create(options.prefix + ".json"));
  file.put("{\"tables\":[\n");
  std::string_view separator;
  TextSink text;
  for (const auto& table : tables) {
    text.clear();
    put_table(text, table);
    file.put(separator);
    file.put(text.text());
    separator = ",\n";
  }
  file.put("\n]}\n");
  return file.close();
}

}  // namespace weft::cli::otf_tools::profile
