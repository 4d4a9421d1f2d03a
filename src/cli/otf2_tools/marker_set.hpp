// SPDX-License-Identifier: BSD-3-Clause
// MarkerSet: all markers of an archive in memory, by group and category, to be looked at or changed and written back.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "formats/otf2/archive.hpp"

namespace weft::cli::otf2_tools {

// Records with texts of their own.
struct OwnedMarker {
  otf2::Marker record;
  std::string text;

  otf2::Marker get() const;
};
struct OwnedCategory {
  otf2::DefMarker record;
  std::string group;
  std::string category;
  std::vector<OwnedMarker> markers;

  otf2::DefMarker get() const;
};

class MarkerSet {
 public:
  using Categories = std::map<std::string, OwnedCategory, std::less<>>;
  using Groups = std::map<std::string, Categories, std::less<>>;

  // What a file says twice or about nothing is told on standard error, and kept.
  void read(otf2::RecordStream& stream);
  // Replaces the file.
  Result<> write(const std::string& path, std::uint64_t chunk_bytes, ByteOrder order) const;

  Groups& groups() { return groups_; }
  void add(std::string_view group, std::string_view category, MarkerSeverity severity);

 private:
  void add(const otf2::DefMarker& record);
  void add(const otf2::Marker& record);

  Groups groups_;
  std::map<std::uint32_t, std::pair<std::string, std::string>> by_id_;
  std::vector<OwnedCategory> doubles_;
  std::vector<OwnedMarker> strays_;
  std::uint32_t next_id_ = 0;
};

}  // namespace weft::cli::otf2_tools
