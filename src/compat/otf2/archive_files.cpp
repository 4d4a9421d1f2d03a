// SPDX-License-Identifier: BSD-3-Clause
// The files of a kind are opened and closed together only where several locations share one; here each has its own.
#include "compat/otf2/archive.hpp"

namespace {

OTF2_ErrorCode nothing_to_do(const char* function, const OTF2_Archive* archive) {
  if (archive) return OTF2_SUCCESS;
  return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INVALID_ARGUMENT, "there is no archive");
}

}  // namespace

OTF2_ErrorCode OTF2_Archive_OpenEvtFiles(OTF2_Archive* archive) { return nothing_to_do(__func__, archive); }
OTF2_ErrorCode OTF2_Archive_CloseEvtFiles(OTF2_Archive* archive) { return nothing_to_do(__func__, archive); }
OTF2_ErrorCode OTF2_Archive_OpenDefFiles(OTF2_Archive* archive) { return nothing_to_do(__func__, archive); }
OTF2_ErrorCode OTF2_Archive_CloseDefFiles(OTF2_Archive* archive) { return nothing_to_do(__func__, archive); }
OTF2_ErrorCode OTF2_Archive_OpenSnapFiles(OTF2_Archive* archive) { return nothing_to_do(__func__, archive); }
OTF2_ErrorCode OTF2_Archive_CloseSnapFiles(OTF2_Archive* archive) { return nothing_to_do(__func__, archive); }
