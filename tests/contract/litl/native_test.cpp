// SPDX-License-Identifier: BSD-3-Clause
// The native face of LiTL: what is written is what is read, in every variant and however it was put together.
#include <gtest/gtest.h>
#include <signal.h>

#include <random>

#include "child.hpp"
#include "content.hpp"
#include "formats/litl/archive_writer.hpp"
#include "formats/litl/event.hpp"
#include "formats/litl/process_merge.hpp"
#include "formats/litl/rewrite.hpp"
#include "formats/litl/rules.hpp"
#include "formats/litl/survey.hpp"
#include "formats/litl/trace_file.hpp"
#include "scratch.hpp"

namespace weft::contract {
namespace {

using namespace litl_content;
using litl::EventType;
using litl::Layout;

constexpr Layout layouts[] = {{138, 8}, {144, 8}, {138, 4}, {144, 4}};

std::string all_findings(const Report& report) {
  std::string text;
  for (const auto& [rule, group] : report.groups())
    for (const Finding& finding : group.first) text += std::string(rule) + ": " + finding.text() + "\n";
  return text;
}

// The threads of a process as they stand in a file of TraceFile: first those known before the first chunk.
class Recording {
 public:
  Recording(const SampleProcess& process, const std::string& path)
      : process_(process),
        done_(process.threads.size()),
        index_(process.threads.size()),
        file_(litl::TraceFile::create(path, {process.name, process.buffer_bytes, "here", "0.1.9"}).value()) {}

  void add(std::size_t thread) { index_[thread] = file_.add_thread(process_.threads[thread].tid).value(); }
  bool append(std::size_t thread, std::size_t events) {
    const auto& all = process_.threads[thread].events;
    const std::size_t last = std::min(done_[thread] + events, all.size());
    const std::string bytes = encoded(all, done_[thread], last);
    EXPECT_TRUE(file_.append_chunk(index_[thread], as_bytes(bytes)));
    done_[thread] = last;
    return last < all.size();
  }
  void finish() { EXPECT_TRUE(file_.finish()); }

