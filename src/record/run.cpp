// SPDX-License-Identifier: BSD-3-Clause
#include "record/run.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <utility>

namespace weft::recording {

namespace {

// Away from the small numbers that shells and daemons deal with.
int move_up(int fd) {
  constexpr int high = 700;
  const int moved = ::fcntl(fd, F_DUPFD_CLOEXEC, high);
  if (moved < 0) return fd;
  ::close(fd);
  return moved;
}

// Locks of this kind belong to the open file and not to the process: a child has its parent's as well.
bool lock(int fd, short kind) {
  struct flock region = {};
  region.l_type = kind;
  region.l_whence = SEEK_SET;
  return ::fcntl(fd, F_OFD_SETLK, &region) == 0;
}

}  // namespace

Run::Run(Run&& other) noexcept
    : directory_(std::move(other.directory_)),
      name_(std::move(other.name_)),
      process_(other.process_),
      fd_(std::exchange(other.fd_, -1)),
      child_fd_(std::exchange(other.child_fd_, -1)) {}

Run& Run::operator=(Run&& other) noexcept {
  std::swap(directory_, other.directory_);
  std::swap(name_, other.name_);
  std::swap(process_, other.process_);
  std::swap(fd_, other.fd_);
  std::swap(child_fd_, other.child_fd_);
  return *this;
}

Run::~Run() {
  close_handle(fd_);
  close_handle(child_fd_);
}

// A program may have closed every handle it does not know, and may have a file of its own under this number by now.
bool Run::is_ours(int fd) const {
  struct stat ours {};
  struct stat file {};
  return fd >= 0 && ::fstat(fd, &ours) == 0 && ::stat(lock_path().c_str(), &file) == 0 && ours.st_ino == file.st_ino &&
         ours.st_dev == file.st_dev;
}

void Run::close_handle(int& fd) const {
  if (is_ours(fd)) ::close(fd);
  fd = -1;
}

Result<int> Run::open_locked(bool exclusive) const {
  const int fd = ::open(lock_path().c_str(), O_RDWR | O_APPEND | O_CLOEXEC);
  if (fd < 0) return system_error("cannot join the run", lock_path());
  if (lock(fd, exclusive ? F_WRLCK : F_RDLCK)) return move_up(fd);
  const Error error = system_error("cannot lock the run", lock_path());
  ::close(fd);
  return error;
}

Result<Run> Run::create(const std::string& directory, const std::string& name) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  const auto absolute = std::filesystem::absolute(directory, error);
  Run run(error ? directory : absolute.lexically_normal().string(), name);
  if (run.directory_.size() > 1 && run.directory_.ends_with('/')) run.directory_.pop_back();
  for (int number = 2; ::mkdir(run.path().c_str(), 0777) != 0; ++number) {
    if (errno != EEXIST) return system_error("cannot create the directory of the trace", run.path());
    run.name_ = fmt::format("{}-{}", name, number);
  }
  const int fd = ::open(run.lock_path().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0) return system_error("cannot create", run.lock_path());
  ::close(fd);
  run.fd_ = WEFT_TRY(run.open_locked(false));
  return run;
}

Result<Run> Run::join(const std::string& directory, const std::string& name) {
  Run run(directory, name);
  run.fd_ = WEFT_TRY(run.open_locked(false));
  return run;
}

Result<> Run::join_again() {
  if (!is_ours(fd_)) fd_ = WEFT_TRY(open_locked(false));
  return {};
}

// Each process adds one byte, and where it went is the number nobody else has.
Result<> Run::take_number() {
  WEFT_TRY(join_again());
  if (::write(fd_, "", 1) != 1) return system_error("cannot join the run", lock_path());
  process_ = static_cast<std::uint32_t>(::lseek(fd_, 0, SEEK_CUR) - 1);
  return {};
}

bool Run::leave() {
  close_handle(fd_);
  auto alone = open_locked(true);
  if (!alone) return false;
  fd_ = *alone;
  return true;
}

void Run::close() {
  const std::string path = lock_path();
  close_handle(fd_);
  ::unlink(path.c_str());
}

void Run::discard() {
  close();
  ::rmdir(path().c_str());
  ::rmdir(directory_.c_str());  // if it is empty now
}

std::uint64_t Run::processes() const {
  struct stat file {};
  return ::stat(lock_path().c_str(), &file) == 0 ? static_cast<std::uint64_t>(file.st_size) : 0;
}

void Run::before_fork() {
  (void)join_again().has_value();  // else a child would find itself alone, and complete the run
  auto fd = open_locked(false);
  child_fd_ = fd ? *fd : -1;
}
void Run::after_fork_in_parent() { close_handle(child_fd_); }
void Run::after_fork_in_child() {
  close_handle(fd_);
  fd_ = std::exchange(child_fd_, -1);
}

std::string default_directory(const std::string& program) {
  char when[32] = {};
  const time_t now = ::time(nullptr);
  struct tm local {};
  ::localtime_r(&now, &local);
  ::strftime(when, sizeof when, "%Y%m%d-%H%M%S", &local);
  const std::string base = fmt::format("weft-{}-{}", program, when);
  std::string directory = base;
  for (int number = 2; ::access(directory.c_str(), F_OK) == 0; ++number) directory = fmt::format("{}-{}", base, number);
  return directory;
}

}  // namespace weft::recording
