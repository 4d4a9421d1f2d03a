// SPDX-License-Identifier: BSD-3-Clause
// Events that the mapping calls markers, as those of the model: remarks on their thread, with what they hold as text.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "formats/litl/definer_internal.hpp"
#include "formats/litl/messages.hpp"
#include "formats/litl/vocabulary.hpp"

namespace weft::litl {

namespace {

struct Remark {
  std::uint64_t time;
  LocationRef location;
  std::uint32_t kind;
  std::string text;
};

void add_word(std::string& text, std::string_view word) {
  if (!text.empty()) text += ' ';
  text += word;
}

std::string text_of(const TypedValue& value) {
  if (is_floating(value.type)) return fmt::format("{}", value.as_double());
  return is_signed(value.type) ? fmt::format("{}", value.as_signed()) : fmt::format("{}", value.bits);
}

// Its values by name, if it fits its line; a text as it is; else what it is made of.
std::string text_of(const Meaning& meaning, const NativeEvent& event) {
  if (const auto text = text_in_raw(event)) return std::string(*text);
  std::string text;
  if (fits(meaning, event)) {
    each_value(meaning, event, [&](std::size_t i, const TypedValue& value) {
      const std::string& name = meaning.parameters[i].name;
      add_word(text, name.empty() ? text_of(value) : fmt::format("{}={}", name, text_of(value)));
    });
  } else if (event.type == EventType::regular) {
    for (std::size_t i = 0; i < event.count; ++i) add_word(text, fmt::format("{}", event.parameter(i)));
  } else {
    const Bytes bytes = event.payload();
    for (const std::byte byte : bytes.first(std::min<std::size_t>(bytes.size(), most_event_bytes)))
      add_word(text, fmt::format("{:02x}", static_cast<unsigned>(byte)));
  }
  return text;
}

// Codes that have one name are of one kind.
std::map<std::uint32_t, std::uint32_t> add_kinds(const Mapping& mapping, Markers& into) {
  std::map<std::string_view, std::uint32_t> ids;
  std::map<std::uint32_t, std::uint32_t> kinds;
  for (const auto& [code, meaning] : mapping) {
    if (meaning.role != Role::marker) continue;
    const auto [id, is_new] = ids.try_emplace(meaning.name, static_cast<std::uint32_t>(ids.size()));
    if (is_new) into.add(DefMarker{id->second, marker_group, meaning.name, MarkerSeverity::none});
    kinds[code] = id->second;
  }
  return kinds;
}

}  // namespace

void LitlTrace::read_markers(Markers& into) {
  const auto kinds = add_kinds(mapping_, into);
  if (kinds.empty()) return;
  std::vector<Remark> remarks;
  for (const LocationRef location : locations_)
    for (const Chunk& chunk : thread(location)->chunks) {
      const std::byte* at = chunk.bytes.data();
      for (std::uint64_t i = 0; i < chunk.events; ++i) {
        const NativeEvent event = event_at(at, reader_->layout().word_bytes);
        at = event.data + event.payload().size();
        if (const auto kind = kinds.find(event.code); kind != kinds.end())
          remarks.push_back({event.time, location, kind->second, text_of(mapping_.at(event.code), event)});
      }
    }
  std::ranges::stable_sort(remarks, {}, &Remark::time);
  for (const Remark& remark : remarks)
    into.add(Marker{remark.time, 0, remark.kind, MarkerScope::location, remark.location.value, remark.text});
}

}  // namespace weft::litl
