// SPDX-License-Identifier: BSD-3-Clause
// Hash functions that the reference exports without declaring them.
#include "base/lookup3.hpp"

namespace {

weft::Bytes bytes_of(const void* key, size_t length) { return {static_cast<const std::byte*>(key), length}; }

void store(weft::lookup3::Pair pair, uint32_t* first, uint32_t* second) {
  *first = pair.first;
  *second = pair.second;
}

}  // namespace

extern "C" {

uint32_t hashword(const uint32_t* k, size_t length, uint32_t initval);
void hashword2(const uint32_t* k, size_t length, uint32_t* pc, uint32_t* pb);
uint32_t hashlittle(const void* key, size_t length, uint32_t initval);
void hashlittle2(const void* key, size_t length, uint32_t* pc, uint32_t* pb);
uint32_t hashbig(const void* key, size_t length, uint32_t initval);

uint32_t hashword(const uint32_t* k, size_t length, uint32_t initval) {
  return weft::lookup3::of_words({k, length}, {initval, 0}).first;
}

void hashword2(const uint32_t* k, size_t length, uint32_t* pc, uint32_t* pb) {
  store(weft::lookup3::of_words({k, length}, {*pc, *pb}), pc, pb);
}

uint32_t hashlittle(const void* key, size_t length, uint32_t initval) {
  return weft::lookup3::of_little_endian(bytes_of(key, length), {initval, 0}).first;
}

void hashlittle2(const void* key, size_t length, uint32_t* pc, uint32_t* pb) {
  store(weft::lookup3::of_little_endian(bytes_of(key, length), {*pc, *pb}), pc, pb);
}

uint32_t hashbig(const void* key, size_t length, uint32_t initval) {
  return weft::lookup3::of_big_endian(bytes_of(key, length), {initval, 0}).first;
}
}
