// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/transform.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace weft::bp {
namespace {

Bytes text_bytes(const std::string& text) { return std::as_bytes(std::span(text)); }

std::vector<std::byte> packed_and_back(const char* text, Bytes content, ByteOrder order) {
  const auto wanted = parse_transform(text);
  EXPECT_TRUE(wanted) << text;
  const auto block = transform(*wanted, content, order);
  EXPECT_TRUE(block) << text;
  const Transform what{wanted->method, DataType::byte, {}, block->metadata};
  auto back = undo_transform(what, block->bytes, content.size(), order);
  EXPECT_TRUE(back) << text;
  return back ? *std::move(back) : std::vector<std::byte>();
}

TEST(BpTransform, WhatWasChangedComesBack) {
  const std::string repeated(100'000, 'a');
  const std::string short_one = "x";
  for (const char* text : {"identity", "zlib", "zlib:1", "zlib:level=9", "bzip2", "bzip2:1"})
    for (const ByteOrder order : {ByteOrder::little, ByteOrder::big})
      for (const std::string* content : {&repeated, &short_one}) {
        const auto back = packed_and_back(text, text_bytes(*content), order);
        EXPECT_TRUE(std::ranges::equal(back, text_bytes(*content))) << text;
      }
}

TEST(BpTransform, WhatDoesNotGetSmallerIsStored) {
  const std::string content = "q";
  const auto block = transform(*parse_transform("zlib"), text_bytes(content), ByteOrder::little);
  ASSERT_TRUE(block);
  EXPECT_EQ(block->bytes.size(), 1u);
  EXPECT_EQ(block->metadata.back(), std::byte{0});
}

TEST(BpTransform, OnlyKnownOnesAreTaken) {
  EXPECT_FALSE(parse_transform("lz4"));
  EXPECT_FALSE(parse_transform(""));
  EXPECT_TRUE(parse_transform("none")->method.empty());
  EXPECT_EQ(parse_transform("zlib:7")->level, 7);
  EXPECT_EQ(parse_transform("zlib:77")->level, 0);
}

}  // namespace
}  // namespace weft::bp
