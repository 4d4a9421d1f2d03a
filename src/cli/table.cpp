// SPDX-License-Identifier: BSD-3-Clause
#include "cli/table.hpp"

#include <algorithm>
#include <iterator>

#include "base/json.hpp"
#include "cli/human.hpp"

namespace weft::cli {

void Table::row(std::vector<std::string> cells) { std::ranges::move(cells, std::back_inserter(cells_)); }

void Table::print(TextSink& out, std::size_t left_out) const {
  if (cells_.size() == columns_) return;
  std::vector<std::size_t> widths(columns_);
  for (std::size_t i = 0; i < cells_.size(); ++i)
    widths[i % columns_] = std::max(widths[i % columns_], cells_[i].size());
  out.put(fmt::format("\n{}\n", title_));
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const bool is_last = i % columns_ == columns_ - 1;
    out.pad(is_last ? 2 : 2 + widths[i % columns_] - cells_[i].size());
    out.put(cells_[i]);
    if (is_last) out.put('\n');
  }
  if (left_out) out.put(fmt::format("  ... and {} more (--top 0 shows them)\n", human_count(left_out)));
  out.flush_if_large();
}

std::string on_one_line(std::string_view text) {
  if (std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }))
    return std::string(text);
  TextSink quoted;
  put_json_string(quoted, text);
  return std::string(quoted.text());
}

}  // namespace weft::cli
