// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/paths.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>

#include "base/file.hpp"

namespace weft::otf {

Result<TracePaths> TracePaths::of(std::string_view path) {
  constexpr std::string_view ending = ".otf";
  std::string_view stub = path;
  if (stub.ends_with(ending)) stub.remove_suffix(ending.size());
  if (stub.empty()) return Error{Errc::invalid_argument, "a trace has a name before '.otf'", std::string(path)};
  return TracePaths(std::string(stub));
}

std::string TracePaths::file(StreamId stream, std::string_view suffix) const {
  return fmt::format("{}.{:x}.{}", stub_, stream, suffix);
}

namespace {

bool exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

std::optional<FoundFile> plain_or_compressed(const std::string& path) {
  if (exists(path)) return FoundFile{path};
  std::string compressed = path + std::string(compressed_ending);
  if (exists(compressed)) return FoundFile{std::move(compressed), true};
  return std::nullopt;
}

// A line of the index, "ID:OFFSET:LENGTH", if it is one of this stream.
std::optional<Extent> extent_of(std::string_view line, std::string_view id) {
  if (!line.starts_with(id) || line.size() <= id.size() || line[id.size()] != ':') return std::nullopt;
  Extent extent;
  const char* const end = line.data() + line.size();
  const auto offset = std::from_chars(line.data() + id.size() + 1, end, extent.offset);
  if (offset.ec != std::errc{} || offset.ptr == end || *offset.ptr != ':') return std::nullopt;
  const auto size = std::from_chars(offset.ptr + 1, end, extent.size);
  if (size.ec != std::errc{}) return std::nullopt;
  return extent;
}

Result<std::vector<Extent>> read_index(const std::string& path, StreamId stream) {
  const auto content = WEFT_TRY(read_file(path));
  std::string_view rest(reinterpret_cast<const char*>(content.data()), content.size());
  const std::string id = fmt::format("{:x}", stream);
  std::vector<Extent> extents;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (const auto extent = extent_of(line, id)) extents.push_back(*extent);
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
  return extents;
}

Result<std::optional<FoundFile>> find_shared(
    const TracePaths& paths, const Forwarding& forwarding, StreamId stream, std::string_view suffix) {
  constexpr std::uint32_t split = 1, whole = 2;
  if ((forwarding.mode != split && forwarding.mode != whole) || forwarding.servers == 0)
    return Error{Errc::unsupported, fmt::format("forwarding mode {} does not exist", forwarding.mode), paths.master()};
  std::string ending(suffix);
  if (forwarding.mode == split)
    ending += fmt::format(".{}", ((stream ? stream : 1) & forwarding.mask) % forwarding.servers);
  auto found = plain_or_compressed(fmt::format("{}.all.{}", paths.stub(), ending));
  if (!found) return std::optional<FoundFile>();
  found->extents = WEFT_TRY(read_index(
      fmt::format("{}.idx.{}{}", paths.stub(), ending, found->is_compressed ? compressed_ending : ""), stream));
  if (found->extents->empty()) return std::optional<FoundFile>();
  return found;
}

}  // namespace

Result<std::optional<FoundFile>> find_file(
    const TracePaths& paths, const std::optional<Forwarding>& forwarding, StreamId stream, std::string_view suffix) {
  const bool is_global = stream == 0 && (suffix == "def" || suffix == "marker");
  if (forwarding && !is_global) return find_shared(paths, *forwarding, stream, suffix);
  return plain_or_compressed(paths.file(stream, suffix));
}

}  // namespace weft::otf
