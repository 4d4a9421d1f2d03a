// SPDX-License-Identifier: BSD-3-Clause
// FileWriter: a .pfw or .pfw.gz file from lines that any number of threads hand over. Lines of one thread stay in
// order. Compressed text is cut into gzip members at ends of lines, and several members are compressed at a time. The
// file has its name when it is whole, and not before: whoever forgets to close a writer, or cannot, leaves nothing.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/file.hpp"
#include "base/zlib_stream.hpp"

namespace weft::dftracer {

class FileWriter {
 public:
  struct Settings {
    bool has_brackets = true;  // around the lines: tools of the letter dialect want them, the numbered has none
    int level = usual_level;   // of compression: 1, fast, to 9, small
    std::size_t threads = 0;   // that compress; as many as the machine has if 0
  };

  // Compresses if `path` ends in .gz. What has this name already is replaced when the writer is closed.
  static Result<std::unique_ptr<FileWriter>> create(const std::string& path, const Settings& settings);
  static Result<std::unique_ptr<FileWriter>> create(const std::string& path) { return create(path, {}); }
  ~FileWriter();
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  // From any thread. Every line has its newline, and lines of one call stay together.
  Result<> append(std::string_view whole_lines);
  // When nobody appends any more. Of what failed before, this says so, too.
  Result<> close();

 private:
  FileWriter(std::string path, File file, const Settings& settings);

  using Lock = std::unique_lock<std::mutex>;
  void hand_over(Lock& lock);
  void write_members();
  Result<> compress_and_write(Lock& lock);
  void stop_threads(Lock& lock);
  Result<> outcome();

  std::string path_;
  File file_;
  Settings settings_;
  bool is_compressed_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::string gathering_;            // lines that are no member yet
  std::deque<std::string> waiting_;  // members that nobody compresses yet
  std::uint64_t taken_ = 0;          // members that somebody compresses or has compressed
  std::uint64_t written_ = 0;        // members that are in the file
  std::size_t idle_ = 0;             // threads without a member
  std::optional<Error> error_;       // the first
  bool is_ending_ = false;
  bool is_closed_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace weft::dftracer
