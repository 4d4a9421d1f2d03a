// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/examine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/parallel.hpp"
#include "formats/bp/bp_file.hpp"
#include "formats/bp/elements.hpp"
#include "formats/bp/rules.hpp"

namespace weft::bp {

namespace {

// Statistics computed anew, in the way of the writer.
std::optional<Statistics> computed(const Characteristics& block, DataType type, Bytes elements) {
  const auto full = static_cast<std::uint32_t>(StatisticsLevel::full);
  const bool is_full = (block.bitmap & full) == full;
  const auto level = is_full ? StatisticsLevel::full : StatisticsLevel::min_max;
  ByteSink out(ByteOrder::little);
  put_statistics(out, level, type, elements);
  Characteristics again;
  again.bitmap = static_cast<std::uint32_t>(level);
  again.statistics = out.bytes();
  return decode_statistics(again, type, ByteOrder::little);
}

bool is_near(std::optional<long double> stored, std::optional<long double> found, DataType type) {
  if (!stored || !found) return true;  // only one of them was kept
  if (*stored == *found || (std::isnan(*stored) && std::isnan(*found))) return true;
  // Sums and magnitudes depend on how a compiler rounds.
  const bool is_rounded = is_complex(type);
  const long double size = std::max(std::fabs(*stored), std::fabs(*found));
  return is_rounded && std::fabs(*stored - *found) <= size * 1e-6L;
}

class Examination {
 public:
  explicit Examination(const Reader& reader) : reader_(reader) {}

  std::vector<CheckedCount> run(std::size_t threads) {
    gather();
    parallel_for(groups_.size(), threads, [&](std::size_t i, std::size_t) { examine_group(i); });
    std::vector<std::pair<const Variable*, std::size_t>> blocks;
    for (const Variable& variable : reader_.variables())
      for (std::size_t i = 0; i < variable.blocks().size(); ++i) blocks.emplace_back(&variable, i);
    parallel_for(
        blocks.size(), threads, [&](std::size_t i, std::size_t) { examine(*blocks[i].first, blocks[i].second); });
    for (const Attribute& attribute : reader_.attributes()) static_cast<void>(reader_.value(attribute));
    return {{"processGroups", "process group", "process groups", reader_.groups().size()},
        {"variables", "variable", "variables", reader_.variables().size()},
        {"attributes", "attribute", "attributes", reader_.attributes().size()},
        {"blocks", "block", "blocks", blocks.size()}};
  }

 private:
  struct Place {
    std::uint32_t file = 0;
    const GroupEntry* group = nullptr;
  };
  // A block, with what stands of it in the index.
  struct Indexed {
    const Variable* variable = nullptr;
    Bytes set;
    unsigned count = 0;
  };
  struct IndexedValue {
    const Attribute* attribute = nullptr;
    std::optional<Bytes> value;
    std::optional<std::uint32_t> var_id;
  };

  void gather() {
    std::uint32_t file = 0;
    std::uint64_t last = 0;
    for (const GroupEntry& group : reader_.groups()) {
      if (reader_.footer().has_sub_files && !groups_.empty() && group.offset <= last) ++file;
      last = group.offset;
      groups_.push_back({file, &group});
    }
    std::ranges::stable_sort(
        groups_, {}, [](const Place& place) { return std::pair(place.file, place.group->offset); });
    std::vector<Dimension> unused;
    for (const Variable& variable : reader_.variables())
      each_set(variable.entry(), reader_.layout().order, [&](Cursor set, unsigned count, std::uint64_t) {
        Cursor all = set;
        unused.clear();
        const Characteristics one = decode_characteristics(
            set, count, reader_.layout(), variable.entry().type, bp::Place::index, unused);
        if (!set.failed() && one.offset)
          indexed_[{file_of(one), *one.offset}] = {&variable, all.take(all.left()), count};
      });
    for (const Attribute& attribute : reader_.attributes()) {
      const auto damaged = [&](std::uint64_t offset) {
        reader_.report(
            block_unreadable, offset, fmt::format("a value of attribute '{}' cannot be understood", attribute.name()));
      };
      const bool is_whole = each_set(
          attribute.entry(), reader_.layout().order, [&](Cursor set, unsigned count, std::uint64_t offset) {
            unused.clear();
            const Characteristics one = decode_characteristics(
                set, count, reader_.layout(), attribute.type(), bp::Place::index, unused);
            if (set.failed()) return damaged(offset);
            if (one.offset) values_[{file_of(one), *one.offset}] = {&attribute, one.value, one.var_id};
          });
      if (!is_whole) damaged(attribute.entry().sets_offset);
    }
  }

