// SPDX-License-Identifier: BSD-3-Clause
#include "cli/losses.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.hpp"
#include "base/json.hpp"
#include "cli/human.hpp"
#include "cli/table.hpp"

namespace weft::cli {

namespace {

std::string_view name_of(LossReport::Fate fate) { return fate == LossReport::Fate::lost ? "lost" : "translated"; }

std::uint64_t count_of(const LossReport& loss, const std::string& what, LossReport::Fate fate) {
  std::uint64_t count = 0;
  for (const auto& [key, entry] : loss.entries())
    if (key.first == what && entry.fate == fate) count += entry.count;
  return count;
}

}  // namespace

void show_losses(const LossReport& loss) {
  const auto entries = loss.entries();
  if (entries.empty()) return;
  Table table("Not carried as it was", {"Count", "Fate", "What and why"});
  for (const auto fate : {LossReport::Fate::lost, LossReport::Fate::translated})
    for (const auto& [key, entry] : entries)
      if (entry.fate == fate)
        table.row({human_count(entry.count), std::string(name_of(fate)), fmt::format("{}: {}", key.first, key.second)});
  TextSink text;
  table.print(text);
  std::string_view lines = text.text();
  lines.remove_prefix(std::min(lines.find_first_not_of('\n'), lines.size()));
  fmt::print(stderr, "{}", lines);
}

Result<> write_losses(const LossReport& loss, const std::string& in, const std::string& out, const std::string& path) {
  TextSink text;
  text.put("{\"in\":");
  put_json_string(text, in);
  text.put(",\"out\":");
  put_json_string(text, out);
  text.put(",\"records\":[");
  const char* between = "\n";
  for (const auto& [kind, read] : loss.records()) {
    text.put(std::exchange(between, ",\n"));
    text.put("{\"record\":");
    put_json_string(text, kind);
    const std::uint64_t lost = count_of(loss, kind, LossReport::Fate::lost);
    const std::uint64_t translated = count_of(loss, kind, LossReport::Fate::translated);
    text.put(fmt::format(",\"read\":{},\"carried\":{},\"translated\":{},\"lost\":{}}}", read,
        read - std::min(read, lost + translated), translated, lost));
  }
  text.put("\n],\"losses\":[");
  between = "\n";
  for (const auto& [key, entry] : loss.entries()) {
    text.put(std::exchange(between, ",\n"));
    text.put(fmt::format("{{\"fate\":\"{}\",\"count\":{},\"what\":", name_of(entry.fate), entry.count));
    put_json_string(text, key.first);
    text.put(",\"why\":");
    put_json_string(text, key.second);
    if (!entry.example.empty()) {
      text.put(",\"example\":");
      put_json_string(text, entry.example);
    }
    text.put('}');
  }
  text.put("\n]}\n");
  return replace_file(path, std::as_bytes(std::span(text.text())));
}

}  // namespace weft::cli
