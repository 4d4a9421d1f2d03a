// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/anonymise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/json.hpp"
#include "formats/dftracer/characters.hpp"
#include "formats/dftracer/copy_lines.hpp"
#include "formats/dftracer/definition_lines.hpp"
#include "formats/dftracer/file_writer.hpp"
#include "formats/dftracer/hashes.hpp"
#include "formats/dftracer/known_hashes.hpp"
#include "formats/dftracer/one_line.hpp"
#include "formats/dftracer/ordered_blocks.hpp"
#include "formats/dftracer/pseudonyms.hpp"
#include "formats/dftracer/time_unit.hpp"

namespace weft::dftracer {

namespace {

// Arguments whose texts say nothing about who, where or what.
constexpr std::string_view harmless[] = {"date", "mode", "type", "version", "time_metric"};

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::count(text, '.') <= 1 &&
         std::ranges::all_of(text, [](char c) { return is_digit(c) || c == '.' || c == '-'; });
}

// What these tell is whose it was, even where it looks like a number: hosts may be called by their addresses.
bool is_host(std::string_view key) { return key == "hostname"; }
bool is_path(std::string_view key) {
  return key == "fname" || key == "so" || key == "uri" || key.ends_with("path") || key == "log_file";
}

bool is_hexadecimal_hash(std::string_view text) {
  return text.size() == 16 && std::ranges::all_of(text, [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); });
}

std::string json_text(std::string_view text) {
  TextSink out;
  put_json_string(out, text);
  return std::string(out.text().substr(1, out.text().size() - 2));
}

// What hosts, files and texts are called now, and their hashes.
class NewNames {
 public:
  NewNames(const DefinitionLines& definitions, const Pseudonyms& pseudonyms)
      : definitions_(definitions), pseudonyms_(pseudonyms) {}

  std::string name(std::string_view kind, std::string_view name) const {
    if (kind == "HH") return pseudonyms_.of("host", name);
    return kind == "FH" ? pseudonyms_.of_path(name) : pseudonyms_.of("text", name);
  }

  // In the manner of the old one. One that several names share stays one; one that has none gets one all the same.
  std::string hash(std::string_view old) const {
    if (old.empty() || old == "0") return std::string(old);
    const auto known = definitions_.by_hash.find(std::string(old));
    if (known == definitions_.by_hash.end()) return in_manner_of(old, old, pseudonyms_.of("hash", old));
    const DefinitionLine& first = *std::ranges::min_element(known->second, {}, &DefinitionLine::name);
    return in_manner_of(old, first.name, name(first.kind, first.name));
  }

 private:
  static std::string in_manner_of(std::string_view old, std::string_view old_name, std::string_view name) {
    const Digest digest = md5(name);
    if (is_colliding_hash(old)) return fmt::format("{}", hash_c(digest));
    if (!is_hexadecimal_hash(old)) return fmt::format("{}", hash_e(digest));
    const bool is_d = hexadecimal(hash_d(md5(old_name))).view() == old;
    return std::string(hexadecimal(is_d ? hash_d(digest) : hash_f(digest)).view());
  }

  const DefinitionLines& definitions_;
  const Pseudonyms& pseudonyms_;
};

class LineAnonymiser {
 public:
  LineAnonymiser(const Feeds& feeds, const NewNames& names, Report& report)
      : feeds_(feeds), names_(names), reader_(report) {}

  struct Made {
    std::string text;
    std::uint64_t lines = 0;
  };
  Made operator()(std::size_t file, const Block& block) {
    Made made;
    made.text.reserve(block.text.size());
    reader_.read(block, feeds_[file]->path(), [&](const Record& record, const BlockReader::Place& place) {
      ++made.lines;
      out_ = &made.text;
      copied_ = place.text.data();
      const std::size_t begin = made.text.size();
      values(record);
      const char* const end = place.text.data() + place.text.size();
      made.text.append(copied_, end);
      end_line(made.text, begin);
    });
    return made;
  }

 private:
  // Everything up to the old text is copied, and the new one put in its place.
  void replace(std::string_view old, std::string_view fresh) {
    out_->append(copied_, old.data()).append(fresh);
    copied_ = old.data() + old.size();
  }