  std::uint32_t file_of(const Characteristics& set) const {
    return reader_.footer().has_sub_files ? set.file_index : 0;
  }

  // No group reaches into the next one.
  void examine_group(std::size_t i) {
    const Place& place = groups_[i];
    const Place* const next = i + 1 < groups_.size() && groups_[i + 1].file == place.file ? &groups_[i + 1] : nullptr;
    if (next && next->group->offset == place.group->offset)
      return reader_.report(index_differs, place.group->offset, "the index lists this process group twice", place.file);
    const auto bytes = reader_.bytes_of_file(place.file);
    if (!bytes) {
      reader_.report(sub_file_missing, 0, bytes.error().message, place.file);
      return;
    }
    Bytes groups = reader_.footer().has_sub_files ? *bytes : bytes->first(reader_.footer().group_index);
    if (next && next->group->offset < groups.size())
      groups = groups.first(static_cast<std::size_t>(next->group->offset));
    const auto group = parse_process_group(
        groups, place.group->offset, reader_.layout(), reader_.path_of_file(place.file));
    if (!group) {
      reader_.report(
          group_damaged, group.error().offset.value_or(place.group->offset), group.error().message, place.file);
      return;
    }
    if (group->header.name != place.group->group || group->header.time_index != place.group->time_index ||
        group->header.is_fortran != place.group->is_fortran)
      reader_.report(index_differs, place.group->offset,
          fmt::format("a process group '{}' of time index {} is '{}' of {} in the index", group->header.name,
              group->header.time_index, place.group->group, place.group->time_index),
          place.file);
    for (const StoredVariable& variable : group->variables) compare(place, *group, variable);
    for (const StoredAttribute& attribute : group->attributes) compare(place, attribute);
  }

  void compare(const Place& place, const ProcessGroup& group, const StoredVariable& stored) {
    const auto found = indexed_.find({place.file, stored.offset});
    const std::string name = full_name(stored.path, stored.name);
    auto differs = [&](std::string_view what) {
      reader_.report(index_differs, stored.offset, fmt::format("'{}' {}", name, what), place.file);
    };
    if (found == indexed_.end()) return differs("is in a process group, but not in the index");
    const auto& [variable, set, count] = found->second;
    if (variable->name() != name) return differs(fmt::format("has the name '{}' in the index", variable->name()));
    if (variable->entry().type != stored.type) return differs("has another type in the index");
    std::vector<Dimension> pool;
    Cursor in_index(set, reader_.layout().order);
    const Characteristics block = decode_characteristics(
        in_index, count, reader_.layout(), stored.type, bp::Place::index, pool);
    Cursor in_group(stored.characteristics, reader_.layout().order);
    const Characteristics said = decode_characteristics(
        in_group, stored.characteristic_count, reader_.layout(), stored.type, bp::Place::process_group, pool);
    if (in_group.failed()) return differs("is described in its process group in a way that cannot be understood");
    const bool is_oldest = !reader_.footer().has_time_index;  // whose blocks say neither place nor step
    if (block.payload_offset != stored.payload_offset && (block.payload_offset || !is_oldest))
      return differs("has its data at another place in the index");
    if (block.time_index != group.header.time_index && !is_oldest)
      return differs("is of another time index in the index");
    if (!are_same(block.dimensions, said.dimensions, pool)) return differs("has other sizes or places in the index");
    if (!are_same(block.transform, said.transform, pool)) return differs("is transformed in another way in the index");
    if (!block.transform && block.dimensions.count != stored.dimensions.size())
      return differs("has other dimensions in the index");
    if (block.bitmap != said.bitmap || !std::ranges::equal(block.statistics, said.statistics) ||
        !std::ranges::equal(block.min, said.min) || !std::ranges::equal(block.max, said.max))
      return differs("has other statistics in the index");
    if (block.value && !std::ranges::equal(*block.value, stored.payload))
      return differs("has another value in the index");
  }

