// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf/master_control.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>

#include "compat/otf/errors.hpp"
#include "compat/otf/file_manager.hpp"

namespace weft::otf::compat {

namespace {

// Makes a gap at `index` of an array that grows as needed.
template <class T>
T* make_gap(T*& array, uint32_t& count, uint32_t& room, uint32_t index) {
  if (count == room) {
    const uint32_t larger = std::max<uint32_t>(2 * room, 16);
    auto* const moved = static_cast<T*>(std::realloc(static_cast<void*>(array), larger * sizeof(T)));
    if (!moved) throw std::bad_alloc();
    array = moved;
    room = larger;
  }
  std::copy_backward(array + index, array + count, array + count + 1);
  ++count;
  return array + index;
}

uint32_t place_of(const OTF_MasterControl& mc, StreamId stream) {
  const std::span entries(mc.map, mc.n);
  return static_cast<uint32_t>(
      std::ranges::lower_bound(entries, stream, {}, &OTF_MapEntry::argument) - entries.begin());
}

OTF_MapEntry* find(const OTF_MasterControl& mc, StreamId stream) {
  const uint32_t place = place_of(mc, stream);
  return place < mc.n && mc.map[place].argument == stream ? mc.map + place : nullptr;
}

void insert_value(OTF_MapEntry& entry, uint32_t value) {
  const auto index = static_cast<uint32_t>(
      std::lower_bound(entry.values, entry.values + entry.n, value) - entry.values);
  *make_gap(entry.values, entry.n, entry.s, index) = value;
}

OTF_MapEntry* insert_entry(OTF_MasterControl& mc, StreamId stream, uint32_t place) {
  OTF_MapEntry* const entry = make_gap(mc.map, mc.n, mc.s, place);
  *entry = {stream, 0, 0, nullptr};
  return entry;
}

void insert_reverse(OTF_MasterControl& mc, ProcessId process, StreamId stream) {
  const std::span pairs(mc.rmap, mc.rn);
  const auto place = std::ranges::lower_bound(pairs, process, {}, &OTF_Pair::argument) - pairs.begin();
  *make_gap(mc.rmap, mc.rn, mc.rs, static_cast<uint32_t>(place)) = {process, stream};
}

}  // namespace

void MasterObject::mirror(StreamId stream, ProcessId process) {
  OTF_MapEntry* entry = find(*this, stream);
  if (!entry) entry = insert_entry(*this, stream, place_of(*this, stream));
  insert_value(*entry, process);
  insert_reverse(*this, process, stream);
}

bool MasterObject::add(StreamId stream, ProcessId process) {
  if (!master.map(stream, process)) return false;
  mirror(stream, process);
  return true;
}

StreamId MasterObject::stream_for(ProcessId process, uint32_t most_streams) {
  const std::size_t known = master.processes().size();
  const StreamId stream = master.assign(process, most_streams);
  if (master.processes().size() > known) mirror(stream, process);
  return stream;
}

void MasterObject::clear() {
  for (uint32_t i = 0; i < n; ++i) std::free(map[i].values);
  std::free(map);
  std::free(rmap);
  map = nullptr;
  rmap = nullptr;
  n = s = rn = rs = 0;
  master = {};
}

}  // namespace weft::otf::compat

using namespace weft::otf;
using namespace weft::otf::compat;

