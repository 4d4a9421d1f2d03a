// SPDX-License-Identifier: BSD-3-Clause
#include "base/file.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include <fmt/format.h>

namespace weft {

Result<File> File::open(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return system_error("cannot open", path);
  File file(fd, path);
  struct stat info {};
  if (::fstat(fd, &info) != 0) return system_error("cannot examine", path);
  if (S_ISDIR(info.st_mode)) return Error{Errc::invalid_argument, "is a directory, not a file", path};
  return file;
}

Result<File> File::create(const std::string& path) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return system_error("cannot create", path);
  return File(fd, path);
}

File::File(File&& other) noexcept : fd_(std::exchange(other.fd_, -1)), path_(std::move(other.path_)) {}

File& File::operator=(File&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(path_, other.path_);
  return *this;
}

File::~File() {
  if (fd_ >= 0) ::close(fd_);
}

Result<std::uint64_t> File::size() const {
  struct stat info {};
  if (::fstat(fd_, &info) != 0) return system_error("cannot examine", path_);
  return static_cast<std::uint64_t>(info.st_size);
}

Result<std::size_t> File::read_at(std::uint64_t offset, std::span<std::byte> into) const {
  std::size_t done = 0;
  while (done < into.size()) {
    const ssize_t n = ::pread(fd_, into.data() + done, into.size() - done, static_cast<off_t>(offset + done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return system_error("cannot read", path_);
    if (n == 0) break;
    done += static_cast<std::size_t>(n);
  }
  return done;
}

Result<> File::append(Bytes bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return system_error("cannot write", path_);
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
  return {};
}

Result<> File::truncate(std::uint64_t size) {
  const auto end = static_cast<off_t>(size);
  if (::ftruncate(fd_, end) != 0 || ::lseek(fd_, end, SEEK_SET) != end) return system_error("cannot cut", path_);
  return {};
}

Result<> File::close() {
  const int fd = std::exchange(fd_, -1);
  if (fd >= 0 && ::close(fd) != 0) return system_error("cannot finish writing", path_);
  return {};
}

Result<std::vector<std::byte>> read_file(const std::string& path) {
  auto file = WEFT_TRY(File::open(path));
  std::vector<std::byte> content(WEFT_TRY(file.size()));
  content.resize(WEFT_TRY(file.read_at(0, content)));
  return content;
}

Result<> replace_file(const std::string& path, Bytes content) {
  const std::string beside = fmt::format("{}.{}.new", path, ::getpid());
  auto write = [&]() -> Result<> {
    auto file = WEFT_TRY(File::create(beside));
    WEFT_TRY(file.append(content));
    WEFT_TRY(file.close());
    if (std::rename(beside.c_str(), path.c_str()) != 0) return system_error("cannot create", path);
    return {};
  };
  auto written = write();
  if (!written) ::unlink(beside.c_str());
  return written;
}

PooledFile::~PooledFile() { pool_.forget(*this); }

Result<std::uint64_t> PooledFile::size() {
  const File* file = WEFT_TRY(pool_.acquire(*this));
  auto result = file->size();
  pool_.release(*this);
  return result;
}

Result<std::size_t> PooledFile::read_at(std::uint64_t offset, std::span<std::byte> into) {
  const File* file = WEFT_TRY(pool_.acquire(*this));
  auto result = file->read_at(offset, into);
  pool_.release(*this);
  return result;
}

namespace {

std::size_t share_of_the_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 512;
  return std::clamp<std::size_t>(static_cast<std::size_t>(limit.rlim_cur) / 2, 4, 512);
}

}  // namespace

HandlePool::HandlePool(std::size_t budget) : budget_(budget ? budget : share_of_the_limit()) {}

bool HandlePool::close_one_idle() {
  const auto idle = std::ranges::find_if(open_, [](const PooledFile* f) { return f->users_ == 0; });
  if (idle == open_.end()) return false;
  (*idle)->handle_.clear();
  open_.erase(idle);
  return true;
}

Result<const File*> HandlePool::acquire(PooledFile& file) {
  std::unique_lock lock(mutex_);
  if (file.handle_.empty()) {
    while (open_.size() + opening_ >= budget_ && close_one_idle()) {
    }
    ++opening_;
    lock.unlock();
    auto opened = File::open(file.path_);
    int error = errno;
    lock.lock();
    --opening_;
    // Somebody else may have used up the handles of the process: give back ours until one is free.
    while (!opened && (error == EMFILE || error == ENFILE) && close_one_idle()) {
      opened = File::open(file.path_);
      error = errno;
    }
    if (!opened) return opened.error();
    if (file.handle_.empty()) {
      file.handle_.push_back(*std::move(opened));
      file.place_ = open_.insert(open_.end(), &file);
    }
  } else {
    open_.splice(open_.end(), open_, file.place_);
  }
  ++file.users_;
  return &file.handle_.front();
}

void HandlePool::release(PooledFile& file) {
  const std::lock_guard lock(mutex_);
  --file.users_;
}

void HandlePool::forget(PooledFile& file) {
  std::vector<File> closing;  // after the lock is given back: closing may take a while
  const std::lock_guard lock(mutex_);
  if (file.handle_.empty()) return;
  open_.erase(file.place_);
  closing = std::move(file.handle_);
}

}  // namespace weft
