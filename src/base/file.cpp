// SPDX-License-Identifier: BSD-3-Clause
#include "base/file.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

#include "base/publish.hpp"

namespace weft {

namespace {
constexpr std::size_t large_block = std::size_t{64} << 10;
}  // namespace

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

Result<File> File::open_at_end(const std::string& path) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (fd < 0) return system_error("cannot open", path);
  File file(fd, path);
  if (::lseek(fd, 0, SEEK_END) < 0) return system_error("cannot find the end", path);
  return file;
}

Result<File> File::open_to_change(const std::string& path) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0) return system_error("cannot open", path);
  return File(fd, path);
}

Result<File> File::create_anew(const std::string& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) return system_error("cannot replace", path);
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (fd < 0) return system_error("cannot create", path);
  return File(fd, path);
}

File::File(File&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      reserving_(other.reserving_.load()),
      sends_early_(other.sends_early_),
      path_(std::move(other.path_)) {}

File& File::operator=(File&& other) noexcept {
  std::swap(fd_, other.fd_);
  other.reserving_ = reserving_.exchange(other.reserving_);
  std::swap(sends_early_, other.sends_early_);
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

// Writing a large block takes ext4 a third less time where it has been told of all of it before. Nobody else is told:
// on a file system far away that is a question to a server. Where it fails, writing will say why.
void File::reserve(std::uint64_t offset, std::size_t bytes) noexcept {
  if (reserving_ == Reserving::unknown) {
    struct statfs system {};
    const bool is_ext4 = ::fstatfs(fd_, &system) == 0 && system.f_type == EXT4_SUPER_MAGIC;
    reserving_ = is_ext4 ? Reserving::yes : Reserving::no;
  }
  if (reserving_ == Reserving::yes &&
      ::fallocate(fd_, FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset), static_cast<off_t>(bytes)) != 0)
    reserving_ = Reserving::no;
}

// Whatever was written up to the last border of so many bytes: few calls, each of which the disk has enough to do with.
void File::send(std::uint64_t begin, std::uint64_t end) const noexcept {
  constexpr std::uint64_t step = std::uint64_t{8} << 20;
  const std::uint64_t from = begin / step * step, to = end / step * step;
  if (sends_early_ && from < to)
    static_cast<void>(
        ::sync_file_range(fd_, static_cast<off_t>(from), static_cast<off_t>(to - from), SYNC_FILE_RANGE_WRITE));
}

Result<> File::append(Bytes bytes) {
  const std::size_t size = bytes.size();
  const off_t end = size >= large_block ? ::lseek(fd_, 0, SEEK_CUR) : -1;
  if (end >= 0) reserve(static_cast<std::uint64_t>(end), size);
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return system_error("cannot write", path_);
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
  if (end >= 0) send(static_cast<std::uint64_t>(end), static_cast<std::uint64_t>(end) + size);
  return {};
}

Result<> File::truncate(std::uint64_t size) {
  const auto end = static_cast<off_t>(size);
  if (::ftruncate(fd_, end) != 0 || ::lseek(fd_, end, SEEK_SET) != end) return system_error("cannot cut", path_);
  return {};
}

Result<> File::write_at(std::uint64_t offset, Bytes bytes) {
  const std::uint64_t begin = offset;
  if (bytes.size() >= large_block) reserve(offset, bytes.size());
  while (!bytes.empty()) {
    const ssize_t n = ::pwrite(fd_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return system_error("cannot write", path_);
    bytes = bytes.subspan(static_cast<std::size_t>(n));
    offset += static_cast<std::uint64_t>(n);
  }
  send(begin, offset);
  return {};
}

Result<> File::append_from(const File& from, std::uint64_t offset, std::uint64_t count) {
  constexpr std::uint64_t most_at_once = std::uint64_t{1} << 30;
  auto place = static_cast<off64_t>(offset);
  bool in_kernel = true;
  std::vector<std::byte> block;
  while (count > 0) {
    ssize_t n = 0;
    if (in_kernel) {
      n = ::copy_file_range(from.fd_, &place, fd_, nullptr, std::min(count, most_at_once), 0);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0 && (errno == ENOSPC || errno == EDQUOT || errno == EIO)) return system_error("cannot write", path_);
      if (n <= 0) {
        in_kernel = false;  // this pair of files cannot, or has no more: the plain way finds out
        continue;
      }
    } else {
      block.resize(std::min<std::uint64_t>(count, 1 << 20));
      const std::size_t got = WEFT_TRY(from.read_at(static_cast<std::uint64_t>(place), block));
      if (got == 0)
        return Error{
            Errc::corrupt, fmt::format("ends {} bytes early", count), from.path_, static_cast<std::uint64_t>(place)};
      WEFT_TRY(append(Bytes(block).first(got)));
      n = static_cast<ssize_t>(got);
      place += n;
    }
    count -= static_cast<std::uint64_t>(n);
  }
  return {};
}

Result<> File::close() {
  const int fd = std::exchange(fd_, -1);
  if (fd >= 0 && ::close(fd) != 0) return system_error("cannot finish writing", path_);
  return {};
}

Result<> File::open_again() {
  if (fd_ < 0) fd_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  return fd_ < 0 ? system_error("cannot open", path_) : Result<>{};
}

void File::hold() const noexcept { static_cast<void>(::flock(fd_, LOCK_EX | LOCK_NB)); }

Result<MappedFile> MappedFile::open(const std::string& path) { return of(WEFT_TRY(File::open(path))); }

Result<MappedFile> MappedFile::of(const File& file) {
  const std::uint64_t size = WEFT_TRY(file.size());
  if (size == 0) return MappedFile();
  void* const start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.fd_, 0);
  if (start == MAP_FAILED) return system_error("cannot map into memory", file.path());
  return MappedFile(Bytes(static_cast<const std::byte*>(start), size));
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

Result<std::vector<std::byte>> read_file(const std::string& path) {
  auto file = WEFT_TRY(File::open(path));
  std::vector<std::byte> content(WEFT_TRY(file.size()));
  content.resize(WEFT_TRY(file.read_at(0, content)));
  // Files that the system makes up, such as those in /proc, say that they are empty.
  constexpr std::size_t step = 4096;
  for (std::size_t more = content.empty() ? step : 0; more != 0;) {
    const std::size_t used = content.size();
    content.resize(used + step);
    more = WEFT_TRY(file.read_at(used, std::span(content).subspan(used)));
    content.resize(used + more);
  }
  return content;
}

Result<> check_free(const std::string& path) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0) return {};
  return Error{Errc::exists, "this file exists already; remove it or choose another name", path};
}

