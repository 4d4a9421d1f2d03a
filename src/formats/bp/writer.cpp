// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <tuple>

#include "base/check.hpp"
#include "base/parallel.hpp"
#include "formats/bp/sub_file_path.hpp"

namespace weft::bp {

Result<std::unique_ptr<Writer>> Writer::create(const std::string& path, const WriterOptions& options) {
  auto file = WEFT_TRY(File::create(path));
  file.send_early();
  return std::unique_ptr<Writer>(new Writer(std::move(file), options));
}

Result<std::unique_ptr<Writer>> Writer::append(const std::string& path, const WriterOptions& options) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return create(path, options);
  WriterOptions found = options;
  std::unique_ptr<Writer> writer;
  {
    const auto old = WEFT_TRY(MappedFile::open(path));
    const Footer footer = WEFT_TRY(parse_footer(old.bytes(), path));
    if (footer.has_sub_files)
      return Error{Errc::unsupported, "data are added to the sub-files of a metadata file, not to itself", path};
    found.layout = footer.layout;
    writer.reset(new Writer(WEFT_TRY(File::open_to_change(path)), found));
    WEFT_TRY(writer->index_.add_indices(old.bytes(), footer, path));
    writer->end_ = footer.group_index;
  }
  return writer;
}

std::uint64_t Writer::place(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t offset = end_;
  end_ += bytes;
  return offset;
}

Result<> Writer::write(FinishedGroup&& group, std::uint64_t offset) {
  if (group.layout != layout())
    return Error{Errc::invalid_argument, "a process group was made for another version or byte order", file_.path()};
  WEFT_CHECK(group.gaps.empty());  // nobody was offered anything
  WEFT_TRY(file_.write_at(offset, group.bytes));
  group.bytes = std::vector<std::byte>();  // `{}` would keep the memory
  const std::lock_guard lock(mutex_);
  placed_.push_back({std::move(group), offset});
  return {};
}

Result<> Writer::add(FinishedGroup group) {
  const std::uint64_t offset = place(group.bytes.size());
  return write(std::move(group), offset);
}

Result<> Writer::add_all(std::vector<FinishedGroup> groups, std::size_t threads) {
  std::vector<std::uint64_t> offsets;
  for (const FinishedGroup& group : groups) offsets.push_back(place(group.bytes.size()));
  std::vector<std::optional<Error>> errors(groups.size());
  parallel_for(groups.size(), threads, [&](std::size_t i, std::size_t) {
    if (auto written = write(std::move(groups[i]), offsets[i]); !written) errors[i] = std::move(written).error();
  });
  for (auto& error : errors)
    if (error) return *std::move(error);
  return {};
}

Result<> Writer::close() {
  std::ranges::stable_sort(placed_, {},
      [](const Placed& placed) { return std::tuple(placed.group.time_index, placed.group.process, placed.offset); });
  for (const Placed& placed : placed_) WEFT_TRY(add_to_index(index_, placed.group, placed.offset, options_.file_index));
  placed_.clear();
  const auto footer = WEFT_TRY(index_.footer(end_, false));
  WEFT_TRY(file_.write_at(end_, footer));
  WEFT_TRY(file_.truncate(end_ + footer.size()));
  return file_.close();
}

Result<std::uint32_t> count_sub_files(const std::string& path) {
  std::error_code ignored;
  std::uint32_t count = 0;
  while (std::filesystem::is_regular_file(sub_file_path(path, count), ignored)) ++count;
  for (const auto& file : std::filesystem::directory_iterator(sub_file_directory(path), ignored)) {
    const std::string found = file.path().string();
    const auto number = sub_file_number(found);
    if (!number || *number < count || found != sub_file_path(path, *number)) continue;
    return Error{Errc::not_found, fmt::format("this sub-file is missing, but number {} is there", *number),
        sub_file_path(path, count)};
  }
  return count;
}

Result<IndexBuilder> index_sub_files(const std::string& path, std::uint32_t count) {
  std::optional<IndexBuilder> index;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::string sub_file = sub_file_path(path, i);
    const auto file = WEFT_TRY(MappedFile::open(sub_file));
    const Footer footer = WEFT_TRY(parse_footer(file.bytes(), sub_file));
    if (!index) index.emplace(footer.layout);
    WEFT_TRY(index->add_indices(file.bytes(), footer, sub_file, {.with_attributes = i == 0, .file_index = i}));
  }
  if (!index) return Error{Errc::invalid_argument, "a metadata file needs sub-files", path};
  index->sort_by_time();
  return *std::move(index);
}

Result<> write_metadata_file(const std::string& path, std::uint32_t count) {
  const IndexBuilder index = WEFT_TRY(index_sub_files(path, count));
  return replace_file(path, WEFT_TRY(index.footer(0, true)));
}

}  // namespace weft::bp
