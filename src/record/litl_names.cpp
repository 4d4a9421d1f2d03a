// SPDX-License-Identifier: BSD-3-Clause
#include "record/litl_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "formats/otf2/anchor.hpp"
#include "formats/otf2/record_stream.hpp"
#include "model/printer.hpp"
#include "record/litl_stream.hpp"

namespace weft::recording {

namespace {

// Numbers that a process says of its recording at the end, as properties of its threads.
constexpr std::string_view told_counts[] = {"weft.lost_events", "weft.overwritten_events"};
constexpr std::uint32_t count_code(std::size_t i) { return first_count_code + static_cast<std::uint32_t>(i); }

// Events one after the other, in chunks no larger than the smallest buffer.
class EventWriter {
 public:
  explicit EventWriter(Ticks time) : time_(time) {}

  // In pieces, where it is longer than an event can be.
  void text(std::string_view text) {
    constexpr std::size_t most = litl::most_event_bytes - litl::encoded_bytes(litl::EventType::raw, 1);
    piece(definition_code, text.substr(0, most));
    for (std::size_t at = most; at < text.size(); at += most) piece(more_definition_code, text.substr(at, most));
  }
  void count(std::uint32_t code, std::uint64_t value) {
    litl::put_regular(room(litl::encoded_bytes(litl::EventType::regular, 1)), time_, code, value);
  }
  std::vector<std::vector<std::byte>> take() { return std::move(chunks_); }

 private:
  static constexpr std::size_t chunk_bytes = std::size_t{128} << 10;

  void piece(std::uint32_t code, std::string_view text) {
    std::byte* const to = room(litl::encoded_bytes(litl::EventType::raw, text.size() + 1));
    litl::put_raw(to, time_, code, std::as_bytes(std::span(text)));
  }
  std::byte* room(std::uint64_t bytes) {
    if (chunks_.empty() || chunks_.back().size() + bytes > chunk_bytes) chunks_.emplace_back().reserve(chunk_bytes);
    const std::size_t at = chunks_.back().size();
    chunks_.back().resize(at + bytes);
    return chunks_.back().data() + at;
  }

  Ticks time_;
  std::vector<std::vector<std::byte>> chunks_;
};

// Tools that take archives apart name files so, and want each name once.
std::string process_name(const Definitions& definitions, std::uint32_t process) {
  std::string name;
  for (const def::LocationGroup& group : definitions.all<def::LocationGroup>()) name = definitions.text(group.name);
  std::ranges::replace(name, '/', '_');
  return fmt::format("{}.{}", process, name);
}

void append_counts(const Definitions& definitions, EventWriter& out) {
  std::map<std::string_view, std::uint64_t> sums;
  for (const def::LocationProperty& row : definitions.all<def::LocationProperty>())
    sums[definitions.text(row.name)] += row.value.bits;
  for (std::size_t i = 0; i < std::size(told_counts); ++i)
    if (const auto found = sums.find(told_counts[i]); found != sums.end()) out.count(count_code(i), found->second);
}

Type type_in_mapping(Type type) { return is_floating(type) || is_signed(type) ? type : Type::uint64; }

litl::Meaning meaning_of(const Definitions& definitions, const def::MetricClass& metric) {
  litl::Meaning meaning{litl::Role::event, {}, {}};
  for (const MetricMemberRef id : metric.metric_members) {
    const auto* const member = definitions.find<def::MetricMember>(id);
    const std::string name(member ? definitions.text(member->name) : std::string_view());
    meaning.parameters.push_back({type_in_mapping(member ? member->value_type : Type::uint64), name});
    meaning.name += (meaning.name.empty() ? "" : ", ") + name;
  }
  return meaning;
}

}  // namespace

Definitions definitions_in(const std::string& path) {
  HandlePool pool;
  Report report;
  Definitions definitions;
  otf2::RecordStream stream(pool, path, otf2::Anchor{}.definition_chunk_bytes, otf2::Timed::no, report);
  if (stream.open())
    stream.each<otf2::GlobalDefinitionRecords>([&](const auto& row) { definitions.add(row); }, [](const auto&) {});
  return definitions;
}

LitlNames names_of(const Definitions& definitions, std::uint32_t process, Ticks time) {
  EventWriter out(time);
  append_counts(definitions, out);
  TextSink text;
  // Without names of enumerators: their tables are gone when a program is at its end.
  RecordPrinter printer(text, definitions, RecordPrinter::Style::json);
  definitions.each_table([&](const auto& table) {
    for (const auto& row : table) {
      printer.record(row);
      std::string_view line = text.text();
      line.remove_suffix(1);  // its end
      out.text(line);
      text.clear();
    }
  });
  return {process_name(definitions, process), out.take()};
}

void add_common_codes(litl::Mapping& mapping) {
  EventTypes::each([&](auto type) {
    using R = typename decltype(type)::type;
    if constexpr (requires { R::schema.name; }) {
      litl::Meaning meaning{litl::Role::event, std::string(R::schema.name), {}};
      R::schema.each([&](const auto& field) {
        using Value = typename std::remove_cvref_t<decltype(field)>::Value;
        if constexpr (!is_sequence<Value>)
          meaning.parameters.push_back({std::is_signed_v<Value> ? Type::int64 : Type::uint64, std::string(field.name)});
      });
      mapping[kind_code<R>] = std::move(meaning);
    }
  });
  mapping[marker_code] = {litl::Role::marker, "marker", {}};
  mapping[definition_code] = {litl::Role::event, "definition", {}};
  mapping[more_definition_code] = {litl::Role::event, "definition, continued", {}};
  for (std::size_t i = 0; i < std::size(told_counts); ++i)
    mapping[count_code(i)] = {litl::Role::event, std::string(told_counts[i]), {{Type::uint64, "events"}}};
}

void add_codes(litl::Mapping& mapping, const Definitions& definitions, std::uint32_t process) {
  for (const def::Region& region : definitions.all<def::Region>()) {
    if (region.self.value >= most_litl_regions) continue;
    const std::string name(definitions.text(region.name));
    mapping[enter_code(process, region.self)] = {litl::Role::enter, name, {}};
    mapping[leave_code(process, region.self)] = {litl::Role::leave, name, {}};
  }
  for (const def::MetricClass& metric : definitions.all<def::MetricClass>())
    if (metric.self.value < most_litl_metrics)
      mapping[metric_code(process, metric.self)] = meaning_of(definitions, metric);
}

}  // namespace weft::recording
