// SPDX-License-Identifier: BSD-3-Clause
// The files of a reader in order of their times. Reading itself uses the codec's merge; this is exported for programs
// that were linked against it, and what is in an OTF_Heap is known here only.
#include <algorithm>
#include <new>

#include "compat/otf/errors.hpp"
#include "compat/otf/reader.hpp"

using namespace weft::otf;
using namespace weft::otf::compat;

struct OTF_Heap {
  uint32_t n;
  OTF_RBuffer** buffers;
};

namespace {

bool is_later(OTF_RBuffer* a, OTF_RBuffer* b) { return object(a).lines->time() >= object(b).lines->time(); }

void sink(OTF_Heap& heap, uint32_t place) {
  for (uint32_t child; (child = 2 * place + 1) < heap.n; place = child) {
    if (child + 1 < heap.n && object(heap.buffers[child + 1]).lines->time() < object(heap.buffers[child]).lines->time())
      ++child;
    if (!is_later(heap.buffers[place], heap.buffers[child])) return;
    std::swap(heap.buffers[place], heap.buffers[child]);
  }
}

// Files without records are left out.
template <class Kind>
int fill(OTF_Heap* heap, OTF_Reader* reader, bool with_global) {
  *heap = {0, new (std::nothrow) OTF_RBuffer*[reader->mapping->n + 1]};
  if (!heap->buffers) return 0;
  const auto add = [&](StreamId id) {
    OTF_RStream* const stream = OTF_Reader_getStream(reader, id);
    RBufferObject* const buffer = stream ? rbuffer_of<Kind>(*stream) : nullptr;
    const auto has_record = [&] { return buffer->begin() && buffer->lines->fetch(); };
    if (buffer && guarded(false, has_record)) heap->buffers[heap->n++] = buffer;
  };
  if (with_global) add(0);
  for (uint32_t i = 0; i < reader->mapping->n; ++i) {
    const OTF_MapEntry& entry = reader->mapping->map[i];
    if (std::any_of(entry.values, entry.values + entry.n,
            [&](uint32_t process) { return OTF_ProcessList_getStatus(&reader->processes, process) != 0; }))
      add(entry.argument);
  }
  return 1;
}

}  // namespace

extern "C" {

int OTF_Heap_initDefHeap(OTF_Heap* heap, OTF_Reader* reader);
int OTF_Heap_initEventHeap(OTF_Heap* heap, OTF_Reader* reader);
int OTF_Heap_initMarkerHeap(OTF_Heap* heap, OTF_Reader* reader);
int OTF_Heap_initSnapshotsHeap(OTF_Heap* heap, OTF_Reader* reader);
int OTF_Heap_initStatisticsHeap(OTF_Heap* heap, OTF_Reader* reader);
void OTF_Heap_finalize(OTF_Heap* heap);
int OTF_Heap_sort(OTF_Heap* heap);
int OTF_Heap_resort(OTF_Heap* heap);
int OTF_Heap_checksorted(OTF_Heap* heap);

int OTF_Heap_initDefHeap(OTF_Heap* heap, OTF_Reader* reader) { return fill<DefinitionFile>(heap, reader, true); }
int OTF_Heap_initEventHeap(OTF_Heap* heap, OTF_Reader* reader) {
  return fill<EventFile>(heap, reader, false) && OTF_Heap_sort(heap);
}
int OTF_Heap_initMarkerHeap(OTF_Heap* heap, OTF_Reader* reader) { return fill<MarkerFile>(heap, reader, true); }
int OTF_Heap_initSnapshotsHeap(OTF_Heap* heap, OTF_Reader* reader) {
  return fill<SnapshotFile>(heap, reader, false) && OTF_Heap_sort(heap);
}
int OTF_Heap_initStatisticsHeap(OTF_Heap* heap, OTF_Reader* reader) {
  return fill<StatisticsFile>(heap, reader, false) && OTF_Heap_sort(heap);
}

void OTF_Heap_finalize(OTF_Heap* heap) {
  delete[] heap->buffers;
  *heap = {};
}

int OTF_Heap_sort(OTF_Heap* heap) {
  for (uint32_t i = heap->n / 2 + 1; i-- > 0;) sink(*heap, i);
  return 1;
}

// After the time of the first one has changed.
int OTF_Heap_resort(OTF_Heap* heap) {
  sink(*heap, 0);
  return 1;
}

int OTF_Heap_checksorted(OTF_Heap* heap) {
  for (uint32_t i = 1; i < heap->n; ++i)
    if (object(heap->buffers[i]).lines->time() < object(heap->buffers[(i - 1) / 2]).lines->time()) return 0;
  return 1;
}
}
