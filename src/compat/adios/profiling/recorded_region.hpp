// SPDX-License-Identifier: BSD-3-Clause
// RecordedRegion: what is measured, as a region of the trace when the program is run by `weft record` or linked with
// the recorder. Without either it is nothing.
#pragma once

#include <cstdint>
#include <string>

namespace weft::adios {

class RecordedRegion {
 public:
  explicit RecordedRegion(const std::string& name);

  void enter() const;
  void leave() const;

 private:
  std::uint32_t region_ = 0;
};

}  // namespace weft::adios
