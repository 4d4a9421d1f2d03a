// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/write/bp_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "adios_error.h"

namespace weft::adios {

namespace fs = std::filesystem;

namespace {

// A name that has nothing yet: what failed before its first step was complete leaves a file of no bytes.
bool is_new(const std::string& path) {
  std::error_code ignored;
  return !fs::exists(path, ignored) || fs::is_empty(path, ignored);
}

// Who reads what was there keeps it: a file that is cut in place would be gone from their memory, too.
void make_way(const std::string& path) {
  std::error_code ignored;
  if (fs::is_regular_file(fs::symlink_status(path, ignored)) && !fs::is_empty(path, ignored)) fs::remove(path, ignored);
}

}  // namespace

Status status_of(const Error& error, int code) { return {code, error.text()}; }

Status BpFile::fail(const Error& error) { return status_of(error, err_write_error); }

Status BpFile::open(const std::string& path, File& file) {
  const bool goes_on = (file.mode() == Mode::append || file.mode() == Mode::update) && !is_new(path);
  static_cast<void>(close());
  if (!goes_on) {
    forget(path, file);
    make_way(path);
    auto created = weft::File::create(path);
    if (!created) return status_of(created.error(), err_file_open_error);
    file_.emplace(*std::move(created));
    return {};
  }
  const auto old = MappedFile::open(path);
  if (!old) return status_of(old.error(), err_file_open_error);
  if (path != path_ || !is_as_left(old->bytes())) {
    forget(path, file);
    if (auto wrong = index_->merge(old->bytes(), true, &end_); !wrong.empty())
      return {err_file_open_error, fmt::format("{}: cannot be added to: {}", path, wrong)};
    const Bytes footer = old->bytes().subspan(static_cast<std::size_t>(end_));
    footer_.assign(footer.begin(), footer.end());
    finished_end_ = end_;
  }
  auto opened = weft::File::open_to_change(path);
  if (!opened) return status_of(opened.error(), err_file_open_error);
  file_.emplace(*std::move(opened));
  file.continue_after(last_time_index());
  return {};
}

void BpFile::forget(const std::string& path, File& file) {
  path_ = path;
  index_ = file.new_index();
  end_ = finished_end_ = 0;
  footer_.clear();
}

bool BpFile::is_as_left(Bytes bytes) const {
  return !footer_.empty() && bytes.size() == finished_end_ + footer_.size() &&
         std::ranges::equal(bytes.subspan(static_cast<std::size_t>(finished_end_)), footer_);
}

Status BpFile::write(std::uint64_t offset, std::span<const std::byte> bytes) {
  if (!is_open()) return {err_write_error, fmt::format("{}: is not open", path_)};
  if (const auto written = file_->write_at(offset, bytes); !written) return fail(written.error());
  return {};
}

bool BpFile::write_early(std::uint64_t place, std::span<const std::byte> bytes) {
  return is_open() && finished_end_ == 0 && file_->write_at(end_ + place, bytes);
}

// What stands between and around its gaps.
Status BpFile::write(std::uint64_t offset, const ProcessGroup& group) {
  std::uint64_t at = 0;  // of the group
  std::size_t done = 0;  // of its bytes
  for (const Gap& gap : group.gaps) {
    const auto before = static_cast<std::size_t>(gap.offset - at);
    if (auto status = write(offset + at, group.bytes.subspan(done, before)); !status.is_good()) return status;
    done += before;
    at = gap.offset + gap.bytes;
  }
  return write(offset + at, group.bytes.subspan(done));
}

Status BpFile::add(std::span<const ProcessGroup> groups, std::uint32_t file_index) {
  for (const ProcessGroup& group : groups) {
    if (auto status = write(end_, group); !status.is_good()) return status;
    if (auto wrong = index_->add(group, end_, file_index); !wrong.empty())
      return {err_write_error, fmt::format("{}: {}", path_, wrong)};
    end_ += group.size();
  }
  return {};
}

Status BpFile::add_index(std::span<const std::byte> footer, bool with_attributes) {
  if (auto wrong = index_->merge(footer, with_attributes); !wrong.empty())
    return {err_write_error, fmt::format("{}: {}", path_, wrong)};
  return {};
}

Status BpFile::finish(std::uint64_t end) {
  std::vector<std::byte> footer;
  if (auto wrong = index_->footer(end, false, footer); !wrong.empty())
    return {err_write_error, fmt::format("{}: {}", path_, wrong)};
  if (auto status = write(end, footer); !status.is_good()) return status;
  if (const auto cut = file_->truncate(end + footer.size()); !cut) return fail(cut.error());
  end_ = finished_end_ = end;
  footer_ = std::move(footer);
  return {};
}

std::vector<std::byte> BpFile::index_alone() const {
  std::vector<std::byte> bytes;
  if (!is_open() || !index_->footer(0, false, bytes).empty()) bytes.clear();
  return bytes;
}

void BpFile::take_back() {
  if (!is_open()) return;
  // The room of what failed is enough for what was there.
  static_cast<void>(file_->truncate(finished_end_));
  static_cast<void>(file_->write_at(finished_end_, footer_));
  file_.reset();
  footer_.clear();  // the index says more than the file has: it is read again
}

Status BpFile::close() {
  if (!is_open()) return {};
  const auto closed = file_->close();
  file_.reset();
  if (!closed) return fail(closed.error());
  return {};
}

}  // namespace weft::adios
