// SPDX-License-Identifier: BSD-3-Clause
// ThreadFile: where the chunks of one thread end up. One kind a format; with the encoder of the format it is all that a
// recording knows of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace weft::recording {

class ThreadFile {
 public:
  virtual ~ThreadFile() = default;

  virtual const std::string& path() const = 0;

  // Writes what a chunk begins with, and says where the first event goes.
  virtual std::byte* begin_chunk(std::byte* chunk) const noexcept = 0;

  // Writes the chunk behind those written before. What was written `so_far` is written again with more events in it;
  // nothing comes after `last`. Allocates nothing and takes no lock that a signal handler could wait for in vain, where
  // the format allows that. 0, or errno; then the file is as before.
  enum class Ending : std::uint8_t { full, so_far, last };
  virtual int write(std::byte* chunk, std::size_t bytes, std::uint32_t events, Ending ending) noexcept = 0;

  // How much of the chunk at hand was written `so_far` and stays, whatever becomes of the rest.
  struct Part {
    std::size_t bytes = 0;
    std::uint32_t events = 0;

    void note(const Part& all, Ending ending, int error) {
      if (ending != Ending::so_far)
        *this = {};
      else if (error == 0)
        *this = all;
    }
  };
  virtual Part kept() const noexcept { return {}; }
  // The same, and the rest never comes: what is written next is another chunk.
  virtual Part leave_rest() noexcept { return {}; }
};

}  // namespace weft::recording
