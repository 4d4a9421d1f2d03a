// SPDX-License-Identifier: BSD-3-Clause
// Version and unique id are not copied: a trace says who wrote it, and is another one.
#include "compat/otf/copy_records.hpp"

using weft::otf::compat::copied;

extern "C" {

// Writers have written theirs already.
int OTF_CopyHandler_DefVersion(void*, uint32_t, uint8_t, uint8_t, uint8_t, const char*) { return OTF_RETURN_OK; }
int OTF_CopyHandler_DefUniqueId(void*, uint32_t, uint64_t) { return OTF_RETURN_OK; }

int OTF_CopyHandler_stream_DefVersion(void* userData, uint32_t, uint8_t, uint8_t, uint8_t, const char*) {
  return copied(OTF_WStream_writeOtfVersion(static_cast<OTF_WStream*>(userData)));
}
int OTF_CopyHandler_stream_DefUniqueId(void* userData, uint32_t, uint64_t) {
  return copied(OTF_WStream_writeUniqueId(static_cast<OTF_WStream*>(userData)));
}
}
