// SPDX-License-Identifier: BSD-3-Clause
// Files: reading and writing at an offset, appending, files as memory, and a pool that lets any number of files be used
// through a bounded number of file handles.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "base/result.hpp"

namespace weft {

// An open file. Movable, closes itself; `close` tells whether everything reached the system.
class File {
 public:
  static Result<File> open(const std::string& path);            // for reading
  static Result<File> create(const std::string& path);          // for writing, truncated
  static Result<File> open_at_end(const std::string& path);     // for appending to what is there
  static Result<File> open_to_change(const std::string& path);  // for writing anywhere in what is there
  // For writing, in place of whatever has this name: a link is replaced, not followed.
  static Result<File> create_anew(const std::string& path);

  File(File&& other) noexcept;
  File& operator=(File&& other) noexcept;
  ~File();

  const std::string& path() const { return path_; }
  Result<std::uint64_t> size() const;

  // Fills `into` from `offset`; fewer bytes only at the end of the file.
  Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> into) const;
  Result<> append(Bytes bytes);
  // Cuts the file; the next bytes are appended there.
  Result<> truncate(std::uint64_t size);
  // May be called from many threads.
  Result<> write_at(std::uint64_t offset, Bytes bytes);
  // Appends `count` bytes of another file without passing them through this process where the system can. Fewer only
  // where `from` ends: an error, because whoever asks has counted.
  Result<> append_from(const File& from, std::uint64_t offset, std::uint64_t count);
  Result<> close();
  // Under its name, for writing anywhere, where it was closed. Asks for no memory.
  Result<> open_again();

  // Keeps it from those who look for what killed processes left behind (staging.hpp), as long as it is open. Where a
  // file system knows no locks, leftovers stay.
  void hold() const noexcept;

  // For what has to be on the disk before it gets its name (publish.hpp): large blocks are on their way there while
  // others are made, so that little is left to wait for.
  void send_early() noexcept { sends_early_ = true; }

 private:
  friend class MappedFile;
  File(int fd, std::string path) : fd_(fd), path_(std::move(path)) {}
  void reserve(std::uint64_t offset, std::size_t bytes) noexcept;
  void send(std::uint64_t begin, std::uint64_t end) const noexcept;

  enum class Reserving : std::uint8_t { unknown, no, yes };

  int fd_ = -1;
  std::atomic<Reserving> reserving_ = Reserving::unknown;
  bool sends_early_ = false;
  std::string path_;
};

// The bytes of a file as memory, without a handle while it lives. Empty files are empty spans. Whoever cuts the file
// meanwhile takes memory away from its readers.
class MappedFile {
 public:
  static Result<MappedFile> open(const std::string& path);
  static Result<MappedFile> of(const File& file);  // which may have lost its name, and be closed afterwards

  MappedFile() = default;
  MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
  MappedFile& operator=(MappedFile&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~MappedFile();

  Bytes bytes() const { return bytes_; }

 private:
  explicit MappedFile(Bytes bytes) : bytes_(bytes) {}
  Bytes bytes_;
};

// The whole of a small file.
Result<std::vector<std::byte>> read_file(const std::string& path);

// An error if something has this name already.
Result<> check_free(const std::string& path);

// The name of a file that is to become `path` when it is complete: no other process uses it.
std::string path_beside(const std::string& path);
// Replaces `path` in one step: readers see the old content or the new, never a part. `write` fills the new file.
Result<> replace_file(const std::string& path, const std::function<Result<>(File&)>& write);  // even if machines stop
Result<> replace_file(const std::string& path, Bytes content);  // of what is small, and not worth waiting for a disk

class HandlePool;

// A file that is open only while its pool has a handle for it, for reading or for appending. Must not outlive the pool.
class PooledFile {
 public:
  enum class Use : std::uint8_t { read, append };

  PooledFile(HandlePool& pool, std::string path, Use use = Use::read)
      : pool_(pool), path_(std::move(path)), use_(use) {}
  ~PooledFile();
  PooledFile(const PooledFile&) = delete;
  PooledFile& operator=(const PooledFile&) = delete;

  const std::string& path() const { return path_; }
  Result<std::uint64_t> size();
  Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> into);
  Result<> append(Bytes bytes);  // to a file that exists

 private:
  friend class HandlePool;
  HandlePool& pool_;
  std::string path_;
  Use use_;
  std::vector<File> handle_;  // none or one
  int users_ = 0;
  std::list<PooledFile*>::iterator place_{};
};

// Lends file handles; when its budget is spent, the file unused for longest is closed. Safe to use from many threads.
class HandlePool {
 public:
  // A budget of 0 takes a share of what the process may open.
  explicit HandlePool(std::size_t budget = 0);

  std::size_t budget() const { return budget_; }
  // Closes what is open beyond it.
  void set_budget(std::size_t budget);
  std::size_t open_files();
  // Closes files until there is room for one more. False if all are in use.
  bool make_room();
  // Closes the file of this name until somebody needs it again.
  void close_idle(const std::string& path);

 private:
  friend class PooledFile;
  Result<File*> acquire(PooledFile& file);
  void release(PooledFile& file);
  void forget(PooledFile& file);
  bool close_one_idle();

  std::mutex mutex_;
  std::list<PooledFile*> open_;  // least recently used first
  std::size_t opening_ = 0;
  std::size_t budget_;
};

}  // namespace weft
