// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "formats/bp/block_table_internal.hpp"
#include "formats/bp/recover.hpp"
#include "formats/bp/rules.hpp"
#include "formats/bp/sub_file_path.hpp"
#include "formats/bp/transform.hpp"
#include "formats/bp/writer.hpp"

namespace weft::bp {

namespace {

constexpr std::string_view repair_advice = "; 'weft repair' builds a new footer from what the file holds";

Error no_value(const Attribute& attribute, const std::string& path) {
  return {Errc::corrupt, fmt::format("expected a value of attribute '{}'", attribute.name()), path,
      attribute.entry().sets_offset};
}

}  // namespace

Variable::Variable(const Reader& reader, const Entry& entry)
    : reader_(reader), entry_(entry), full_name_(bp::full_name(entry.path, entry.name)) {}
Variable::~Variable() = default;

const BlockTable& Variable::table() const {
  std::call_once(decoded_, [&] { table_ = BlockTableBuilder(reader_, *this).build(); });
  return *table_;
}

std::optional<Statistics> Variable::statistics(const Characteristics& block) const {
  if (is_text(type())) return std::nullopt;
  if (block.value && block.value->size() == bytes_of(type()))
    return statistics_of_value(block.value->data(), type(), reader_.layout().order);
  return decode_statistics(block, type(), reader_.layout().order);
}

std::optional<Statistics> Variable::statistics(std::size_t first_block, std::size_t count) const {
  std::optional<Statistics> all;
  if (const AlikeSets* const alike = table().alike(); alike && alike->have_bounds_alone()) {
    if (const auto bounds = alike->bounds(first_block, count)) all.emplace().parts[0] = *bounds;
    return all;
  }
  for (const Characteristics& block : blocks().subspan(first_block, count)) {
    const auto one = statistics(block);
    if (!one) continue;  // a block without a number
    if (!all)
      all = one;
    else
      for (std::size_t i = 0; i < parts_of_statistics(type()); ++i) all->parts[i].merge(one->parts[i]);
  }
  return all;
}

std::optional<Statistics> Variable::statistics(const Step& step) const {
  return statistics(step.first_block, step.blocks);
}
std::optional<Statistics> Variable::statistics() const {
  return steps().empty() ? std::nullopt : statistics(0, steps().back().first_block + steps().back().blocks);
}

std::vector<std::string_view> AttributeValue::texts() const {
  Cursor in(elements, order);
  if (type == DataType::string) return {in.text(elements.size())};
  std::vector<std::string_view> all;
  for (std::uint64_t i = 0; i < count && !in.failed(); ++i) all.push_back(get_text(in));
  return all;
}

Reader::Reader(std::string path, MappedFile file, const Footer& footer, Report& report)
    : path_(std::move(path)), file_(std::move(file)), footer_(footer), report_(&report) {
  index_ = bytes().subspan(static_cast<std::size_t>(footer_.group_index));
}

Result<std::unique_ptr<Reader>> Reader::open(const std::string& path, Report& report, Growth growth, LostIndex lost) {
  auto file = WEFT_TRY(MappedFile::open(path));
  auto footer = parse_footer(file.bytes(), path);
  if (!footer) {
    footer.error().message += repair_advice;
    if (lost == LostIndex::is_made_anew) return open_without_footer(path, file, report, footer.error());
    return std::move(footer).error();
  }
  std::unique_ptr<Reader> reader(new Reader(path, std::move(file), *footer, report));
  if (growth == Growth::may_grow) WEFT_TRY(reader->copy_index());
  if (const auto damage = reader->read_indices()) {
    if (lost != LostIndex::is_made_anew || !reader->make_index_anew(*damage))
      reader->report(index_damaged, damage->offset, damage->what);
  }
  reader->place_groups();
  return reader;
}

// Files that begin with no group are not searched for others: they may be anything.
Result<std::unique_ptr<Reader>> Reader::open_without_footer(
    const std::string& path, MappedFile& file, Report& report, const Error& why) {
  if (!guess_layout(file.bytes()) && WEFT_TRY(count_sub_files(path)) == 0) return why;
  const Salvage salvage = WEFT_TRY(salvage_file(file.bytes(), path));
  std::unique_ptr<Reader> reader(new Reader(path, std::move(file), Footer{}, report));
  WEFT_TRY(reader->take_index(salvage));
  reader->report(index_damaged, why.offset.value_or(0), why.message);
  reader->place_groups();
  return reader;
}

// What damage has left of the index is forgotten, unless nothing can take its place.
Result<> Reader::make_index_anew(const IndexDamage& damage) {
  const Salvage salvage = WEFT_TRY(salvage_file(bytes(), path_));
  WEFT_TRY(take_index(salvage));
  report(index_damaged, damage.offset, damage.what + std::string(repair_advice));
  return {};
}

Result<> Reader::take_index(const Salvage& salvage) {
  auto index = WEFT_TRY(salvage.index.footer(0, salvage.sub_files > 0));
  Footer footer = WEFT_TRY(parse_footer(index, path_));
  for (std::uint64_t* offset :
      {&footer.group_index, &footer.variable_index, &footer.attribute_index, &footer.index_end})
    *offset += salvage.end;
  footer.has_tag = false;  // nobody knows who wrote the file
  footer.release = {};
  footer_ = footer;
  own_index_ = std::move(index);
  index_ = own_index_;
  groups_.clear(), variables_by_name_.clear(), variables_.clear(), attributes_.clear();
  if (const auto damage = read_indices()) return Error{Errc::corrupt, damage->what, path_, damage->offset};
  return {};
}

// What was copied is one index, and not parts of two, if the end of the file is still the same.
Result<> Reader::copy_index() {
  own_index_.assign(index_.begin(), index_.end());
  index_ = own_index_;
  const auto footer = parse_footer(bytes(), path_);
  const bool is_same = footer && footer->group_index == footer_.group_index &&
                       footer->variable_index == footer_.variable_index &&
                       footer->attribute_index == footer_.attribute_index && footer->index_end == footer_.index_end;
  if (!is_same) return Error{Errc::corrupt, "expected an index that stays as it is, found one that is written", path_};
  const auto place = reinterpret_cast<const std::byte*>(footer_.release.data()) - bytes().data();
  if (!footer_.release.empty())
    footer_.release = {
        reinterpret_cast<const char*>(index_.data()) + place - footer_.group_index, footer_.release.size()};
  return {};
}

void Reader::report(
    const Rule& rule, std::uint64_t offset, std::string message, std::optional<std::uint32_t> file_index) const {
  report_->add({rule.name, std::move(message), file_index ? path_of_file(*file_index) : path_, offset});
}

// The first damage, if there is any.
std::optional<IndexDamage> Reader::read_indices() {
  std::optional<IndexDamage> first;
  auto part = [&](std::uint64_t from, std::uint64_t to) {
    return index_.subspan(static_cast<std::size_t>(from - footer_.group_index), static_cast<std::size_t>(to - from));
  };
  auto check = [&](std::optional<IndexDamage>&& damage) {
    if (damage && !first) first = std::move(damage);
  };
  check(parse_group_index(part(footer_.group_index, footer_.variable_index), footer_.group_index, layout(), groups_));
  std::vector<Entry> entries;
  check(
      parse_entries(part(footer_.variable_index, footer_.attribute_index), footer_.variable_index, layout(), entries));
  for (const Entry& entry : entries) {
    const Variable& variable = variables_.emplace_back(*this, entry);
    variables_by_name_.emplace(variable.name(), &variable);
  }
  entries.clear();
  check(parse_entries(part(footer_.attribute_index, footer_.index_end), footer_.attribute_index, layout(), entries));
  for (const Entry& entry : entries) attributes_.emplace_back(entry);
  return first;
}

// Entries do not say which sub-file they are in; those of one follow each other with rising offsets.
void Reader::place_groups() {
  std::uint64_t last = 0;
  for (const GroupEntry& group : groups_) {
    if (!footer_.has_sub_files) {
      own_groups_.push_back({group.offset, &group});
      continue;
    }
    if (sub_file_groups_.empty() || group.offset <= last) sub_file_groups_.emplace_back();
    last = group.offset;
    sub_file_groups_.back().push_back({group.offset, &group});
  }
  const auto by_offset = [](const GroupPlace& a, const GroupPlace& b) { return a.offset < b.offset; };
  if (!std::ranges::is_sorted(own_groups_, by_offset)) std::ranges::stable_sort(own_groups_, by_offset);
  for (std::size_t i = 0; i < sub_file_groups_.size(); ++i) sub_files_.emplace_back();
}

const Variable* Reader::find_variable(std::string_view full_name) const {
  const auto found = variables_by_name_.find(full_name);
  return found == variables_by_name_.end() ? nullptr : found->second;
}

const Attribute* Reader::find_attribute(std::string_view full_name) const {
  auto without_slash = [](std::string_view name) { return name.starts_with('/') ? name.substr(1) : name; };
  for (const Attribute& attribute : attributes_)
    if (without_slash(attribute.name()) == without_slash(full_name)) return &attribute;
  return nullptr;
}

const GroupEntry* Reader::group_of(const Characteristics& block) const {
  const std::vector<GroupPlace>* places = &own_groups_;
  if (footer_.has_sub_files) {
    if (block.file_index >= sub_file_groups_.size()) return nullptr;
    places = &sub_file_groups_[block.file_index];
  }
  const auto behind = std::ranges::upper_bound(
      *places, block.offset.value_or(0), {}, [](const GroupPlace& place) { return place.offset; });
  return behind == places->begin() ? nullptr : std::prev(behind)->group;
}

std::string Reader::path_of_file(std::uint32_t file_index) const {
  return footer_.has_sub_files ? sub_file_path(path_, file_index) : path_;
}

Result<Bytes> Reader::bytes_of_file(std::uint32_t file_index) const {
  if (!footer_.has_sub_files) return bytes();
  if (file_index >= sub_files_.size())
    return Error{Errc::corrupt,
        fmt::format("expected one of {} sub-files, found number {}", sub_files_.size(), file_index), path_};
  SubFile& sub_file = sub_files_[file_index];
  std::call_once(sub_file.opened, [&] { sub_file.file.emplace(MappedFile::open(sub_file_path(path_, file_index))); });
  if (!*sub_file.file) return sub_file.file->error();
  return (*sub_file.file)->bytes();
}

Result<Bytes> Reader::slice(
    std::uint32_t file_index, std::uint64_t offset, std::uint64_t bytes, const Variable& variable) const {
  const Bytes file = WEFT_TRY(bytes_of_file(file_index));
  if (offset > file.size() || bytes > file.size() - offset)
    return Error{Errc::corrupt,
        fmt::format("expected {} bytes of '{}', found that the file ends at {}", bytes, variable.name(), file.size()),
        path_of_file(file_index), offset};
  return file.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(bytes));
}

