// SPDX-License-Identifier: BSD-3-Clause
#include "base/publish.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <vector>

namespace weft {

namespace {

namespace fs = std::filesystem;

bool is_not_known(int error) { return error == EINVAL || error == ENOTSUP || error == ENOSYS; }

class Handle {
 public:
  Handle(const std::string& path, int flags) : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | flags)) {}
  ~Handle() {
    if (fd_ >= 0) ::close(fd_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  int fd() const { return fd_; }

 private:
  int fd_;
};

Result<> sync_file(const std::string& path) {
  const Handle file(path, O_NOFOLLOW);
  if (file.fd() < 0) return system_error("cannot open", path);
  if (::fdatasync(file.fd()) == 0 || is_not_known(errno)) return {};
  return system_error("cannot finish writing", path);
}

Result<> sync_directory(const std::string& path) {
  const Handle directory(path, O_DIRECTORY);
  if (directory.fd() < 0) return errno == EACCES ? Result<>() : system_error("cannot open", path);
  if (::fsync(directory.fd()) == 0 || is_not_known(errno)) return {};
  return system_error("cannot finish writing", path);
}

// The disk may begin. Whoever then waits for one file after the other finds most of them there.
void begin_writing(const std::string& path) {
  const Handle file(path, O_NOFOLLOW);
  if (file.fd() >= 0) static_cast<void>(::sync_file_range(file.fd(), 0, 0, SYNC_FILE_RANGE_WRITE));
}

}  // namespace

Result<> sync_names_beside(const std::string& path) {
  const fs::path parent = fs::path(path).parent_path();
  return sync_directory(parent.empty() ? "." : parent.string());
}

Result<> sync_tree(const std::string& directory) {
  std::vector<std::string> files, directories{directory};
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(directory, error)) {
    if (entry.is_symlink()) continue;
    (entry.is_directory() ? directories : files).push_back(entry.path().string());
  }
  if (error) return Error{Errc::io, error.message(), directory};
  if (files.size() > 1)
    for (const std::string& file : files) begin_writing(file);
  for (const std::string& file : files) WEFT_TRY(sync_file(file));
  for (const std::string& each : directories) WEFT_TRY(sync_directory(each));
  return {};
}

Result<> publish_file(const std::string& beside, const std::string& path) {
  if (auto synced = sync_file(beside); !synced) {
    synced.error().file = path;  // which is what was asked for
    return synced;
  }
  if (std::rename(beside.c_str(), path.c_str()) != 0) return system_error("cannot create", path);
  return sync_names_beside(path);
}

Result<> publish_directory(const std::string& beside, const std::string& path) {
  WEFT_TRY(sync_tree(beside));
  if (std::rename(beside.c_str(), path.c_str()) != 0) return system_error("cannot create", path);
  return sync_names_beside(path);
}

}  // namespace weft
