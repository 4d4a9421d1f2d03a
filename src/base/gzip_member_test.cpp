// SPDX-License-Identifier: BSD-3-Clause
#include "base/gzip_member.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/zlib_stream.hpp"

namespace weft {
namespace {

using Outcome = MemberInflater::Outcome;

Bytes content_of(const std::string& text) { return std::as_bytes(std::span(text)); }

class MemberInflaters : public testing::Test {
 protected:
  MemberInflaters() {
    append_gzip_member(content_of(first_), usual_level, members_);
    border_ = members_.size();
    append_gzip_member(content_of(second_), usual_level, members_);
  }

  // Without libdeflate everything fails, as it says.
  static bool is_able() {
    std::vector<std::byte> member, out(1);
    append_gzip_member({}, usual_level, member);
    Bytes in = member;
    std::span<std::byte> room = out;
    return MemberInflater().inflate(in, room) == Outcome::done;
  }

  const std::string first_ = std::string(5000, 'a') + "\n";
  const std::string second_ = "the second";
  std::vector<std::byte> members_;
  std::size_t border_ = 0;
  std::vector<std::byte> out_ = std::vector<std::byte>(6000);
};

TEST_F(MemberInflaters, TakeOneMemberAtATime) {
  Bytes in = members_;
  std::span<std::byte> room = out_;
  MemberInflater inflater;
  const Outcome outcome = inflater.inflate(in, room);
  if (!is_able()) {
    EXPECT_EQ(outcome, Outcome::failed);
    return;
  }
  EXPECT_EQ(outcome, Outcome::done);
  EXPECT_EQ(members_.size() - in.size(), border_);
  EXPECT_EQ(inflater.inflate(in, room), Outcome::done);
  EXPECT_TRUE(in.empty());
  const std::string text(reinterpret_cast<const char*>(out_.data()), out_.size() - room.size());
  EXPECT_EQ(text, first_ + second_);
}

TEST_F(MemberInflaters, LeaveEverythingAsItWasWithoutRoom) {
  Bytes in = members_;
  std::span<std::byte> room = std::span(out_).first(100);
  EXPECT_EQ(MemberInflater().inflate(in, room), is_able() ? Outcome::no_room : Outcome::failed);
  EXPECT_EQ(in.size(), members_.size());
  EXPECT_EQ(room.size(), 100u);
}

TEST_F(MemberInflaters, RefuseMembersThatAreDamagedOrCut) {
  std::vector<std::byte> damaged = members_;
  damaged[border_ - 6] ^= std::byte{1};  // of the checksum
  for (const Bytes wrong : {Bytes(damaged), Bytes(members_).first(border_ - 1), Bytes()}) {
    Bytes in = wrong;
    std::span<std::byte> room = out_;
    EXPECT_NE(MemberInflater().inflate(in, room), Outcome::done);
    EXPECT_EQ(in.size(), wrong.size());
    EXPECT_EQ(room.size(), out_.size());
  }
}

}  // namespace
}  // namespace weft
