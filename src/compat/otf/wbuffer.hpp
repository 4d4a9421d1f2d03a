// SPDX-License-Identifier: BSD-3-Clause
// OTF_WBuffer: a file of the codec that C programs may also write to element by element. The members that C sees are
// brought up to date by whatever hands the buffer out; writing records does not spend time on them.
#pragma once

#include <open-trace-format/OTF_WBuffer.h>

#include "formats/otf/record_writer.hpp"

namespace weft::otf::compat {

struct WBufferObject : OTF_WBuffer {
  explicit WBufferObject(std::unique_ptr<RecordWriter> out) : OTF_WBuffer{}, writer(std::move(out)) {
    zbuffersize = OTF_ZBUFFER_DEFAULTSIZE;
    show();
  }

  void show() {
    size = static_cast<uint32_t>(writer->buffer().capacity());
    pos = static_cast<uint32_t>(writer->buffer().used());
    time = writer->time();
    process = writer->process();
  }

  std::unique_ptr<RecordWriter> writer;
};

inline WBufferObject& object(OTF_WBuffer* buffer) { return *static_cast<WBufferObject*>(buffer); }

// The file is created. Null, and the error is set, if it cannot be.
WBufferObject* create_buffer(OTF_FileManager& manager, std::string path, RecordWriter::Options options);

}  // namespace weft::otf::compat
