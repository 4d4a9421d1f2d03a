// SPDX-License-Identifier: BSD-3-Clause
// What handlers that copy answer.
#pragma once

#include <open-trace-format/OTF_CopyHandler.h>
#include <open-trace-format/OTF_CopyHandler_stream.h>
#include <open-trace-format/OTF_Writer.h>

namespace weft::otf::compat {

inline int copied(int is_written) { return is_written ? OTF_RETURN_OK : OTF_RETURN_ABORT; }

}  // namespace weft::otf::compat