 private:
  const SampleProcess& process_;
  std::vector<std::size_t> done_;
  std::vector<std::uint16_t> index_;
  litl::TraceFile file_;
};

TEST(LitlNative, EveryLayoutIsToldByContentAndReadAlike) {
  const Scratch scratch;
  for (const Layout& layout : layouts)
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
      const SampleTrace trace = random_trace(seed, {1 + seed % 4, 1 + seed % 7, 60, layout.word_bytes});
      write_file(scratch / "t", file_bytes(trace, layout, 1 + seed % 9, seed % 3));
      Report report;
      EXPECT_EQ(difference(trace, read_native(scratch / "t", report)), "")
          << layout.general_bytes << ' ' << layout.word_bytes;
      EXPECT_TRUE(report.empty()) << all_findings(report);
    }
}

TEST(LitlNative, ContinuationTablesHoldAnyNumberOfThreads) {
  const Scratch scratch;
  for (const std::size_t threads : {1u, 2u, 31u, 32u, 33u, 34u, 64u, 65u, 97u, 200u})
    for (const std::size_t in_header : {std::size_t{0}, std::size_t{1}, threads}) {
      const SampleTrace trace = random_trace(7, {1, threads, 5, 8});
      write_file(scratch / "t", file_bytes(trace, {}, 3, in_header));
      Report report;
      EXPECT_EQ(difference(trace, read_native(scratch / "t", report)), "");
      EXPECT_TRUE(report.empty()) << all_findings(report);
    }
}

TEST(LitlNative, ARecordingIsReadableAfterEveryChunk) {
  const Scratch scratch;
  for (const std::size_t threads : {1u, 2u, 33u, 200u}) {
    SampleTrace trace = random_trace(static_cast<std::uint32_t>(threads), {1, threads, 20, 8});
    // Threads stand in the order of their first chunk, so that late ones without events would come last.
    for (SampleThread& thread : trace.processes[0].threads)
      if (thread.events.empty()) thread.events.push_back({1, 2, EventType::regular, {3}, {}});
    Recording recording(trace.processes[0], scratch / "t");
    const std::size_t early = 1 + threads / 10;
    for (std::size_t i = 0; i < early; ++i) recording.add(i);
    std::size_t written = 0;
    for (bool any = true; any;) {
      any = false;
      for (std::size_t i = 0; i < threads; ++i) {
        if (written < threads && i == written && i >= early) recording.add(i);
        any |= recording.append(i, 4);
        written = std::max(written, i + 1);
        if (threads > 40 && i % 17) continue;
        Report report;
        const SampleTrace so_far = read_native(scratch / "t", report);
        EXPECT_TRUE(report.empty()) << all_findings(report);
        EXPECT_EQ(so_far.processes[0].threads.size(), std::max(written, early));
      }
    }
    recording.finish();
    Report report;
    SampleTrace read = read_native(scratch / "t", report);
    EXPECT_EQ(read.processes, trace.processes);
    EXPECT_EQ(read.sysinfo, "here");
    EXPECT_TRUE(report.empty()) << all_findings(report);
  }
}

TEST(LitlNative, ARecordingOfOneThreadIsTheReferencesToTheByte) {
  const Scratch scratch;
  SampleTrace trace = random_trace(8, {1, 1, 30, 8});
  trace.sysinfo = "here";
  ASSERT_GT(trace.processes[0].threads[0].events.size(), 7u);
  Recording recording(trace.processes[0], scratch / "t");
  recording.add(0);
  while (recording.append(0, 7)) {
  }
  recording.finish();
  EXPECT_EQ(file_content(scratch / "t"), file_bytes(trace, {}, 7));
}

TEST(LitlNative, AFullDiskTakesNothingAwayFromARecording) {
  const Scratch scratch;
  in_child([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    limit(RLIMIT_FSIZE, 5000);
    auto file = litl::TraceFile::create(scratch / "t", {"p", 100}).value();
    const std::string event = encoded({5, 6, EventType::packed, {}, std::string(50, 'x')});
    std::uint64_t written = 0;
    std::uint64_t failed = 0;
    for (std::uint64_t tid = 1; tid < 100; ++tid)
      (file.append_chunk(file.add_thread(tid).value(), as_bytes(event)) ? written : failed) += 1;
    EXPECT_GT(written, 20u);
    EXPECT_GT(failed, 20u);
    Report report;
    std::uint64_t found = 0;
    const SampleTrace trace = read_native(scratch / "t", report);
    for (const SampleThread& thread : trace.processes[0].threads) found += thread.events.size();
    EXPECT_EQ(found, written);
    EXPECT_TRUE(report.empty()) << all_findings(report);
    const std::vector<Bytes> chunks(99, as_bytes(event));
    EXPECT_FALSE(litl::write_archive(scratch / "a", {"", "", {{"p", 0, {{1, chunks}}}}}));
    EXPECT_FALSE(fs::exists(scratch / "a"));
  });
}

TEST(LitlNative, AFullDiskLeavesNoHalfACopy) {
  const Scratch scratch;
  const std::string content = file_bytes(random_trace(3, {1, 4, 200, 8}), {});
  ASSERT_GT(content.size(), 5000u);
  ASSERT_TRUE(replace_file(scratch / "t", as_bytes(content)));
  in_child([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    limit(RLIMIT_FSIZE, 5000);
    LossReport loss;
    Report report;
    EXPECT_FALSE(litl::copy_trace(scratch / "t", scratch / "copy", {}, loss, report));
    EXPECT_TRUE(report.empty()) << all_findings(report);
  });
  for (const auto& left : fs::directory_iterator(fs::path(scratch / "t").parent_path()))
    EXPECT_EQ(left.path().filename(), "t");
}

TEST(LitlNative, ThreadsWithoutEventsAreThere) {
  const Scratch scratch;
  for (const bool late : {false, true}) {
    auto file = litl::TraceFile::create(scratch / "t", {"p", 100}).value();
    const auto first = file.add_thread(1).value();
    if (!late) file.add_thread(2).value();
    const std::string event = encoded({5, 6, EventType::packed, {}, "x"});
    ASSERT_TRUE(file.append_chunk(first, as_bytes(event)));
    ASSERT_TRUE(file.append_chunk(first, {}));
    if (late) file.add_thread(2).value();
    ASSERT_TRUE(file.finish());
    Report report;
    const SampleTrace read = read_native(scratch / "t", report);
    ASSERT_EQ(read.processes[0].threads.size(), 2u);
    EXPECT_EQ(read.processes[0].threads[0].events.size(), 1u);
    EXPECT_EQ(read.processes[0].threads[1].tid, 2u);
    EXPECT_TRUE(read.processes[0].threads[1].events.empty());
    EXPECT_TRUE(report.empty()) << all_findings(report);
  }
  // Without any thread, too.
  ASSERT_TRUE(litl::TraceFile::create(scratch / "none", {"p", 100}).value().finish());
  Report report;
  EXPECT_TRUE(read_native(scratch / "none", report).processes[0].threads.empty());
  EXPECT_TRUE(report.empty()) << all_findings(report);
}

TEST(LitlNative, AThreadNeedsAnId) {
  const Scratch scratch;
  auto file = litl::TraceFile::create(scratch / "t", {"p", 100}).value();
  EXPECT_FALSE(file.add_thread(0));
  for (std::size_t i = 0; i < litl::most_threads; ++i) ASSERT_TRUE(file.add_thread(1));
  EXPECT_EQ(file.add_thread(1).error().code, Errc::too_large);
}

TEST(LitlNative, WholeArchivesAreWrittenFromChunks) {
  const Scratch scratch;
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    const SampleTrace trace = random_trace(seed, {1 + seed * 3, seed % 5, 30, 8});
    std::vector<std::string> storage;
    litl::Content content{trace.version, trace.sysinfo, {}};
    for (const SampleProcess& process : trace.processes)
      for (const SampleThread& thread : process.threads)
        storage.push_back(encoded(thread.events, 0, thread.events.size()));
    auto text = storage.begin();
    for (const SampleProcess& process : trace.processes) {
      auto& p = content.processes.emplace_back(litl::ProcessContent{process.name, process.buffer_bytes, {}});
      for (const SampleThread& thread : process.threads) {
        p.threads.push_back({thread.tid, {}});
        if (!text->empty()) p.threads.back().chunks.push_back(as_bytes(*text));
        ++text;
      }
    }
    ASSERT_TRUE(litl::write_archive(scratch / "t", content));
    Report report;
    EXPECT_EQ(difference(trace, read_native(scratch / "t", report)), "");
    EXPECT_TRUE(report.empty()) << all_findings(report);
  }
}

