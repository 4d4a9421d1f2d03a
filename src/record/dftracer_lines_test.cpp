// SPDX-License-Identifier: BSD-3-Clause
#include "record/dftracer_lines.hpp"

#include <gtest/gtest.h>

#include <string>

#include "record/dftracer_stream.hpp"
#include "record/thread_memory.hpp"

namespace weft::recording {
namespace {

// Where rows go that nobody hands over.
class Nowhere final : public ThreadFile {
 public:
  const std::string& path() const override { return path_; }
  std::byte* begin_chunk(std::byte* chunk) const noexcept override { return chunk; }
  int write(std::byte*, std::size_t, std::uint32_t, Ending) noexcept override { return 0; }

 private:
  std::string path_ = "nowhere";
};

class RowsAsLines : public testing::Test {
 protected:
  template <class R>
  void append(Ticks time, const R& record) {
    ASSERT_TRUE(stream_.append(time, record));
  }

  // The lines of all rows so far, without the fields that all of them have.
  std::string lines() {
    const auto rows = stream_.chunks().content();
    lines_.add(thread_, {rows.begin, rows.bytes});
    std::string text(lines_.text());
    lines_.clear(true);
    stream_.chunks().go_to(rows.begin, rows.begin, rows.begin + pool_.chunk_bytes());
    for (const std::string common : {R"("pid":7,"tid":8,)", R"("hhash":"6882804a826580cd",)"})
      for (std::size_t at; (at = text.find(common)) != std::string::npos;) text.erase(at, common.size());
    return text;
  }

  Dictionary dictionary_;
  ChunkPool pool_{{1 << 16, 1 << 20, 0}};
  ThreadMemory::Shared shared_{
      &pool_, Policy::write, 0, [] { return Ticks{0}; }, [](const std::string&, int) {}, [] { return false; }};
  ThreadMemory memory_{shared_, std::make_unique<Nowhere>()};
  DftracerStream stream_{ChunkCursor(memory_)};
  DftracerLines lines_{dictionary_, 7, "vm", 1'000'000};  // a tick 0 is the first millisecond
  DftracerLines::ThreadState thread_{8, {}};
};

TEST_F(RowsAsLines, SpansHaveArgumentsOfEveryType) {
  const RegionRef read = dictionary_.io_region("read", "POSIX");
  const auto key = [&](const char* name) { return dictionary_.attribute(name, Type::none); };
  const std::string text = "a \"text\" of odd length";
  const Argument arguments[] = {{key("i"), TypedValue::of(std::int64_t{-5})}, {key("t"), {}, text},
      {key("u"), TypedValue::of(~std::uint64_t{0})}, {key("d"), TypedValue::of(0.25)}, {key("empty"), {}, ""},
      {key("s"), TypedValue::of(dictionary_.text("known"))}, {key("last"), {}, "x"}};
  append(3'999, Span{read, 1'500, 3'999, arguments});
  EXPECT_EQ(lines(),
      R"({"id":1,"name":"read","cat":"POSIX","ts":1001,"dur":2,"ph":"X","args":{"i":-5,"t":"a \"text\" of odd length",)"
      R"("u":18446744073709551615,"d":0.25,"empty":"","s":"known","last":"x"}})"
      "\n");
}

TEST_F(RowsAsLines, FilesAreDefinedOnceBeforeTheyAreUsed) {
  const RegionRef stat = dictionary_.io_region("stat", "POSIX");
  const AttributeEntry arguments[] = {
      {dictionary_.attribute("fhash", Type::io_file), {Type::io_file, dictionary_.io_file("abc").value}}};
  for (const Ticks time : {1'000u, 2'000u}) append(time, PlainSpan{stat, time, time, arguments});
  EXPECT_EQ(lines(),
      R"({"id":1,"name":"FH","cat":"dftracer","ph":"M","args":{"name":"abc","value":"90503c4fd63f287f"}})"
      "\n"
      R"({"id":2,"name":"stat","cat":"POSIX","ts":1001,"dur":0,"ph":"X","args":{"fhash":"90503c4fd63f287f"}})"
      "\n"
      R"({"id":3,"name":"stat","cat":"POSIX","ts":1002,"dur":0,"ph":"X","args":{"fhash":"90503c4fd63f287f"}})"
      "\n");
}

TEST_F(RowsAsLines, WhatDidNotReachTheFileIsDefinedAgain) {
  const AttributeEntry arguments[] = {
      {dictionary_.attribute("fhash", Type::io_file), {Type::io_file, dictionary_.io_file("abc").value}}};
  const PlainSpan span{dictionary_.io_region("stat", "POSIX"), 0, 0, arguments};
  append(0, span);
  const auto rows = stream_.chunks().content();
  lines_.add(thread_, {rows.begin, rows.bytes});
  lines_.clear(false);
  EXPECT_NE(lines().find("\"FH\""), std::string::npos);
}

TEST_F(RowsAsLines, RegionsNestAndEndOnce) {
  const RegionRef outer = dictionary_.region("outer", "", 0, RegionRole::function, Paradigm::user);
  const RegionRef inner = dictionary_.region("inner", "", 0, RegionRole::function, Paradigm::user);
  append(1'000, evt::Enter{outer});
  append(2'000, evt::Enter{inner});
  append(3'000, evt::Leave{inner});
  append(4'000, evt::Leave{inner});
  append(5'000, evt::Leave{outer});
  EXPECT_EQ(lines(),
      R"({"id":2,"name":"inner","cat":"C_APP","ts":1002,"dur":1,"ph":"X","args":{"hhash":"6882804a826580cd"}})"
      "\n"
      R"({"id":1,"name":"outer","cat":"C_APP","ts":1001,"dur":4,"ph":"X","args":{"hhash":"6882804a826580cd"}})"
      "\n");
  EXPECT_EQ(thread_.unpaired, 1u);
}

}  // namespace
}  // namespace weft::recording
