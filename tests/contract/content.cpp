// SPDX-License-Identifier: BSD-3-Clause
#include "content.hpp"

#include <algorithm>

namespace weft::contract {

std::string bytes_of(std::span<const AttributeEntry> attributes) {
  std::string bytes;
  for (const AttributeEntry& entry : attributes) bytes += "@" + bytes_of(entry);
  return bytes;
}

template <>
Row row_of(Ticks time, const evt::Unknown& record, std::span<const AttributeEntry> attributes) {
  const Bytes payload = std::as_bytes(std::span<const std::uint8_t>(record.payload));
  return {time, "Unknown", std::to_string(record.id) + ":" + text_of(payload) + bytes_of(attributes)};
}

Row row_of(const Event& event) {
  return event.record.visit([&](const auto& record) { return row_of(event.time, record, event.attributes); });
}

namespace {

Row row_of(const otf2::RawRecord& raw) {
  const std::span payload(reinterpret_cast<const std::uint8_t*>(raw.body.data()), raw.body.size());
  return contract::row_of(raw.time, evt::Unknown{raw.id, payload});
}

}  // namespace

std::uint64_t first_field(const EventRecord& record) {
  return record.visit([](const auto& r) -> std::uint64_t {
    using R = std::remove_cvref_t<decltype(r)>;
    if constexpr (std::is_same_v<R, evt::Unknown>)
      return r.id;
    else if constexpr (std::remove_cvref_t<decltype(R::schema)>::size > 0) {
      const auto& field = r.*std::get<0>(R::schema.fields).member;
      if constexpr (requires { field.value; })
        return field.value;
      else if constexpr (std::is_signed_v<std::remove_cvref_t<decltype(field)>>)
        return static_cast<std::uint64_t>(field);
      else
        return static_cast<std::uint64_t>(otf2::plain(field));
    } else
      return 0;
  });
}

Rows rows_of(EventStream& stream) {
  Rows rows;
  EventBatch batch;
  Event event;
  std::uint64_t disagreements = 0;
  while (stream.next(batch)) {
    EXPECT_GT(batch.size(), 0u);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (!batch.read(i, event)) continue;
      rows.push_back(row_of(event));
      if (batch.kind[i] != static_cast<Kind>(event.record.index()) || batch.value[i] != first_field(event.record) ||
          batch.time[i] != event.time)
        ++disagreements;
    }
  }
  EXPECT_EQ(disagreements, 0u) << "columns that differ from the records behind them";
  return rows;
}

Rows rows_of(Source& source, LocationRef location, const StreamOptions& options) {
  auto stream = source.events(location, options);
  EXPECT_TRUE(stream) << (stream ? "" : stream.error().text());
  return stream ? rows_of(**stream) : Rows{};
}

Rows stored_rows(otf2::Archive& archive, LocationRef location) {
  auto reader = archive.event_reader(location, {}, otf2::Adjust::no);
  return reader ? rows_of(**reader) : Rows{};
}

template <class List>
Rows rows_of(otf2::RecordStream& stream) {
  Rows rows;
  if constexpr (std::is_same_v<List, otf2::SnapshotRecords>)
    stream.each<List>([&](Ticks time, std::span<const AttributeEntry> attributes,
                          const auto& record) { rows.push_back(row_of(time, record, attributes)); },
        [&](const otf2::RawRecord& raw) { rows.push_back(row_of(raw)); });
  else
    stream.each<List>([&](const auto& record) { rows.push_back(row_of(0, record)); },
        [&](const otf2::RawRecord& raw) { rows.push_back(row_of(raw)); });
  return rows;
}

Rows rows_of(const Definitions& definitions) {
  Rows rows;
  definitions.each_table([&](const auto& table) {
    for (const auto& row : table) rows.push_back(row_of(0, row));
  });
  return rows;
}

template Rows rows_of<otf2::GlobalDefinitionRecords>(otf2::RecordStream&);
template Rows rows_of<otf2::LocalDefinitionRecords>(otf2::RecordStream&);
template Rows rows_of<otf2::SnapshotRecords>(otf2::RecordStream&);
template Rows rows_of<otf2::MarkerRecords>(otf2::RecordStream&);
template Rows rows_of<otf2::ThumbnailRecords>(otf2::RecordStream&);

Content content_of(otf2::Archive& archive) {
  using namespace otf2;
  Content content;
  if (auto stream = archive.global_definitions()) content.definitions = rows_of<GlobalDefinitionRecords>(**stream);
  for (const LocationRef location : archive.locations()) {
    if (const auto stream = archive.local_definitions(location))
      content.local[location.value] = rows_of<LocalDefinitionRecords>(*stream);
    if (const auto stream = archive.snapshots(location))
      content.snapshots[location.value] = rows_of<SnapshotRecords>(*stream);
    content.events[location.value] = stored_rows(archive, location);
  }
  if (const auto stream = archive.markers()) content.markers = rows_of<MarkerRecords>(*stream);
  for (std::uint32_t i = 0; i < archive.anchor().number_of_thumbnails; ++i)
    if (const auto stream = archive.thumbnail(i)) content.thumbnails.push_back(rows_of<ThumbnailRecords>(*stream));
  return content;
}

testing::AssertionResult same_rows(const Rows& found, const Rows& expected) {
  const std::size_t common = std::min(found.size(), expected.size());
  for (std::size_t i = 0; i < common; ++i)
    if (found[i] != expected[i])
      return testing::AssertionFailure() << "row " << i << ": expected " << expected[i].name << " at "
                                         << expected[i].time << " " << testing::PrintToString(expected[i].bytes)
                                         << ", found " << found[i].name << " at " << found[i].time << " "
                                         << testing::PrintToString(found[i].bytes);
  if (found.size() != expected.size())
    return testing::AssertionFailure() << "expected " << expected.size() << " rows, found " << found.size();
  return testing::AssertionSuccess();
}

testing::AssertionResult same_rows(
    const std::map<std::uint64_t, Rows>& found, const std::map<std::uint64_t, Rows>& expected) {
  if (found.size() != expected.size())
    return testing::AssertionFailure() << "expected " << expected.size() << " locations, found " << found.size();
  for (const auto& [location, rows] : expected) {
    const auto there = found.find(location);
    if (there == found.end()) return testing::AssertionFailure() << "location " << location << " is not there";
    if (auto result = same_rows(there->second, rows); !result) return result << " (location " << location << ")";
  }
  return testing::AssertionSuccess();
}

Rows first_rows(const Rows& rows, std::size_t count) {
  return {rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(std::min(count, rows.size()))};
}

std::string text_of(const Report& report) {
  std::string text;
  for (const auto& [rule, group] : report.groups())
    for (const Finding& finding : group.first) text += std::string(rule) + ": " + finding.text() + "\n";
  return text;
}

void examine(Trace& trace) {
  Report nonsense;
  trace.examine(nonsense);
}

std::unique_ptr<otf2::Archive> open_clean(const std::string& path) {
  auto archive = otf2::Archive::open(path);
  if (!archive) {
    ADD_FAILURE() << archive.error().text();
    return nullptr;
  }
  examine(**archive);
  for (const LocationRef location : (*archive)->locations()) rows_of(**archive, location);
  EXPECT_TRUE((*archive)->report().empty()) << text_of((*archive)->report());
  return *std::move(archive);
}

bool says(const std::vector<std::string>& sentences, std::string_view word) {
  return std::ranges::any_of(sentences, [&](const std::string& s) { return s.find(word) != std::string::npos; });
}

}  // namespace weft::contract
