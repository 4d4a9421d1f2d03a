// SPDX-License-Identifier: BSD-3-Clause
// Writer: a BP file in the making: process groups one after the other, in the end the footer. Groups may come from many
// threads; each is given the next place in the file and written there while others are.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "formats/bp/group_writer.hpp"

namespace weft::bp {

struct WriterOptions {
  Layout layout = {};
  // What blocks say of their file: its number where it is a sub-file. Only those of a metadata file matter.
  std::uint32_t file_index = 0;
};

class Writer {
 public:
  static Result<std::unique_ptr<Writer>> create(const std::string& path, const WriterOptions& options = {});
  // Adds to the file that is there, in its own version and byte order. Its footer is gone until `close`; without that
  // 'weft repair' finds all groups again. A file that is not there is created.
  static Result<std::unique_ptr<Writer>> append(const std::string& path, const WriterOptions& options = {});

  const Layout& layout() const { return index_.layout(); }
  // 0 in a new file.
  std::uint32_t last_time_index() const { return index_.last_time_index(); }

  // Writes a group behind those before it. May be called from many threads.
  Result<> add(FinishedGroup group);
  // Groups of one step, in this order, on several threads.
  Result<> add_all(std::vector<FinishedGroup> groups, std::size_t threads = 0);

  // Writes the footer: groups of the same step in the order of their processes.
  Result<> close();

 private:
  struct Placed {
    FinishedGroup group;  // without its bytes
    std::uint64_t offset = 0;
  };

  Writer(File file, const WriterOptions& options) : file_(std::move(file)), options_(options), index_(options.layout) {}
  std::uint64_t place(std::uint64_t bytes);
  Result<> write(FinishedGroup&& group, std::uint64_t offset);

  File file_;
  WriterOptions options_;
  IndexBuilder index_;
  std::mutex mutex_;
  std::uint64_t end_ = 0;
  std::vector<Placed> placed_;
};

// How many sub-files stand beside a metadata file, which need not exist. One that is missing between others is an
// error.
Result<std::uint32_t> count_sub_files(const std::string& path);
// What a metadata file says of its sub-files 0 to `count` - 1, which must be complete.
Result<IndexBuilder> index_sub_files(const std::string& path, std::uint32_t count);
// Writes the metadata file `path` of its sub-files 0 to `count` - 1, which must be complete. The attributes are those
// of the first one.
Result<> write_metadata_file(const std::string& path, std::uint32_t count);

}  // namespace weft::bp