std::string path_beside(const std::string& path) { return fmt::format("{}.{}.new", path, ::getpid()); }

namespace {

Result<> rename_over(const std::string& beside, const std::string& path) {
  if (std::rename(beside.c_str(), path.c_str()) != 0) return system_error("cannot create", path);
  return {};
}

// Devices and pipes are there for more than their name; and what /dev/stdout stands for may have lost its own.
bool is_there_without_name(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0 || S_ISDIR(info.st_mode)) return false;
  char name[PATH_MAX];
  return !S_ISREG(info.st_mode) || ::realpath(path.c_str(), name) == nullptr;
}

Result<> replace(const std::string& path, const std::function<Result<>(File&)>& write,
    Result<> (*give_name)(const std::string& beside, const std::string& path)) {
  if (is_there_without_name(path)) {
    auto device = WEFT_TRY(File::open_to_change(path));
    WEFT_TRY(write(device));
    return device.close();
  }
  const std::string beside = path_beside(path);
  auto written = [&]() -> Result<> {
    auto file = WEFT_TRY(File::create(beside));
    file.send_early();
    WEFT_TRY(write(file));
    WEFT_TRY(file.close());
    return give_name(beside, path);
  }();
  if (!written) {
    ::unlink(beside.c_str());
    if (written.error().file == beside) written.error().file = path;  // which is what was asked for
  }
  return written;
}

}  // namespace

Result<> replace_file(const std::string& path, const std::function<Result<>(File&)>& write) {
  return replace(path, write, publish_file);
}

Result<> replace_file(const std::string& path, Bytes content) {
  return replace(
      path, [&](File& file) { return file.append(content); }, rename_over);
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

Result<> PooledFile::append(Bytes bytes) {
  File* file = WEFT_TRY(pool_.acquire(*this));
  auto result = file->append(bytes);
  pool_.release(*this);
  return result;
}

namespace {

std::size_t share_of_the_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 512;
  return std::clamp<std::size_t>(static_cast<std::size_t>(limit.rlim_cur) / 2, 4, 512);
}

// While a file is being opened the pool is not locked, and knows that there will be one more.
class Opening {
 public:
  Opening(std::unique_lock<std::mutex>& lock, std::size_t& count) : lock_(lock), count_(count) {
    ++count_;
    lock_.unlock();
  }
  ~Opening() {
    lock_.lock();
    --count_;
  }
  Opening(const Opening&) = delete;
  Opening& operator=(const Opening&) = delete;

 private:
  std::unique_lock<std::mutex>& lock_;
  std::size_t& count_;
};

}  // namespace

HandlePool::HandlePool(std::size_t budget) : budget_(budget ? budget : share_of_the_limit()) {}

bool HandlePool::close_one_idle() {
  const auto idle = std::ranges::find_if(open_, [](const PooledFile* f) { return f->users_ == 0; });
  if (idle == open_.end()) return false;
  (*idle)->handle_.clear();
  open_.erase(idle);
  return true;
}

void HandlePool::set_budget(std::size_t budget) {
  const std::lock_guard lock(mutex_);
  budget_ = budget;
  while (open_.size() > budget_ && close_one_idle()) {
  }
}

std::size_t HandlePool::open_files() {
  const std::lock_guard lock(mutex_);
  return open_.size();
}

bool HandlePool::make_room() {
  const std::lock_guard lock(mutex_);
  while (open_.size() + opening_ >= budget_)
    if (!close_one_idle()) return false;
  return true;
}

void HandlePool::close_idle(const std::string& path) {
  const std::lock_guard lock(mutex_);
  std::erase_if(open_, [&](PooledFile* file) {
    if (file->path_ != path || file->users_ > 0) return false;
    file->handle_.clear();
    return true;
  });
}

Result<File*> HandlePool::acquire(PooledFile& file) {
  std::unique_lock lock(mutex_);
  if (file.handle_.empty()) {
    while (open_.size() + opening_ >= budget_ && close_one_idle()) {
    }
    auto open = [&] {
      return file.use_ == PooledFile::Use::read ? File::open(file.path_) : File::open_at_end(file.path_);
    };
    int error = 0;
    auto opened = [&] {
      const Opening others_go_on(lock, opening_);
      auto result = open();
      error = errno;
      return result;
    }();
    // Somebody else may have used up the handles of the process: give back ours until one is free.
    while (!opened && (error == EMFILE || error == ENFILE) && close_one_idle()) {
      opened = open();
      error = errno;
    }
    if (!opened) return opened.error();
    if (file.handle_.empty()) {
      std::list<PooledFile*> place{&file};  // first, lest memory run short between the two
      file.handle_.push_back(*std::move(opened));
      file.place_ = place.begin();
      open_.splice(open_.end(), place);
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
