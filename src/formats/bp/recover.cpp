// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/recover.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/counted.hpp"
#include "base/file.hpp"

namespace weft::bp {

namespace {

constexpr std::uint64_t least_group_bytes = 30;

// Searching for the next group tries every byte; a file made to look like groups everywhere must not keep us for ever.
constexpr std::uint64_t most_tries = 1 << 20;

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

std::optional<ProcessGroup> group_at(Bytes file, std::uint64_t at, const Layout& layout) {
  if (!may_begin_group(file, at, layout)) return std::nullopt;
  auto group = parse_process_group(file, at, layout, {});
  if (!group) return std::nullopt;
  return std::move(group).take();
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

class Salvager {
 public:
  Salvager(Bytes file, const std::string& path, const Layout& layout)
      : file_(file), path_(path), found_{layout, IndexBuilder(layout)} {}

  Result<Salvage> run(std::uint64_t end_of_groups) {
    std::uint64_t at = 0;
    std::uint64_t tries = 0;
    while (at < end_of_groups) {
      auto group = group_at(file_, at, found_.layout);
      if (!group) {
        if (++tries > most_tries) break;
        // Dead bytes lie behind groups of a writer that ran out of memory, and where groups are aligned.
        ++at;
        while (at < end_of_groups && !may_begin_group(file_, at, found_.layout)) ++at;
        continue;
      }
      found_.skipped_bytes += at - found_.end;
      add(*group);
      at = found_.end = group->end;
    }
    found_.left_bytes = end_of_groups - std::min(found_.end, end_of_groups);
    if (found_.groups == 0)
      return Error{Errc::corrupt, "expected a process group, found none in the whole file", path_, 0};
    return std::move(found_);
  }

 private:
  void add(const ProcessGroup& group) {
    ++found_.groups;
    // Who wrote it is not said; within a step, processes follow one another.
    found_.left_out += index_group(found_.index, group, group.offset, processes_[group.header.time_index]++);
  }

  Bytes file_;
  const std::string& path_;
  Salvage found_;
  std::map<std::uint32_t, std::uint32_t> processes_;  // groups of each step so far
};

}  // namespace

std::uint64_t index_group(IndexBuilder& index, const ProcessGroup& group, std::uint64_t offset, std::uint32_t process) {
  const Layout& layout = index.layout();
  const ProcessGroupHeader& header = group.header;
  const std::uint64_t moved = offset - group.offset;
  constexpr std::uint32_t file_index = 0;
  std::uint64_t left_out = 0;
  index.add_group({header.name, header.is_fortran, process, header.time_name, header.time_index, offset});
  for (const StoredVariable& variable : group.variables) {
    const auto rest = rest_of(variable, layout);
    const EntryName name{variable.id, header.name, variable.name, variable.path, variable.type};
    const bool is_added = rest &&
                          index.add_block(name, {variable.offset + moved, variable.payload_offset + moved, file_index,
                                                    header.time_index, rest->count, rest->bytes.bytes()});
    if (!is_added) ++left_out;
  }
  for (const StoredAttribute& attribute : group.attributes) {
    const Rest rest = rest_of(attribute, layout);
    const EntryName name{attribute.id, header.name, attribute.name, attribute.path, attribute.type};
    const std::uint64_t end = attribute.offset + sizeof attribute.length + attribute.length;
    if (!index.add_value(name, {attribute.offset + moved, end + moved, file_index, 0, rest.count, rest.bytes.bytes()}))
      ++left_out;
  }
  return left_out;
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

Result<Salvage> salvage_file(Bytes file, const std::string& path) {
  const auto footer = parse_footer(file, path);
  if (!footer) return salvage(file, path, {});
  if (footer->has_sub_files)
    return Error{Errc::unsupported,
        "this file is the index of sub-files; repair those, each of which is a file of its own", path};
  if (auto found = salvage(file, path, *footer)) return found;
  // A footer that points to nowhere is no better than none.
  return salvage(file, path, {});
}

Result<RepairReport> repair_file(const std::string& in, const std::string& out, const RepairOptions&) {
  WEFT_TRY(check_free(out));
  const auto file = WEFT_TRY(MappedFile::open(in));
  const Salvage saved = WEFT_TRY(salvage_file(file.bytes(), in));
  const auto index = WEFT_TRY(saved.index.footer(saved.end, false));
  const File from = WEFT_TRY(File::open(in));
  File to = WEFT_TRY(File::create(out));
  WEFT_TRY(to.append_from(from, 0, saved.end));
  WEFT_TRY(to.append(index));
  WEFT_TRY(to.close());
  RepairReport report;
  const Bytes all = file.bytes();
  const bool is_same = all.size() == saved.end + index.size() &&
                       std::ranges::equal(all.subspan(static_cast<std::size_t>(saved.end)), index);
  if (!is_same) report.done.push_back(fmt::format("a new footer lists {}", counted(saved.groups, "process group")));
  if (saved.skipped_bytes)
    report.lost.push_back(
        fmt::format("{} between process groups belong to none", counted(saved.skipped_bytes, "byte")));
  if (saved.left_out)
    report.lost.push_back(fmt::format(
        "{} of another type than those before", counted(saved.left_out, "block or value", "blocks or values")));
  if (saved.left_bytes)
    report.lost.push_back(fmt::format("{} behind the last process group, a footer or a group that was not completed",
        counted(saved.left_bytes, "byte")));
  return report;
}

}  // namespace weft::bp
