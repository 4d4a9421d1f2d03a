// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/index_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <utility>

namespace weft::bp {

namespace {

constexpr std::uint8_t counted_characteristics = 4;  // those that every set begins with

// Attributes are the same whatever the case of their letters.
std::string attribute_key(const EntryName& name) {
  std::string key = fmt::format("{}\n{}\n{}", name.group, name.path, name.name);
  std::ranges::transform(key, key.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return key;
}
std::string variable_key(const EntryName& name) { return fmt::format("{}\n{}", name.path, name.name); }

}  // namespace

void IndexBuilder::add_group(const GroupEntry& group) {
  last_time_index_ = std::max(last_time_index_, group.time_index);
  groups_.push_back({std::string(group.group), std::string(group.time_name), group});
}

Result<IndexBuilder::StoredEntry*> IndexBuilder::entry(Table& table, const EntryName& name, const std::string& key) {
  const auto [place, is_new] = table.places.emplace(key, table.entries.size());
  if (is_new)
    table.entries.push_back({name.id, std::string(name.group), std::string(name.name), std::string(name.path),
        name.type, {}, ByteSink(layout_.order)});
  StoredEntry& entry = table.entries[place->second];
  if (entry.type != name.type)
    return Error{Errc::invalid_argument, fmt::format("'{}' is of type {}, not {}", full_name(name.path, name.name),
                                             name_of(entry.type), name_of(name.type))};
  return &entry;
}

void IndexBuilder::put_set(StoredEntry& entry, const IndexedSet& set) {
  ByteSink& out = entry.bytes;
  const std::size_t first = out.size();
  out.put(static_cast<std::uint8_t>(counted_characteristics + set.rest_count));
  const std::size_t length = out.put(std::uint32_t{0});
  put_id(out, Characteristic::offset);
  out.put(set.offset);
  put_id(out, Characteristic::payload_offset);
  out.put(set.payload_offset);
  put_id(out, Characteristic::file_index);
  out.put(set.file_index);
  put_id(out, Characteristic::time_index);
  out.put(set.time_index);
  out.put(set.rest);
  out.replace(length, static_cast<std::uint32_t>(out.size() - length - sizeof(std::uint32_t)));
  entry.sets.push_back({set.time_index, first, out.size() - first});
}

Result<> IndexBuilder::expect(const std::vector<EntryName>& variables, const std::vector<EntryName>& attributes) {
  for (const EntryName& name : variables) WEFT_TRY(entry(variables_, name, variable_key(name)));
  for (const EntryName& name : attributes) WEFT_TRY(entry(attributes_, name, attribute_key(name)));
  return {};
}

Result<> IndexBuilder::add_block(const EntryName& variable, const IndexedSet& set) {
  put_set(*WEFT_TRY(entry(variables_, variable, variable_key(variable))), set);
  return {};
}

Result<> IndexBuilder::add_value(const EntryName& attribute, const IndexedSet& set) {
  put_set(*WEFT_TRY(entry(attributes_, attribute, attribute_key(attribute))), set);
  return {};
}

Result<> IndexBuilder::copy_entries(Table& table, const std::vector<Entry>& entries, bool are_attributes,
    const Footer& footer, const std::string& path, std::optional<std::uint32_t> file_index) {
  std::vector<Dimension> pool;
  for (const Entry& old : entries) {
    const EntryName name{old.id, old.group, old.name, old.path, old.type};
    StoredEntry& to = *WEFT_TRY(entry(table, name, are_attributes ? attribute_key(name) : variable_key(name)));
    bool is_understood = true;
    const bool are_whole = each_set(old, footer.layout.order, [&](Cursor set, unsigned count, std::uint64_t) {
      Cursor all = set;
      pool.clear();
      const Characteristics what = decode_characteristics(set, count, footer.layout, old.type, Place::index, pool);
      is_understood = is_understood && !set.failed();
      const std::size_t first = to.bytes.size();
      to.bytes.put(static_cast<std::uint8_t>(count));
      to.bytes.put(static_cast<std::uint32_t>(all.left()));
      const std::size_t content = to.bytes.size();
      to.bytes.put(all.take(all.left()));
      if (file_index && what.file_index_at) to.bytes.replace(content + what.file_index_at, *file_index);
      to.sets.push_back({what.time_index.value_or(0), first, to.bytes.size() - first});
    });
    if (!are_whole || !is_understood)
      return Error{Errc::corrupt,
          fmt::format("the index says of '{}' what cannot be understood", full_name(old.path, old.name)), path,
          old.sets_offset};
  }
  return {};
}

Result<> IndexBuilder::add_indices(
    Bytes file, const Footer& footer, const std::string& path, const MergeOptions& options) {
  if (footer.layout != layout_)
    return Error{Errc::invalid_argument, "indices of different versions or byte orders cannot become one", path};
  if (!footer.has_time_index)
    return Error{Errc::unsupported,
        "the index of such an old file has no room for more steps; 'weft repair' makes a newer one of it", path};
  auto part = [&](std::uint64_t from, std::uint64_t to) {
    return file.subspan(static_cast<std::size_t>(from), static_cast<std::size_t>(to - from));
  };
  auto check = [&](const std::optional<IndexDamage>& damage) -> Result<> {
    if (!damage) return {};
    return Error{Errc::corrupt, damage->what, path, damage->offset};
  };
  std::vector<GroupEntry> groups;
  std::vector<Entry> variables;
  std::vector<Entry> attributes;
  WEFT_TRY(check(
      parse_group_index(part(footer.group_index, footer.variable_index), footer.group_index, footer.layout, groups)));
  WEFT_TRY(check(parse_entries(
      part(footer.variable_index, footer.attribute_index), footer.variable_index, footer.layout, variables)));
  WEFT_TRY(check(parse_entries(
      part(footer.attribute_index, footer.index_end), footer.attribute_index, footer.layout, attributes)));
  for (const GroupEntry& group : groups) add_group(group);
  WEFT_TRY(copy_entries(variables_, variables, false, footer, path, options.file_index));
  if (options.with_attributes) WEFT_TRY(copy_entries(attributes_, attributes, true, footer, path, options.file_index));
  return {};
}

void IndexBuilder::sort_by_time() {
  for (StoredEntry& entry : variables_.entries)
    std::ranges::stable_sort(entry.sets, {}, [](const Set& set) { return set.time_index; });
}

Result<> IndexBuilder::put_entries(ByteSink& out, const Table& table) const {
  const auto entries = std::ranges::count_if(
      table.entries, [](const StoredEntry& entry) { return !entry.sets.empty(); });
  if (std::cmp_greater(entries, layout_.largest_id()))
    return Error{Errc::too_large,
        fmt::format("version {} has no room for {} variables or attributes", layout_.version, entries)};
  layout_.put_id(out, static_cast<std::uint32_t>(entries));
  const std::size_t length = out.put(std::uint64_t{0});
  std::uint64_t counted = 0;
  for (const StoredEntry& entry : table.entries) {
    if (entry.sets.empty()) continue;
    const std::size_t entry_length = out.put(std::uint32_t{0});
    const std::size_t begin = out.size();
    layout_.put_id(out, entry.id);
    put_text(out, entry.group);
    put_text(out, entry.name);
    put_text(out, entry.path);
    out.put(static_cast<std::uint8_t>(entry.type));
    out.put(static_cast<std::uint64_t>(entry.sets.size()));
    for (const Set& set : entry.sets) out.put(entry.bytes.bytes().subspan(set.first, set.bytes));
    const std::uint64_t bytes = out.size() - begin;
    if (bytes > std::numeric_limits<std::uint32_t>::max())
      return Error{Errc::too_large,
          fmt::format("'{}' has more blocks than an index can hold", full_name(entry.path, entry.name))};
    out.replace(entry_length, static_cast<std::uint32_t>(bytes));
    counted += bytes;
  }
  out.replace(length, counted);
  return {};
}

Result<std::vector<std::byte>> IndexBuilder::footer(std::uint64_t offset, bool has_sub_files) const {
  ByteSink out(layout_.order);
  Footer footer;
  footer.layout = layout_;
  footer.has_sub_files = has_sub_files;
  footer.has_time_index = true;
  footer.group_index = offset;
  out.put(static_cast<std::uint64_t>(groups_.size()));
  const std::size_t length = out.put(std::uint64_t{0});
  std::uint64_t counted = 0;
  for (const StoredGroup& group : groups_) {
    const std::size_t entry_length = out.put(std::uint16_t{0});
    const std::size_t begin = out.size();
    put_text(out, group.group);
    put_flag(out, group.entry.is_fortran);
    out.put(group.entry.process);
    put_text(out, group.time_name);
    out.put(group.entry.time_index);
    out.put(group.entry.offset);
    const std::uint64_t bytes = out.size() - begin;
    if (bytes > longest_text) return Error{Errc::too_large, "the name of a group is longer than an index can hold"};
    out.replace(entry_length, static_cast<std::uint16_t>(bytes));
    counted += bytes;
  }
  out.replace(length, counted);
  footer.variable_index = offset + out.size();
  WEFT_TRY(put_entries(out, variables_));
  footer.attribute_index = offset + out.size();
  WEFT_TRY(put_entries(out, attributes_));
  put_footer(out, footer, written_release);
  return std::move(out).take();
}

}  // namespace weft::bp
