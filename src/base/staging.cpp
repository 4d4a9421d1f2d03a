// SPDX-License-Identifier: BSD-3-Clause
#include "base/staging.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "base/file.hpp"

namespace weft {

namespace fs = std::filesystem;

Result<Staging> Staging::create(const std::string& path) {
  const std::string directory = path_beside(path);
  if (::mkdir(directory.c_str(), 0777) != 0) return system_error("cannot create", path);
  return Staging(path, directory, directory + "/" + fs::path(path).filename().string());
}

Staging::Staging(std::string path, std::string directory, std::string staged)
    : path_(std::move(path)), directory_(std::move(directory)), staged_(std::move(staged)) {}

Staging::Staging(Staging&& other) noexcept
    : path_(std::move(other.path_)),
      directory_(std::exchange(other.directory_, {})),
      staged_(std::move(other.staged_)) {}

Staging::~Staging() {
  std::error_code ignored;
  if (!directory_.empty()) fs::remove_all(directory_, ignored);
}

Result<> Staging::finish() {
  std::vector<fs::path> entries;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory_, error)) entries.push_back(entry.path());
  if (error) return Error{Errc::io, error.message(), directory_};
  std::stable_partition(
      entries.begin(), entries.end(), [&](const fs::path& entry) { return entry != fs::path(staged_); });
  const auto name_of = [&](const fs::path& entry) { return fs::path(path_).replace_filename(entry.filename()); };
  for (const fs::path& entry : entries) WEFT_TRY(check_free(name_of(entry).string()));
  for (const fs::path& entry : entries) {
    fs::rename(entry, name_of(entry), error);
    if (error)
      return Error{Errc::io, fmt::format("cannot be given its name: {}", error.message()), name_of(entry).string()};
  }
  return {};
}

Error Staging::named(Error error) const {
  if (error.file.starts_with(directory_ + "/"))
    error.file = fs::path(path_).replace_filename(error.file.substr(directory_.size() + 1)).string();
  return error;
}

}  // namespace weft
