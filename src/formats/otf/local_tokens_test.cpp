// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/local_tokens.hpp"

#include <gtest/gtest.h>

namespace weft::otf {
namespace {

class LocalTokensTest : public testing::Test {
 protected:
  template <class R>
  void define(StreamId stream, const R& record) {
    finder_(At{0, 0, stream, {}}, record);
  }
  std::uint32_t function(StreamId stream, std::uint32_t token) const {
    return found_.renamed(stream, Enter{token, 0}).function;
  }
  LocalTokenFinder finder_;
  LocalTokens found_;
};

TEST_F(LocalTokensTest, WhatIsTheSameInAllStreamsKeepsItsToken) {
  for (const StreamId stream : {0u, 1u, 2u}) define(stream, DefFunction{5, 1, "main", 0});
  found_ = finder_.finish();
  EXPECT_EQ(found_.names_in(1), nullptr);
  EXPECT_EQ(found_.names_in(2), nullptr);
}

TEST_F(LocalTokensTest, WhatIsAnotherThingHasAnotherName) {
  define(2, DefFunction{5, 1, "second", 0});
  define(1, DefFunction{5, 1, "first", 0});
  define(3, DefFunction{5, 1, "second", 0});
  define(3, DefFunction{6, 1, "third", 0});
  found_ = finder_.finish();
  EXPECT_EQ(function(1, 5), 5u);
  EXPECT_NE(function(2, 5), 5u);
  EXPECT_EQ(function(2, 5), function(3, 5));
  EXPECT_EQ(function(3, 6), 6u);
  EXPECT_EQ(found_.tokens_in(2)->of(TokenKind::function, function(2, 5)), 5u);
}

TEST_F(LocalTokensTest, DefinitionsOfAStreamWinOverGlobalOnesThere) {
  define(0, DefCounter{7, 1, "global", 0, ""});
  define(4, DefCounter{7, 1, "local", 0, ""});
  found_ = finder_.finish();
  EXPECT_EQ(found_.renamed(3, Counter{7, 1}).counter, 7u);
  EXPECT_NE(found_.renamed(4, Counter{7, 1}).counter, 7u);
}

TEST_F(LocalTokensTest, WhatRefersToAnotherThingIsAnotherThing) {
  define(1, DefFunction{5, 1, "work", 0});
  define(1, DefFunctionGroup{1, "MPI"});
  define(2, DefFunction{5, 1, "work", 0});
  define(2, DefFunctionGroup{1, "Application"});
  found_ = finder_.finish();
  EXPECT_NE(function(2, 5), 5u);
  const auto renamed = found_.renamed(2, DefFunction{5, 1, "work", 0});
  EXPECT_EQ(renamed.func, function(2, 5));
  EXPECT_EQ(renamed.func_group, found_.renamed(2, DefFunctionGroup{1, ""}).func_group);
  EXPECT_NE(renamed.func_group, 1u);
}

TEST_F(LocalTokensTest, TheFirstOfTwoDefinitionsInAStreamCounts) {
  define(1, DefKeyValue{3, 1, "first", ""});
  define(1, DefKeyValue{3, 1, "again", ""});
  found_ = finder_.finish();
  EXPECT_EQ(found_.names_in(1), nullptr);
}

TEST_F(LocalTokensTest, NewNamesAreNoTokens) {
  define(0, DefFunction{~0u - 1, 0, "high", 0});
  define(0, DefFunction{1, 0, "low", 0});
  define(1, DefFunction{1, 0, "other", 0});
  found_ = finder_.finish();
  EXPECT_EQ(function(1, 1), ~0u - 2);
}

TEST_F(LocalTokensTest, NoTokenHasNoName) {
  define(0, DefScl{9, 1, 10});
  define(1, DefScl{9, 1, 20});
  found_ = finder_.finish();
  EXPECT_EQ(found_.renamed(1, Leave{0, 0}).source, 0u);
  EXPECT_NE(found_.renamed(1, Leave{0, 9}).source, 9u);
}

}  // namespace
}  // namespace weft::otf