  void values(const Record& record) {
    std::vector<Argument> all = record.arguments;
    all.insert(all.end(), record.others.begin(), record.others.end());
    // For one day, definitions had what they define for a name.
    if (record.phase_text == "H") all.push_back({"fname", {.kind = Value::Kind::text, .text = record.name}});
    std::ranges::sort(all, {}, [](const Argument& argument) { return argument.value.text.data(); });
    const auto definition = definition_of(record);
    for (const Argument& argument : all) {
      const std::string_view text = argument.value.text;
      if (is_hash_argument(argument.key) || (definition && text.data() == definition->hash.data()))
        replace(text, fresh_hash(text));
      else if (definition && text.data() == definition->name.data())
        replace(text, json_text(names_.name(record.name, unescaped(text))));
      else if (argument.value.kind == Value::Kind::text && !is_harmless(record, argument.key, text))
        replace(text, json_text(fresh_text(argument.key, text)));
      else if (argument.value.kind == Value::Kind::json)
        nested(text);
    }
  }

  static bool is_harmless(std::string_view key, std::string_view text) {
    if (is_host(key) || is_path(key)) return text.empty();
    return is_number(text) || std::ranges::find(harmless, key) != std::end(harmless);
  }

  // DFTracer calls threads and processes by their numbers and ranks; the unit of time is needed to read the rest.
  static bool is_harmless(const Record& record, std::string_view key, std::string_view text) {
    if (is_harmless(key, text)) return true;
    if (record.phase != Phase::metadata || is_host(key) || is_path(key)) return false;
    if (record.name == "CM") return key == "name" || tells_unit(record);
    constexpr std::string_view rank = "Rank ";
    if (record.name == "process_name" && text.starts_with(rank) && is_number(text.substr(rank.size()))) return true;
    return record.name == "PR" ? key == "name" : record.name == text;
  }

  // Every event has some, and most are the same.
  const std::string& fresh_hash(std::string_view old) {
    const auto known = hashes_.find(old);
    return known != hashes_.end() ? known->second : hashes_.emplace(old, names_.hash(old)).first->second;
  }

  std::string fresh_text(std::string_view key, std::string_view text) {
    if (is_hexadecimal_hash(text)) return fresh_hash(text);
    const std::string old = unescaped(text);
    if (is_host(key)) return names_.name("HH", old);
    return names_.name(is_path(key) ? "FH" : "SH", old);
  }

  // Texts inside of objects and arrays: those that a colon follows are keys.
  void nested(std::string_view json) {
    std::string_view key;
    for (std::size_t at = json.find('"'); at != std::string_view::npos; at = json.find('"', at)) {
      std::size_t end = at + 1;
      while (end < json.size() && json[end] != '"') end += json[end] == '\\' ? 2u : 1u;
      if (end >= json.size()) return;
      const std::string_view text = json.substr(at + 1, end - at - 1);
      std::size_t behind = end + 1;
      while (behind < json.size() && is_blank(json[behind])) ++behind;
      at = end + 1;
      if (behind < json.size() && json[behind] == ':')
        key = text;
      else if (!is_harmless(key, text))
        replace(text, json_text(fresh_text(key, text)));
    }
  }

  static std::string unescaped(std::string_view text) {
    std::string plain;
    append_unescaped(text, plain);
    return plain;
  }

  const Feeds& feeds_;
  const NewNames& names_;
  BlockReader reader_;
  std::map<std::string, std::string, std::less<>> hashes_;
  std::string* out_ = nullptr;
  const char* copied_ = nullptr;  // everything of the line before this is in `out_`
};

}  // namespace

Result<std::uint64_t> anonymise(
    std::span<const std::string> files, const std::string& out, const AnonymiseSettings& settings, Report& report) {
  Report ignored;  // what is wrong is told by the second reading
  const DefinitionLines definitions = WEFT_TRY(read_definition_lines(files, settings.threads, ignored));
  const Pseudonyms pseudonyms(settings.secret);
  const NewNames names(definitions, pseudonyms);
  const auto writer = WEFT_TRY(
      FileWriter::create(out, {.has_brackets = !has_numbered_phases(files), .threads = settings.threads}));
  const Feeds feeds = feeds_of(files, report);
  std::deque<LineAnonymiser> anonymisers;
  for (std::size_t i = 0; i < thread_count(settings.threads); ++i) anonymisers.emplace_back(feeds, names, report);
  std::uint64_t lines = 0;
  WEFT_TRY(read_for_one_file(feeds, anonymisers, [&](const LineAnonymiser::Made& made) {
    lines += made.lines;
    return writer->append(made.text);
  }));
  WEFT_TRY(writer->close());
  return lines;
}

}  // namespace weft::dftracer
