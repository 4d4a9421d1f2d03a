// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/paths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace weft::otf2 {

namespace fs = std::filesystem;

Result<ArchivePaths> ArchivePaths::from_anchor(const std::string& path) {
  const auto slash = path.rfind('/');
  const std::string file = slash == std::string::npos ? path : path.substr(slash + 1);
  const auto dot = file.rfind('.');
  const std::string ending = dot == std::string::npos ? "" : file.substr(dot + 1);
  if ((ending != "otf2" && ending != "OTF2") || dot == 0)
    return Error{Errc::invalid_argument, "expected the name of an OTF2 anchor, which ends in .otf2", path};
  std::string directory = slash == std::string::npos ? "" : path.substr(0, slash + 1);
  return ArchivePaths{std::move(directory), file.substr(0, dot)};
}

Result<ArchivePaths> ArchivePaths::find(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) return from_anchor(path);
  std::vector<std::string> anchors;
  for (const auto& entry : fs::directory_iterator(path, ignored))
    if (entry.path().extension() == ".otf2") anchors.push_back(entry.path().filename().string());
  if (anchors.empty())
    return Error{Errc::not_found, "this directory holds no OTF2 anchor (a file ending in .otf2)", path};
  if (anchors.size() > 1)
    return Error{Errc::invalid_argument,
        fmt::format("this directory holds {} OTF2 archives; name one of them", anchors.size()), path};
  return from_anchor(path + "/" + anchors.front());
}

Result<> ArchivePaths::create_directories() const {
  std::error_code error;
  if (!directory.empty()) fs::create_directories(directory, error);
  if (error) return Error{Errc::io, fmt::format("cannot create the directory: {}", error.message()), directory};
  if (fs::create_directory(locations(), error)) return {};
  if (error) return Error{Errc::io, fmt::format("cannot create the directory: {}", error.message()), locations()};
  return Error{
      Errc::exists, "this directory of an archive exists already; remove it or choose another name", locations()};
}

std::vector<LocationRef> ArchivePaths::locations_with(const std::string& ending) const {
  std::vector<LocationRef> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(locations(), ignored)) {
    if (entry.path().extension() != ending) continue;
    const std::string stem = entry.path().stem().string();
    LocationRef location;
    const auto [end, error] = std::from_chars(stem.data(), stem.data() + stem.size(), location.value);
    if (error == std::errc{} && end == stem.data() + stem.size() && location.defined()) found.push_back(location);
  }
  std::ranges::sort(found);
  return found;
}

std::vector<std::uint32_t> ArchivePaths::processes_with(const std::string& ending) const {
  std::vector<std::uint32_t> found;
  for (const LocationRef number : locations_with(ending))
    if (number.value <= ~std::uint32_t{0}) found.push_back(static_cast<std::uint32_t>(number.value));
  return found;
}

}  // namespace weft::otf2
