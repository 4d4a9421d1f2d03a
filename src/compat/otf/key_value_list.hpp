// SPDX-License-Identifier: BSD-3-Clause
// OTF_KeyValueList and the codec's key-values, both ways.
#pragma once

#include <open-trace-format/OTF_KeyValue.h>

#include "formats/otf/key_values.hpp"

namespace weft::otf::compat {

void copy_values(const KeyValues& from, OTF_KeyValueList& to);  // an empty list
void copy_pair(const OTF_KeyValuePair& from, KeyValues& to);
void copy_values(const OTF_KeyValueList& from, KeyValues& to);

inline void make_empty(OTF_KeyValueList& list) {
  list.key_count = list.count = 0;
  list.kvCurrent = list.kvBegin;
}

}  // namespace weft::otf::compat
