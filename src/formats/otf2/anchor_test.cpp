// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/anchor.hpp"

#include <gtest/gtest.h>

#include <string>

namespace weft::otf2 {
namespace {

using namespace std::string_literals;

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
Result<Anchor> parsed(const std::string& text) { return parse_anchor(std::as_bytes(std::span(text)), "a.otf2"); }

TEST(Anchor, HasTheBytesOfTheSpecification) {
  Anchor anchor;
  anchor.event_chunk_bytes = 0x100000;
  anchor.definition_chunk_bytes = 0x400000;
  anchor.number_of_locations = 2;
  anchor.number_of_global_definitions = 3;
  anchor.machine_name = "m";
  anchor.description = "d";
  anchor.properties = {{"A::B", "v"}};
  anchor.trace_id = 0x0102030405060708;
  anchor.number_of_snapshots = 4;
  anchor.number_of_thumbnails = 5;
  EXPECT_EQ(text_of(serialize_anchor(anchor)),
      "\x03\x42OTF2\0\x03\x02\x03\x00\x02"s  // magic, formats, version
      "\0\0\x10\0\0\0\0\0"s
      "\0\0\x40\0\0\0\0\0"s
      "\x01\x01"s  // chunk sizes, substrate, compression
      "\x02\0\0\0\0\0\0\0"s
      "\x03\0\0\0\0\0\0\0"s  // counts
      "m\0\0d\0"s
      "\x01\0\0\0"
      "A::B\0v\0"s  // texts, properties
      "\x08\x07\x06\x05\x04\x03\x02\x01"s
      "\x04\0\0\0\x05\0\0\0"s
      "\x02\x01\0"s);
  anchor.order = ByteOrder::big;
  EXPECT_EQ(text_of(serialize_anchor(anchor)).substr(0, 20), "\x03\x23OTF2\0\x03\x02\x03\x00\x02\0\0\0\0\0\x10\0\0"s);
}

TEST(Anchor, RefusesWhatIsNone) {
  for (const std::string& text :
      {""s, "\x03"s, "hello, world"s, "\x03\x43OTF2\0"s, "\x03\x42OTF3\0......................"s}) {
    const auto anchor = parsed(text);
    ASSERT_FALSE(anchor);
    EXPECT_EQ(anchor.error().code, Errc::corrupt);
    EXPECT_EQ(anchor.error().file, "a.otf2");
  }
}

TEST(Anchor, RefusesMorePropertiesThanThereAreBytes) {
  std::string text = text_of(serialize_anchor({}));
  const std::size_t properties = 46 + 3;
  text[properties + 3] = '\x7f';
  EXPECT_FALSE(parsed(text));
}

TEST(TraceId, IsNeverZeroAndNeverTheSame) {
  const std::uint64_t first = invent_trace_id(), second = invent_trace_id();
  EXPECT_NE(first, 0u);
  EXPECT_NE(first, second);
}

}  // namespace
}  // namespace weft::otf2
