// SPDX-License-Identifier: BSD-3-Clause
#include <open-trace-format/OTF_CopyHandler.h>
#include <open-trace-format/OTF_CopyHandler_stream.h>
#include <open-trace-format/OTF_HandlerArray.h>

#include <cstdlib>

#include "compat/otf/errors.hpp"

using weft::otf::compat::set_error;

namespace {

// Every handler has a type of its own; the array knows only one. A detour, because compilers warn of the direct way.
template <class Function>
OTF_FunctionPointer* as_handler(Function* function) {
  return reinterpret_cast<OTF_FunctionPointer*>(reinterpret_cast<void (*)()>(function));
}

}  // namespace

extern "C" {

int OTF_HandlerArray_init(OTF_HandlerArray* handlers);
int OTF_HandlerArray_finish(OTF_HandlerArray* handlers);

int OTF_HandlerArray_init(OTF_HandlerArray* handlers) {
  handlers->pointer = static_cast<OTF_FunctionPointer**>(std::calloc(OTF_NRECORDS, sizeof(OTF_FunctionPointer*)));
  handlers->firsthandlerarg = static_cast<void**>(std::calloc(OTF_NRECORDS, sizeof(void*)));
  if (handlers->pointer && handlers->firsthandlerarg) return 1;
  set_error("no memory for handlers");
  return 0;
}

int OTF_HandlerArray_finish(OTF_HandlerArray* handlers) {
  std::free(handlers->pointer);
  std::free(handlers->firsthandlerarg);
  handlers->pointer = nullptr;
  handlers->firsthandlerarg = nullptr;
  return 1;
}

OTF_HandlerArray* OTF_HandlerArray_open() {
  auto* const handlers = static_cast<OTF_HandlerArray*>(std::calloc(1, sizeof(OTF_HandlerArray)));
  if (handlers && OTF_HandlerArray_init(handlers)) return handlers;
  OTF_HandlerArray_close(handlers);
  return nullptr;
}

int OTF_HandlerArray_close(OTF_HandlerArray* handlers) {
  if (!handlers) return 1;
  OTF_HandlerArray_finish(handlers);
  std::free(handlers);
  return 1;
}

int OTF_HandlerArray_setHandler(OTF_HandlerArray* handlers, OTF_FunctionPointer* pointer, uint32_t recordtype) {
  if (recordtype >= OTF_NRECORDS) {
    set_error("there is no such kind of record");
    return 0;
  }
  handlers->pointer[recordtype] = pointer;
  return 1;
}

int OTF_HandlerArray_setFirstHandlerArg(OTF_HandlerArray* handlers, void* firsthandlerarg, uint32_t recordtype) {
  if (recordtype >= OTF_NRECORDS) {
    set_error("there is no such kind of record");
    return 0;
  }
  handlers->firsthandlerarg[recordtype] = firsthandlerarg;
  return 1;
}

int OTF_HandlerArray_getCopyHandler(OTF_HandlerArray* handlers, OTF_Writer* writer) {
#define WEFT_COPY(id, Name)                                   \
  handlers->pointer[id] = as_handler(OTF_CopyHandler_##Name); \
  handlers->firsthandlerarg[id] = writer;
#include "copy_table.inc"
#undef WEFT_COPY
  // The writer has its own.
  handlers->pointer[OTF_DEFVERSION_RECORD] = nullptr;
  handlers->pointer[OTF_DEFUNIQUEID_RECORD] = nullptr;
  return 1;
}

int OTF_HandlerArray_getCopyHandler_stream(OTF_HandlerArray* handlers, OTF_WStream* writer) {
#define WEFT_COPY(id, Name)                                          \
  handlers->pointer[id] = as_handler(OTF_CopyHandler_stream_##Name); \
  handlers->firsthandlerarg[id] = writer;
#include "copy_table.inc"
#undef WEFT_COPY
  return 1;
}
}
