// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/block_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/large_pages.hpp"
#include "formats/bp/block_table_internal.hpp"
#include "formats/bp/reader.hpp"
#include "formats/bp/rules.hpp"

namespace weft::bp {

namespace {

bool is_global(std::span<const Dimension> dimensions) {
  return std::ranges::any_of(dimensions, [](const Dimension& d) { return d.global != 0; });
}
bool is_joined(std::span<const Dimension> dimensions) {
  return std::ranges::any_of(dimensions, [](const Dimension& d) { return d.global == joined_dimension; });
}

}  // namespace

// With time, which is the slowest dimension, writers in C shift sizes against the rest: (1, g0, o0) (l0, g1, o1) (l1,
// 0, 0). In Fortran it stands alone in the end.
Box BlockTable::box(std::size_t block) const {
  const std::size_t shift = has_time_ && !is_fortran_ ? 1 : 0;
  Box box;
  box.rank = rank_;
  for (std::size_t d = 0; d < rank_; ++d) {
    const std::size_t from = is_fortran_ ? rank_ - 1 - d : d;
    box.count[d] = written_dimension(block, from + shift).local;
    box.start[d] = kind_ == ArrayKind::local ? 0 : written_dimension(block, from).offset;
  }
  return box;
}

Box BlockTable::shape(const Step& step) const {
  Box shape = box(step.first_block);
  if (kind_ == ArrayKind::local || kind_ == ArrayKind::scalar) return shape;
  for (std::size_t d = 0; d < rank_; ++d) {
    shape.start[d] = 0;
    shape.count[d] = written_dimension(step.first_block, is_fortran_ ? rank_ - 1 - d : d).global;
  }
  return shape;
}

std::unique_ptr<BlockTable> BlockTableBuilder::build() {
  table_.type_ = variable_.entry().type;
  table_.is_fortran_ = reader_.is_fortran();
  if (find_alike()) return std::move(built_);
  decode();
  if (!table_.blocks_.empty()) {
    const Characteristics& first = table_.blocks_.front();
    find_shape(first, table_.written_dimensions(first));
    leave_out_strangers();
    find_steps();
    join();
  }
  return std::move(built_);
}

// Of most arrays nothing but the steps has to be found. Parts of joined ones get their places one by one.
bool BlockTableBuilder::find_alike() {
  auto alike = reader_.footer().has_time_index ? AlikeSets::find(variable_.entry(), reader_.layout()) : std::nullopt;
  if (!alike) return false;
  std::vector<Dimension> written;
  for (std::size_t d = 0; d < alike->rank(); ++d) written.push_back(alike->dimension(0, d));
  if (is_joined(written)) return false;
  find_shape(alike->block(0), written);
  table_.steps_ = alike->steps();
  table_.alike_ = std::move(alike);
  return true;
}

void BlockTableBuilder::decode() {
  const Entry& entry = variable_.entry();
  constexpr std::uint64_t least_set_bytes = 5;
  const auto most = static_cast<std::size_t>(
      std::min<std::uint64_t>(entry.set_count, entry.sets.size() / least_set_bytes));
  table_.blocks_.reserve(most);
  table_.pool_.reserve(most);
  use_large_pages({reinterpret_cast<const std::byte*>(table_.blocks_.data()), most * sizeof(Characteristics)});
  const bool are_whole = each_set(entry, reader_.layout().order, [&](Cursor set, unsigned count, std::uint64_t offset) {
    const std::size_t pooled = table_.pool_.size();
    Characteristics block = decode_characteristics(
        set, count, reader_.layout(), entry.type, Place::index, table_.pool_);
    if (set.failed() || !block.offset) {
      table_.pool_.resize(pooled);
      reader_.report(block_unreadable, offset, fmt::format("a block of '{}' cannot be understood", variable_.name()));
      return;
    }
    if (!reader_.footer().has_time_index || !block.time_index) {
      const GroupEntry* const group = reader_.group_of(block);
      block.time_index = group ? group->time_index : reader_.first_time_index();
    }
    table_.blocks_.push_back(std::move(block));
    notice(table_.blocks_.back());
  });
  if (!are_whole)
    reader_.report(block_unreadable, entry.sets_offset,
        fmt::format("expected {} blocks of '{}', found other bytes", entry.set_count, variable_.name()));
}

void BlockTableBuilder::notice(const Characteristics& block) {
  const Characteristics& first = table_.blocks_.front();
  are_alike_ = are_alike_ && block.transform.has_value() == first.transform.has_value() &&
               (!block.transform || block.transform->type == first.transform->type) &&
               table_.written_dimensions(block).size() == table_.written_dimensions(first).size();
  auto& steps = table_.steps_;
  if (steps.empty() || steps.back().time_index != *block.time_index) {
    are_sorted_ = are_sorted_ && (steps.empty() || steps.back().time_index < *block.time_index);
    steps.push_back({*block.time_index, table_.blocks_.size() - 1, 0});
  }
  ++steps.back().blocks;
}

void BlockTableBuilder::find_shape(const Characteristics& first, std::span<const Dimension> written) {
  if (first.transform) table_.type_ = first.transform->type;
  table_.rank_ = written.size();
  if (written.empty()) return;
  table_.kind_ = is_joined(written) ? ArrayKind::joined : is_global(written) ? ArrayKind::global : ArrayKind::local;
  table_.has_time_ = table_.kind_ == ArrayKind::local ? has_time_in_group(first, written) : written.back().global == 0;
  if (table_.has_time_ && --table_.rank_ == 0) table_.kind_ = ArrayKind::scalar;
}

// The index of a local array does not tell time from a size of one, but its process group does.
bool BlockTableBuilder::has_time_in_group(const Characteristics& block, std::span<const Dimension> written) const {
  const std::size_t slowest = table_.is_fortran_ ? written.size() - 1 : 0;
  if (written[slowest].local != 1) return false;
  const auto file = reader_.bytes_of_file(block.file_index);
  if (!file) return false;
  const auto stored = parse_stored_variable(
      *file, *block.offset, reader_.layout(), reader_.path_of_file(block.file_index));
  return stored && stored->dimensions.size() == written.size() && stored->dimensions[slowest].is_time();
}

void BlockTableBuilder::leave_out_strangers() {
  const auto& first = table_.blocks_.front();
  const std::size_t dimensions = table_.written_dimensions(first).size();
  const bool is_listed = is_text(table_.type_) ? dimensions == 0 : facts_of(table_.type_) != nullptr;
  if (are_alike_ && is_listed && dimensions <= most_dimensions) return;
  are_sorted_ = false;  // or not: blocks will have other places
  std::erase_if(table_.blocks_, [&, is_packed = first.transform.has_value()](const Characteristics& block) {
    const DataType type = block.transform ? block.transform->type : variable_.entry().type;
    const auto written = table_.written_dimensions(block);
    const bool belongs = is_listed && type == table_.type_ && written.size() == dimensions &&
                         written.size() <= most_dimensions && (is_packed || dimensions > 0 || !block.transform);
    if (!belongs)
      reader_.report(block_shape, *block.offset,
          fmt::format("a block of '{}' has type {} and {} dimensions, the first one has {} and {}", variable_.name(),
              name_of(type), written.size(), name_of(table_.type_), dimensions),
          block.file_index);
    return !belongs;
  });
}

void BlockTableBuilder::find_steps() {
  if (are_sorted_) return;
  auto& blocks = table_.blocks_;
  table_.steps_.clear();
  const auto by_time = [](const Characteristics& a, const Characteristics& b) { return *a.time_index < *b.time_index; };
  if (!std::ranges::is_sorted(blocks, by_time)) std::ranges::stable_sort(blocks, by_time);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (table_.steps_.empty() || table_.steps_.back().time_index != *blocks[i].time_index)
      table_.steps_.push_back({*blocks[i].time_index, i, 0});
    ++table_.steps_.back().blocks;
  }
}

void BlockTableBuilder::join() {
  if (table_.kind_ != ArrayKind::joined) return;
  const std::size_t shift = table_.has_time_ && !table_.is_fortran_ ? 1 : 0;
  for (const Step& step : table_.steps_) {
    const auto blocks = std::span(table_.blocks_).subspan(step.first_block, step.blocks);
    for (std::size_t d = 0; d < table_.rank_; ++d) {
      auto dimension = [&](const Characteristics& block, std::size_t at) -> Dimension& {
        return (block.transform ? block.transform->dimensions : block.dimensions).in(table_.pool_)[at];
      };
      if (dimension(blocks.front(), d).global != joined_dimension) continue;
      std::uint64_t total = 0;
      for (const Characteristics& block : blocks) {
        dimension(block, d).offset = total;
        total += dimension(block, d + shift).local;
      }
      for (const Characteristics& block : blocks) dimension(block, d).global = total;
    }
  }
}

}  // namespace weft::bp
