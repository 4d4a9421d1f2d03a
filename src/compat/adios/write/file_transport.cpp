// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/write/file_transport.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>

#include "adios_error.h"
#include "base/file.hpp"
#include "compat/adios/common/errors.hpp"
#include "compat/adios/write/bp_file.hpp"
#include "formats/bp/elements.hpp"
#include "formats/bp/index.hpp"
#include "formats/bp/layout.hpp"
#include "formats/bp/process_group.hpp"
#include "formats/bp/sub_file_path.hpp"
#include "formats/bp/transform.hpp"

namespace weft::adios {

namespace {

// That of this process in the last step, or the last one where it wrote none.
const bp::GroupEntry* last_group(const std::vector<bp::GroupEntry>& groups, std::uint32_t rank) {
  if (groups.empty()) return nullptr;
  const auto last = std::ranges::max_element(groups, {}, &bp::GroupEntry::time_index)->time_index;
  for (auto group = groups.rbegin(); group != groups.rend(); ++group)
    if (group->time_index == last && group->process == rank) return &*group;
  return &groups.back();
}

struct LastGroup {
  bp::Layout layout;
  bp::ProcessGroup group;
};

Result<LastGroup> parse_last_group(Bytes file, std::uint32_t rank, const std::string& path) {
  const bp::Footer footer = WEFT_TRY(bp::parse_footer(file, path));
  std::vector<bp::GroupEntry> groups;
  const auto index = file.subspan(static_cast<std::size_t>(footer.group_index),
      static_cast<std::size_t>(footer.variable_index - footer.group_index));
  if (const auto damage = bp::parse_group_index(index, footer.group_index, footer.layout, groups))
    return Error{Errc::corrupt, damage->what, path, damage->offset};
  const bp::GroupEntry* const last = last_group(groups, rank);
  if (!last) return Error{Errc::not_found, "expected a process group, found none", path};
  const Bytes all = file.first(static_cast<std::size_t>(footer.group_index));
  return LastGroup{footer.layout, WEFT_TRY(bp::parse_process_group(all, last->offset, footer.layout, path))};
}

// What the program wrote, however it is stored.
Status copy_values(
    const bp::StoredVariable& stored, const bp::Layout& layout, const std::string& path, std::span<std::byte> into) {
  const std::string name = bp::full_name(stored.path, stored.name);
  std::vector<bp::Dimension> pool;
  Cursor in(stored.characteristics, layout.order);
  const auto what = bp::decode_characteristics(
      in, stored.characteristic_count, layout, stored.type, bp::Place::process_group, pool);
  if (in.failed()) return {err_file_read_error, fmt::format("{}: what is said of '{}' is damaged", path, name)};
  Bytes values = stored.payload;
  std::vector<std::byte> unpacked;
  if (what.transform) {
    std::uint64_t bytes = bp::bytes_of(what.transform->type);
    for (const bp::Dimension& dimension : what.transform->dimensions.in(pool))
      if (__builtin_mul_overflow(bytes, dimension.local, &bytes)) bytes = ~std::uint64_t{0};
    auto undone = bp::undo_transform(*what.transform, stored.payload, bytes, layout.order);
    if (!undone) return {err_file_read_error, fmt::format("{}: '{}': {}", path, name, undone.error().text())};
    unpacked = *std::move(undone);
    values = unpacked;
  }
  if (values.size() > into.size())
    return {err_expected_read_size_mismatch,
        fmt::format("{}: '{}' has {} bytes, but there is room for {}", path, name, values.size(), into.size())};
  const std::size_t unit = bp::swapped_bytes_of(what.transform ? what.transform->type : stored.type);
  bp::copy_elements(into.data(), values.data(), values.size() / unit * unit, unit, layout.order);
  return {};
}

}  // namespace

Status FileTransport::init(const Selection& selection) {
  selection_ = selection;
  for (const Parameter& parameter : selection.parameters)
    if (!take(parameter))
      tell(Level::error, fmt::format("group {}: the method has no parameter '{}'", selection.group, parameter.name));
  return {};
}

Status FileTransport::agreed(File& file, Status mine) const {
  const bool all_good = file.communicator().minimum(mine.is_good()) != 0;
  if (!mine.is_good() || all_good) return mine;
  return {err_write_error, fmt::format("{}: another process of the same file failed", file.name())};
}

void FileTransport::continue_together(File& file, std::uint64_t my_last_step) const {
  if (file.mode() == Mode::write) return;
  const std::uint64_t last = ~file.communicator().minimum(~my_last_step);  // the largest of all
  if (last != 0) file.continue_after(static_cast<std::uint32_t>(last));
}

Status FileTransport::open(File& file) {
  wanted_.clear();
  if (file.mode() != Mode::read) return agreed(file, open_to_write(file));
  struct stat facts = {};
  path_read_ = path_to_read(file);
  if (stat(path_read_.c_str(), &facts) != 0)
    return {err_file_open_error, fmt::format("{}: cannot be read: {}", path_read_, std::strerror(errno))};
  return {};
}

Status FileTransport::write(File&, const Variable& variable, std::span<const std::byte>) {
  lent_.erase(variable.id);
  return {};
}

Status FileTransport::read(File&, const Variable& variable, std::span<std::byte> into) {
  wanted_.push_back({std::string(variable.name), std::string(variable.path), into});
  return {};
}

std::span<std::byte> FileTransport::get_write_buffer(File&, const Variable& variable) {
  auto& memory = lent_[variable.id];
  memory.assign(static_cast<std::size_t>(std::max<std::uint64_t>(variable.bytes, 1)), std::byte{0});
  return std::span(memory).first(static_cast<std::size_t>(variable.bytes));
}

Status FileTransport::close(File& file) {
  lent_.clear();
  if (file.mode() != Mode::read) return close_written(file);
  const std::string& path = path_read_;
  const auto mapped = MappedFile::open(path);
  if (!mapped) return status_of(mapped.error(), err_file_open_error);
  const auto last = parse_last_group(mapped->bytes(), static_cast<std::uint32_t>(file.communicator().rank()), path);
  if (!last) return status_of(last.error(), err_file_read_error);
  const auto& variables = last->group.variables;
  Status status;
  for (const Wanted& wanted : wanted_) {
    const auto found = std::ranges::find_if(variables,
        [&](const bp::StoredVariable& stored) { return stored.name == wanted.name && stored.path == wanted.path; });
    Status read = found != variables.end()
                      ? copy_values(*found, last->layout, path, wanted.into)
                      : Status{err_invalid_varname, fmt::format("{}: the last process group has no '{}'", path,
                                                        bp::full_name(wanted.path, wanted.name))};
    if (!read.is_good()) status = std::move(read);
  }
  wanted_.clear();
  return status;
}

Status make_sub_file_directory(const std::string& path, File& file) {
  constexpr mode_t folder_mode = 0770;
  Status status;
  if (file.communicator().rank() == 0) {
    const std::string folder = bp::sub_file_directory(path);
    if (mkdir(folder.c_str(), folder_mode) != 0 && errno != EEXIST)
      status = {err_file_open_error, fmt::format("{}: cannot be created: {}", folder, std::strerror(errno))};
  }
  file.communicator().barrier();
  return status;
}

Status write_metadata(
    const std::string& path, File& file, std::span<const std::byte> footer, std::uint32_t file_index) {
  const auto footers = file.communicator().gather(footer, 0);
  const auto numbers = file.communicator().all_numbers(file_index);
  if (file.communicator().rank() != 0) return {};
  // Groups of the sub-files follow each other in the order of their numbers: nothing else tells which are whose.
  std::map<std::uint64_t, std::span<const std::byte>> sub_files;
  for (std::size_t i = 0; i < footers.size(); ++i)
    if (!footers[i].empty()) sub_files.emplace(numbers[i], footers[i]);
  const auto index = file.new_index();
  bool is_first = true;
  for (const auto& [number, one] : sub_files) {
    if (auto wrong = index->merge(one, is_first, nullptr, number); !wrong.empty())
      return {err_write_error, fmt::format("{}: {}", path, wrong)};
    is_first = false;
  }
  index->sort_by_time();
  std::vector<std::byte> bytes;
  if (auto wrong = index->footer(0, true, bytes); !wrong.empty())
    return {err_write_error, fmt::format("{}: {}", path, wrong)};
  if (const auto replaced = replace_file(path, bytes); !replaced) return status_of(replaced.error(), err_write_error);
  return {};
}

}  // namespace weft::adios