TEST(LitlNative, MergedAndSplitTracesAreWhatTheyWere) {
  const Scratch scratch;
  fs::create_directory(scratch / "out");
  std::vector<std::string> inputs;
  SampleTrace all = random_trace(0, {0, 0, 0, 8});
  for (std::uint32_t i = 0; i < 6; ++i) {
    // Plain traces, archives and aligned files in a mix.
    SampleTrace trace = random_trace(i, {i % 3 + 1, 2, 20, 8});
    for (SampleProcess& process : trace.processes) process.name += "_of_" + std::to_string(i);
    inputs.push_back(scratch / ("in" + std::to_string(i)));
    write_file(inputs.back(), file_bytes(trace, layouts[i % 2]));
    all.processes.insert(all.processes.end(), trace.processes.begin(), trace.processes.end());
  }
  ASSERT_TRUE(litl::merge_traces(inputs, scratch / "archive"));
  Report report;
  EXPECT_EQ(difference(all, read_native(scratch / "archive", report)), "");
  // An archive of archives has no archives in it.
  ASSERT_TRUE(litl::merge_traces({scratch / "archive"}, scratch / "again"));
  EXPECT_EQ(file_content(scratch / "again"), file_content(scratch / "archive"));

  const auto names = litl::split_archive(scratch / "archive", scratch / "out");
  ASSERT_TRUE(names) << names.error().text();
  ASSERT_EQ(names->size(), all.processes.size());
  for (std::size_t i = 0; i < names->size(); ++i) {
    const SampleTrace part = read_native(scratch / ("out/" + (*names)[i]), report);
    ASSERT_EQ(part.processes.size(), 1u);
    EXPECT_EQ(part.processes[0], all.processes[i]);
  }
  EXPECT_TRUE(report.empty()) << all_findings(report);
}