Result<AttributeValue> Reader::value(const Attribute& attribute) const {
  // The time index of sets is implied: each step has as many as the next. The last step counts, or else the first.
  const std::uint64_t sets_per_step = steps() ? std::max<std::uint64_t>(groups_.size() / steps(), 1) : 1;
  std::vector<Dimension> pool;
  std::optional<Characteristics> chosen;
  std::uint64_t place = 0;
  std::uint64_t damaged_at = 0;
  each_set(attribute.entry(), layout().order, [&](Cursor set, unsigned count, std::uint64_t offset) {
    const bool is_in_last_step = steps() && place++ / sets_per_step == steps() - 1;
    if (chosen && !is_in_last_step) return;
    Characteristics one = decode_characteristics(set, count, layout(), attribute.type(), Place::index, pool);
    if (set.failed() || (!one.value && !one.var_id))
      damaged_at = offset;
    else
      chosen = std::move(one);
  });
  if (chosen) return value_in_set(attribute, *chosen, pool);
  report(block_unreadable, damaged_at ? damaged_at : attribute.entry().sets_offset,
      fmt::format("attribute '{}' has no value that can be understood", attribute.name()));
  return no_value(attribute, path_);
}

Result<AttributeValue> Reader::value(const Attribute& attribute, std::uint64_t wanted) const {
  std::vector<Dimension> pool;
  std::optional<Characteristics> chosen;
  std::uint64_t place = 0;
  each_set(attribute.entry(), layout().order, [&](Cursor set, unsigned count, std::uint64_t) {
    if (place++ != wanted) return;
    Characteristics one = decode_characteristics(set, count, layout(), attribute.type(), Place::index, pool);
    if (!set.failed() && (one.value || one.var_id)) chosen = std::move(one);
  });
  if (chosen) return value_in_set(attribute, *chosen, pool);
  return no_value(attribute, path_);
}

