// SPDX-License-Identifier: BSD-3-Clause
// Profile: the timings of a program while it runs, and as regions of its trace; its log in the end.
#pragma once

#include <deque>
#include <string>
#include <string_view>

#include "compat/adios/common/communicator.hpp"
#include "compat/adios/profiling/recorded_region.hpp"
#include "compat/adios/profiling/timings.hpp"

namespace weft::adios {

// One thing that is done with a file, again and again.
class Operation {
 public:
  Operation(const std::string& call, const std::string& group, Stretch Output::*stretch)
      : region_(call + "(" + group + ")"), stretch_(stretch) {}

  void start();
  void end(Output& output);

 private:
  RecordedRegion region_;
  Stretch Output::*stretch_;
  Time since_ = 0;
};

// A group that is measured. What ends an output that was not begun counts for nothing.
class ProfiledGroup {
 public:
  explicit ProfiledGroup(GroupTimings& timings);

  const std::string& name() const { return timings_.name; }
  std::size_t outputs() const { return timings_.outputs.size(); }

  void start_open(std::int32_t cycle);
  void end_open() { end(open_); }
  void start_write() { write_.start(); }
  void end_write() { end(write_); }
  void start_close() { close_.start(); }
  void end_close() { end(close_); }

 private:
  void end(Operation& operation);

  GroupTimings& timings_;
  Operation open_;
  Operation write_;
  Operation close_;
};

// For one thread, like the library that is measured.
class Profile {
 public:
  // The same name gives the same group, which stays where it is.
  ProfiledGroup& group(std::string_view name);

  // Called by all processes: rank 0 writes the log. False, and said on stderr, if it could not. Then all is as new.
  bool finish(Communicator& processes, const std::string& log_path);

 private:
  Timings timings_;
  std::deque<ProfiledGroup> groups_;
};

}  // namespace weft::adios