extern "C" {

int OTF_MasterControl_init(OTF_MasterControl* mc);
void OTF_MasterControl_finalize(OTF_MasterControl* mc);
void OTF_MasterControl_reset(OTF_MasterControl* mc);
OTF_MapEntry* OTF_MasterControl_getMapEntry(OTF_MasterControl* mc, uint32_t argument);
OTF_MapEntry* OTF_MasterControl_insertMapEntry(OTF_MasterControl* mc, uint32_t argument, uint32_t pos);
int OTF_MasterControl_insertRMapEntry(OTF_MasterControl* mc, uint32_t value, uint32_t argument);
int OTF_MapEntry_insertValue(OTF_MapEntry* mc, uint32_t value);

OTF_MasterControl* OTF_MasterControl_new(OTF_FileManager* manager) {
  return guarded(nullptr, [&] { return std::make_unique<MasterObject>(manager).release(); });
}

void OTF_MasterControl_close(OTF_MasterControl* mc) {
  if (mc) delete &object(mc);
}

void OTF_MasterControl_finish(OTF_MasterControl* mc) { OTF_MasterControl_close(mc); }

int OTF_MasterControl_init(OTF_MasterControl* mc) {
  object(mc).clear();
  return 1;
}

void OTF_MasterControl_finalize(OTF_MasterControl* mc) { object(mc).clear(); }

void OTF_MasterControl_reset(OTF_MasterControl* mc) { object(mc).clear(); }

OTF_MasterControl* OTF_MasterControl_clone(OTF_MasterControl* mc, OTF_FileManager* manager) {
  return guarded(nullptr, [&] {
    auto copy = std::make_unique<MasterObject>(manager);
    for (uint32_t i = 0; i < mc->rn; ++i) copy->add(mc->rmap[i].value, mc->rmap[i].argument);
    return copy.release();
  });
}

// Lines that map nothing are left out; that there were some is an error that does not keep the others from counting.
int OTF_MasterControl_read(OTF_MasterControl* mc, const char* namestub) {
  object(mc).clear();
  return guarded(0, [&] {
    const auto paths = TracePaths::of(namestub);
    if (!succeeded(paths)) return 0;
    weft::Report report;
    const auto read = Master::read(*paths, report);
    if (!succeeded(read)) return 0;
    for (const auto& [process, stream] : read->processes()) object(mc).add(stream, process);
    object(mc).master.forwarding = read->forwarding;
    if (const auto& shared = read->forwarding; shared && mc->manager)
      OTF_FileManager_setIofsl(
          mc->manager, shared->servers, nullptr, static_cast<OTF_IofslMode>(shared->mode), 0, 0, shared->mask);
    return 1;
  });
}

int OTF_MasterControl_write(OTF_MasterControl* mc, const char* namestub) {
  return guarded(0, [&]() -> int {
    const auto paths = TracePaths::of(namestub);
    return succeeded(paths) && succeeded(object(mc).master.write(*paths));
  });
}

int OTF_MasterControl_append(OTF_MasterControl* mc, uint32_t argument, uint32_t value) {
  return guarded(0, [&] {
    if (object(mc).add(argument, value)) return 1;
    set_error("the process is mapped already, or the stream cannot have processes");
    return 0;
  });
}

int OTF_MasterControl_appendList(OTF_MasterControl* mc, uint32_t argument, uint32_t l, uint32_t* values) {
  int good = 1;
  for (uint32_t i = 0; i < l; ++i) good &= OTF_MasterControl_append(mc, argument, values[i]);
  return good;
}

uint32_t OTF_MasterControl_mapReverse(OTF_MasterControl* mc, uint32_t value) {
  return object(mc).master.stream_of(value).value_or(0);
}

OTF_MapEntry* OTF_MasterControl_getEntry(OTF_MasterControl* mc, uint32_t argument) { return find(*mc, argument); }

OTF_MapEntry* OTF_MasterControl_getEntryByIndex(OTF_MasterControl* mc, uint32_t index) {
  return index < mc->n ? mc->map + index : nullptr;
}

OTF_Pair* OTF_MasterControl_getREntryByIndex(OTF_MasterControl* mc, uint32_t index) {
  return index < mc->rn ? mc->rmap + index : nullptr;
}

uint32_t OTF_MasterControl_getCount(OTF_MasterControl* mc) { return mc->n; }

uint32_t OTF_MasterControl_getrCount(OTF_MasterControl* mc) { return mc->rn; }

uint32_t OTF_MasterControl_getValueCount(OTF_MasterControl* mc, uint32_t argument) {
  const OTF_MapEntry* const entry = find(*mc, argument);
  return entry ? entry->n : 0;
}

uint32_t* OTF_MasterControl_getValues(OTF_MasterControl* mc, uint32_t argument) {
  const OTF_MapEntry* const entry = find(*mc, argument);
  return entry ? entry->values : nullptr;
}

uint32_t OTF_MasterControl_getNewStreamId(OTF_MasterControl* mc) { return object(mc).master.new_stream(); }

int OTF_MasterControl_check(OTF_MasterControl* mc) {
  const auto by_argument = [](const auto& a, const auto& b) { return a.argument >= b.argument; };
  for (uint32_t i = 0; i < mc->n; ++i) {
    const OTF_MapEntry& entry = mc->map[i];
    if (std::adjacent_find(entry.values, entry.values + entry.n, std::greater_equal<>()) != entry.values + entry.n)
      return 0;
  }
  return std::adjacent_find(mc->map, mc->map + mc->n, by_argument) == mc->map + mc->n &&
         std::adjacent_find(mc->rmap, mc->rmap + mc->rn, by_argument) == mc->rmap + mc->rn;
}

void OTF_MasterControl_print(OTF_MasterControl* mc) {
  std::fprintf(stderr, "map:\n");
  for (uint32_t i = 0; i < mc->n; ++i) {
    std::fprintf(stderr, "%x: ", mc->map[i].argument);
    for (uint32_t k = 0; k < mc->map[i].n; ++k) std::fprintf(stderr, "%x ", mc->map[i].values[k]);
    std::fprintf(stderr, "\n");
  }
  std::fprintf(stderr, "rmap:\n");
  for (uint32_t i = 0; i < mc->rn; ++i) std::fprintf(stderr, "%x: %x\n", mc->rmap[i].argument, mc->rmap[i].value);
}

OTF_MapEntry* OTF_MasterControl_getMapEntry(OTF_MasterControl* mc, uint32_t argument) {
  OTF_MapEntry* const entry = find(*mc, argument);
  return entry ? entry : OTF_MasterControl_insertMapEntry(mc, argument, place_of(*mc, argument));
}

OTF_MapEntry* OTF_MasterControl_insertMapEntry(OTF_MasterControl* mc, uint32_t argument, uint32_t pos) {
  return guarded(nullptr, [&] { return insert_entry(*mc, argument, std::min(pos, mc->n)); });
}

int OTF_MasterControl_insertRMapEntry(OTF_MasterControl* mc, uint32_t value, uint32_t argument) {
  return guarded(0, [&] {
    insert_reverse(*mc, value, argument);
    return 1;
  });
}

int OTF_MapEntry_insertValue(OTF_MapEntry* mc, uint32_t value) {
  return guarded(0, [&] {
    insert_value(*mc, value);
    return 1;
  });
}
}