// An attribute that has a set for each step, or for each process group, has them in that order. Of others the place in
// the file tells, which is not always right: where steps were gathered, it counts from where they were.
std::optional<std::uint64_t> Reader::set_in_step(const Attribute& attribute, std::uint32_t time_index) const {
  const std::uint64_t sets = attribute.entry().set_count;
  if (time_index < first_time_index() || time_index - first_time_index() >= steps()) return std::nullopt;
  if (sets == steps()) return time_index - first_time_index();
  if (sets == groups_.size()) {
    for (std::size_t i = 0; i < groups_.size(); ++i)
      if (groups_[i].time_index == time_index) return i;
    return std::nullopt;
  }
  std::optional<std::uint64_t> found;
  std::vector<Dimension> pool;
  std::uint64_t place = 0;
  each_set(attribute.entry(), layout().order, [&](Cursor set, unsigned count, std::uint64_t) {
    const std::uint64_t here = place++;
    if (found) return;
    const Characteristics one = decode_characteristics(set, count, layout(), attribute.type(), Place::index, pool);
    if (set.failed() || !one.offset) return;
    const GroupEntry* const group = group_of(one);
    if (group && group->time_index == time_index) found = here;
  });
  return found;
}

Result<AttributeValue> Reader::value_in_set(
    const Attribute& attribute, const Characteristics& chosen, const std::vector<Dimension>& pool) const {
  AttributeValue value;
  value.order = layout().order;
  if (chosen.value) {
    value.type = attribute.type();
    value.elements = *chosen.value;
    const std::size_t bytes = bytes_of(value.type);
    value.count = value.type == DataType::string_array && chosen.dimensions.count ? chosen.dimensions.in(pool)[0].local
                  : bytes                                                         ? value.elements.size() / bytes
                                                                                  : 1;
    return value;
  }
  // An id is only unique within a group: the nearest variable that has it.
  std::call_once(ids_known_, [&] {
    for (const Variable& variable : variables_) variables_by_id_.emplace(variable.entry().id, &variable);
  });
  int nearest = -1;
  for (auto [at, end] = variables_by_id_.equal_range(*chosen.var_id); at != end; ++at) {
    const Entry& entry = at->second->entry();
    const bool is_same_group = entry.group == attribute.entry().group;
    const int nearness = is_same_group ? (entry.path == attribute.entry().path ? 2 : 1) : 0;
    if (nearness > nearest) nearest = nearness, value.variable = at->second;
  }
  if (!value.variable) {
    Error error{Errc::corrupt,
        fmt::format("attribute '{}' refers to variable {}, which is not there", attribute.name(), *chosen.var_id),
        path_, attribute.entry().sets_offset};
    report(block_unreadable, *error.offset, error.message);
    return error;
  }
  value.type = value.variable->type();
  if (value.variable->kind() == ArrayKind::scalar && !value.variable->blocks().empty()) {
    value.elements = WEFT_TRY(scalar(*value.variable, value.variable->blocks().front()));
    value.count = 1;
  }
  return value;
}

