// SPDX-License-Identifier: BSD-3-Clause
// Writes and reads a small trace again and again, each time with one allocation of C++ more before memory runs out: no
// exception may come out of the library, and an error is told. Says how many allocations there were.
#include <open-trace-format/otf.h>

#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>

namespace {

long left = -1;  // allocations before memory runs out; none at all when negative
bool has_failed = false;

bool is_short() {
  if (left < 0) return false;
  if (left-- > 0) return false;
  left = 0;  // and stays short
  return has_failed = true;
}

}  // namespace

void* operator new(std::size_t size) {
  void* const memory = is_short() ? nullptr : std::malloc(size ? size : 1);
  if (!memory) throw std::bad_alloc();
  return memory;
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return is_short() ? nullptr : std::malloc(size ? size : 1);
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return operator new(size, std::nothrow); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

constexpr uint32_t processes = 3;

// False if something was refused.
bool write_records(OTF_Writer* writer) {
  bool good = true;
  for (uint32_t p = 1; p <= processes; ++p) {
    good &= OTF_Writer_assignProcess(writer, p, 1 + p % 2) != 0;
    good &= OTF_Writer_writeDefProcess(writer, 0, p, "a process with a name that is not short at all", 0) != 0;
  }
  good &= OTF_Writer_writeDefFunction(writer, 0, 1, "main", 0, 0) != 0;
  uint32_t group[] = {1, 2, 3};
  good &= OTF_Writer_writeDefProcessGroup(writer, 0, 9, "all", processes, group) != 0;
  good &= OTF_Writer_writeDefMarker(writer, 0, 1, "marker", OTF_MARKER_TYPE_HINT) != 0;
  good &= OTF_Writer_writeMarker(writer, 1, 1, 1, "a text that is not short at all either") != 0;
  OTF_KeyValueList* const list = OTF_KeyValueList_new();
  for (uint64_t time = 1; time < 20; ++time)
    for (uint32_t p = 1; p <= processes; ++p) {
      OTF_KeyValueList_appendUint32(list, 7, p);
      good &= OTF_Writer_writeEnterKV(writer, time, 1, p, 0, list) != 0;
      good &= OTF_Writer_writeEventComment(writer, time, p, "a comment that is longer than short texts are") != 0;
      good &= OTF_Writer_writeLeave(writer, time, 1, p, 0) != 0;
      good &= OTF_Writer_writeEnterSnapshot(writer, time, time, 1, p, 0) != 0;
      good &= OTF_Writer_writeFunctionSummary(writer, time, 1, p, 1, 2, 3) != 0;
    }
  OTF_KeyValueList_close(list);
  return good;
}

bool write_trace(const std::string& stub, OTF_FileCompression compression) {
  OTF_FileManager* const manager = OTF_FileManager_open(4);
  OTF_Writer* const writer = manager ? OTF_Writer_open(stub.c_str(), 2, manager) : nullptr;
  bool good = writer != nullptr;
  if (writer) {
    OTF_Writer_setCompression(writer, compression);
    good = write_records(writer);
    good &= OTF_Writer_close(writer) != 0;
  }
  if (manager) OTF_FileManager_close(manager);
  return good;
}

int seen(void*, uint64_t, uint32_t, uint32_t, uint32_t, OTF_KeyValueList*) { return OTF_RETURN_OK; }
int said(void*, uint64_t, uint32_t, const char*, OTF_KeyValueList*) { return OTF_RETURN_OK; }
int named(void*, uint32_t, uint32_t, const char*, uint32_t, OTF_KeyValueList*) { return OTF_RETURN_OK; }

template <class Handler>
void handle(OTF_HandlerArray* handlers, Handler* handler, uint32_t record) {
  OTF_HandlerArray_setHandler(
      handlers, reinterpret_cast<OTF_FunctionPointer*>(reinterpret_cast<void (*)()>(handler)), record);
}

bool read_records(OTF_Reader* reader, OTF_HandlerArray* handlers) {
  bool good = OTF_Reader_readDefinitions(reader, handlers) != OTF_READ_ERROR;
  good &= OTF_Reader_readMarkers(reader, handlers) != OTF_READ_ERROR;
  OTF_Reader_setRecordLimit(reader, 11);
  good &= OTF_Reader_readEvents(reader, handlers) != OTF_READ_ERROR;
  uint64_t minimum = 0, current = 0, maximum = 0;
  good &= OTF_Reader_eventTimeProgress(reader, &minimum, &current, &maximum) != 0;
  OTF_Reader_setRecordLimit(reader, OTF_READ_MAXRECORDS);
  OTF_Reader_disableProcess(reader, 2);
  good &= OTF_Reader_readEvents(reader, handlers) != OTF_READ_ERROR;
  good &= OTF_Reader_readSnapshots(reader, handlers) != OTF_READ_ERROR;
  good &= OTF_Reader_readStatistics(reader, handlers) != OTF_READ_ERROR;
  OTF_RStream* const stream = OTF_Reader_getStream(reader, 1);
  OTF_RBuffer* const buffer = stream ? OTF_RStream_getEventBuffer(stream) : nullptr;
  good &= buffer && OTF_RBuffer_searchTime(buffer, 7) && OTF_RBuffer_getRecord(buffer);
  return good;
}

bool read_trace(const std::string& stub) {
  OTF_FileManager* const manager = OTF_FileManager_open(4);
  OTF_HandlerArray* const handlers = OTF_HandlerArray_open();
  handle(handlers, seen, OTF_ENTER_RECORD);
  handle(handlers, said, OTF_EVENTCOMMENT_RECORD);
  handle(handlers, named, OTF_DEFPROCESS_RECORD);
  OTF_Reader* const reader = manager ? OTF_Reader_open(stub.c_str(), manager) : nullptr;
  const bool good = reader && read_records(reader, handlers);
  if (reader) OTF_Reader_close(reader);
  OTF_HandlerArray_close(handlers);
  if (manager) OTF_FileManager_close(manager);
  return good;
}

bool look_around(const std::string& stub) {
  OTF_FileManager* const manager = OTF_FileManager_open(1);
  if (!manager) return false;
  char* const name = OTF_getFilename(stub.c_str(), 1, OTF_FILETYPE_EVENT, 0, nullptr);
  char* const stripped = OTF_stripFilename(stub.c_str());
  OTF_File* const file = name ? OTF_File_open(name, manager, OTF_FILEMODE_READ) : nullptr;
  char text[64];
  bool good = stripped && file && OTF_File_read(file, text, sizeof text) == sizeof text && OTF_File_seek(file, 0) == 0;
  if (file) OTF_File_close(file);
  OTF_MasterControl* const master = OTF_MasterControl_new(manager);
  good &= master && OTF_MasterControl_read(master, stub.c_str());
  OTF_MasterControl* const copy = master ? OTF_MasterControl_clone(master, manager) : nullptr;
  good &= copy && OTF_MasterControl_append(copy, 7, 77);
  if (copy) OTF_MasterControl_close(copy);
  if (master) OTF_MasterControl_close(master);
  std::free(name);
  std::free(stripped);
  OTF_FileManager_close(manager);
  return good;
}

// How many allocations `work` makes. Told on the way: what came out of the library, and errors that were not told.
template <class Work>
long run_short(const char* name, Work&& work) {
  for (long allocations = 0;; ++allocations) {
    left = allocations;
    has_failed = false;
    otf_errno = OTF_NO_ERROR;
    bool good = false;
    try {
      good = work();
    } catch (...) {
      left = -1;
      std::printf("%s: an exception after %ld allocations\n", name, allocations);
      continue;
    }
    left = -1;
    if (!has_failed) {
      if (!good) std::printf("%s: fails with all memory of the world: %s\n", name, otf_strerr);
      return allocations;
    }
    if (good) continue;  // it could do without
    if (otf_errno == OTF_NO_ERROR) std::printf("%s: no error after %ld allocations\n", name, allocations);
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) return 2;
  const std::string folder = words[1];
  const std::string plain = folder + "/a_trace_whose_name_is_not_short",
                    packed = folder + "/another_trace_of_that_kind";
  const long all[] = {run_short("writing", [&] { return write_trace(plain, 0); }),
      run_short("writing compressed", [&] { return write_trace(packed, 6); }),
      run_short("reading", [&] { return read_trace(plain); }),
      run_short("reading compressed", [&] { return read_trace(packed); }),
      run_short("looking around", [&] { return look_around(plain); })};
  for (const long allocations : all) std::fprintf(stderr, "%ld allocations\n", allocations);
  return 0;
}