  static bool are_same(const PooledDimensions& one, const PooledDimensions& other, const std::vector<Dimension>& pool) {
    return std::ranges::equal(one.in(pool), other.in(pool));
  }
  static bool are_same(
      const std::optional<Transform>& one, const std::optional<Transform>& other, const std::vector<Dimension>& pool) {
    if (!one || !other) return !one && !other;
    return one->method == other->method && one->type == other->type &&
           are_same(one->dimensions, other->dimensions, pool) && std::ranges::equal(one->metadata, other->metadata);
  }

  // The index need not list what every process and every step says again, and ADIOS sometimes gives it other places.
  void compare(const Place& place, const StoredAttribute& stored) {
    const auto found = values_.find({place.file, stored.offset});
    if (found == values_.end()) return;
    const auto& [attribute, value, var_id] = found->second;
    const std::string name = full_name(stored.path, stored.name);
    auto differs = [&](std::string_view what) {
      reader_.report(index_differs, stored.offset, fmt::format("attribute '{}' {}", name, what), place.file);
    };
    if (attribute->name() != name) return differs(fmt::format("has the name '{}' in the index", attribute->name()));
    if (stored.is_reference != var_id.has_value() || (var_id && *var_id != stored.var_id))
      return differs("is of another variable in the index");
    if (stored.is_reference) return;
    if (attribute->type() != stored.type) return differs("has another type in the index");
    if (value && !is_same(*value, stored)) differs("has another value in the index");
  }

  // In the index, texts of an array have no ends.
  bool is_same(Bytes indexed, const StoredAttribute& stored) const {
    if (stored.type != DataType::string_array) return std::ranges::equal(indexed, stored.value);
    std::vector<std::string_view> texts;
    const bool is_whole = split_stored_texts(stored.value, stored.count, reader_.layout().order, texts);
    Cursor in(indexed, reader_.layout().order);
    return is_whole && std::ranges::all_of(texts, [&](std::string_view text) { return get_text(in) == text; }) &&
           in.at_end();
  }

  void examine(const Variable& variable, std::size_t place) {
    const Characteristics& block = variable.blocks()[place];
    if (variable.kind() == ArrayKind::scalar) {
      if (block.value) return;
      if (const auto value = reader_.payload(variable, block); !value) unreadable(variable, block, value.error());
      return;
    }
    std::vector<std::byte> unpacked;
    const auto stored = reader_.elements(variable, place, unpacked);
    if (!stored) return unreadable(variable, block, stored.error());
    const auto expected = decode_statistics(block, variable.type(), reader_.layout().order);
    const bool says_none = block.bitmap == 0 && block.min.empty();
    if (says_none) return;
    std::vector<std::byte> elements(stored->size());
    copy_elements(
        elements.data(), stored->data(), stored->size(), swapped_bytes_of(variable.type()), reader_.layout().order);
    const auto found = computed(block, variable.type(), elements);
    if (!expected && !found) return;
    bool is_same = expected.has_value() == found.has_value();
    for (std::size_t i = 0; is_same && i < parts_of_statistics(variable.type()); ++i) {
      const Summary& a = expected->parts[i];
      const Summary& b = found->parts[i];
      is_same = is_near(a.min, b.min, variable.type()) && is_near(a.max, b.max, variable.type()) &&
                (!a.count || !b.count || *a.count == *b.count);
    }
    if (!is_same)
      reader_.report(statistics_differ, *block.offset,
          fmt::format("a block of '{}' has other statistics than its data", variable.name()), block.file_index);
  }

  void unreadable(const Variable& variable, const Characteristics& block, const Error& error) {
    const bool is_missing = error.code == Errc::not_found;
    const Rule& rule = is_missing ? sub_file_missing : block.transform ? transform_failed : payload_outside;
    reader_.report(rule, *block.offset, fmt::format("'{}': {}", variable.name(), error.message), block.file_index);
  }

  const Reader& reader_;
  std::vector<Place> groups_;
  // By file and place there.
  std::map<std::pair<std::uint32_t, std::uint64_t>, Indexed> indexed_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, IndexedValue> values_;
};

}  // namespace

std::vector<CheckedCount> examine(const Reader& reader, std::size_t threads) {
  return Examination(reader).run(threads);
}

std::vector<CheckedCount> BpFile::examine(std::size_t threads) { return bp::examine(*reader_, threads); }

}  // namespace weft::bp
