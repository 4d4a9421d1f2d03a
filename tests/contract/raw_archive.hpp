// SPDX-License-Identifier: BSD-3-Clause
// Archives made byte by byte: what other writers, or older ones, would have left on disk.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>

#include "formats/otf2/anchor.hpp"
#include "scratch.hpp"

namespace weft::contract {

inline std::string raw(std::initializer_list<int> bytes) {
  std::string text;
  for (const int byte : bytes) text += static_cast<char>(byte);
  return text;
}

inline std::string raw_number(std::uint64_t value, std::size_t width, ByteOrder order = ByteOrder::little) {
  std::string text(width, '\0');
  for (std::size_t i = 0; i < width; ++i)
    text[order == ByteOrder::little ? i : width - 1 - i] = static_cast<char>(value >> (8 * i) & 0xff);
  return text;
}

// A record with a length of one byte.
inline std::string raw_record(int id, const std::string& body) {
  EXPECT_LT(body.size(), 255u);
  return raw({id, static_cast<int>(body.size())}) + body;
}

inline std::string raw_time(std::uint64_t time, ByteOrder order = ByteOrder::little) {
  return raw({5}) + raw_number(time, 8, order);
}

// A file of one chunk. Files that do not count events announce 1 to 0.
inline std::string raw_chunk(
    const std::string& records, std::uint64_t events = 0, ByteOrder order = ByteOrder::little) {
  return raw({3, order == ByteOrder::little ? 0x42 : 0x23}) + raw_number(1, 8, order) + raw_number(events, 8, order) +
         records + raw({2, 1});
}

struct RawAnchor {
  int anchor_format = 3;
  int trace_format = 2;
  int substrate = 1;
  int compression = 1;
  std::uint64_t event_chunk = 1 << 20;
  std::uint64_t definition_chunk = 4 << 20;
  std::uint64_t locations = 0;
  std::uint64_t definitions = 0;
  std::string extra = {};  // what a later format may have appended
};

inline std::string raw_anchor(const RawAnchor& a) {
  using namespace std::string_literals;
  std::string text = raw({3, 0x42}) + "OTF2\0"s + raw({a.anchor_format, a.trace_format, 1, 0, 2});
  text += raw_number(a.event_chunk, 8) + raw_number(a.definition_chunk, 8) + raw({a.substrate, a.compression});
  text += raw_number(a.locations, 8) + raw_number(a.definitions, 8) + "machine\0creator\0description\0"s;
  if (a.anchor_format >= 2) text += raw_number(1, 4) + "A::B\0value\0"s + raw_number(0x1122334455667788, 8);
  if (a.anchor_format >= 3) text += raw_number(5, 4) + raw_number(0, 4);
  return text + a.extra + raw({2, 1, 0});
}

// Lays an archive with one location, 0, into `scratch` and answers the path of its anchor.
inline std::string lay(const Scratch& scratch, const std::string& name, const RawAnchor& anchor,
    const std::string& definitions, const std::string& events, const std::string& local = {}) {
  fs::create_directories(scratch / name);
  write_file(scratch / (name + ".otf2"), raw_anchor(anchor));
  write_file(scratch / (name + ".def"), definitions);
  write_file(scratch / (name + "/0.evt"), events);
  if (!local.empty()) write_file(scratch / (name + "/0.def"), local);
  return scratch / (name + ".otf2");
}

// A Location record for location 0 with the undefined name and group.
inline std::string raw_location(int events) { return raw_record(14, raw({0, 0xff, 1, 1, events, 0xff})); }

}  // namespace weft::contract
