// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/recover.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "base/counted.hpp"
#include "base/file.hpp"
#include "formats/bp/sub_file_path.hpp"
#include "formats/bp/writer.hpp"

namespace weft::bp {

namespace {

constexpr std::uint64_t least_group_bytes = 30;

// Searching for the next group tries every byte; a file made to look like groups everywhere must not keep us for ever:
// not by beginnings of groups, nor by how much lies between these and where they turn out to be none.
constexpr std::uint64_t most_tries = 1 << 20;
constexpr std::uint64_t most_passes = 16;                        // over the whole file
constexpr std::uint64_t always_passed = std::uint64_t{1} << 24;  // however small it is

// Groups of versions 2 and 3 look the same. Version 1 comes last: its groups are the easiest to see where none are.
constexpr Layout layouts[] = {{3, ByteOrder::little}, {3, ByteOrder::big}, {1, ByteOrder::little}, {1, ByteOrder::big}};

bool may_begin_group(Bytes file, std::uint64_t at, const Layout& layout) {
  if (file.size() - at < least_group_bytes) return false;
  const std::byte* const begin = file.data() + at;
  const auto length = load<std::uint64_t>(begin, layout.order);
  const auto flag = static_cast<std::uint8_t>(begin[8]);
  const bool has_length = layout.version == 1 || (length >= least_group_bytes && length <= file.size() - at);
  return has_length && (flag == flag_yes || flag == flag_no);
}

Result<ProcessGroup> group_at(Bytes file, std::uint64_t at, const Layout& layout) {
  if (!may_begin_group(file, at, layout)) return Error{Errc::corrupt, "expected a process group", {}, at};
  return parse_process_group(file, at, layout, {});
}

// The characteristics of a block that follow its time index: those of the process group are the same bytes as in the
// index, a scalar gets its value from the payload.
struct Rest {
  std::uint8_t count = 0;
  ByteSink bytes;
};

std::optional<Rest> rest_of(const StoredVariable& variable, const Layout& layout) {
  Rest rest{variable.characteristic_count, ByteSink(layout.order)};
  if (variable.dimensions.empty()) {
    rest.count = 1;
    put_id(rest.bytes, Characteristic::value);
    if (variable.type == DataType::string) {
      rest.bytes.put(static_cast<std::uint16_t>(variable.payload.size()));
    } else if (variable.payload.size() != bytes_of(variable.type)) {
      return std::nullopt;
    }
    rest.bytes.put(variable.payload);
    return rest;
  }
  std::vector<Dimension> pool;
  Cursor in(variable.characteristics, layout.order);
  const Characteristics what = decode_characteristics(
      in, variable.characteristic_count, layout, variable.type, Place::process_group, pool);
  if (in.failed() || what.dimensions.count != variable.dimensions.size()) {
    // Transformed blocks have one dimension of their own.
    if (in.failed() || !what.transform) return std::nullopt;
  }
  rest.bytes.put(variable.characteristics);
  return rest;
}

Rest rest_of(const StoredAttribute& attribute, const Layout& layout) {
  Rest rest{1, ByteSink(layout.order)};
  if (attribute.is_reference) {
    put_id(rest.bytes, Characteristic::var_id);
    layout.put_id(rest.bytes, attribute.var_id);
    return rest;
  }
  if (attribute.count > 1) {
    const Dimension dimension{attribute.count, attribute.count, 0};
    put_id(rest.bytes, Characteristic::dimensions);
    put_dimensions(rest.bytes, {&dimension, 1});
    ++rest.count;
  }
  put_id(rest.bytes, Characteristic::value);
  if (attribute.type == DataType::string_array) {
    std::vector<std::string_view> texts;
    split_stored_texts(attribute.value, attribute.count, layout.order, texts);
    for (const std::string_view text : texts) put_text(rest.bytes, text);
  } else {
    if (attribute.type == DataType::string) rest.bytes.put(static_cast<std::uint16_t>(attribute.value.size()));
    rest.bytes.put(attribute.value);
  }
  return rest;
}

// Blocks and values of a group.
std::uint64_t index_content(IndexBuilder& index, const ProcessGroup& group, const PlacedGroup& place) {
  const Layout& layout = index.layout();
  const ProcessGroupHeader& header = group.header;
  const std::uint64_t moved = place.offset - group.offset;
  std::uint64_t left_out = 0;
  for (const StoredVariable& variable : group.variables) {
    const auto rest = rest_of(variable, layout);
    const EntryName name{variable.id, header.name, variable.name, variable.path, variable.type};
    const bool is_added = rest && index.add_block(
                                      name, {variable.offset + moved, variable.payload_offset + moved, place.file_index,
                                                header.time_index, rest->count, rest->bytes.bytes()});
    if (!is_added) ++left_out;
  }
  for (const StoredAttribute& attribute : group.attributes) {
    const Rest rest = rest_of(attribute, layout);
    const EntryName name{attribute.id, header.name, attribute.name, attribute.path, attribute.type};
    const std::uint64_t end = attribute.offset + sizeof attribute.length + attribute.length;
    const IndexedSet set{attribute.offset + moved, end + moved, place.file_index, 0, rest.count, rest.bytes.bytes()};
    if (!index.add_value(name, set)) ++left_out;
  }
  return left_out;
}

GroupEntry entry_of(const ProcessGroupHeader& header, const PlacedGroup& place) {
  return {header.name, header.is_fortran, place.process, header.time_name, header.time_index, place.offset};
}

class Salvager {
 public:
  Salvager(Bytes file, const std::string& path, const Layout& layout)
      : file_(file), path_(path), found_{layout, IndexBuilder(layout)} {}

