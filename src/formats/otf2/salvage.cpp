// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/salvage.hpp"

#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <set>

#include "base/file.hpp"
#include "formats/otf2/chunk_window.hpp"

namespace weft::otf2 {

namespace fs = std::filesystem;

namespace {

bool holds_locations(const ArchivePaths& paths) {
  return !paths.locations_with(".evt").empty() || !paths.processes_with(".part").empty();
}

}  // namespace

Result<ArchivePaths> find_remains(const std::string& path) {
  if (path.ends_with(".otf2") || path.ends_with(".OTF2")) return ArchivePaths::from_anchor(path);
  std::error_code error;
  if (!fs::is_directory(path, error))
    return Error{Errc::not_found, "expected the anchor (.otf2) of an archive, existing or not, or its directory", path};
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(path, error)) {
    const auto& file = entry.path();
    if (file.extension() == ".otf2" || file.extension() == ".def")
      names.insert(file.stem().string());
    else if (entry.is_directory(error) && holds_locations({path + "/", file.filename().string()}))
      names.insert(file.filename().string());
  }
  if (names.empty()) return Error{Errc::not_found, "this directory holds nothing of an OTF2 archive", path};
  if (names.size() > 1)
    return Error{Errc::invalid_argument,
        fmt::format("this directory holds {} archives; name the anchor of one of them", names.size()), path};
  return ArchivePaths{path + "/", *names.begin()};
}

Result<std::optional<std::uint64_t>> find_chunk_bytes(const std::string& path, Counts counts) {
  auto file = WEFT_TRY(File::open(path));
  std::vector<std::byte> bytes(static_cast<std::size_t>(largest_chunk + chunk_header_bytes));
  bytes.resize(WEFT_TRY(file.read_at(0, bytes)));
  if (bytes.size() < smallest_chunk + chunk_header_bytes || bytes[0] != std::byte{3})
    return std::optional<std::uint64_t>{};

  // The second header repeats the byte order of the first and continues its count.
  const ByteOrder order = bytes[1] == std::byte{0x42} ? ByteOrder::little : ByteOrder::big;
  std::byte expected[10] = {bytes[0], bytes[1]};
  const auto last = load<std::uint64_t>(bytes.data() + 10, order);
  store(expected + 2, counts == Counts::yes ? last + 1 : std::uint64_t{1}, order);
  for (std::size_t at = smallest_chunk; at + chunk_header_bytes <= bytes.size(); ++at) {
    if (bytes[at] != expected[0] || std::memcmp(&bytes[at], expected, sizeof expected) != 0) continue;
    if (counts == Counts::yes || load<std::uint64_t>(&bytes[at + 10], order) == 0)
      return std::optional<std::uint64_t>{at};
  }
  return std::optional<std::uint64_t>{};
}

namespace {

// The chunk size of the first file that has two chunks; else one that holds the largest file whole.
Result<std::uint64_t> measure(const std::vector<std::string>& files, Counts counts, std::uint64_t usual) {
  std::uint64_t chunk_bytes = usual;
  for (const std::string& file : files) {
    std::error_code error;
    const auto bytes = fs::file_size(file, error);
    if (error) continue;
    if (const auto found = WEFT_TRY(find_chunk_bytes(file, counts))) return *found;
    while (bytes > chunk_bytes && chunk_bytes < largest_chunk) chunk_bytes *= 2;
  }
  return chunk_bytes;
}

}  // namespace

Result<Anchor> reconstruct_anchor(const ArchivePaths& paths) {
  Anchor anchor;
  anchor.creator = "Weft repair";
  std::vector<std::string> counting, plain = {paths.global_definitions(), paths.markers()};
  for (const LocationRef location : paths.locations_with(".evt")) counting.push_back(paths.events(location));
  for (const LocationRef location : paths.locations_with(".snap")) counting.push_back(paths.snapshots(location));
  for (const LocationRef location : paths.locations_with(".def")) plain.push_back(paths.local_definitions(location));
  anchor.event_chunk_bytes = WEFT_TRY(measure(counting, Counts::yes, anchor.event_chunk_bytes));
  anchor.definition_chunk_bytes = WEFT_TRY(measure(plain, Counts::no, anchor.definition_chunk_bytes));
  std::error_code error;
  while (fs::exists(paths.thumbnail(anchor.number_of_thumbnails), error)) ++anchor.number_of_thumbnails;
  anchor.number_of_snapshots = paths.locations_with(".snap").empty() ? 0 : 1;
  return anchor;
}

}  // namespace weft::otf2
