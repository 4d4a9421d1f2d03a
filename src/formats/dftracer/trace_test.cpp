// SPDX-License-Identifier: BSD-3-Clause
// Of a file that was cut anywhere, every line that is there as a whole is read.
#include "formats/dftracer/trace.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>

#include "base/file.hpp"
#include "base/test_directory_internal.hpp"
#include "base/zlib_stream.hpp"
#include "formats/dftracer/vocabulary.hpp"

namespace weft::dftracer {
namespace {

// Lines that differ in length, with a definition among them.
std::vector<std::string> some_lines(bool is_numbered) {
  const std::string_view event = is_numbered ? R"("type":3,"ph":1)" : R"("ph":"X")";
  std::vector<std::string> lines{fmt::format(
      R"({{"name":"HH","cat":"dftracer",{},"pid":1,"tid":2,"args":{{"hhash":"90503c4fd63f287f","name":"abc",)"
      R"("value":"90503c4fd63f287f"}}}})",
      is_numbered ? R"("type":1,"ph":4)" : R"("ph":"M")")};
  for (unsigned i = 0; i < 2; ++i)
    lines.push_back(fmt::format(R"({{"id":{},"name":"read","cat":"POSIX","pid":1,"tid":2,"ts":{},"dur":1,{},"args":{{)"
                                R"("hhash":"90503c4fd63f287f","ret":{}}}}})",
        i, 1000 + 10 * i, event, 1u << (8 * i)));
  return lines;
}

std::string joined(const std::vector<std::string>& lines, bool has_brackets) {
  const std::string text = fmt::format("{}\n", fmt::join(lines, "\n"));
  return has_brackets ? "[\n" + text + "]" : text;
}

std::size_t whole_lines(std::string_view text, const std::vector<std::string>& lines) {
  std::size_t count = 0;
  for (const std::string& line : lines) count += text.find(line) != std::string_view::npos;
  return count;
}

// As much text as zlib alone makes of members of which the last is cut.
std::string inflated(std::span<const std::byte> packed) {
  std::string text(1 << 16, '\0');
  std::size_t made = 0;
  while (!packed.empty()) {
    z_stream stream{};
    EXPECT_EQ(::inflateInit2(&stream, 15 + 16), Z_OK);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(text.data() + made);
    stream.avail_out = static_cast<uInt>(text.size() - made);
    const int code = ::inflate(&stream, Z_SYNC_FLUSH);
    made = text.size() - stream.avail_out;
    packed = packed.last(stream.avail_in);
    ::inflateEnd(&stream);
    if (code != Z_STREAM_END) break;
  }
  text.resize(made);
  return text;
}

class Prefixes : public testing::TestWithParam<bool> {
 protected:
  std::size_t objects_of(std::span<const std::byte> content) {
    EXPECT_TRUE(replace_file(path_, content));
    const auto trace = DftracerTrace::open(path_);
    EXPECT_TRUE(trace);
    if (!trace) return 0;
    const auto facts = (*trace)->info().facts;
    const auto found = std::ranges::find(facts, "objects", &std::pair<std::string, std::string>::first);
    return found == facts.end() ? 0 : std::stoul(found->second);
  }

  TestDirectory directory_;
  std::string path_ = directory_.path() + "/trace.pfw";
};

TEST_P(Prefixes, OfTextDeliverTheirWholeLines) {
  const auto lines = some_lines(GetParam());
  const std::string text = joined(lines, !GetParam());
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const std::string_view prefix = std::string_view(text).substr(0, size);
    ASSERT_EQ(objects_of(std::as_bytes(std::span(prefix))), whole_lines(prefix, lines)) << size;
  }
}

TEST_P(Prefixes, OfMembersDeliverTheirWholeLines) {
  const auto lines = some_lines(GetParam());
  std::vector<std::byte> packed;
  for (std::size_t i = 0; i < lines.size(); i += 2) {
    const std::vector<std::string> some(lines.begin() + static_cast<std::ptrdiff_t>(i),
        lines.begin() + static_cast<std::ptrdiff_t>(std::min(i + 2, lines.size())));
    const std::string text = joined(some, false);
    ASSERT_TRUE(append_gzip_member(std::as_bytes(std::span(text)), usual_level, packed));
  }
  for (std::size_t size = 0; size <= packed.size(); ++size) {
    const std::span<const std::byte> prefix = std::span(packed).first(size);
    ASSERT_EQ(objects_of(prefix), whole_lines(inflated(prefix), lines)) << size;
  }
}

INSTANTIATE_TEST_SUITE_P(BothDialects, Prefixes, testing::Bool());

TEST(DftracerVocabulary, MembersAreNamedAfterTheirCounter) {
  EXPECT_EQ(key_of_member("cpu.user", "cpu"), "user");
  EXPECT_EQ(key_of_member("cpu.", "cpu"), "");
  for (const std::string_view other : {"cpu", "cpus", "mem.cpu", ""}) EXPECT_EQ(key_of_member(other, "cpu"), other);
}

}  // namespace
}  // namespace weft::dftracer
