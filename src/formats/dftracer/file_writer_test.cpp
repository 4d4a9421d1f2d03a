// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/file_writer.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/parallel.hpp"
#include "base/test_directory_internal.hpp"
#include "formats/dftracer/byte_source.hpp"

namespace weft::dftracer {
namespace {

namespace fs = std::filesystem;

class FileWriters : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return directory_ / name; }
  bool is_empty() const { return fs::is_empty(directory_.path()); }
  static std::string text_of(const std::string& path) {
    Report report;
    auto source = ByteSource::open(path, report);
    if (!source) return source.error().text();
    std::string text(std::size_t{64} << 20, '\0');
    text.resize((*source)->read(text));
    EXPECT_TRUE(report.empty());
    return text;
  }

  TestDirectory directory_;
};

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    lines.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

TEST_F(FileWriters, PutsBracketsAroundLines) {
  auto writer = FileWriter::create(path("a.pfw"));
  ASSERT_TRUE(writer);
  EXPECT_TRUE((*writer)->append("{\"id\":1}\n{\"id\":2}\n"));
  EXPECT_TRUE((*writer)->append("{\"id\":3}\n"));
  EXPECT_TRUE((*writer)->close());
  EXPECT_EQ(text_of(path("a.pfw")), "[\n{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n]\n");
}

TEST_F(FileWriters, WriteNothingButLinesWithoutBrackets) {
  auto writer = FileWriter::create(path("a.pfw.gz"), {.has_brackets = false});
  ASSERT_TRUE(writer);
  EXPECT_TRUE((*writer)->append("{}\n"));
  EXPECT_TRUE((*writer)->close());
  EXPECT_EQ(text_of(path("a.pfw.gz")), "{}\n");
}

TEST_F(FileWriters, KeepTheOrderOfManyMembers) {
  auto writer = FileWriter::create(path("a.pfw.gz"), {.has_brackets = true, .level = 1, .threads = 3});
  ASSERT_TRUE(writer);
  std::string expected = "[\n";
  for (int i = 0; i < 200'000; ++i) {
    const std::string line = fmt::format("{{\"id\":{},\"name\":\"a name that takes room\"}}\n", i);
    expected += line;
    ASSERT_TRUE((*writer)->append(line));
  }
  EXPECT_TRUE((*writer)->close());
  EXPECT_TRUE(text_of(path("a.pfw.gz")) == expected + "]\n");
}

TEST_F(FileWriters, TakeLinesFromManyThreads) {
  constexpr std::size_t threads = 4;
  constexpr std::size_t lines_each = 20'000;
  auto writer = FileWriter::create(path("a.pfw.gz"), {.has_brackets = false, .level = 1, .threads = 2});
  ASSERT_TRUE(writer);
  parallel_for(threads, threads, [&](std::size_t thread, std::size_t) {
    for (std::size_t i = 0; i < lines_each; ++i)
      EXPECT_TRUE((*writer)->append(fmt::format("{{\"thread\":{},\"id\":{:0>60}}}\n", thread, i)));
  });
  EXPECT_TRUE((*writer)->close());
  auto lines = lines_of(text_of(path("a.pfw.gz")));
  EXPECT_EQ(lines.size(), threads * lines_each);
  std::erase_if(lines, [](const std::string& line) { return !line.starts_with("{\"thread\":0,"); });
  EXPECT_EQ(lines.size(), lines_each);
  EXPECT_TRUE(std::ranges::is_sorted(lines));
}

TEST_F(FileWriters, LeaveNothingBehindUnlessClosed) {
  for (const char* const name : {"a.pfw", "a.pfw.gz"}) {
    auto writer = FileWriter::create(path(name));
    ASSERT_TRUE(writer);
    EXPECT_TRUE((*writer)->append(std::string(std::size_t{3} << 20, '\n')));
    EXPECT_FALSE(fs::exists(path(name)));
    writer->reset();
    EXPECT_TRUE(is_empty());
  }
}

TEST_F(FileWriters, ReplaceWhatIsThereOnlyWhenClosed) {
  const std::string old = path("a.pfw");
  ASSERT_TRUE(replace_file(old, std::as_bytes(std::span(std::string_view("old")))));
  auto writer = FileWriter::create(old);
  ASSERT_TRUE(writer);
  EXPECT_EQ(text_of(old), "old");
  EXPECT_TRUE((*writer)->close());
  EXPECT_EQ(text_of(old), "[\n]\n");
}

TEST_F(FileWriters, SayWhenADirectoryIsMissing) {
  const auto writer = FileWriter::create(path("none/a.pfw"));
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.error().file, path("none/a.pfw"));
}

TEST_F(FileWriters, SayAtTheEndThatTheNameIsTaken) {
  fs::create_directories(path("a.pfw.gz/in the way"));
  auto writer = FileWriter::create(path("a.pfw.gz"));
  ASSERT_TRUE(writer);
  EXPECT_FALSE((*writer)->close());
  writer->reset();
  EXPECT_EQ(std::distance(fs::directory_iterator(directory_.path()), {}), 1);
}

}  // namespace
}  // namespace weft::dftracer
