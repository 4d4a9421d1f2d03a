// SPDX-License-Identifier: BSD-3-Clause
// IndexBuilder: the footer of a file in the making. Takes process groups, blocks and values one by one, or the indices
// of a file that is there already, and writes them out (docs/formats/bp.md, sections 4 to 7).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_sink.hpp"
#include "base/result.hpp"
#include "formats/bp/index.hpp"

namespace weft::bp {

// The release whose files ours are.
inline constexpr std::string_view written_release = "1.13.1";

// What a block or value is of. Views: copied where they are kept.
struct EntryName {
  std::uint32_t id = 0;
  std::string_view group;
  std::string_view name;
  std::string_view path;
  DataType type{};
};

// A block or value. `rest` are characteristics as they are stored, those behind the time index.
struct IndexedSet {
  std::uint64_t offset = 0;
  std::uint64_t payload_offset = 0;
  std::uint32_t file_index = 0;
  std::uint32_t time_index = 0;
  std::uint8_t rest_count = 0;
  Bytes rest;
};

// What is taken over from the index of another file.
struct MergeOptions {
  bool with_attributes = true;
  // Which sub-file it is, whatever its blocks say; they keep what they say where this is not given.
  std::optional<std::uint32_t> file_index = {};
};

class IndexBuilder {
 public:
  explicit IndexBuilder(const Layout& layout) : layout_(layout) {}

  const Layout& layout() const { return layout_; }
  void add_group(const GroupEntry& group);
  Result<> add_block(const EntryName& variable, const IndexedSet& set);
  Result<> add_value(const EntryName& attribute, const IndexedSet& set);

  // Gives variables and attributes their places in the index before they have blocks or values. Those that never get
  // any are left out.
  Result<> expect(const std::vector<EntryName>& variables, const std::vector<EntryName>& attributes);

  // All that stands in the indices of `file`. Damage is an error.
  Result<> add_indices(Bytes file, const Footer& footer, const std::string& path, const MergeOptions& options = {});

  std::uint32_t last_time_index() const { return last_time_index_; }
  std::uint64_t groups() const { return groups_.size(); }

  // Sets of each variable in the order of time, as readers expect them; needed where indices of several files met.
  void sort_by_time();

  // The whole footer, for a file whose process groups end at `offset`.
  Result<std::vector<std::byte>> footer(std::uint64_t offset, bool has_sub_files) const;

 private:
  struct Set {
    std::uint32_t time_index = 0;
    std::size_t first = 0;  // in the bytes of its entry
    std::size_t bytes = 0;
  };
  struct StoredEntry {
    std::uint32_t id = 0;
    std::string group, name, path;
    DataType type{};
    std::vector<Set> sets;
    ByteSink bytes;
  };
  struct StoredGroup {
    std::string group, time_name;
    GroupEntry entry;
  };
  struct Table {
    std::vector<StoredEntry> entries;
    std::map<std::string, std::size_t> places;
  };

  Result<StoredEntry*> entry(Table& table, const EntryName& name, const std::string& key);
  void put_set(StoredEntry& entry, const IndexedSet& set);
  Result<> put_entries(ByteSink& out, const Table& table) const;
  Result<> copy_entries(Table& table, const std::vector<Entry>& entries, bool are_attributes, const Footer& footer,
      const std::string& path, std::optional<std::uint32_t> file_index);

  Layout layout_;
  std::uint32_t last_time_index_ = 0;
  std::vector<StoredGroup> groups_;
  Table variables_;
  Table attributes_;
};

}  // namespace weft::bp
