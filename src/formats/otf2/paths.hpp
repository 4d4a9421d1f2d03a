// SPDX-License-Identifier: BSD-3-Clause
// Where the files of an archive are (docs/formats/otf2.md, section 2).
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/refs.hpp"

namespace weft::otf2 {

struct ArchivePaths {
  std::string directory;  // what holds the anchor, with its slash; empty if nothing was said
  std::string name;       // without ending

  // From the path of an anchor file, which must end in .otf2.
  static Result<ArchivePaths> from_anchor(const std::string& path);

  // From what a user typed: an anchor, or a directory that holds exactly one archive.
  static Result<ArchivePaths> find(const std::string& path);

  // Makes the directories of a new archive; the one for its locations must not exist yet.
  Result<> create_directories() const;

  std::string anchor() const { return beside(".otf2"); }
  std::string global_definitions() const { return beside(".def"); }
  std::string markers() const { return beside(".marker"); }
  std::string thumbnail(std::uint32_t number) const { return beside(fmt::format(".{}.thumb", number)); }
  std::string locations() const { return beside(""); }
  std::string events(LocationRef location) const { return of(location, ".evt"); }
  std::string local_definitions(LocationRef location) const { return of(location, ".def"); }
  std::string snapshots(LocationRef location) const { return of(location, ".snap"); }

  // What one process of a run leaves until the run is completed (run.hpp).
  std::string part(std::uint32_t process) const { return of({process}, ".part"); }
  std::string process_markers(std::uint32_t process) const { return of({process}, ".marker"); }
  // The processes that have such a file, by number: ".part" or ".marker".
  std::vector<std::uint32_t> processes_with(const std::string& ending) const;

  // The locations that have a file with this ending, by id.
  std::vector<LocationRef> locations_with(const std::string& ending) const;

 private:
  std::string beside(const std::string& ending) const { return directory + name + ending; }
  std::string of(LocationRef location, const char* ending) const {
    return locations() + "/" + std::to_string(location.value) + ending;
  }
};

}  // namespace weft::otf2