  Result<Salvage> run(std::uint64_t end_of_groups) {
    find_groups(end_of_groups);
    found_.left_bytes = end_of_groups - std::min(found_.end, end_of_groups);
    found_.groups = groups_.size();
    if (found_.groups == 0)
      return Error{Errc::corrupt, "expected a process group, found none in the whole file", path_, 0};
    index_groups();
    return std::move(found_);
  }

 private:
  void find_groups(std::uint64_t end_of_groups) {
    std::uint64_t at = 0;
    std::uint64_t tries = 0;
    std::uint64_t passed = 0;
    while (at < end_of_groups) {
      auto group = group_at(file_, at, found_.layout);
      if (!group) {
        passed += group.error().offset.value_or(at) - at;
        if (++tries > most_tries || passed > always_passed + most_passes * file_.size()) break;
        // Dead bytes lie behind groups of a writer that ran out of memory, and where groups are aligned.
        ++at;
        while (at < end_of_groups && !may_begin_group(file_, at, found_.layout)) ++at;
        continue;
      }
      found_.skipped_bytes += at - found_.end;
      // Who wrote it is not said; within a step, processes follow one another.
      groups_.push_back(entry_of(group->header, {at, processes_[group->header.time_index]++}));
      at = found_.end = group->end;
    }
  }

  // Groups of many threads lie in any order, but readers expect blocks in that of time, and find the first and the last
  // step in the first and the last group. Between these the order is free: who collects steps before writing them lists
  // all of one process, then all of the next.
  void index_groups() {
    std::vector<GroupEntry> timely = groups_;
    std::ranges::stable_sort(timely, {}, &GroupEntry::time_index);
    const auto file_index = sub_file_number(path_);
    // Sub-files of one process each are numbered like these.
    const bool is_of_one = std::ranges::all_of(processes_, [](const auto& step) { return step.second == 1; });
    for (auto* entries : {&groups_, &timely})
      for (GroupEntry& entry : *entries)
        if (file_index && is_of_one) entry.process = *file_index;
    const bool has_right_ends = groups_.front().time_index == timely.front().time_index &&
                                groups_.back().time_index == timely.back().time_index;
    for (const GroupEntry& entry : has_right_ends ? groups_ : timely) found_.index.add_group(entry);
    for (const GroupEntry& entry : timely)
      if (const auto group = group_at(file_, entry.offset, found_.layout))
        found_.left_out += index_content(found_.index, *group, {entry.offset, entry.process, file_index.value_or(0)});
  }

  Bytes file_;
  const std::string& path_;
  Salvage found_;
  std::vector<GroupEntry> groups_;
  std::map<std::uint32_t, std::uint32_t> processes_;  // groups of each step so far
};

}  // namespace

std::uint64_t index_group(IndexBuilder& index, const ProcessGroup& group, const PlacedGroup& place) {
  index.add_group(entry_of(group.header, place));
  return index_content(index, group, place);
}

std::optional<Layout> guess_layout(Bytes file) {
  for (const Layout& layout : layouts)
    if (file.size() >= least_group_bytes && group_at(file, 0, layout)) return layout;
  return std::nullopt;
}

Result<Salvage> salvage(Bytes file, const std::string& path, std::optional<Footer> known) {
  if (known) {
    const Bytes groups = file.first(static_cast<std::size_t>(known->group_index));
    return Salvager(groups, path, known->layout).run(groups.size());
  }
  if (const auto layout = guess_layout(file)) return Salvager(file, path, *layout).run(file.size());
  // The first group is damaged, but others may not be.
  for (const Layout& layout : layouts)
    if (auto found = Salvager(file, path, layout).run(file.size())) return found;
  return Error{Errc::corrupt, "expected a process group of any version, found none in the whole file", path, 0};
}

namespace {

Result<Salvage> salvage_sub_files(const std::string& path, std::uint32_t count) {
  auto index = index_sub_files(path, count);
  if (!index) {
    index.error().message += "; repair this sub-file first, which is a file of its own";
    return std::move(index).error();
  }
  Salvage found{index->layout(), *std::move(index)};
  found.groups = found.index.groups();
  found.sub_files = count;
  return found;
}

namespace fs = std::filesystem;

// Links to sub-files, with the directory that they are in, which goes away again with this unless they are kept. They
// say how to get from the one directory to the other: who moves both keeps them.
class SubFileLinks {
 public:
  SubFileLinks() = default;
  SubFileLinks(SubFileLinks&& other) noexcept : directory_(std::exchange(other.directory_, {})) {}
  ~SubFileLinks() {
    std::error_code ignored;
    if (!directory_.empty()) fs::remove_all(directory_, ignored);
  }

