// SPDX-License-Identifier: BSD-3-Clause
#include "formats/litl/headers.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace weft::litl {
namespace {

TEST(LitlHeaders, ReadAsTheyWereWritten) {
  const auto general = encode(GeneralHeader{"0.1.9", "a machine", 7});
  const GeneralHeader header = parse_general(general);
  EXPECT_EQ(header.version, "0.1.9");
  EXPECT_EQ(header.sysinfo, "a machine");
  EXPECT_EQ(header.processes, 7);
  const auto bytes = encode(ProcessHeader{"name", 1, 2, 3, 4, 5});
  const ProcessHeader process = parse_process(bytes, standard_layout);
  EXPECT_EQ(process.name, "name");
  EXPECT_EQ(process.threads, 1);
  EXPECT_EQ(process.header_threads, 2);
  EXPECT_EQ(process.buffer_bytes, 3u);
  EXPECT_EQ(process.body_bytes, 4u);
  EXPECT_EQ(process.base, 5u);
}

TEST(LitlHeaders, LongTextsAreCutSoThatANulEndsThem) {
  const auto general = encode(GeneralHeader{std::string(20, 'v'), std::string(500, 's'), 1});
  EXPECT_EQ(parse_general(general).version, "vvvvvvv");
  EXPECT_EQ(parse_general(general).sysinfo, std::string(127, 's'));
}

TEST(LitlHeaders, TheLayoutIsToldByWhereTheFirstProcessBegins) {
  const auto general = encode(GeneralHeader{"0.1.9", "", 3});
  const auto process = encode(ProcessHeader{"p", 0, 0, 0, 0, 138 + 3 * 280});
  std::vector<std::byte> file(general.begin(), general.end());
  file.insert(file.end(), process.begin(), process.end());
  EXPECT_EQ(layout_of(file), standard_layout);
  file.pop_back();
  EXPECT_FALSE(layout_of(file));
  file.push_back(std::byte{1});
  EXPECT_FALSE(layout_of(file));
  EXPECT_FALSE(layout_of({}));
}

TEST(LitlHeaders, TheMachineFitsIntoItsField) {
  std::array<char, sysinfo_chars> storage;
  const std::string_view text = system_text(storage);
  EXPECT_FALSE(text.empty());
  EXPECT_LT(text.size(), sysinfo_chars);
}

}  // namespace
}  // namespace weft::litl
