// SPDX-License-Identifier: BSD-3-Clause
#include "record/settings.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <fstream>
#include <map>

namespace weft::recording {
namespace {

SettingsReport read(const std::map<std::string, std::string>& variables) {
  return read_settings([&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

TEST(Settings, DefaultsWriteAnOtf2Archive) {
  const auto [settings, complaints] = read({});
  EXPECT_TRUE(complaints.empty());
  EXPECT_TRUE(settings.on);
  EXPECT_EQ(settings.format, OutputFormat::otf2);
  EXPECT_EQ(settings.policy, Policy::write);
  EXPECT_EQ(settings.chunk_bytes, 262144u);
}

TEST(Settings, EveryVariableIsUnderstood) {
  const auto [settings, complaints] = read(
      {{"WEFT_RECORD", "off"}, {"WEFT_RECORD_DIR", "/a b"}, {"WEFT_RECORD_NAME", "n"}, {"WEFT_RECORD_FORMAT", "litl"},
          {"WEFT_RECORD_POLICY", "flight"}, {"WEFT_RECORD_CHUNK", "1M"}, {"WEFT_RECORD_MEMORY", "2G"},
          {"WEFT_RECORD_THREAD_MEMORY", "512k"}, {"WEFT_RECORD_FILTER", R"( -a*, b ,,f(int\, int))"},
          {"WEFT_RECORD_SIGNAL", "SIGUSR2"}, {"WEFT_RECORD_CRASH", "yes"}, {"WEFT_RECORD_CLOCK", "system"}});
  EXPECT_TRUE(complaints.empty()) << complaints.front();
  EXPECT_FALSE(settings.on);
  EXPECT_EQ(settings.directory, "/a b");
  EXPECT_EQ(settings.name, "n");
  EXPECT_EQ(settings.format, OutputFormat::litl);
  EXPECT_EQ(settings.policy, Policy::flight);
  EXPECT_EQ(settings.chunk_bytes, std::uint64_t{1} << 20);
  EXPECT_EQ(settings.memory_bytes, std::uint64_t{2} << 30);
  EXPECT_EQ(settings.thread_bytes, std::uint64_t{512} << 10);
  EXPECT_EQ(settings.filter, (std::vector<std::string>{"-a*", "b", R"(f(int\, int))"}));
  EXPECT_EQ(settings.dump_signal, SIGUSR2);
  EXPECT_TRUE(settings.at_crash);
  EXPECT_FALSE(settings.trusts_counter);
}

TEST(Settings, WhatIsNotUnderstoodIsToldAndKeepsItsDefault) {
  const auto [settings, complaints] = read({{"WEFT_RECORD_POLICY", "later"}, {"WEFT_RECORD_CHUNK", "12"},
      {"WEFT_RECORD_NAME", "a/b"}, {"WEFT_RECORD_SIGNAL", "HELLO"}, {"WEFT_RECORD", "maybe"}});
  EXPECT_EQ(complaints.size(), 5u);
  EXPECT_EQ(settings.policy, Policy::write);
  EXPECT_EQ(settings.chunk_bytes, 262144u);
  EXPECT_EQ(settings.name, "trace");
  EXPECT_TRUE(settings.on);
}

TEST(Settings, AFileIsReadAndTheEnvironmentCountsMore) {
  const std::string path = testing::TempDir() + "weft_settings_" + std::to_string(::getpid());
  std::ofstream(path) << "# a comment\npolicy = drop  # another\n\nname=x\nnonsense\nchunk = many\n";
  const auto [settings, complaints] = read({{"WEFT_RECORD_CONFIG", path}, {"WEFT_RECORD_NAME", "y"}});
  EXPECT_EQ(settings.policy, Policy::drop);
  EXPECT_EQ(settings.name, "y");
  ASSERT_EQ(complaints.size(), 2u);
  EXPECT_NE(complaints[0].find(":5:"), std::string::npos) << complaints[0];
  EXPECT_NE(complaints[1].find(":6: chunk"), std::string::npos) << complaints[1];
  ::unlink(path.c_str());
}

TEST(Settings, BytesHaveUnits) {
  EXPECT_EQ(*parse_bytes("17"), 17u);
  EXPECT_EQ(*parse_bytes("3k"), 3072u);
  EXPECT_EQ(*parse_bytes("1G"), std::uint64_t{1} << 30);
  for (const char* wrong : {"", "k", "-1", "1 M", "1X", "99999999999999999999", "99999999999T"})
    EXPECT_FALSE(parse_bytes(wrong)) << wrong;
}

}  // namespace
}  // namespace weft::recording