  // None where `out` has the same sub-files as `in`.
  static Result<SubFileLinks> make(const std::string& in, const std::string& out, std::uint32_t count) {
    SubFileLinks links;
    std::error_code error;
    if (fs::equivalent(sub_file_path(in, 0), sub_file_path(out, 0), error)) return links;
    const std::string directory = sub_file_directory(out);
    WEFT_TRY(check_free(directory));
    error.clear();
    if (fs::create_directory(directory, error)) links.directory_ = directory;
    for (std::uint32_t i = 0; i < count && !error; ++i) links.add(sub_file_path(in, i), sub_file_path(out, i), error);
    if (error) return Error{Errc::io, fmt::format("cannot link to the sub-files: {}", error.message()), directory};
    return links;
  }

  bool are_there() const { return !directory_.empty(); }
  void keep() { directory_.clear(); }

 private:
  void add(const fs::path& file, const fs::path& link, std::error_code& error) const {
    const fs::path target = fs::canonical(file, error);
    if (error) return;
    const fs::path place = fs::canonical(directory_, error);
    if (!error) fs::create_symlink(target.lexically_relative(place), link, error);
  }

  std::string directory_;  // empty if there are none
};

// `footer` stands behind what is taken from `in`.
Result<> write_repaired(const std::string& in, const std::string& out, std::uint64_t end, Bytes footer) {
  WEFT_TRY(check_free(out));
  if (end == 0) return replace_file(out, footer);
  const File from = WEFT_TRY(File::open(in));
  return replace_file(out, [&](File& to) -> Result<> {
    WEFT_TRY(to.append_from(from, 0, end));
    return to.append(footer);
  });
}

std::vector<std::string> losses(const Salvage& saved) {
  std::vector<std::string> all;
  if (saved.skipped_bytes)
    all.push_back(fmt::format("{} between process groups belong to none", counted(saved.skipped_bytes, "byte")));
  if (saved.left_out)
    all.push_back(fmt::format(
        "{} of another type than those before", counted(saved.left_out, "block or value", "blocks or values")));
  if (saved.left_bytes)
    all.push_back(fmt::format("{} behind the last process group, a footer or a group that was not completed",
        counted(saved.left_bytes, "byte")));
  return all;
}

}  // namespace

Result<MappedFile> open_damaged(const std::string& path) {
  auto file = MappedFile::open(path);
  if (!file && file.error().code == Errc::not_found && WEFT_TRY(count_sub_files(path)) > 0) return MappedFile();
  return file;
}

Result<Salvage> salvage_file(Bytes file, const std::string& path) {
  const auto footer = parse_footer(file, path);
  const bool has_groups = footer ? !footer->has_sub_files : guess_layout(file).has_value();
  if (!has_groups) {
    const std::uint32_t count = WEFT_TRY(count_sub_files(path));
    if (count > 0) return salvage_sub_files(path, count);
  }
  if (!footer) return salvage(file, path, {});
  if (footer->has_sub_files)
    return Error{Errc::not_found,
        fmt::format("this file is the index of sub-files, but there are none in {}", sub_file_directory(path)), path};
  if (auto found = salvage(file, path, *footer)) return found;
  // A footer that points to nowhere is no better than none.
  return salvage(file, path, {});
}

Result<RepairReport> repair_file(const std::string& in, const std::string& out, const RepairOptions&) {
  WEFT_TRY(check_free(out));
  const MappedFile file = WEFT_TRY(open_damaged(in));
  const Bytes all = file.bytes();
  const Salvage saved = WEFT_TRY(salvage_file(all, in));
  const auto index = WEFT_TRY(saved.index.footer(saved.end, saved.sub_files > 0));
  SubFileLinks links = saved.sub_files ? WEFT_TRY(SubFileLinks::make(in, out, saved.sub_files)) : SubFileLinks();
  WEFT_TRY(write_repaired(in, out, saved.end, index));
  RepairReport report;
  const bool is_same = all.size() == saved.end + index.size() &&
                       std::ranges::equal(all.subspan(static_cast<std::size_t>(saved.end)), index);
  std::string listed = counted(saved.groups, "process group");
  if (saved.sub_files) listed += fmt::format(" in {}", counted(saved.sub_files, "sub-file"));
  if (!is_same) report.done.push_back(fmt::format("a new footer lists {}", listed));
  if (links.are_there())
    report.done.push_back(fmt::format(
        "{} has links to the sub-files, which stay in {}", sub_file_directory(out), sub_file_directory(in)));
  links.keep();
  report.lost = losses(saved);
  return report;
}

}  // namespace weft::bp
