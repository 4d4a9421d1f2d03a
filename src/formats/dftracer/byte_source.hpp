// SPDX-License-Identifier: BSD-3-Clause
// ByteSource: the text of a trace file from its beginning to its end, inflated if it is compressed. That is told by its
// first bytes, not by its name.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/result.hpp"
#include "model/report.hpp"

namespace weft::dftracer {

class ByteSource {
 public:
  static Result<std::unique_ptr<ByteSource>> open(const std::string& path, Report& report);
  virtual ~ByteSource() = default;

  // Fewer bytes than asked for only at the end. Damage is reported; reading goes on behind it.
  virtual std::size_t read(std::span<char> into) = 0;
  virtual bool is_compressed() const = 0;
};

}  // namespace weft::dftracer
