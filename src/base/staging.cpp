// SPDX-License-Identifier: BSD-3-Clause
#include "base/staging.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <vector>

#include "base/file.hpp"
#include "base/publish.hpp"

namespace weft {

namespace {

namespace fs = std::filesystem;

// Whether `file` is what path_beside or a spool makes of `name` in some process.
bool is_beside(std::string_view file, std::string_view name, std::string_view ending) {
  if (!file.starts_with(name) || !file.ends_with(ending) || file.size() < name.size() + ending.size() + 2) return false;
  const std::string_view middle = file.substr(name.size(), file.size() - name.size() - ending.size());
  return middle.front() == '.' && std::ranges::all_of(middle.substr(1), [](char c) { return c >= '0' && c <= '9'; });
}

int open_directory(const std::string& path) { return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }

bool lock(int fd) { return ::flock(fd, LOCK_EX | LOCK_NB) == 0; }

// Processes that want the same name may come here together: one of them gets it. Where a file system cannot promise
// that, it is the last of them.
Result<> rename_to_free(const std::string& from, const std::string& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return {};
  if (errno == EEXIST) return Error{Errc::exists, "somebody else has just made a file of this name", to};
  if (errno == EINVAL && ::rename(from.c_str(), to.c_str()) == 0) return {};
  return system_error("cannot be given its name", to);
}

}  // namespace

void remove_leftovers(const std::string& name) {
  std::error_code error;
  const fs::path path(name.substr(0, name.find_last_not_of('/') + 1));
  const fs::path parent = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const std::string wanted = path.filename().string();
  for (const auto& entry : fs::directory_iterator(parent, error)) {
    const std::string found = entry.path().filename().string();
    if (!is_beside(found, wanted, ".new") && !is_beside(found, wanted, ".spool")) continue;
    const int fd = ::open(entry.path().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) continue;
    std::error_code ignored;
    if (lock(fd)) fs::remove_all(entry.path(), ignored);
    ::close(fd);
  }
}

Result<StagingDirectory> StagingDirectory::create(const std::string& name) {
  remove_leftovers(name);
  std::string path = path_beside(name);
  if (::mkdir(path.c_str(), 0777) != 0) return system_error("cannot create", name);
  const int fd = open_directory(path);
  // Where a file system knows no locks, leftovers stay: nobody else gets them either.
  if (fd >= 0) static_cast<void>(lock(fd));
  return StagingDirectory(std::move(path), fd);
}

StagingDirectory::~StagingDirectory() {
  if (path_.empty()) return;
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  if (fd_ >= 0) ::close(fd_);
}

Error StagingDirectory::named(Error error, const std::string& directory) const {
  const std::string beginning = path_ + "/";
  if (error.file.starts_with(beginning))
    error.file = (fs::path(directory) / error.file.substr(beginning.size())).string();
  return error;
}

Result<Staging> Staging::create(const std::string& path) {
  auto directory = WEFT_TRY(StagingDirectory::create(path));
  std::string staged = directory.path() + "/" + fs::path(path).filename().string();
  return Staging(path, std::move(directory), std::move(staged));
}

Result<> Staging::finish() {
  std::vector<fs::path> entries;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory_.path(), error)) entries.push_back(entry.path());
  if (error) return Error{Errc::io, error.message(), directory_.path()};
  std::stable_partition(
      entries.begin(), entries.end(), [&](const fs::path& entry) { return entry != fs::path(staged_); });
  const auto name_of = [&](const fs::path& entry) { return fs::path(path_).replace_filename(entry.filename()); };
  for (const fs::path& entry : entries) WEFT_TRY(check_free(name_of(entry).string()));
  if (auto synced = sync_tree(directory_.path()); !synced) return named(std::move(synced).error());
  for (const fs::path& entry : entries) WEFT_TRY(rename_to_free(entry.string(), name_of(entry).string()));
  return sync_names_beside(path_);
}

Error Staging::named(Error error) const {
  return directory_.named(std::move(error), fs::path(path_).parent_path().string());
}

}  // namespace weft
