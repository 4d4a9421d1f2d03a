// SPDX-License-Identifier: BSD-3-Clause
// The anchor: what can be read can be written and read again.
#include "fuzzing.hpp"

WEFT_FUZZ(input) {
  using namespace weft::otf2;
  const auto anchor = parse_anchor(input.rest(), "fuzz");
  if (!anchor) return;
  static_cast<void>(check_readable(*anchor, "fuzz"));
  const auto bytes = serialize_anchor(*anchor);
  const auto again = parse_anchor(bytes, "fuzz");
  WEFT_CHECK(again && serialize_anchor(*again) == bytes);
}
