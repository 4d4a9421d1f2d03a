// SPDX-License-Identifier: BSD-3-Clause
// Otf2File: the event file of one thread in an OTF2 archive. No handle stays open: programs may have ten thousand
// threads or close every handle they do not know.
#pragma once

#include <string>

#include "record/thread_file.hpp"

namespace weft::recording {

class Otf2File final : public ThreadFile {
 public:
  Otf2File(std::string path, std::size_t chunk_bytes) : path_(std::move(path)), chunk_bytes_(chunk_bytes) {}

  const std::string& path() const override { return path_; }
  std::byte* begin_chunk(std::byte* chunk) const noexcept override;
  int write(std::byte* chunk, std::size_t bytes, std::uint32_t events, Ending ending) noexcept override;
  std::uint64_t events() const { return events_; }

 private:
  std::string path_;
  std::size_t chunk_bytes_;
  std::uint64_t bytes_ = 0;   // in the file that will not be written again
  std::uint64_t events_ = 0;  // in them
};

}  // namespace weft::recording
