// SPDX-License-Identifier: BSD-3-Clause
#include "cli/losses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <vector>

#include "base/file.hpp"
#include "base/json.hpp"
#include "cli/human.hpp"
#include "cli/table.hpp"
#include "formats/registry.hpp"
#include "model/definition_types.hpp"
#include "model/event_types.hpp"
#include "model/markers.hpp"

namespace weft::cli {

namespace {

using Entries = std::map<LossReport::Key, LossReport::Entry>;

std::string_view name_of(LossReport::Fate fate) { return fate == LossReport::Fate::lost ? "lost" : "translated"; }

// Of a record or of a field, which is RECORD.FIELD.
std::uint64_t count_of(const Entries& entries, const std::string& what, LossReport::Fate fate) {
  std::uint64_t count = 0;
  for (auto at = entries.lower_bound({what, ""}); at != entries.end() && at->first.first == what; ++at)
    if (at->second.fate == fate) count += at->second.count;
  return count;
}

// The fields of a kind of record, in the order of its schema.
std::vector<std::string_view> fields_of(std::string_view kind) {
  std::vector<std::string_view> fields;
  const auto look = [&](auto type) {
    using R = typename decltype(type)::type;
    if (R::schema.name == kind) R::schema.each([&](const auto& f) { fields.push_back(f.name); });
  };
  Concat<Concat<DefinitionTypes, EventTypes>, TypeList<DefMarker, Marker>>::each(look);
  return fields;
}

struct Fates {
  std::uint64_t carried, translated, lost;
};
// `there` is how many there were to carry.
Fates fates_of(const Entries& entries, const std::string& what, std::uint64_t there) {
  const std::uint64_t lost = count_of(entries, what, LossReport::Fate::lost);
  const std::uint64_t translated = count_of(entries, what, LossReport::Fate::translated);
  return {there - std::min(there, lost + translated), translated, lost};
}

void put(TextSink& text, const Fates& fates) {
  text.put(fmt::format(",\"carried\":{},\"translated\":{},\"lost\":{}", fates.carried, fates.translated, fates.lost));
}

// Fields of records that are lost are lost with them.
void put_fields(
    TextSink& text, const Entries& entries, const std::string& kind, std::uint64_t read, std::uint64_t gone) {
  const auto fields = fields_of(kind);
  if (fields.empty()) return;
  const char* between = ",\"fields\":[";
  for (const std::string_view field : fields) {
    text.put(std::exchange(between, ","));
    text.put("{\"field\":");
    put_json_string(text, field);
    Fates fates = fates_of(entries, fmt::format("{}.{}", kind, field), read - gone);
    fates.lost += gone;
    put(text, fates);
    text.put('}');
  }
  text.put(']');
}

// The record that a field is of. Other things that are lost are told in several words.
std::string_view record_of(std::string_view what) {
  const std::string_view record = what.substr(0, what.find('.'));
  return record.find(' ') == std::string_view::npos ? record : what;
}

// What a link such as /dev/stdout stands for.
std::string followed(const std::string& path) {
  std::error_code error;
  const auto target = std::filesystem::canonical(path, error);
  return error ? path : target.string();
}

// Fields of one kind of record that have one fate for one reason.
struct Row {
  std::uint64_t count = 0;
  std::vector<std::string> what;
};

void show_losses(const LossReport& loss) {
  const auto entries = loss.entries();
  if (entries.empty()) return;
  Table table("Not carried as it was", {"Count", "Fate", "What and why"});
  for (const auto fate : {LossReport::Fate::lost, LossReport::Fate::translated}) {
    std::map<std::pair<std::string, std::string>, Row> rows;  // by record, or field alone, and reason
    for (const auto& [key, entry] : entries) {
      if (entry.fate != fate) continue;
      const auto& [what, why] = key;
      const std::string_view record = record_of(what);
      Row& row = rows[{record == what ? what : std::string(record) + ".", why}];
      row.count = std::max(row.count, entry.count);
      row.what.push_back(row.what.empty() ? what : what.substr(record.size()));
    }
    for (const auto& [key, row] : rows)
      table.row({human_count(row.count), std::string(name_of(fate)),
          fmt::format("{}: {}", fmt::join(row.what, ", "), key.second)});
  }
  TextSink text;
  table.print(text);
  std::string_view lines = text.text();
  lines.remove_prefix(std::min(lines.find_first_not_of('\n'), lines.size()));
  fmt::print(stderr, "{}", lines);
}

Result<> write_losses(
    const LossReport& loss, const std::vector<std::string>& in, const std::string& out, const std::string& path) {
  TextSink text;
  text.put("{\"in\":");
  put_json_string(text, fmt::format("{}", fmt::join(in, " ")));
  text.put(",\"out\":");
  put_json_string(text, out);
  text.put(",\"records\":[");
  const auto entries = loss.entries();
  const char* between = "\n";
  for (const auto& [kind, read] : loss.records()) {
    text.put(std::exchange(between, ",\n"));
    text.put("{\"record\":");
    put_json_string(text, kind);
    const Fates fates = fates_of(entries, kind, read);
    text.put(fmt::format(",\"read\":{}", read));
    put(text, fates);
    put_fields(text, entries, kind, read, std::min(read, fates.lost));
    text.put('}');
  }
  text.put("\n],\"losses\":[");
  between = "\n";
  for (const auto& [key, entry] : entries) {
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
  return replace_file(followed(path), std::as_bytes(std::span(text.text())));
}

}  // namespace

Option strict_option(LossOptions& o) {
  return {"--strict", "", &o.strict, "What cannot be carried is an error, and nothing is written."};
}

Option report_option(LossOptions& o) {
  return {"--report", "FILE", &o.report, "Write what was carried, translated and lost to FILE, as JSON."};
}

Result<> tell_losses(const LossOptions& o, const LossReport& loss, const std::string& out,
    const std::vector<std::string>& in, Result<> written) {
  if (!o.report.empty()) WEFT_TRY(write_losses(loss, in, out, o.report));
  show_losses(loss);
  return written;
}

Result<> check_report(const LossOptions& o, const std::string& out, const std::vector<std::string>& in) {
  namespace fs = std::filesystem;
  const std::string& path = o.report;
  if (path.empty()) return {};
  std::error_code ignored;
  const auto refuse = [&](const char* why) { return Error{Errc::invalid_argument, why, path}; };
  if (fs::is_directory(path, ignored)) return refuse("is a directory: the report needs a name of its own");
  const fs::path from_out = fs::weakly_canonical(path, ignored).lexically_relative(fs::weakly_canonical(out, ignored));
  if (from_out == ".") return refuse("is OUT: the report needs a name of its own");
  if (!from_out.empty() && *from_out.begin() != "..") return refuse("is in OUT, which is not there yet");
  for (const std::string& each : in)
    if (fs::equivalent(path, each, ignored)) return refuse("is an input: the report needs a name of its own");
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored)) return {};
  if (format_of(path)) return refuse("is a trace, which the report would replace");
  const std::string beside = path_beside(followed(path));
  auto probe = File::create(beside);
  if (!probe) {
    probe.error().file = path;
    return std::move(probe).error();
  }
  fs::remove(beside, ignored);
  return {};
}

}  // namespace weft::cli
