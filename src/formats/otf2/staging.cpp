// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/staging.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace weft::otf2 {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view staging_ending = ".run";

// A handle of the directory, if nobody else holds it; else -1.
int lock(const std::string& directory) {
  const int fd = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0 || ::flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
  ::close(fd);
  return -1;
}

// Whether `file` is BASE.PID.run.
bool is_staging(std::string_view file, std::string_view base) {
  if (!file.starts_with(base) || !file.ends_with(staging_ending) ||
      file.size() < base.size() + staging_ending.size() + 2)
    return false;
  const std::string_view middle = file.substr(base.size(), file.size() - base.size() - staging_ending.size());
  return middle.front() == '.' && std::ranges::all_of(middle.substr(1), [](char c) { return c >= '0' && c <= '9'; });
}

void remove_leftovers(const fs::path& name) {
  std::error_code error;
  const fs::path parent = name.has_parent_path() ? name.parent_path() : fs::path(".");
  for (const auto& entry : fs::directory_iterator(parent, error)) {
    if (!is_staging(entry.path().filename().string(), name.filename().string())) continue;
    const int fd = lock(entry.path());
    if (fd < 0) continue;
    fs::remove_all(entry.path(), error);
    ::close(fd);
  }
}

}  // namespace

Result<StagingDirectory> StagingDirectory::create(const std::string& name) {
  remove_leftovers(name);
  std::string path = fmt::format("{}.{}{}/", name, ::getpid(), staging_ending);
  std::error_code error;
  if (const fs::path parent = fs::path(name).parent_path(); !parent.empty()) fs::create_directories(parent, error);
  if (::mkdir(path.c_str(), 0777) != 0) return system_error("cannot create the directory", path);
  const int fd = lock(path);
  if (fd < 0) return system_error("cannot lock the directory", path);
  return StagingDirectory(std::move(path), fd);
}

StagingDirectory::~StagingDirectory() {
  if (fd_ < 0) return;
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  ::close(fd_);
}

}  // namespace weft::otf2
