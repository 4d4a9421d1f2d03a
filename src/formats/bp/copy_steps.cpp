// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/copy_steps.hpp"

#include <fmt/format.h>

#include <limits>

#include "formats/bp/recover.hpp"
#include "formats/bp/sub_file_path.hpp"

namespace weft::bp {

namespace {

Result<> check_source(const Reader& from) {
  if (!from.footer().has_sub_files) return {};
  return Error{Errc::unsupported,
      "this file is the index of sub-files; copy steps of those, each of which is a file of its own", from.path()};
}

// Writes groups at the end of a file and remembers them for its footer.
class GroupCopy {
 public:
  GroupCopy(const Reader& from, File& to, IndexBuilder& index, std::uint64_t end, std::uint32_t file_index)
      : from_(from), to_(to), index_(index), end_(end), file_index_(file_index) {}

  Result<> add(std::uint32_t first, std::uint32_t last) {
    for (const GroupEntry& group : from_.groups())
      if (group.time_index >= first && group.time_index <= last) WEFT_TRY(add(group));
    return {};
  }

  Result<> finish() {
    index_.sort_by_time();
    const auto footer = WEFT_TRY(index_.footer(end_, false));
    WEFT_TRY(to_.write_at(end_, footer));
    return to_.truncate(end_ + footer.size());
  }

 private:
  Result<> add(const GroupEntry& entry) {
    const Bytes groups = from_.bytes().first(static_cast<std::size_t>(from_.footer().group_index));
    const ProcessGroup group = WEFT_TRY(parse_process_group(groups, entry.offset, from_.layout(), from_.path()));
    const std::uint64_t bytes = group.end - group.offset;
    if (index_group(index_, group, {end_, entry.process, file_index_}))
      return Error{Errc::corrupt, "a process group has a block that fits to none before", from_.path(), entry.offset};
    WEFT_TRY(
        to_.write_at(end_, groups.subspan(static_cast<std::size_t>(group.offset), static_cast<std::size_t>(bytes))));
    end_ += bytes;
    return {};
  }

  const Reader& from_;
  File& to_;
  IndexBuilder& index_;
  std::uint64_t end_;
  std::uint32_t file_index_;
};

// Names keep the order that they have in the index of the source.
Result<> expect_names(IndexBuilder& index, const Reader& from) {
  auto names_of = [](const auto& all) {
    std::vector<EntryName> names;
    for (const auto& one : all) {
      const Entry& entry = one.entry();
      names.push_back({entry.id, entry.group, entry.name, entry.path, entry.type});
    }
    return names;
  };
  return index.expect(names_of(from.variables()), names_of(from.attributes()));
}

// What a file has now. The oldest indices have no room for more steps: theirs is made anew.
Result<IndexBuilder> index_of(Bytes file, const Footer& footer, const std::string& path) {
  if (!footer.has_time_index) return WEFT_TRY(salvage(file, path, footer)).index;
  IndexBuilder index(footer.layout);
  WEFT_TRY(index.add_indices(file, footer, path));
  return index;
}

// Versions 2 and 3 differ in their footers only.
bool can_meet(const Layout& a, const Layout& b) { return a.order == b.order && a.id_bytes() == b.id_bytes(); }

}  // namespace

Result<> copy_steps(const Reader& from, std::uint32_t first, std::uint32_t last, const std::string& to) {
  WEFT_TRY(check_source(from));
  return replace_file(to, [&](File& file) -> Result<> {
    IndexBuilder index(from.layout());
    WEFT_TRY(expect_names(index, from));
    GroupCopy copy(from, file, index, 0, sub_file_number(to).value_or(0));
    WEFT_TRY(copy.add(first, last));
    return copy.finish();
  });
}

Result<> append_steps(const Reader& from, const std::string& to) {
  WEFT_TRY(check_source(from));
  const auto old = WEFT_TRY(MappedFile::open(to));
  const Footer footer = WEFT_TRY(parse_footer(old.bytes(), to));
  if (footer.has_sub_files)
    return Error{Errc::unsupported, "steps are added to the sub-files of a metadata file, not to itself", to};
  if (!can_meet(footer.layout, from.layout()))
    return Error{Errc::invalid_argument,
        fmt::format("it has another version or byte order than {}, to which its steps should be added", to),
        from.path()};
  IndexBuilder index = WEFT_TRY(index_of(old.bytes(), footer, to));
  if (!from.groups().empty() && from.first_time_index() < index.last_time_index())
    return Error{Errc::invalid_argument,
        fmt::format("expected steps that follow time index {} of {}, found one with time index {}",
            index.last_time_index(), to, from.first_time_index()),
        from.path()};
  const Bytes behind = old.bytes().subspan(static_cast<std::size_t>(footer.group_index));
  const std::vector<std::byte> old_footer(behind.begin(), behind.end());
  File file = WEFT_TRY(File::open_to_change(to));
  auto write = [&]() -> Result<> {
    GroupCopy copy(from, file, index, footer.group_index, sub_file_number(to).value_or(0));
    WEFT_TRY(copy.add(0, std::numeric_limits<std::uint32_t>::max()));
    return copy.finish();
  };
  if (auto written = write(); !written) {
    // There was room for it before.
    WEFT_TRY(file.truncate(footer.group_index));
    WEFT_TRY(file.write_at(footer.group_index, old_footer));
    return written;
  }
  return file.close();
}

}  // namespace weft::bp
