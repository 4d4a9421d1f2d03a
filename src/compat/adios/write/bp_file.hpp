// SPDX-License-Identifier: BSD-3-Clause
// BpFile: a BP file that one process is responsible for: where its groups end, its index, its footer. Kept from step to
// step, so that adding a step does not decode those before. If a step cannot be written, the file is as it was.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "adios_transport.hpp"
#include "base/file.hpp"

namespace weft::adios {

class BpFile {
 public:
  // Creates it, or goes on with what is there. `file` makes the index and is told of the last step.
  Status open(const std::string& path, File& file);
  bool is_open() const { return file_.has_value(); }
  const std::string& path() const { return path_; }

  // Where the next group goes.
  std::uint64_t end() const { return end_; }
  std::uint32_t last_time_index() const { return index_->last_time_index(); }
  Status write(std::uint64_t offset, std::span<const std::byte> bytes);
  // A part of the group that will be added next. Only where there is nothing before it that a program that is killed
  // would leave without an index.
  bool write_early(std::uint64_t place, std::span<const std::byte> bytes);
  // Adds groups behind those that are there.
  Status add(std::span<const ProcessGroup> groups, std::uint32_t file_index);
  // Adds what another process wrote here, up to `end`: what its index says.
  Status add_index(std::span<const std::byte> footer, bool with_attributes);

  // Writes the footer behind groups that end at `end`.
  Status finish(std::uint64_t end);
  // What the index says, as a footer of its own: for indices of many files. Empty if that cannot be said.
  std::vector<std::byte> index_alone() const;
  // After a failure: what `finish` wrote last stands again, and nothing behind it.
  void take_back();
  Index& index() { return *index_; }

  Status close();

 private:
  // Begins anew with this name.
  void forget(const std::string& path, File& file);
  // Whether nobody else, such as another group of the program, has added to the file since.
  bool is_as_left(std::span<const std::byte> bytes) const;
  Status fail(const Error& error);
  Status write(std::uint64_t offset, const ProcessGroup& group);

  std::string path_;
  std::optional<weft::File> file_;
  std::unique_ptr<Index> index_;
  std::uint64_t end_ = 0;
  std::uint64_t finished_end_ = 0;
  std::vector<std::byte> footer_;
};

// The code that a failed call of the system has here.
Status status_of(const Error& error, int code);

}  // namespace weft::adios