TEST(LitlNative, AMergeOfOneTraceDiffersOnlyInTheSize) {
  const Scratch scratch;
  const std::string original = file_bytes(random_trace(3, {}), {});
  write_file(scratch / "t", original);
  ASSERT_TRUE(litl::merge_traces({scratch / "t"}, scratch / "m"));
  std::string merged = file_content(scratch / "m");
  EXPECT_NE(merged, original);
  merged.replace(138 + 264, 8, 8, '\0');
  EXPECT_EQ(merged, original);
}

TEST(LitlNative, MergingRefusesWhatWouldDestroyAnInput) {
  const Scratch scratch;
  const std::string original = file_bytes(random_trace(3, {}), {});
  write_file(scratch / "t", original);
  fs::create_hard_link(scratch / "t", scratch / "link");
  EXPECT_FALSE(litl::merge_traces({scratch / "t"}, scratch / "link"));
  EXPECT_FALSE(litl::merge_traces({scratch / "t", scratch / "absent"}, scratch / "out"));
  EXPECT_FALSE(litl::merge_traces({}, scratch / "out"));
  EXPECT_FALSE(fs::exists(scratch / "out"));
  EXPECT_EQ(file_content(scratch / "t"), original);
}

TEST(LitlNative, SplittingRefusesNamesThatAreNone) {
  const Scratch scratch;
  fs::create_directory(scratch / "out");
  for (const std::string name : {"", "a/b", "..", "process_1"}) {
    SampleTrace trace = random_trace(1, {2, 1, 3, 8});
    trace.processes[0].name = name;
    write_file(scratch / "t", file_bytes(trace, {}));
    EXPECT_FALSE(litl::split_archive(scratch / "t", scratch / "out")) << name;
    EXPECT_TRUE(fs::is_empty(scratch / "out"));
  }
}

TEST(LitlNative, ThousandsOfProcessesNeedFewHandles) {
  const Scratch scratch;
  std::vector<std::string> inputs;
  const std::string one = file_bytes(random_trace(5, {1, 2, 5, 8}), {});
  constexpr std::size_t processes = 1500;  // the reference's archives break from 234 on
  for (std::size_t i = 0; i < processes; ++i) {
    inputs.push_back(scratch / ("t" + std::to_string(i)));
    std::string file = one;
    file.replace(138, 7, std::to_string(1000000 + i));
    write_file(inputs.back(), file);
  }
  fs::create_directory(scratch / "out");
  in_child([&] {
    limit(RLIMIT_NOFILE, 64);
    ASSERT_TRUE(litl::merge_traces(inputs, scratch / "archive"));
    Report report;
    const SampleTrace all = read_native(scratch / "archive", report);
    EXPECT_EQ(all.processes.size(), processes);
    EXPECT_TRUE(report.empty()) << all_findings(report);
    EXPECT_EQ(litl::split_archive(scratch / "archive", scratch / "out")->size(), processes);
  });
}

