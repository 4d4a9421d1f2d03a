// SPDX-License-Identifier: BSD-3-Clause
#include "record/dftracer_lines.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "record/dftracer_stream.hpp"
#include "record/test_file_internal.hpp"

namespace weft::recording {
namespace {

class RowsAsLines : public testing::Test {
 protected:
  template <class R>
  void append(Ticks time, const R& record) {
    ASSERT_TRUE(stream_.append(time, record));
  }

  // The lines of all rows so far, without the fields that all of them have.
  std::string lines() { return lines(lines_); }
  std::string lines(DftracerLines& made) {
    const auto rows = stream_.chunks().content();
    made.add(thread_, {rows.begin, rows.bytes});
    std::string text(made.text());
    made.clear(true);
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
  const RegionRef read = dictionary_.categorised_region("read", "POSIX", RegionRole::file_io);
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
  const RegionRef stat = dictionary_.categorised_region("stat", "POSIX", RegionRole::file_io);
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
  const PlainSpan span{dictionary_.categorised_region("stat", "POSIX", RegionRole::file_io), 0, 0, arguments};
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

class RowsInAStyle : public RowsAsLines {
 protected:
  static DftracerStyle with_levels() {
    DftracerStyle style;
    style.has_levels = true;
    return style;
  }

  void append(const char* name, std::uint16_t level, Ticks begin, Ticks end) {
    PackedSpan span;
    span.what = dictionary_.categorised_region(name, "C_APP", RegionRole::file_io).value;
    span.level = level;
    span.begin = begin;
    span.end = end;
    ASSERT_TRUE(stream_.append(end, span));
  }
};

TEST_F(RowsInAStyle, WhoIsFurtherOutHasTheSmallerId) {
  DftracerLines made(dictionary_, 7, "vm", 1'000'000, with_levels());
  append("innermost", 3, 3'000, 4'000);
  append("inner", 2, 2'000, 5'000);
  append("outer", 1, 1'000, 6'000);
  append("next", 1, 7'000, 7'000);
  EXPECT_EQ(lines(made),
      R"({"id":3,"name":"innermost","cat":"C_APP","ts":1003,"dur":1,"ph":"X","args":{"level":3,"p_idx":2}})"
      "\n"
      R"({"id":2,"name":"inner","cat":"C_APP","ts":1002,"dur":3,"ph":"X","args":{"level":2,"p_idx":1}})"
      "\n"
      R"({"id":1,"name":"outer","cat":"C_APP","ts":1001,"dur":5,"ph":"X","args":{"level":1,"p_idx":-1}})"
      "\n"
      R"({"id":4,"name":"next","cat":"C_APP","ts":1007,"dur":0,"ph":"X","args":{"level":1,"p_idx":-1}})"
      "\n");
}

TEST_F(RowsInAStyle, EventsMayHaveNoArgumentsAndNoThread) {
  DftracerStyle style = with_levels();
  style.has_arguments = style.has_thread_ids = false;
  style.unit = "MS";
  style.unit_nanoseconds = 1'000'000;
  DftracerLines made(dictionary_, 7, "vm", 1'000'000, style);
  append("plain", 1, 1'000'000, 4'000'000);
  EXPECT_EQ(lines(made), R"({"id":1,"name":"plain","cat":"C_APP","pid":7,"tid":0,"ts":2,"dur":3,"ph":"X"})"
                         "\n");
}

TEST_F(RowsInAStyle, MetadataHasValuesAsTextsOrFieldsOfItsOwn) {
  const std::string text = "a text";
  std::byte texts[8] = {};
  std::memcpy(texts, text.data(), text.size());
  const RowArgument arguments[] = {
      {dictionary_.attribute("key", Type::none).value, Type::none, ArgumentUse::key, text.size()},
      {dictionary_.attribute("number", Type::none).value, Type::int64, ArgumentUse::key, 42}};
  PackedSpan row;
  row.kind = Row::Kind::metadata;
  row.arguments = arguments;
  row.texts = texts;
  for (const char* const kind : {"CM", "EH"}) {
    row.what = dictionary_.text(kind).value;
    ASSERT_TRUE(stream_.append(0, row));
  }
  EXPECT_EQ(lines(), R"({"id":1,"name":"CM","cat":"dftracer","ph":"M","args":{"name":"key","value":"a text"}})"
                     "\n"
                     R"({"id":2,"name":"CM","cat":"dftracer","ph":"M","args":{"name":"number","value":"42"}})"
                     "\n"
                     R"({"id":3,"name":"EH","cat":"dftracer","ph":"M","args":{"key":"a text","number":42}})"
                     "\n");
}

TEST_F(RowsAsLines, SpansThatAreAlikeAreFoldedByInterval) {
  DftracerStyle style;
  style.fold_nanoseconds = 1'000'000;
  DftracerLines folded{dictionary_, 7, "vm", 1'000'000, style};
  const RegionRef read = dictionary_.categorised_region("read", "POSIX", RegionRole::file_io);
  const AttributeRef count = dictionary_.attribute("count", Type::none),
                     flags = dictionary_.attribute("flags", Type::none);
  const auto add = [&](Ticks begin, Ticks end, std::int64_t bytes, std::int64_t flag) {
    const AttributeEntry arguments[] = {{count, TypedValue::of(bytes)}, {flags, TypedValue::of(flag)}};
    append(end, PlainSpan{read, begin, end, arguments});
  };
  add(1'000, 3'000, 10, 0);
  add(4'000, 9'000, 30, 0);
  add(5'000, 6'000, 1, 2);
  EXPECT_EQ(lines(folded), "") << "the interval is not over";
  add(1'100'000, 1'100'000, 5, 0);
  const std::string first =
      R"({"name":"read","cat":"POSIX","ts":1000,"ph":"C","args":{"count":2,"dur_min":2,"dur_max":5,"dur_sum":7,)"
      R"("count_min":10,"count_max":30,"count_sum":40,"flags":0}})"
      "\n"
      R"({"name":"read","cat":"POSIX","ts":1000,"ph":"C","args":{"count":1,"dur_min":1,"dur_max":1,"dur_sum":1,)"
      R"("count_min":1,"count_max":1,"count_sum":1,"flags":2}})"
      "\n";
  EXPECT_EQ(lines(folded), first);
  folded.close(thread_, 2'000'000);
  EXPECT_NE(folded.text().find(R"("ts":2000,"ph":"C")"), std::string_view::npos) << folded.text();
}

}  // namespace
}  // namespace weft::recording
