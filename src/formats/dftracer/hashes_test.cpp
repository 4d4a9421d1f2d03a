// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/hashes.hpp"

#include <gtest/gtest.h>

#include <string>

namespace weft::dftracer {
namespace {

struct Row {
  const char* text;
  std::uint16_t c;
  const char* d;
  std::uint64_t e;
  const char* f;
};
constexpr Row rows[] = {
    {"", 7636, "d18d80b0e809ef47", 15099866622938705735u, "d48c8fb2e909ec42"},
    {"abc", 400, "90593d4bd9372e77", 10401412210364984951u, "90503c4fd63f287f"},
    {"vm", 27752, "6681894e826b81c3", 7386335834152862147u, "6882804a826580cd"},
    {"DEFAULT", 14683, "53cb5c2ecd6a45de", 6038021081504826846u, "5bc85321cd6d4bd2"},
    {"corona211", 51242, "2c702f69514ad184", 3202111464442352004u, "2a702c695247d487"},
    {"corona171", 13448, "83f8066a9f45661e", 9509357668201227806u, "88fe0d6c9e446319"},
    {"./cm1.exe", 33764, "e8b9b9c27c94c94d", 16769638932455672141u, "e4bdbec67692c941"},
};

TEST(Hashes, AreThoseOfTheReference) {
  for (const Row& row : rows) {
    const Digest digest = md5(row.text);
    EXPECT_EQ(hash_c(digest), row.c) << row.text;
    EXPECT_EQ(hexadecimal(hash_d(digest)).view(), row.d) << row.text;
    EXPECT_EQ(hash_e(digest), row.e) << row.text;
    EXPECT_EQ(hexadecimal(hash_f(digest)).view(), row.f) << row.text;
  }
}

std::string text_of(const Digest& digest) {
  std::string text;
  for (const std::uint8_t byte : digest) text += hexadecimal(byte).view().substr(14);
  return text;
}

// One block, one that needs a second for the length, and several.
TEST(Hashes, Md5OfEveryLengthOfTheLastBlock) {
  EXPECT_EQ(text_of(md5("abc")), "900150983cd24fb0d6963f7d28e17f72");
  EXPECT_EQ(text_of(md5(std::string(55, 'a'))), "ef1772b6dff9a122358552954ad0df65");
  EXPECT_EQ(text_of(md5(std::string(56, 'a'))), "3b0c8ac703f828b04c6c197006d17218");
  EXPECT_EQ(text_of(md5(std::string(64, 'a'))), "014842d480b571495a4a0363793f7367");
  EXPECT_EQ(text_of(md5(std::string(1000, 'a'))), "cabe45dcc9ae5b66ba86600cca6b8ba8");
}

}  // namespace
}  // namespace weft::dftracer
