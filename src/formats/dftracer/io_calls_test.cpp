// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/io_calls.hpp"

#include <gtest/gtest.h>

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

TEST(IoCalls, WhatNobodyKnowsIsOther) {
  EXPECT_EQ(io_call("").io_class, IoClass::other);
  EXPECT_EQ(io_call("zzz").io_class, IoClass::other);
}

}  // namespace
}  // namespace weft::dftracer
