// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf2_tools/marker_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "formats/otf2/writer.hpp"

namespace weft::cli::otf2_tools {

otf2::Marker OwnedMarker::get() const {
  otf2::Marker marker = record;
  marker.text = text;
  return marker;
}

otf2::DefMarker OwnedCategory::get() const {
  otf2::DefMarker definition = record;
  definition.marker_group = group;
  definition.marker_category = category;
  return definition;
}

void MarkerSet::read(otf2::RecordStream& stream) {
  stream.each<otf2::MarkerRecords>([&](const auto& record) { add(record); }, [](const otf2::RawRecord&) {});
}

void MarkerSet::add(const otf2::DefMarker& record) {
  next_id_ = std::max(next_id_, record.self + 1);
  OwnedCategory category{record, std::string(record.marker_group), std::string(record.marker_category), {}};
  Categories& categories = groups_[category.group];
  if (categories.contains(category.category)) {
    fmt::print(
        stderr, "otf2-marker: duplicate marker category \"{}\" in group \"{}\"\n", category.category, category.group);
    doubles_.push_back(std::move(category));
    return;
  }
  by_id_.try_emplace(record.self, category.group, category.category);
  categories.emplace(category.category, std::move(category));
}

void MarkerSet::add(const otf2::Marker& record) {
  OwnedMarker marker{record, std::string(record.text)};
  const auto found = by_id_.find(record.marker);
  if (found == by_id_.end()) {
    fmt::print(stderr, "otf2-marker: marker of unknown definition {}\n", record.marker);
    strays_.push_back(std::move(marker));
    return;
  }
  groups_[found->second.first].at(found->second.second).markers.push_back(std::move(marker));
}

void MarkerSet::add(std::string_view group, std::string_view category, MarkerSeverity severity) {
  add(otf2::DefMarker{next_id_, group, category, severity});
}

Result<> MarkerSet::write(const std::string& path, std::uint64_t chunk_bytes, ByteOrder order) const {
  // Beside the old file first: a full disk must not cost anybody their markers.
  const std::string draft = path + ".new";
  otf2::MarkerWriter writer(otf2::ChunkWriter(draft, chunk_bytes, order));
  for (const auto& [group, categories] : groups_)
    for (const auto& [name, category] : categories) {
      WEFT_TRY(writer.write(category.get()));
      for (const OwnedMarker& marker : category.markers) WEFT_TRY(writer.write(marker.get()));
    }
  for (const OwnedCategory& category : doubles_) WEFT_TRY(writer.write(category.get()));
  for (const OwnedMarker& marker : strays_) WEFT_TRY(writer.write(marker.get()));
  WEFT_TRY(writer.close());
  std::error_code error;
  std::filesystem::rename(draft, path, error);
  if (error) return Error{Errc::io, fmt::format("cannot replace the file: {}", error.message()), path};
  return {};
}

}  // namespace weft::cli::otf2_tools
