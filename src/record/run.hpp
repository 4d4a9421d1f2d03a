// SPDX-License-Identifier: BSD-3-Clause
// Run: the directory that the processes of one run record into, and this process's place in it. While a process is
// there it holds a shared lock; who leaves last makes one archive of everything (docs/record.md).
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"
#include "formats/otf2/paths.hpp"

namespace weft::recording {

class Run {
 public:
  // Makes the directory of a new run. Where one of this name is, the next free name is taken.
  static Result<Run> create(const std::string& directory, const std::string& name);
  // Joins one that is there.
  static Result<Run> join(const std::string& directory, const std::string& name);

  Run(Run&& other) noexcept;
  Run& operator=(Run&& other) noexcept;
  ~Run();

  const std::string& directory() const { return directory_; }
  const std::string& name() const { return name_; }
  std::uint32_t process() const { return process_; }
  // Without an ending: PATH/ holds everything until the run is complete.
  std::string path() const { return directory_ + "/" + name_; }
  // Where the files of an OTF2 archive are.
  otf2::ArchivePaths archive() const { return {directory_ + "/", name_}; }
  // What else this process has there.
  std::string own_file(const char* ending) const { return path() + "/" + std::to_string(process_) + ending; }

  // That have joined so far.
  std::uint64_t processes() const;

  // Leaves; true if nobody else is there. Then nobody can join until `close`.
  bool leave();
  // Removes what only a run that is going on needs.
  void close();
  // Removes the directories of a run that nobody recorded in.
  void discard();

  // Around a fork, so that a child is there from its first moment, before it records anything.
  void before_fork();
  void after_fork_in_parent();
  void after_fork_in_child();
  // Makes this one of the processes of the run, before its first event; who has no number only looks on.
  Result<> take_number();

 private:
  Run(std::string directory, std::string name) : directory_(std::move(directory)), name_(std::move(name)) {}
  std::string lock_path() const { return path() + "/run"; }
  Result<int> open_locked(bool exclusive) const;
  // Where the program has closed our handle, and the lock is gone with it.
  Result<> join_again();
  bool is_ours(int fd) const;
  void close_handle(int& fd) const;

  std::string directory_;
  std::string name_;
  std::uint32_t process_ = 0;
  int fd_ = -1;
  int child_fd_ = -1;
};

// weft-PROGRAM-TIME, in the current directory.
std::string default_directory(const std::string& program);

}  // namespace weft::recording
