// SPDX-License-Identifier: BSD-3-Clause
// Rules on the program: it begins once and ends once in each process, and nothing is entered before or left after.
#pragma once

#include <span>
#include <vector>

#include "check/findings.hpp"
#include "check/nesting.hpp"
#include "model/event_types.hpp"

namespace weft::check {

inline constexpr Rule program_twice{"program-twice", "A process begins or ends more than once.",
    "There is one ProgramBegin and one ProgramEnd in a process."};
inline constexpr Rule program_unpaired{"program-unpaired",
    "A process begins and does not end, or ends without having begun.",
    "ProgramBegin and ProgramEnd come together, on any location of the process."};
inline constexpr Rule program_order{"program-order",
    "The program ends before it begins, or code runs before its begin or after its end.",
    "No region is entered before ProgramBegin or left after ProgramEnd in the same process."};
inline constexpr Rule program_place{"program-place", "A program begins or ends in what is not a process.",
    "ProgramBegin and ProgramEnd belong to locations in a group of type PROCESS."};

inline constexpr Rule program_rules[] = {program_twice, program_unpaired, program_order, program_place};

// Begin and end of the program as one location saw them.
class Program {
 public:
  explicit Program(LocationRef location) : location_(location) {}

  void see(const evt::ProgramBegin&, const Place& at) { begins_.push_back(at); }
  void see(const evt::ProgramEnd&, const Place& at) { ends_.push_back(at); }
  // Takes over when code ran.
  void finish(const Nesting& nesting);

  LocationRef location() const { return location_; }
  const std::vector<Place>& begins() const { return begins_; }
  const std::vector<Place>& ends() const { return ends_; }
  bool runs_code() const { return runs_code_; }
  Ticks first_code() const { return first_code_; }
  Ticks last_code() const { return last_code_; }

 private:
  LocationRef location_;
  std::vector<Place> begins_;
  std::vector<Place> ends_;
  bool runs_code_ = false;
  Ticks first_code_ = 0;
  Ticks last_code_ = 0;
};

// Looks at the locations of one process.
void check_program(const Definitions& definitions, LocationGroupRef process, std::span<const Program* const> locations,
    Findings& findings);

}  // namespace weft::check