Result<Bytes> Reader::scalar(const Variable& variable, const Characteristics& block) const {
  if (block.value) return *block.value;
  return payload(variable, block);
}

Result<Bytes> Reader::payload(const Variable& variable, const Characteristics& block) const {
  const BlockTable& table = variable.table();
  const DataType type = variable.type();
  if (!block.payload_offset || is_text(type)) {
    const Bytes file = WEFT_TRY(bytes_of_file(block.file_index));
    const StoredVariable stored = WEFT_TRY(
        parse_stored_variable(file, *block.offset, layout(), path_of_file(block.file_index)));
    if (is_text(type)) return stored.payload;
    if (!block.payload_offset) {
      Characteristics placed = block;
      placed.payload_offset = stored.payload_offset;
      return payload(variable, placed);
    }
  }
  std::uint64_t bytes = 0;
  if (block.transform) {
    bytes = table.stored_bytes(block);
  } else {
    bool has_overflown = false;
    bytes = bytes_of(type);
    for (const Dimension& dimension : table.written_dimensions(block))
      has_overflown = __builtin_mul_overflow(bytes, dimension.local, &bytes) || has_overflown;
    if (has_overflown) bytes = ~std::uint64_t{0};
  }
  return slice(block.file_index, *block.payload_offset, bytes, variable);
}

Result<Bytes> Reader::elements(const Variable& variable, std::size_t block, std::vector<std::byte>& unpacked) const {
  const Characteristics& what = variable.blocks()[block];
  const Bytes stored = WEFT_TRY(payload(variable, what));
  const auto count = variable.table().box(block).elements();
  std::uint64_t bytes = 0;
  if (!count || __builtin_mul_overflow(*count, bytes_of(variable.type()), &bytes))
    return Error{Errc::corrupt, fmt::format("'{}' has a block of more bytes than can be counted", variable.name()),
        path_of_file(what.file_index), *what.offset};
  if (!what.transform) {
    if (stored.size() == bytes) return stored;
    return Error{Errc::corrupt,
        fmt::format("expected a block of '{}' with {} bytes, found {}", variable.name(), bytes, stored.size()),
        path_of_file(what.file_index), *what.offset};
  }
  auto undone = undo_transform(*what.transform, stored, bytes, layout().order);
  if (!undone) {
    undone.error().file = path_of_file(what.file_index);
    undone.error().offset = *what.offset;
    return std::move(undone).error();
  }
  unpacked = std::move(undone).take();
  return Bytes(unpacked);
}

}  // namespace weft::bp
