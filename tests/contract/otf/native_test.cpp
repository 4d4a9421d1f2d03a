// SPDX-License-Identifier: BSD-3-Clause
// What is written to OTF is read again: all records, all forms, in any order of reading, through few file handles.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "child.hpp"
#include "content.hpp"
#include "schema/compare.hpp"

namespace weft::contract {
namespace {

using namespace otf;

WriteOptions with(Form form, int level, bool inline_snapshots, std::size_t buffer) {
  WriteOptions options;
  options.form = form;
  options.inline_snapshots = inline_snapshots;
  options.buffer = {buffer, level};
  options.most_streams = 2;
  return options;
}

// A text as it comes back: quotes and newlines are blanks.
std::string stored(std::string_view text) {
  std::string result(text);
  std::ranges::replace_if(
      result, [](char c) { return c == '"' || c == '\n'; }, ' ');
  return result;
}

template <class R>
void expect_stored(const R& written, const R& found) {
  R::schema.each([&](const auto& f) {
    const auto& x = written.*f.member;
    const auto& y = found.*f.member;
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(x)>, std::string_view>) {
      EXPECT_EQ(stored(x), y) << R::schema.name << " " << f.name;
      if (f.presence == Presence::unless_null) {
        EXPECT_EQ(is_absent(x), is_absent(y));
      }
    } else {
      EXPECT_TRUE(weft::detail::same_value(x, y)) << R::schema.name << " " << f.name;
    }
  });
}

TEST(OtfNative, EveryRecordIsReadAsItWasWritten) {
  for (const Form form : {Form::short_words, Form::long_words})
    each_sample([&](unsigned, const auto& record, const KeyValues&) {
      using R = std::remove_cvref_t<decltype(record)>;
      std::vector<char> line(reserved_line(record) + lexing_slack, '\n');
      FastPen pen(line.data());
      if (form == Form::short_words)
        put_line<Form::short_words>(pen, record);
      else
        put_line<Form::long_words>(pen, record);
      ASSERT_LE(pen.end(), line.data() + reserved_line(record));
      const std::string_view word = word_at(line.data());
      EXPECT_NE(keywords<KindOf<R>>.find(word), no_line) << word;
      const char* p = line.data() + word.size();
      R found;
      ParseScratch scratch;
      ASSERT_TRUE((parse_fields<R::schema>(p, found, scratch))) << line.data();
      EXPECT_EQ(*skip_blanks(p), '\n');
      expect_stored(record, found);
    });
}

TEST(OtfNative, AllFormsOfATraceAreReadAlike) {
  std::vector<std::string> first;
  for (const auto& options : {with(Form::short_words, 0, false, 1 << 20), with(Form::long_words, 0, false, 1 << 20),
           with(Form::short_words, 4, false, 1 << 20), with(Form::long_words, 9, false, 400)}) {
    const Scratch scratch;
    write_everything(scratch / "t", options);
    Report report;
    auto trace = TraceReader::open(scratch / "t.otf", report).value();
    Recorder all;
    EXPECT_GT(trace->read_definitions(all).value(), 0u);
    all.lines.erase(all.lines.begin() + 1);  // the unique id
    EXPECT_GT(trace->merge<EventFile>().value().read(all), 0u);
    EXPECT_GT(trace->merge<SnapshotFile>().value().read(all), 0u);
    EXPECT_GT(trace->merge<StatisticsFile>().value().read(all), 0u);
    EXPECT_GT(trace->read_markers(all).value(), 0u);
    EXPECT_EQ(all.lines.size(), sample_places + 1);
    EXPECT_TRUE(all.unknowns.empty());
    EXPECT_TRUE(report.empty());
    if (first.empty()) first = all.lines;
    EXPECT_EQ(all.lines, first);
  }
}

TEST(OtfNative, SnapshotsMayStandBetweenTheEvents) {
  const Scratch scratch;
  write_everything(scratch / "t", with(Form::short_words, 0, true, 1 << 20));
  EXPECT_FALSE(fs::exists(scratch / "t.1.snaps"));
  Report report;
  Recorder all;
  auto trace = TraceReader::open(scratch / "t", report).value();
  trace->merge<EventFile>().value().read(all);
  EXPECT_EQ(all.lines.size(), sample_rounds * (EventRecords::size + SnapshotRecords::size));
}

// Many events with repeated times, in `processes` streams.
void write_events(const std::string& stub, unsigned processes, unsigned count, int level, std::size_t buffer) {
  WriteOptions options;
  options.buffer = {buffer, level};
  auto writer = TraceWriter::create(stub, options).value();
  std::mt19937 random(7);
  Ticks time = 1000;
  for (unsigned i = 0; i < count; ++i) {
    time += random() % 3;
    ASSERT_TRUE(writer->write(time, 1 + i % processes, Enter{i, static_cast<std::uint32_t>(random() % 2)}));
  }
  ASSERT_TRUE(writer->close());
}

TEST(OtfNative, OrdersOfReadingDeliverTheSameRecords) {
  for (const int level : {0, 4}) {
    const Scratch scratch;
    write_events(scratch / "t", 7, 5000, level, 2000);
    Report report;
    auto trace = TraceReader::open(scratch / "t", report).value();
    Recorder merged, unsorted, one[4];
    EXPECT_EQ(trace->merge<EventFile>().value().read(merged), 5000u);
    EXPECT_EQ(trace->merge<EventFile>().value().read_unsorted(unsorted), 5000u);
    auto of_worker = [&](std::size_t worker) -> Recorder& { return one[worker]; };
    EXPECT_EQ((trace->read_parallel<EventFile>({}, 4, of_worker).value()), 5000u);
    std::vector<std::string> parallel;
    for (const Recorder& part : one) parallel.insert(parallel.end(), part.lines.begin(), part.lines.end());
    EXPECT_NE(merged.lines, unsorted.lines);
    for (auto* lines : {&merged.lines, &unsorted.lines, &parallel}) std::ranges::sort(*lines);
    EXPECT_EQ(merged.lines, unsorted.lines);
    EXPECT_EQ(merged.lines, parallel);
    EXPECT_TRUE(report.empty());
  }
}

TEST(OtfNative, ReadingInPiecesIsReadingAtOnce) {
  const Scratch scratch;
  write_events(scratch / "t", 3, 500, 0, 2000);
  Report report;
  auto trace = TraceReader::open(scratch / "t", report).value();
  Recorder at_once, in_pieces;
  trace->merge<EventFile>().value().read(at_once);
  auto merge = trace->merge<EventFile>().value();
  while (merge.read(in_pieces, 7) > 0) {
  }
  EXPECT_EQ(at_once.lines, in_pieces.lines);
}

// Enter and leave among all that can stand between them: other processes, other lengths of numbers, sources,
// key-values, leaves that do not name their function, equal times, and lines that only look like theirs.
std::string text_with_calls() {
  std::mt19937 random(11);
  const std::string_view others[] = {"E3X5\n", "LX1\n", "L\n", "E\n", "K1A5\n", "COUNT\n", "E12345678\n",
      "E123456789\n", "Lg\n", " E7\n", "E 7\n", "EN7\n", "\n"};
  std::string text = "1\n*1\n";
  Ticks time = 1;
  ProcessId process = 1;
  for (unsigned i = 0; i < 3000; ++i) {
    if (random() % 50 == 0) process = random() % 3 == 0 ? 0x12345678 : static_cast<ProcessId>(1 + random() % 300);
    time += random() % 300 == 0 ? time * 20 : random() % 40;
    if (random() % 12 != 0) text += fmt::format("{:x}\n*{:x}\n", time, process);
    if (random() % 25 == 0)
      text += others[random() % std::size(others)];
    else
      text += fmt::format("{}{:x}\n", random() % 2 ? 'E' : 'L', random() % 8 ? random() % 300 : random());
  }
  return text + fmt::format("{:x}\n*{:x}\n", time, process);
}

// Takes calls in blocks, and writes down what the one who takes them one by one does.
struct BlockRecorder : Recorder {
  void calls(const At& at, std::span<const Call> calls) {
    ++blocks;
    for (const Call& call : calls) {
      const At own{call.time, at.process, at.stream, at.values};
      if (call.is_leave)
        (*this)(own, Leave{call.function});
      else
        (*this)(own, Enter{call.function});
    }
  }
  std::size_t blocks = 0;
};

// Says no to every seventh record.
struct HesitantRecorder : Recorder {
  template <class R>
  bool operator()(const At& at, const R& record) {
    Recorder::operator()(at, record);
    return lines.size() % 7 != 0;
  }
};

TEST(OtfNative, BlocksOfCallsAreTheCallsOneByOne) {
  const Scratch scratch;
  const std::string path = scratch / "t.1.events";
  write_file(path, text_with_calls());
  HandlePool pool;
  Report ignored;
  const auto reader = [&](std::size_t window = std::size_t{128} << 10) {
    LineReader::Options options;
    options.window_bytes = window;
    auto opened = std::make_unique<RecordReader<EventFile>>(
        open_text(pool, {path}, ignored, false).value(), path, 1, options, ignored);
    EXPECT_TRUE(opened->begin());
    return opened;
  };
  Recorder one_by_one, at_once, small_windows;
  std::uint64_t count = 0;
  for (auto lines = reader(); lines->read(one_by_one, unknown_time, 1) > 0;) ++count;
  EXPECT_GT(one_by_one.lines.size(), 2500u);
  EXPECT_EQ(reader()->read(at_once), count);
  EXPECT_EQ(at_once.lines, one_by_one.lines);
  EXPECT_EQ(at_once.unknowns, one_by_one.unknowns);
  reader(1)->read(small_windows);
  EXPECT_EQ(small_windows.lines, one_by_one.lines);

  BlockRecorder blocks;
  reader()->read(blocks);
  EXPECT_EQ(blocks.lines, one_by_one.lines);
  EXPECT_GT(blocks.blocks, 50u);

  HesitantRecorder hesitant;
  const auto lines = reader();
  do lines->read(hesitant);
  while (lines->has_stopped());
  EXPECT_EQ(hesitant.lines, one_by_one.lines);

  for (const Ticks until : {Ticks{1}, Ticks{500}, Ticks{20000}}) {
    BlockRecorder early;
    const auto from_start = reader();
    const std::uint64_t before = from_start->read(early, until);
    EXPECT_GE(from_start->time(), until);
    EXPECT_EQ(before + from_start->read(early), count);
    EXPECT_EQ(early.lines, one_by_one.lines);
  }
}

TEST(OtfNative, APlainFileIsReadInParts) {
  const Scratch scratch;
  write_events(scratch / "t", 1, 20000, 0, 1 << 20);
  const std::string path = scratch / "t.1.events";
  Report report;
  HandlePool pool;
  const auto whole = read_one<EventFile>(path, report);
  RecordReader<EventFile> reader(open_text(pool, {path}, report, false).value(), path, 1, {}, report);
  auto begins = reader.split(9);
  EXPECT_EQ(begins.size(), 9u);
  begins.push_back(reader.file_bytes());
  Recorder parts;
  for (std::size_t i = 0; i + 1 < begins.size(); ++i)
    if (reader.read_part(begins[i], begins[i + 1])) reader.read(parts);
  EXPECT_EQ(parts.lines, whole.lines);
  EXPECT_TRUE(report.empty());
}

TEST(OtfNative, ASearchFindsTheFirstRecordThatIsNotEarlier) {
  for (const int level : {0, 4}) {
    const Scratch scratch;
    write_events(scratch / "t", 1, 3000, level, 3000);
    const std::string path = scratch / (level ? "t.1.events.z" : "t.1.events");
    Report report;
    const auto all = read_one<EventFile>(path, report);
    auto time_of = [](const std::string& line) { return std::stoull(line); };
    const Ticks last = time_of(all.lines.back());
    for (Ticks time = 990; time < last + 5; time += 7) {
      const auto found = read_one<EventFile>(path, report, time);
      const auto expected = std::ranges::find_if(all.lines, [&](const auto& line) { return time_of(line) >= time; });
      ASSERT_EQ(found.lines.size(), static_cast<std::size_t>(all.lines.end() - expected)) << time;
    }
    EXPECT_TRUE(report.empty());
    HandlePool pool;
    RecordReader<EventFile> reader(open_text(pool, {path, level > 0}, report, false).value(), path, 1, {}, report);
    EXPECT_EQ(reader.properties()->first_time, time_of(all.lines.front()));
    EXPECT_EQ(reader.properties()->last_time, last);
  }
}

TEST(OtfNative, SelectionsChooseTimesAndProcesses) {
  const Scratch scratch;
  write_events(scratch / "t", 5, 1000, 0, 1 << 20);
  Report report;
  auto trace = TraceReader::open(scratch / "t", report).value();
  Recorder all, some;
  trace->merge<EventFile>().value().read(all);
  trace->merge<EventFile>({1100, 1500, std::vector<ProcessId>{2, 4, 99}}).value().read(some);
  std::erase_if(all.lines, [](const std::string& line) {
    const auto time = std::stoull(line);
    const auto process = std::stoull(line.substr(line.find(' ')));
    return time < 1100 || time >= 1500 || (process != 2 && process != 4);
  });
  std::ranges::sort(all.lines);
  std::ranges::sort(some.lines);
  EXPECT_FALSE(some.lines.empty());
  EXPECT_EQ(some.lines, all.lines);
}

// A zlib stream that ends as the standard wants it: with a last block and a checksum.
std::string finished_stream(const std::string& text) {
  Deflater deflater(6);
  std::vector<std::byte> bytes;
  EXPECT_TRUE(deflater.add_chunk(std::as_bytes(std::span(text)), bytes));
  std::uint32_t low = 1, high = 0;
  for (const char c : text) {
    low = (low + static_cast<unsigned char>(c)) % 65521;
    high = (high + low) % 65521;
  }
  std::string stream(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  stream += std::string("\x03\x00", 2);
  for (const std::uint32_t half : {high, low}) {
    stream += static_cast<char>(half >> 8);
    stream += static_cast<char>(half);
  }
  return stream;
}

TEST(OtfNative, FinishedAndJoinedStreamsAreReadWhole) {
  const Scratch scratch;
  const std::string first = finished_stream("5\n*1\nE1\n"), second = finished_stream("6\n*1\nE2\n6\n*1\n");
  write_file(scratch / "t.1.events.z", first + second);
  Report report;
  EXPECT_EQ(read_one<EventFile>(scratch / "t.1.events.z", report).lines.size(), 2u);
  EXPECT_TRUE(report.empty());
}

TEST(OtfNative, ThousandsOfStreamsNeedFewHandles) {
  in_child([] {
    const Scratch scratch;
    constexpr unsigned streams = 5000;
    limit(RLIMIT_NOFILE, 64);
    write_events(scratch / "t", streams, 4 * streams, 0, 60);
    Report report;
    auto trace = TraceReader::open(scratch / "t", report).value();
    EXPECT_EQ(trace->master().streams().size(), streams);
    Recorder all;
    EXPECT_EQ(trace->merge<EventFile>().value().read(all), 4 * streams);
    EXPECT_TRUE(std::ranges::is_sorted(all.lines, {}, [](const std::string& line) { return std::stoull(line); }));
    EXPECT_TRUE(report.empty());
  });
}

TEST(OtfNative, AFullDiskIsAnError) {
  const Scratch scratch;
  HandlePool pool;
  const auto written = [&]() -> Result<> {
    auto writer = WEFT_TRY(RecordWriter::create(pool, "/dev/full", {Form::short_words, {1000, 0}}));
    for (unsigned i = 0; i < 1000; ++i) WEFT_TRY(writer->write(i, 1, Enter{i, 0}));
    return writer->close();
  }();
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, Errc::no_space);
  EXPECT_FALSE(RecordWriter::create(pool, scratch / "none/t.1.events", {}));
}

TEST(OtfNative, WhatIsLargerThanTheBufferIsRefused) {
  const Scratch scratch;
  HandlePool pool;
  auto writer = RecordWriter::create(pool, scratch / "t.0.def", {Form::short_words, {100, 0}}).value();
  const std::string name(200, 'n');
  const auto refused = writer->write(DefFunction{1, 2, name, 0});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Errc::too_large);
  EXPECT_TRUE(writer->write(DefFunction{2, 2, "name", 0}));
  EXPECT_TRUE(writer->close());
  EXPECT_EQ(file_content(scratch / "t.0.def"), "DF1G2NM\nDF2G2NM\"name\"\n");
}

TEST(OtfNative, StreamsThatShareFilesAreRead) {
  const Scratch scratch;
  write_file(scratch / "t.otf", "1:1\n2:2\ni1:2:ff\n");
  write_file(scratch / "t.0.def", "DP1NM\"a\"\n");
  const std::string one = "5\n*1\nE1\n", two = "6\n*2\nE2\n", end = "7\n*1\nE3\n7\n*1\n";
  write_file(scratch / "t.all.events", one + two + end);
  write_file(scratch / "t.idx.events", fmt::format("1:0:{}\n2:{}:{}\n1:{}:{}\n", one.size(), one.size(), two.size(),
                                           one.size() + two.size(), end.size()));
  Report report;
  Recorder all;
  auto trace = TraceReader::open(scratch / "t", report).value();
  EXPECT_EQ(trace->master().text(), file_content(scratch / "t.otf"));
  EXPECT_EQ(trace->merge<EventFile>().value().read(all), 3u);
  EXPECT_EQ(all.lines.at(1), "6 2 2 Enter function=2 source=0");
}

}  // namespace
}  // namespace weft::contract
