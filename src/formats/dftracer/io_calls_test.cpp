// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/io_calls.hpp"

#include <gtest/gtest.h>

#include <map>

namespace weft::dftracer {
namespace {

TEST(IoCalls, SpellingsOfACallAreOneCall) {
  for (const char* const name : {"pread", "pread64", "__pread_chk", "__pread64_chk"}) {
    EXPECT_EQ(io_call(name).io_class, IoClass::read) << name;
    EXPECT_EQ(io_call(name).placing, IoPlacing::at_offset) << name;
  }
  EXPECT_EQ(io_call("__open_2").placing, IoPlacing::opens);
  EXPECT_EQ(io_call("__lxstat64").io_class, IoClass::metadata);
}

TEST(IoCalls, ReadingALinkOrADirectoryMovesNoBytes) {
  EXPECT_EQ(io_call("readlink").io_class, IoClass::metadata);
  EXPECT_EQ(io_call("readdir64").bytes, BytesIn::nothing);
}

TEST(IoCalls, WhatIsOpenAlreadyIsNotOpenedAgain) {
  EXPECT_EQ(io_call("fdopen").io_class, IoClass::metadata);
  EXPECT_EQ(io_call("fdopen").placing, IoPlacing::unknown);
  EXPECT_TRUE(opens_directory(0200000));
  EXPECT_FALSE(opens_directory(0100)) << "a file that is made";
  EXPECT_FALSE(opens_directory(020200002)) << "a file without a name in that directory";
}

TEST(IoCalls, WhatNobodyKnowsIsOther) {
  EXPECT_EQ(io_call("").io_class, IoClass::other);
  EXPECT_EQ(io_call("zzz").io_class, IoClass::other);
}

class MovedBytes : public testing::Test {
 protected:
  std::optional<std::uint64_t> of(BytesIn told_in) const {
    return bytes_moved(told_in, [&](std::string_view name) {
      const auto found = arguments_.find(name);
      return found == arguments_.end() ? std::nullopt : std::optional(found->second);
    });
  }

  std::map<std::string_view, std::int64_t> arguments_;
};

TEST_F(MovedBytes, AreWhatTheArgumentsSay) {
  arguments_ = {{"ret", 3}, {"size", 100}, {"ret_len", 7}, {"str_len", 9}};
  EXPECT_EQ(of(BytesIn::ret), 3u);
  EXPECT_EQ(of(BytesIn::ret_times_size), 300u);
  EXPECT_EQ(of(BytesIn::ret_len), 7u);
  EXPECT_EQ(of(BytesIn::str_len), 9u);
  EXPECT_EQ(of(BytesIn::one), 1u);
  EXPECT_EQ(of(BytesIn::word), 4u);
  EXPECT_EQ(of(BytesIn::nothing), std::nullopt);
}

TEST_F(MovedBytes, AreThoseOfAWordWhateverItIs) {
  EXPECT_EQ(io_call("getw").bytes, BytesIn::word);
  EXPECT_EQ(io_call("putw").bytes, BytesIn::word);
  arguments_ = {{"ret", -70000}};
  EXPECT_EQ(of(BytesIn::word), 4u);
}

TEST_F(MovedBytes, AreNoneOfACallThatFailed) {
  arguments_ = {{"ret", -1}, {"size", 100}, {"str_len", 9}};
  for (const BytesIn told_in : {BytesIn::ret, BytesIn::ret_times_size, BytesIn::str_len, BytesIn::one, BytesIn::word})
    EXPECT_EQ(of(told_in), 0u);
}

TEST_F(MovedBytes, AreUnknownWhereNothingIsSaid) {
  for (const BytesIn told_in :
      {BytesIn::ret, BytesIn::ret_times_size, BytesIn::ret_len, BytesIn::str_len, BytesIn::one, BytesIn::word})
    EXPECT_EQ(of(told_in), std::nullopt);
  arguments_ = {{"ret", std::int64_t{1} << 40}, {"size", std::int64_t{1} << 40}};
  EXPECT_EQ(of(BytesIn::ret_times_size), std::nullopt) << "more than there can be";
}

}  // namespace
}  // namespace weft::dftracer
