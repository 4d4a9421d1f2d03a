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
#include "formats/bp/index.hpp"
#include "formats/bp/layout.hpp"
#include "formats/bp/process_group.hpp"
#include "formats/bp/sub_file_path.hpp"

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

Result<bp::ProcessGroup> parse_last_group(Bytes file, std::uint32_t rank, const std::string& path) {
  const bp::Footer footer = WEFT_TRY(bp::parse_footer(file, path));
  std::vector<bp::GroupEntry> groups;
  const auto index = file.subspan(static_cast<std::size_t>(footer.group_index),
      static_cast<std::size_t>(footer.variable_index - footer.group_index));
  if (const auto damage = bp::parse_group_index(index, footer.group_index, footer.layout, groups))
    return Error{Errc::corrupt, damage->what, path, damage->offset};
  const bp::GroupEntry* const group = last_group(groups, rank);
  if (!group) return Error{Errc::not_found, "expected a process group, found none", path};
  return bp::parse_process_group(
      file.first(static_cast<std::size_t>(footer.group_index)), group->offset, footer.layout, path);
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

Status FileTransport::open(File& file) {
  wanted_.clear();
  if (file.mode() != Mode::read) return agreed(file, open_to_write(file));
  struct stat facts = {};
  const std::string path = path_to_read(file);
  if (stat(path.c_str(), &facts) != 0)
    return {err_file_open_error, fmt::format("{}: cannot be read: {}", path, std::strerror(errno))};
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
  const std::string path = path_to_read(file);
  const auto mapped = MappedFile::open(path);
  if (!mapped) return status_of(mapped.error(), err_file_open_error);
  const auto group = parse_last_group(mapped->bytes(), static_cast<std::uint32_t>(file.communicator().rank()), path);
  if (!group) return status_of(group.error(), err_file_read_error);
  Status status;
  for (const Wanted& wanted : wanted_) {
    const auto found = std::ranges::find_if(group->variables,
        [&](const bp::StoredVariable& stored) { return stored.name == wanted.name && stored.path == wanted.path; });
    const std::string name = bp::full_name(wanted.path, wanted.name);
    if (found == group->variables.end())
      status = {err_invalid_varname, fmt::format("{}: the last process group has no '{}'", path, name)};
    else if (found->payload.size() > wanted.into.size())
      status = {err_expected_read_size_mismatch, fmt::format("{}: '{}' has {} bytes, but there is room for {}", path,
                                                     name, found->payload.size(), wanted.into.size())};
    else
      std::ranges::copy(found->payload, wanted.into.begin());
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
