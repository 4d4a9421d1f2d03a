// SPDX-License-Identifier: BSD-3-Clause
// Nowhere: where chunks go that no test looks at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "record/thread_memory.hpp"

namespace weft::recording {

class Nowhere final : public ThreadFile {
 public:
  const std::string& path() const override { return path_; }
  std::byte* begin_chunk(std::byte* chunk) const noexcept override { return chunk; }
  int write(std::byte*, std::size_t, std::uint32_t, Ending) noexcept override { return 0; }

 private:
  std::string path_ = "nowhere";
};

}  // namespace weft::recording