TEST(LitlNative, AProcessIsMergedByTimeAndThread) {
  const Scratch scratch;
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    const SampleTrace trace = random_trace(seed, {1, 1 + seed, 50, 8});
    write_file(scratch / "t", file_bytes(trace, {}));
    Report report;
    const auto reader = litl::TraceReader::open(scratch / "t", report).value();
    litl::ProcessMerge merge(*reader, reader->processes()[0]);
    // The plain definition: of all threads' next events, the one with the smallest time, the lowest thread first.
    const auto& threads = trace.processes[0].threads;
    std::vector<std::size_t> next(threads.size());
    while (merge.next()) {
      std::size_t best = threads.size();
      for (std::size_t t = 0; t < threads.size(); ++t)
        if (next[t] < threads[t].events.size() &&
            (best == threads.size() || threads[t].events[next[t]].time < threads[best].events[next[best]].time))
          best = t;
      ASSERT_LT(best, threads.size());
      EXPECT_EQ(merge.thread(), best);
      EXPECT_EQ(merge.event().time, threads[best].events[next[best]].time);
      EXPECT_EQ(merge.event().code, threads[best].events[next[best]].code);
      ++next[best];
    }
    for (std::size_t t = 0; t < threads.size(); ++t) EXPECT_EQ(next[t], threads[t].events.size());
    EXPECT_FALSE(merge.next());
  }
}

// What the authors of LiTL measured for their packed events.
TEST(LitlNative, EventsTakeTheBytesOfThePapersTable) {
  std::byte buffer[256];
  const auto bytes = [&](const std::byte* end) { return end - buffer; };
  const char c = 'c';
  const int i = 1;
  const double d = 2.0;
  EXPECT_EQ(bytes(litl::put_packed(buffer, 1, 2)), 17);
  EXPECT_EQ(bytes(litl::put_packed(buffer, 1, 2, c)), 18);
  EXPECT_EQ(bytes(litl::put_packed(buffer, 1, 2, c, c)), 19);
  EXPECT_EQ(bytes(litl::put_packed(buffer, 1, 2, c, c, c)), 20);
  EXPECT_EQ(bytes(litl::put_packed(buffer, 1, 2, c, c, c, c)), 21);
  EXPECT_EQ(bytes(litl::put_packed(buffer, 1, 2, c, c, c, c, c)), 22);
  EXPECT_EQ(bytes(litl::put_packed(buffer, 1, 2, c, c, c, c, c, c)), 23);
  EXPECT_EQ(bytes(litl::put_packed(buffer, 1, 2, i)), 21);
  EXPECT_EQ(bytes(litl::put_packed(buffer, 1, 2, i, i)), 25);
  EXPECT_EQ(bytes(litl::put_packed(buffer, 1, 2, i, i, i)), 29);
  EXPECT_EQ(bytes(litl::put_packed(buffer, 1, 2, i, i, i, i)), 33);
  EXPECT_EQ(bytes(litl::put_packed(buffer, 1, 2, i, i, i, i, i)), 37);
  EXPECT_EQ(bytes(litl::put_packed(buffer, 1, 2, i, i, i, i, i, i)), 41);
  EXPECT_EQ(bytes(litl::put_packed(buffer, 1, 2, d)), 25);
  EXPECT_EQ(bytes(litl::put_packed(buffer, 1, 2, d, d)), 33);
  EXPECT_EQ(bytes(litl::put_packed(buffer, 1, 2, d, d, d)), 41);
  EXPECT_EQ(bytes(litl::put_packed(buffer, 1, 2, d, d, d, d)), 49);
  EXPECT_EQ(bytes(litl::put_packed(buffer, 1, 2, d, d, d, d, d)), 57);
  EXPECT_EQ(bytes(litl::put_packed(buffer, 1, 2, d, d, d, d, d, d)), 65);
}

}  // namespace
}  // namespace weft::contract
