// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/profiling/recorded_region.hpp"

#include <weft/record.h>

// Addresses only where the program has a recorder.
#pragma weak weft_define_region
#pragma weak weft_record_enter
#pragma weak weft_record_leave

namespace weft::adios {

RecordedRegion::RecordedRegion(const std::string& name) {
  if (weft_define_region) region_ = weft_define_region(name.c_str(), "", 0);
}

void RecordedRegion::enter() const {
  if (region_) weft_record_enter(region_);
}

void RecordedRegion::leave() const {
  if (region_) weft_record_leave(region_);
}

}  // namespace weft::adios
