// SPDX-License-Identifier: BSD-3-Clause
// OTF_File: text to read, from a file or from memory, or bytes to append to a file.
#pragma once

#include <open-trace-format/OTF_File.h>

#include <memory>
#include <optional>

#include "base/zlib_stream.hpp"
#include "formats/otf/text_source.hpp"
#include "model/report.hpp"

namespace weft::otf::compat {

struct FileObject : OTF_File {
  FileObject() : OTF_File{} {}

  std::string path;
  Report report;
  std::unique_ptr<TextSource> text;    // to read
  std::unique_ptr<PooledFile> stored;  // the bytes themselves
  std::optional<Deflater> deflater;
  bool is_created = false;
  OTF_FileStatus status = OTF_FILESTATUS_CLOSED;
};

inline FileObject& object(OTF_File* file) { return *static_cast<FileObject*>(file); }

}  // namespace weft::otf::compat
