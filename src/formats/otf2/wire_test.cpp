// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/wire.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "formats/otf2/layouts.hpp"

namespace weft::otf2 {
namespace {

std::string raw_text(std::initializer_list<int> bytes) {
  std::string text;
  for (const int byte : bytes) text += static_cast<char>(byte);
  return text;
}

template <class T>
std::string encoded(const T& value, ByteOrder order = ByteOrder::little) {
  std::byte buffer[4096];
  Encoder encoder(buffer, order);
  encoder(value);
  return {reinterpret_cast<const char*>(buffer), static_cast<std::size_t>(encoder.position() - buffer)};
}

template <class T>
struct Decoded {
  T value{};
  bool failed = false;
  std::size_t used = 0;
};

template <class T>
Decoded<T> decoded(const std::string& text, ByteOrder order = ByteOrder::little) {
  static Arena arena;
  // A copy of exactly this size, so that reading beyond it shows.
  const std::vector<char> bytes(text.begin(), text.end());
  const auto* begin = reinterpret_cast<const std::byte*>(bytes.data());
  Decoder decoder(begin, begin + bytes.size(), order, arena);
  Decoded<T> result;
  decoder(result.value);
  result.failed = decoder.failed();
  result.used = static_cast<std::size_t>(decoder.position() - begin);
  return result;
}

// The examples of section 5.2.
TEST(CompressedInteger, HasTheBytesOfTheSpecification) {
  const std::pair<std::uint32_t, std::string> examples[] = {{0, raw_text({0})}, {1, raw_text({1, 1})},
      {255, raw_text({1, 0xff})}, {256, raw_text({2, 0, 1})}, {0x01000000, raw_text({4, 0, 0, 0, 1})},
      {0xfffffffe, raw_text({4, 0xfe, 0xff, 0xff, 0xff})}, {0xffffffff, raw_text({0xff})}};
  for (const auto& [value, bytes] : examples) {
    EXPECT_EQ(encoded(value), bytes) << value;
    EXPECT_EQ(decoded<std::uint32_t>(bytes).value, value);
    EXPECT_EQ(decoded<std::uint32_t>(bytes).used, bytes.size());
  }
  EXPECT_EQ(encoded(std::int64_t{-1}), raw_text({8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}));
  EXPECT_EQ(encoded(std::int32_t{-1}), raw_text({4, 0xff, 0xff, 0xff, 0xff}));
  EXPECT_EQ(encoded(~std::uint64_t{0}), raw_text({0xff}));
  EXPECT_EQ(encoded(~std::uint64_t{0} - 1), raw_text({8, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}));
}

TEST(CompressedInteger, KeepsItsLowBytesInBigEndianFiles) {
  EXPECT_EQ(encoded(std::uint32_t{0x010203}, ByteOrder::big), raw_text({3, 1, 2, 3}));
  EXPECT_EQ(encoded(std::uint64_t{256}, ByteOrder::big), raw_text({2, 1, 0}));
  EXPECT_EQ(encoded(std::int64_t{-2}, ByteOrder::big), raw_text({8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe}));
  EXPECT_EQ(decoded<std::uint64_t>(raw_text({2, 1, 0}), ByteOrder::big).value, 256u);
  EXPECT_EQ(decoded<std::uint32_t>(raw_text({3, 1, 2, 3, 9, 9, 9, 9, 9, 9}), ByteOrder::big).value, 0x010203u);
}

TEST(CompressedInteger, ReadsFormsThatAreLongerThanNeeded) {
  EXPECT_EQ(decoded<std::uint32_t>(raw_text({1, 0})).value, 0u);
  EXPECT_EQ(decoded<std::uint32_t>(raw_text({4, 1, 0, 0, 0})).value, 1u);
  EXPECT_EQ(decoded<std::uint64_t>(raw_text({8, 1, 0, 0, 0, 0, 0, 0, 0})).value, 1u);
  EXPECT_EQ(decoded<std::int64_t>(raw_text({1, 0xff})).value, 255) << "bytes that are not there are zero";
  EXPECT_EQ(decoded<std::int64_t>(raw_text({0xff})).value, -1);
}

TEST(CompressedInteger, RefusesLengthsBeyondItsType) {
  for (int n = 5; n < 255; ++n) EXPECT_TRUE(decoded<std::uint32_t>(raw_text({n}) + std::string(300, '\1')).failed) << n;
  EXPECT_FALSE(decoded<std::uint64_t>(raw_text({8}) + std::string(8, '\1')).failed);
  EXPECT_TRUE(decoded<std::uint64_t>(raw_text({9}) + std::string(9, '\1')).failed);
}

TEST(CompressedInteger, FailsWhenItsBytesAreMissing) {
  EXPECT_TRUE(decoded<std::uint32_t>("").failed);
  for (int n = 1; n <= 4; ++n)
    for (int there = 0; there < n; ++there)
      EXPECT_TRUE(decoded<std::uint32_t>(raw_text({n}) + std::string(static_cast<std::size_t>(there), '\1')).failed);
}

TEST(CompressedInteger, TakesAsManyBytesAsItHasSignificantOnes) {
  EXPECT_EQ(significant_bytes(0), 0u);
  for (unsigned n = 1; n <= 8; ++n) {
    const std::uint64_t largest = ~std::uint64_t{0} >> (64 - 8 * n);
    EXPECT_EQ(significant_bytes(largest), n);
    EXPECT_EQ(significant_bytes(largest / 256 + 1), n);
  }
}

TEST(PlainValues, TakeTheirFullWidth) {
  EXPECT_EQ(encoded(Timestamp{1}), raw_text({1, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(encoded(Timestamp{1}, ByteOrder::big), raw_text({0, 0, 0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(encoded(1.0), raw_text({0, 0, 0, 0, 0, 0, 0xf0, 0x3f}));
  EXPECT_EQ(encoded(std::uint8_t{200}), raw_text({200}));
  EXPECT_EQ(encoded(Paradigm::mpi), raw_text({4}));
  EXPECT_EQ(encoded(IoParadigmRef{}), raw_text({0xff}));
  EXPECT_TRUE(decoded<Timestamp>(std::string(7, '\0')).failed);
}

TEST(Texts, EndWithANul) {
  EXPECT_EQ(encoded(std::string_view("ab")), std::string("ab\0", 3));
  EXPECT_EQ(encoded(std::string_view{}), std::string("\0", 1));
  const auto text = decoded<std::string_view>(std::string("ab\0cd", 5));
  EXPECT_EQ(text.used, 3u);
  EXPECT_FALSE(text.failed);
  EXPECT_TRUE(decoded<std::string_view>("no end").failed);
  EXPECT_TRUE(decoded<std::string_view>("").failed);
}

// The table of section 5.3, with a value that shows the width.
TEST(TypedValues, AreStoredAsTheirTypeSays) {
  const std::pair<TypedValue, std::string> examples[] = {
      {{Type::none, 256}, raw_text({0, 2, 0, 1})},
      {{Type::uint8, 255}, raw_text({1, 255})},
      {{Type::uint16, 0x0102}, raw_text({2, 2, 1})},
      {{Type::uint32, 0xffffffff}, raw_text({3, 0xff})},
      {{Type::uint64, 0xffffffff}, raw_text({4, 4, 0xff, 0xff, 0xff, 0xff})},
      {{Type::int8, 0xff}, raw_text({5, 0xff})},
      {{Type::int16, 0xfffe}, raw_text({6, 0xfe, 0xff})},
      {{Type::int32, 0xffffffff}, raw_text({7, 4, 0xff, 0xff, 0xff, 0xff})},
      {{Type::int64, ~std::uint64_t{0}}, raw_text({8, 8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff})},
      {{Type::float_, 0x3fc00000}, raw_text({9, 0, 0, 0xc0, 0x3f})},
      {{Type::double_, 0}, raw_text({10, 0, 0, 0, 0, 0, 0, 0, 0})},
      {{Type::string, 0xffffffff}, raw_text({11, 0xff})},
      {{Type::location, 0xffffffff}, raw_text({13, 4, 0xff, 0xff, 0xff, 0xff})},
      {{Type::location_group, 1}, raw_text({25, 1, 1})},
      {{static_cast<Type>(26), ~std::uint64_t{0}}, raw_text({26, 0xff})},
      {{static_cast<Type>(200), 0x0100000000}, raw_text({200, 5, 0, 0, 0, 0, 1})},
  };
  for (const auto& [value, bytes] : examples) {
    EXPECT_EQ(encoded(value), bytes) << static_cast<int>(value.type);
    EXPECT_EQ(decoded<TypedValue>(bytes).value, value) << static_cast<int>(value.type);
    for (std::size_t n = 0; n < bytes.size(); ++n) EXPECT_TRUE(decoded<TypedValue>(bytes.substr(0, n)).failed);
  }
}

TEST(Sequences, AreACountAndTheirElements) {
  const std::uint64_t numbers[] = {0, 256};
  EXPECT_EQ(encoded(Sequence<std::uint64_t, std::uint32_t>(numbers)), raw_text({1, 2, 0, 2, 0, 1}));
  const MetricValue values[] = {{Type::double_, 0}, {Type::int64, ~std::uint64_t{0}}};
  EXPECT_EQ(encoded(Sequence<MetricValue, std::uint8_t>(values)), raw_text({2, 10, 0, 8, 0xff}));
  EXPECT_EQ(encoded(Sequence<std::uint32_t, std::uint32_t>()), raw_text({0}));
}

TEST(Sequences, NeverTrustTheirCount) {
  using List = Sequence<std::uint64_t, std::uint32_t>;
  EXPECT_TRUE(decoded<List>(raw_text({4, 0xff, 0xff, 0xff, 0x7f, 1, 1})).failed);
  EXPECT_TRUE(decoded<List>(raw_text({1, 3, 0, 0})).failed);
  EXPECT_TRUE(decoded<List>(raw_text({0xff})).failed);
  EXPECT_FALSE(decoded<List>(raw_text({1, 3, 0, 0, 0})).failed);
}

TEST(IdMaps, AreDenseOrSparse) {
  const IdPair pairs[] = {{0, 7}, {1, 256}};
  const IdMap dense{IdMapMode::dense, pairs}, sparse{IdMapMode::sparse, pairs};
  EXPECT_EQ(encoded(dense), raw_text({1, 2, 0, 1, 7, 2, 0, 1}));
  EXPECT_EQ(encoded(sparse), raw_text({1, 2, 1, 0, 1, 7, 1, 1, 2, 0, 1}));
  EXPECT_EQ(decoded<IdMap>(encoded(dense)).value, dense);
  EXPECT_EQ(decoded<IdMap>(encoded(sparse)).value, sparse);
}

TEST(IdMaps, RefuseWhatIsNoMap) {
  EXPECT_TRUE(decoded<IdMap>(raw_text({0, 0})).failed) << "no entries";
  EXPECT_TRUE(decoded<IdMap>(raw_text({1, 1, 2, 0, 0})).failed) << "neither dense nor sparse";
  EXPECT_TRUE(decoded<IdMap>(raw_text({8, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1})).failed) << "more entries than bytes";
  EXPECT_TRUE(decoded<IdMap>(raw_text({1, 2, 1, 0, 1, 7, 1})).failed) << "cut short";
}

TEST(Decoder, StaysFailed) {
  Arena arena;
  const std::byte bytes[] = {std::byte{9}, std::byte{1}, std::byte{1}};
  Decoder decoder(bytes, bytes + 3, ByteOrder::little, arena);
  std::uint32_t number = 5;
  decoder(number);
  EXPECT_TRUE(decoder.failed());
  EXPECT_EQ(number, 0u);
  std::uint8_t byte = 5;
  decoder(byte);
  EXPECT_TRUE(decoder.failed());
  EXPECT_EQ(byte, 0u);
  EXPECT_FALSE(decoder.more());
}

// What section 6.3 says of each kind of file.
TEST(Estimates, AreExactOrTheWorstCase) {
  const def::Parameter parameter{{1}, {}, {}};
  EXPECT_EQ(estimated_bytes<Estimate::definition>(parameter), 2u + 1 + 1);
  EXPECT_EQ(estimated_bytes<Estimate::worst_case>(parameter), 5u + 5 + 1);
  const def::LocationProperty property{{0}, {0}, {Type::uint8, 0}};
  EXPECT_EQ(estimated_bytes<Estimate::exact>(property), 1u + 1 + 1 + 1 + 1);
  EXPECT_EQ(estimated_bytes<Estimate::definition>(property), 1u + 1 + 1 + 1 + 9) << "9 for every attribute value";
}

}  // namespace
}  // namespace weft::otf2
