// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/find_files.hpp"

#include <glob.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "formats/dftracer/byte_source.hpp"
#include "formats/dftracer/characters.hpp"

namespace weft::dftracer {

namespace fs = std::filesystem;

namespace {

bool has_name_of_trace(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.ends_with(".pfw") || name.ends_with(".pfw.gz");
}

template <class Iterator>
std::vector<std::string> traces_in(const std::string& directory) {
  std::vector<std::string> found;
  std::error_code error;
  for (Iterator entry(directory, fs::directory_options::skip_permission_denied, error), end; entry != end && !error;
       entry.increment(error))
    if (has_name_of_trace(entry->path()) && entry->is_regular_file(error)) found.push_back(entry->path().string());
  std::ranges::sort(found);
  return found;
}

std::vector<std::string> matching(const std::string& pattern) {
  std::vector<std::string> found;
  glob_t matches{};
  if (::glob(pattern.c_str(), 0, nullptr, &matches) == 0)
    for (std::size_t i = 0; i < matches.gl_pathc; ++i)
      if (std::error_code error;
          !is_beside_trace(matches.gl_pathv[i]) && fs::is_regular_file(matches.gl_pathv[i], error))
        found.emplace_back(matches.gl_pathv[i]);
  ::globfree(&matches);
  return found;
}

// Names in a list are meant as seen from it.
std::vector<std::string> listed(const std::string& list) {
  std::vector<std::string> found;
  std::ifstream in(list);
  const fs::path base = fs::path(list).parent_path();
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (!line.empty()) found.push_back((base / line).string());
  }
  return found;
}

// Of all that stand between the newlines.
Result<std::vector<std::string>> find_all(std::string_view names) {
  std::vector<std::string> found;
  while (!names.empty()) {
    const std::size_t end = std::min(names.find('\n'), names.size());
    std::vector<std::string> files = WEFT_TRY(find_files(std::string(names.substr(0, end))));
    std::ranges::move(files, std::back_inserter(found));
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return found;
}

}  // namespace

bool is_beside_trace(std::string_view path) {
  constexpr std::string_view endings[] = {".weftindex", ".zindex", ".idx"};
  return std::ranges::any_of(endings, [&](std::string_view ending) { return path.ends_with(ending); });
}

Result<std::vector<std::string>> find_files(const std::string& path) {
  std::error_code error;
  if (path.find('\n') != std::string::npos && !fs::exists(path, error)) return find_all(path);
  std::vector<std::string> found;
  if (fs::is_directory(path, error)) {
    found = traces_in<fs::directory_iterator>(path);
    if (found.empty()) found = traces_in<fs::recursive_directory_iterator>(path);
  } else if (fs::exists(path, error)) {
    found = {path};
  } else if (path.starts_with('@')) {
    found = listed(path.substr(1));
  } else {
    found = matching(path);
  }
  if (found.empty())
    return Error{Errc::not_found,
        "expected a .pfw or .pfw.gz file, a directory or pattern of such files, or @ and a list of them", path};
  return found;
}

bool looks_like_trace(const std::string& path) {
  Report ignored;
  auto source = ByteSource::open(path, ignored);
  if (!source) return false;
  std::array<char, 65536> buffer;
  std::string_view text(buffer.data(), (*source)->read(buffer));
  if (text.empty()) return has_name_of_trace(path);
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  const std::size_t first = text.find_first_not_of(" \t\r\n[],");
  if (first == std::string_view::npos) return has_name_of_trace(path);
  text.remove_prefix(first);
  return text.front() == '{' &&
         (text.find("\"ph\"") != std::string_view::npos || text.find("\"traceEvents\"") != std::string_view::npos);
}

}  // namespace weft::dftracer
