// SPDX-License-Identifier: BSD-3-Clause
// OTF2_EventSizeEstimator: the estimator of the codec behind the handle of the C interface. The functions that exist
// once per record or per id space are stamped and call the templates below; `function` is the C function called, for
// reports.
#pragma once

#include <otf2/OTF2_EventSizeEstimator.h>

#include "compat/otf2/errors.hpp"
#include "formats/otf2/size_estimator.hpp"

struct OTF2_EventSizeEstimator : weft::otf2::SizeEstimator {};

namespace weft::otf2::compat {

// OTF2_EventSizeEstimator_SetNumberOf...Definitions.
template <class Id>
OTF2_ErrorCode set_number(const char* function, OTF2_EventSizeEstimator* estimator, std::uint64_t number) {
  if (!estimator) return fail_for_null(function);
  estimator->set_number(*mapping_of<Id>(), number);
  return OTF2_SUCCESS;
}

// OTF2_EventSizeEstimator_GetSizeOf...Event; `count` is that of the record's list.
template <class R>
std::size_t event_bytes(const char* function, const OTF2_EventSizeEstimator* estimator, std::uint64_t count = 0) {
  if (!estimator) return fail_for_null(function), 0;
  return estimator->event_bytes<R>(count);
}

}  // namespace weft::otf2::compat
