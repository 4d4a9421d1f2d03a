// SPDX-License-Identifier: BSD-3-Clause
// The files of a kind are opened and closed together only where several locations share one; here each has its own.
#include "compat/otf2/archive.hpp"

namespace {

OTF2_ErrorCode nothing_to_do(const char* function, OTF2_Archive* archive) {
  if (!archive) return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INVALID_ARGUMENT, "there is no archive");
  const std::scoped_lock guard(archive->lock);
  if (archive->mode != OTF2_FILEMODE_MODIFY) return OTF2_SUCCESS;
  return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_FILE_INTERACTION, "an archive that is modified has no files");
}

}  // namespace

OTF2_ErrorCode OTF2_Archive_OpenEvtFiles(OTF2_Archive* archive) { return nothing_to_do(__func__, archive); }
OTF2_ErrorCode OTF2_Archive_CloseEvtFiles(OTF2_Archive* archive) { return nothing_to_do(__func__, archive); }
OTF2_ErrorCode OTF2_Archive_OpenDefFiles(OTF2_Archive* archive) { return nothing_to_do(__func__, archive); }
OTF2_ErrorCode OTF2_Archive_CloseDefFiles(OTF2_Archive* archive) { return nothing_to_do(__func__, archive); }
OTF2_ErrorCode OTF2_Archive_OpenSnapFiles(OTF2_Archive* archive) { return nothing_to_do(__func__, archive); }
OTF2_ErrorCode OTF2_Archive_CloseSnapFiles(OTF2_Archive* archive) { return nothing_to_do(__func__, archive); }
