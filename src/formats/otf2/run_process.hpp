// SPDX-License-Identifier: BSD-3-Clause
// One process of a run that is being completed: its definitions as its part has them, and its event files made whole if
// it did not finish.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "formats/otf2/anchor.hpp"
#include "formats/otf2/missing_definitions.hpp"
#include "formats/otf2/paths.hpp"
#include "formats/otf2/run.hpp"
#include "model/report.hpp"

namespace weft::otf2 {

// An id no event count has: the process had not finished when it wrote its part.
inline constexpr std::uint64_t unknown_count = ~std::uint64_t{0};

// The process whose recorder would have given a location its id.
inline std::uint32_t process_of(LocationRef location) { return static_cast<std::uint32_t>(location.value); }

class RunProcess {
 public:
  RunProcess(const ArchivePaths& paths, const Anchor& anchor, HandlePool& pool, std::uint32_t number)
      : paths_(paths), anchor_(anchor), pool_(pool), number_(number) {}

  // Reads the part, as far as it goes. A part that is not there has no definitions.
  void read_part();

  // Completes the event files of what did not finish, among them `strays`: event files without a definition. Afterwards
  // everything the process refers to is defined, except locations.
  Result<> mend(const std::vector<LocationRef>& strays);

  std::uint32_t number() const { return number_; }
  const Definitions& definitions() const { return definitions_; }
  std::vector<LocationRef> locations() const;
  bool finished() const { return finished_; }

  // Of the events that were read, and whether there were any.
  Ticks first_event() const { return first_; }
  Ticks last_event() const { return last_; }
  bool has_times() const { return first_ <= last_; }
  // Locations its events refer to and it does not define.
  const std::vector<LocationRef>& other_locations() const { return other_locations_; }

  // Adds what happened to a report.
  void tell(RunReport& report) const;

 private:
  struct Unfinished {
    LocationRef location;
    bool is_stray;
    std::uint64_t events = 0;
  };
  Result<> rewrite_events(Unfinished& unfinished, MissingDefinitions& missing);
  Result<> copy_events(Unfinished& unfinished, const std::string& to, MissingDefinitions& missing);
  void supply(MissingDefinitions& missing);

  const ArchivePaths& paths_;
  const Anchor& anchor_;
  HandlePool& pool_;
  std::uint32_t number_;
  Definitions definitions_;
  Report report_;
  bool has_part_ = false;
  bool finished_ = true;
  std::vector<Unfinished> unfinished_;
  std::vector<std::string> supplied_;
  std::vector<LocationRef> other_locations_;
  std::uint64_t moved_ = 0;
  Ticks first_ = ~Ticks{0};
  Ticks last_ = 0;
};

}  // namespace weft::otf2
