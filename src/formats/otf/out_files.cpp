// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/out_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "formats/otf/records.hpp"

namespace weft::otf {

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> files_of(const TracePaths& paths) {
  const fs::path stub = paths.stub();
  const std::string beginning = stub.filename().string() + ".";
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(stub.has_parent_path() ? stub.parent_path() : ".", ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(beginning) && is_file_of_trace(std::string_view(name).substr(beginning.size())))
      files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

bool is_file_of_trace(std::string_view rest) {
  if (rest == "otf" || rest == "thumb") return true;
  if (rest.ends_with(compressed_ending)) rest.remove_suffix(compressed_ending.size());
  const std::size_t dot = rest.find('.');
  if (dot == std::string_view::npos) return false;
  const std::string_view stream = rest.substr(0, dot);
  const bool is_shared = stream == "all" || stream == "idx";
  if (!is_shared && (stream.empty() || stream.find_first_not_of("0123456789abcdef") != std::string_view::npos))
    return false;
  // Behind the kind of a shared file there may be the number of the server that wrote it.
  const std::string_view kind = rest.substr(dot + 1);
  bool found = false;
  FileKinds::each([&](auto type) {
    const std::string_view suffix = decltype(type)::type::suffix;
    found = found || kind == suffix || (is_shared && kind.starts_with(suffix) && kind.substr(suffix.size(), 1) == ".");
  });
  return found;
}

Result<> check_free(const TracePaths& paths) {
  const auto taken = files_of(paths);
  if (taken.empty()) return {};
  return Error{Errc::exists, "this file exists already; remove it or choose another name", taken.front().string()};
}

void remove_files(const TracePaths& paths) {
  std::error_code ignored;
  for (const fs::path& file : files_of(paths)) fs::remove(file, ignored);
}

void remove_file(const TracePaths& paths, StreamId stream, std::string_view suffix) {
  const std::string path = paths.file(stream, suffix);
  std::error_code ignored;
  fs::remove(path, ignored);
  fs::remove(path + std::string(compressed_ending), ignored);
}

Result<> rename_files(const TracePaths& from, const TracePaths& to) {
  auto files = files_of(from);
  const fs::path stub = fs::path(from.stub()).filename(), master = fs::path(from.master()).filename();
  std::stable_partition(files.begin(), files.end(), [&](const fs::path& file) { return file.filename() != master; });
  for (const fs::path& file : files) {
    const std::string name = to.stub() + file.filename().string().substr(stub.string().size());
    std::error_code error, ignored;
    fs::rename(file, name, error);
    if (error) return Error{Errc::io, fmt::format("cannot be given its name: {}", error.message()), name};
    const bool is_compressed = name.ends_with(compressed_ending);
    fs::remove(
        is_compressed ? name.substr(0, name.size() - compressed_ending.size()) : name + std::string(compressed_ending),
        ignored);
  }
  return {};
}

}  // namespace weft::otf
