// SPDX-License-Identifier: BSD-3-Clause
#include "cli/row_printer.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <csignal>
#include <set>
#include <system_error>

#include "base/json.hpp"
#include "cli/table.hpp"
#include "formats/exports/csv_row.hpp"

namespace weft::cli {

namespace {

constexpr std::string_view names[] = {"table", "csv", "json"};

std::string text_of(const query::Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  if (const auto* text = std::get_if<std::string_view>(&value)) return on_one_line(*text);
  const auto* const real = std::get_if<double>(&value);
  return real ? fmt::format("{:.9g}", *real) : std::string();
}

std::size_t width_of(std::string_view text) {
  // Letters, not bytes.
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

}  // namespace

std::optional<RowFormat> row_format_named(std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == std::end(names)) return std::nullopt;
  return static_cast<RowFormat>(found - std::begin(names));
}

Result<> RowPrinter::print(query::Rows& rows) {
  head(rows);
  Result<> ended;
  std::optional<std::jthread> flushing;  // waited for when the lock is free again
  std::unique_lock lock(mutex_);
  while (!out_.failed()) {
    lock.unlock();
    auto has_more = rows.next();
    lock.lock();
    if (!has_more) ended = has_more.error();
    if (!has_more || !*has_more) break;
    if (format_ == RowFormat::csv) csv(rows);
    if (format_ == RowFormat::json) json(rows);
    if (format_ == RowFormat::table) table(rows);
    out_.flush_if_large();
    if (!flushing) flushing = begin_flushing();
  }
  put_gathered();
  WEFT_TRY(out_.flush());
  return ended;
}

std::jthread RowPrinter::begin_flushing() {
  sigset_t all, before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);  // signals are for who runs the statement
  std::jthread thread;
  try {
    thread = std::jthread([this](const std::stop_token& stop) { flush_now_and_then(stop); });
  } catch (const std::system_error&) {  // there is no thread to have: rows are written when they are many
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

// Rows that come at once are written together.
void RowPrinter::flush_now_and_then(const std::stop_token& stop) {
  constexpr auto patience = std::chrono::milliseconds(50);
  std::condition_variable_any ended;
  std::mutex ending;
  std::unique_lock until(ending);
  while (!ended.wait_for(until, stop, patience, [&] { return stop.stop_requested(); })) {
    // Never in the way of rows that come all the time: they need nobody to write them.
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) continue;
    if (is_watched_ && !gathered_.empty()) put_gathered();
    static_cast<void>(out_.flush());  // an error stays until it is asked for
  }
}

void RowPrinter::head(const query::Rows& rows) {
  names_.clear(), keys_.clear(), widths_.clear();
  for (std::size_t i = 0; i < rows.columns(); ++i) names_.emplace_back(rows.name(i));
  are_numbers_.assign(rows.columns(), true);
  if (format_ == RowFormat::csv) {
    exports::CsvRow line(out_);
    for (const std::string& name : names_) line.text(name);
  }
  std::set<std::string> keys;
  for (const std::string& name : names_) {
    std::string unique = name;
    for (int i = 1; !keys.insert(unique).second; ++i) unique = fmt::format("{}:{}", name, i);
    TextSink key;
    put_json_string(key, unique);
    keys_.push_back(std::string(key.text()) + ":");
  }
}

void RowPrinter::csv(const query::Rows& rows) {
  exports::CsvRow line(out_);
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const query::Value value = rows.value(i);
    if (const auto* number = std::get_if<std::int64_t>(&value))
      line.negative(*number);
    else if (const auto* real = std::get_if<double>(&value))
      line.real(*real);
    else if (const auto* text = std::get_if<std::string_view>(&value))
      line.text(*text);
    else
      line.empty();
  }
}

void RowPrinter::json(const query::Rows& rows) {
  out_.put('{');
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    if (i) out_.put(',');
    out_.put(keys_[i]);
    const query::Value value = rows.value(i);
    if (const auto* number = std::get_if<std::int64_t>(&value))
      out_.number(*number);
    else if (const auto* real = std::get_if<double>(&value))
      put_json_real(out_, *real);
    else if (const auto* text = std::get_if<std::string_view>(&value))
      put_json_string(out_, *text);
    else
      out_.put("null");
  }
  out_.put("}\n");
}

// The first rows say how wide columns are.
void RowPrinter::table(const query::Rows& rows) {
  constexpr std::size_t first_rows = 200;
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const query::Value value = rows.value(i);
    if (widths_.empty() && std::holds_alternative<std::string_view>(value)) are_numbers_[i] = false;
    cells.push_back(text_of(value));
  }
  if (!widths_.empty()) return put_line(cells, false);
  gathered_.push_back(std::move(cells));
  if (gathered_.size() == first_rows) put_gathered();
}

void RowPrinter::put_gathered() {
  if (format_ != RowFormat::table || !widths_.empty() || names_.empty()) return;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    std::size_t width = width_of(names_[i]);
    for (const auto& cells : gathered_) width = std::max(width, width_of(cells[i]));
    widths_.push_back(width);
  }
  put_line(names_, true);
  for (const auto& cells : gathered_) put_line(cells, false);
  gathered_.clear();
}

void RowPrinter::put_line(const std::vector<std::string>& cells, bool is_head) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::size_t width = width_of(cells[i]);
    const std::size_t blanks = width < widths_[i] ? widths_[i] - width : 0;
    if (i) out_.put("  ");
    if (are_numbers_[i]) out_.pad(blanks);
    out_.put(cells[i]);
    if (!are_numbers_[i] && i + 1 < cells.size()) out_.pad(blanks);
  }
  out_.put('\n');
  if (!is_head) return;
  for (std::size_t i = 0; i < widths_.size(); ++i) out_.put((i ? "  " : "") + std::string(widths_[i], '-'));
  out_.put('\n');
}

}  // namespace weft::cli
