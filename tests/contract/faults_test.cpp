// SPDX-License-Identifier: BSD-3-Clause
// When the system refuses: full disks, few file handles, no permission, files that change while they are read, and a
// writer that is killed.
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "child.hpp"
#include "content.hpp"
#include "convert/convert.hpp"
#include "formats/otf2/copy.hpp"
#include "formats/otf2/repair.hpp"
#include "formats/otf2/rules.hpp"
#include "formats/otf2/sink.hpp"
#include "formats/otf2/writer.hpp"
#include "model/merge.hpp"
#include "raw_archive.hpp"

namespace weft::contract {
namespace {

using namespace otf2;

// An archive of `locations` locations with `events` events each, times i * locations + location.
void write_plain_archive(
    const std::string& path, std::uint64_t locations, std::uint32_t events, std::uint64_t chunk = smallest_chunk) {
  Anchor anchor;
  anchor.event_chunk_bytes = chunk;
  anchor.definition_chunk_bytes = smallest_chunk;
  auto writer = ArchiveWriter::create(path, anchor).take();
  for (std::uint64_t location = 0; location < locations; ++location) {
    auto out = writer.events({location});
    for (std::uint32_t i = 0; i < events; ++i) ASSERT_TRUE(out.append(i * locations + location, evt::Enter{{i}}));
    ASSERT_TRUE(out.close());
    ASSERT_TRUE(writer.define(def::Location{{location}, {}, {}, events, {}}));
  }
  ASSERT_TRUE(writer.close());
}

// No file of an archive NAME is left in `directory`; other files are none of our business.
void expect_nothing_left(const std::string& directory, const std::string& name) {
  for (const auto& entry : fs::directory_iterator(directory))
    EXPECT_NE(entry.path().filename().string().substr(0, name.size()), name) << entry.path();
}

// Makes writing fail soon in `directory`: a tmpfs of one megabyte where mounting is allowed, else a limit on the size
// of files. Answers which error that gives.
Errc make_full(const std::string& directory) {
  const bool own_mounts = ::unshare(CLONE_NEWNS) == 0 &&
                          ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
  if (own_mounts && ::mount("none", directory.c_str(), "tmpfs", 0, "size=1m") == 0) return Errc::no_space;
  std::signal(SIGXFSZ, SIG_IGN);
  limit(RLIMIT_FSIZE, 600'000);
  return Errc::io;
}

class FullDisk : public testing::Test {
 protected:
  FullDisk() {
    fs::create_directory(full_);
    write_plain_archive(scratch_ / "in.otf2", 3, 200'000, 1 << 20);
  }
  Scratch scratch_;
  std::string full_ = scratch_ / "full";
};

TEST_F(FullDisk, CopyingFailsAndLeavesNothing) {
  in_child([&] {
    const Errc expected = make_full(full_);
    LossReport loss;
    Report report;
    const auto copied = copy_archive(scratch_ / "in.otf2", full_ + "/out.otf2", {}, loss, report);
    ASSERT_FALSE(copied);
    EXPECT_EQ(copied.error().code, expected) << copied.error().text();
    EXPECT_FALSE(copied.error().file.empty());
    expect_nothing_left(full_, "out");
  });
}

TEST_F(FullDisk, ConvertingThroughTheBridgeFailsAndLeavesNothing) {
  in_child([&] {
    const Errc expected = make_full(full_);
    auto source = Archive::open(scratch_ / "in.otf2").take();
    LossReport loss;
    {
      auto sink = create_sink(full_ + "/out.otf2", loss).take();
      const auto copied = copy_events(*source, *sink, 2, {}, loss);
      ASSERT_FALSE(copied);
      EXPECT_EQ(copied.error().code, expected) << copied.error().text();
    }
    expect_nothing_left(full_, "out");
  });
}

TEST_F(FullDisk, RepairingFailsAndLeavesNothing) {
  in_child([&] {
    const Errc expected = make_full(full_);
    const auto repaired = repair_archive(scratch_ / "in.otf2", full_ + "/out.otf2", {});
    ASSERT_FALSE(repaired);
    EXPECT_EQ(repaired.error().code, expected) << repaired.error().text();
    expect_nothing_left(full_, "out");
  });
}

// The native writer: what cannot be written is an error of the call that noticed.
TEST_F(FullDisk, AWriterThatCannotWriteSaysSo) {
  in_child([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    limit(RLIMIT_FSIZE, 300'000);
    auto writer = ArchiveWriter::create(full_ + "/w.otf2", {}).take();
    auto events = writer.events({0});
    Result<> result;
    std::uint32_t written = 0;
    for (; result && written < 1'000'000; ++written) result = events.append(written, evt::Enter{{written}});
    ASSERT_FALSE(result) << "a million events in 300 kB";
    EXPECT_EQ(result.error().code, Errc::io);
    writer.discard();
    expect_nothing_left(full_, "w");
  });
}

void expect_merges(const std::string& path, std::uint64_t locations, std::uint64_t events) {
  auto archive = Archive::open(path);
  ASSERT_TRUE(archive) << archive.error().text();
  auto merge = Merge::open(**archive, (*archive)->locations());
  ASSERT_TRUE(merge) << merge.error().text();
  Ticks next = 0;
  while (merge->next()) ASSERT_EQ(merge->batch().time[merge->row()], next++);
  EXPECT_EQ(next, locations * events);
  EXPECT_TRUE((*archive)->report().empty()) << text_of((*archive)->report());
}

TEST(FewHandles, TwoThousandLocationsAreMergedWithSixtyFour) {
  Scratch scratch;
  write_plain_archive(scratch / "many.otf2", 2000, 20);
  in_child([&] {
    limit(RLIMIT_NOFILE, 64);
    expect_merges(scratch / "many.otf2", 2000, 20);
  });
}

// Event files larger than a window are read again and again while others take the handle.
TEST(FewHandles, LargeFilesAreReadWithFour) {
  Scratch scratch;
  write_plain_archive(scratch / "large.otf2", 40, 20'000);
  in_child([&] {
    limit(RLIMIT_NOFILE, static_cast<rlim_t>(::dup(0)) + 4);
    expect_merges(scratch / "large.otf2", 40, 20'000);
  });
}

// Names of a few files, where the system has such a thing: a hundred thousand files of their own take their time.
void lay_event_files(const std::string& directory, std::uint64_t locations, std::uint64_t files) {
  for (std::uint64_t location = 0; location < locations; ++location) {
    const std::string name = directory + "/" + std::to_string(location) + ".evt";
    std::error_code error = std::make_error_code(std::errc::not_supported);
    if (location >= files)
      fs::create_hard_link(directory + "/" + std::to_string(location % files) + ".evt", name, error);
    if (error) write_file(name, raw_chunk(raw_time(location % files) + raw({12, 0}), 1));
  }
}

TEST(FewHandles, FortyThousandLocationsAreMergedWith256) {
  constexpr std::uint64_t locations = WEFT_SANITIZED ? 4'000 : 40'000;
  constexpr std::uint64_t files = 10;
  Scratch scratch;
  auto writer = ArchiveWriter::create(scratch / "huge.otf2", {}).take();
  for (std::uint64_t location = 0; location < locations; ++location)
    ASSERT_TRUE(writer.define(def::Location{{location}, {}, {}, 1, {}}));
  ASSERT_TRUE(writer.close());
  lay_event_files(scratch / "huge", locations, files);
  in_child([&] {
    limit(RLIMIT_NOFILE, 256);
    auto archive = Archive::open(scratch / "huge.otf2").take();
    auto merge = Merge::open(*archive, archive->locations());
    ASSERT_TRUE(merge) << merge.error().text();
    std::uint64_t count = 0;
    for (; merge->next(); ++count) {
      const std::uint64_t time = count / (locations / files);
      ASSERT_EQ(merge->batch().time[merge->row()], time);
      ASSERT_EQ(merge->batch().location.value, count % (locations / files) * files + time);
    }
    EXPECT_EQ(count, locations);
    EXPECT_TRUE(archive->report().empty()) << text_of(archive->report());
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const long most = WEFT_SANITIZED ? 2000 : 400;
    EXPECT_LT(usage.ru_maxrss / 1024, most) << "megabytes";
  });
}

// Root may read and write anything, so as root this is tried as somebody else.
void become_nobody() {
  constexpr unsigned nobody = 65534;
  if (::geteuid() != 0) return;
  ASSERT_EQ(::setgid(nobody), 0);
  ASSERT_EQ(::setuid(nobody), 0);
}

TEST(NoPermission, AReadOnlyDirectoryIsAnError) {
  Scratch scratch;
  write_plain_archive(scratch / "in.otf2", 1, 3);
  const std::string directory = scratch / "sealed";
  fs::create_directory(directory);
  ASSERT_EQ(::chmod(directory.c_str(), 0555), 0);
  ASSERT_EQ(::chmod(scratch.path().c_str(), 0755), 0);
  in_child([&] {
    become_nobody();
    const auto refused = ArchiveWriter::create(directory + "/new.otf2", {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::io) << refused.error().text();
    EXPECT_NE(refused.error().file.find(directory), std::string::npos) << refused.error().text();
    LossReport loss;
    Report report;
    EXPECT_FALSE(copy_archive(scratch / "in.otf2", directory + "/copy.otf2", {}, loss, report));
    EXPECT_FALSE(repair_archive(scratch / "in.otf2", directory + "/fixed.otf2", {}));
    EXPECT_TRUE(fs::is_empty(directory));
    EXPECT_TRUE(open_clean(scratch / "in.otf2"));
  });
}

TEST(NoPermission, AnUnreadableEventFileIsReported) {
  Scratch scratch;
  write_plain_archive(scratch / "in.otf2", 2, 3);
  ASSERT_EQ(::chmod((scratch / "in/1.evt").c_str(), 0), 0);
  ASSERT_EQ(::chmod(scratch.path().c_str(), 0755), 0);
  in_child([&] {
    become_nobody();
    auto archive = Archive::open(scratch / "in.otf2").take();
    EXPECT_EQ(rows_of(*archive, {0}).size(), 3u);
    // An error or a finding: never events out of nothing, never silence.
    auto stream = archive->events({1}, {});
    EventBatch batch;
    if (stream) {
      EXPECT_FALSE((*stream)->next(batch));
      EXPECT_EQ(archive->report().count(file_missing.name), 1u);
    } else {
      EXPECT_EQ(stream.error().file, scratch / "in/1.evt");
    }
  });
}

TEST(SamePlace, ASecondArchiveIsRefused) {
  Scratch scratch;
  write_plain_archive(scratch / "one.otf2", 1, 3);
  const std::string before = file_content(scratch / "one/0.evt");
  const auto again = ArchiveWriter::create(scratch / "one.otf2", {});
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, Errc::exists);
  LossReport loss;
  Report report;
  write_plain_archive(scratch / "two.otf2", 1, 5);
  const auto copied = copy_archive(scratch / "two.otf2", scratch / "one.otf2", {}, loss, report);
  ASSERT_FALSE(copied);
  EXPECT_EQ(copied.error().code, Errc::exists);
  const auto onto_itself = convert(scratch / "one.otf2", scratch / "one.otf2", "", {}, loss, report);
  ASSERT_FALSE(onto_itself);
  EXPECT_EQ(file_content(scratch / "one/0.evt"), before) << "what was there must not be touched";
  EXPECT_TRUE(open_clean(scratch / "one.otf2"));
}

// Two writers at the same time: the one that came first has made the directory, though there is no anchor yet.
TEST(SamePlace, ASecondWriterIsRefusedWhileTheFirstWrites) {
  Scratch scratch;
  auto first = ArchiveWriter::create(scratch / "one.otf2", {});
  ASSERT_TRUE(first);
  const auto second = ArchiveWriter::create(scratch / "one.otf2", {});
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, Errc::exists);
  ASSERT_TRUE(first->close());
  EXPECT_TRUE(open_clean(scratch / "one.otf2"));
}

class ChangingFile : public testing::Test {
 protected:
  ChangingFile() { write_plain_archive(scratch_ / "c.otf2", 1, 150'000, 1 << 20); }
  Scratch scratch_;
  std::string file_ = scratch_ / "c/0.evt";
};

TEST_F(ChangingFile, TruncatedWhileEventsAreRead) {
  auto archive = Archive::open(scratch_ / "c.otf2").take();
  StreamOptions options;
  options.window_bytes = 4096;
  options.rows = 100;
  auto stream = archive->events({0}, options).take();
  EventBatch batch;
  ASSERT_TRUE(stream->next(batch));
  std::uint64_t count = batch.size();
  fs::resize_file(file_, 100'000);
  while (stream->next(batch)) {
    ASSERT_EQ(batch.time[0], count) << "an event that was never written";
    count += batch.size();
  }
  EXPECT_GT(count, 100u);
  EXPECT_LT(count, 10'000u);
  EXPECT_FALSE(archive->report().empty());
}

TEST_F(ChangingFile, RemovedWhileEventsAreRead) {
  auto archive = Archive::open(scratch_ / "c.otf2").take();
  auto stream = archive->events({0}, {}).take();
  fs::remove(file_);
  EventBatch batch;
  while (stream->next(batch)) {
  }
  EXPECT_TRUE(rows_of(*archive, {0}).empty());
  EXPECT_FALSE(archive->report().empty());
}

// Definition files have another reader, with a window of a megabyte.
TEST(ChangingDefinitions, TruncatedWhileTheyAreRead) {
  Scratch scratch;
  auto writer = ArchiveWriter::create(scratch / "d.otf2", {}).take();
  constexpr std::uint32_t count = 3000;
  for (std::uint32_t i = 0; i < count; ++i)
    ASSERT_TRUE(writer.define(def::String{{i}, std::string(1001, static_cast<char>('a' + i % 26))}));
  ASSERT_TRUE(writer.close());
  auto archive = Archive::open(scratch / "d.otf2").take();
  const std::uint64_t megabyte = 1 << 20;
  for (const std::uint64_t length : {megabyte - 1, megabyte, megabyte + 1, megabyte + 5, megabyte + 500, 2 * megabyte,
           2 * megabyte + 700, std::uint64_t{100}}) {
    SCOPED_TRACE(length);
    fs::copy_file(scratch / "d.def", scratch / "whole.def");
    auto stream = archive->global_definitions().take();
    RawRecord raw;
    ASSERT_TRUE(stream->next(raw));
    fs::resize_file(scratch / "d.def", length);
    std::uint32_t next = 1, wrong = 0;
    while (stream->next(raw))
      stream->decode<GlobalDefinitionRecords>(
          raw,
          [&](const auto& record) {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(record)>, def::String>) {
              wrong += record.self.value != next ||
                       record.string != std::string(1001, static_cast<char>('a' + next % 26));
              ++next;
            } else {
              ++wrong;
            }
          },
          [&](const RawRecord&) { ++wrong; });
    EXPECT_EQ(wrong, 0u) << "records that were never written";
    // What was in memory already is delivered; a record is 1016 bytes here.
    EXPECT_GE(next, std::min<std::uint64_t>(length, megabyte) / 1020);
    EXPECT_LT(next, count);
    EXPECT_FALSE(archive->report().empty());
    fs::remove(scratch / "d.def");
    fs::rename(scratch / "whole.def", scratch / "d.def");
  }
}

// A writer killed in the middle leaves whole chunks and no anchor. What is there can be made an archive again.
TEST(KilledWriter, LeavesWhatCanBeRepaired) {
  Scratch scratch;
  const std::string file = scratch / "k/0.evt";
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::alarm(60);
    Anchor anchor;
    anchor.event_chunk_bytes = 300'001;
    auto writer = ArchiveWriter::create(scratch / "k.otf2", anchor).take();
    auto events = writer.events({0});
    for (std::uint32_t i = 0;; ++i)
      if (!events.append(i, evt::Enter{{i % 1000}})) ::_exit(1);
  }
  std::error_code error;
  const auto begin = std::chrono::steady_clock::now();
  while (fs::file_size(file, error) < 900'003 || error) {
    ASSERT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(50)) << "the child writes nothing";
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  ASSERT_EQ(::kill(child, SIGKILL), 0);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  ASSERT_FALSE(fs::exists(scratch / "k.otf2")) << "an archive without anchor is an unfinished one";

  const auto report = repair_archive(scratch / "k.otf2", scratch / "fixed.otf2", {});
  ASSERT_TRUE(report) << report.error().text();
  EXPECT_FALSE(report->done.empty());
  const auto archive = open_clean(scratch / "fixed.otf2");
  ASSERT_TRUE(archive);
  const Rows rows = rows_of(*archive, {0});
  // At most the unfinished chunk is lost: 11 or 12 bytes an event.
  EXPECT_GT(rows.size(), 3 * 300'001u / 13);
  for (std::uint32_t i = 0; i < rows.size(); ++i) ASSERT_EQ(rows[i], row_of(i, evt::Enter{{i % 1000}}));
  EXPECT_EQ(archive->definitions().find<def::Location>(LocationRef{0})->number_of_events, rows.size());
}

}  // namespace
}  // namespace weft::contract
