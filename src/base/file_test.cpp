// SPDX-License-Identifier: BSD-3-Clause
#include "base/file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>

#include "base/parallel.hpp"
#include "base/test_directory_internal.hpp"

namespace weft {
namespace {

namespace fs = std::filesystem;

Bytes bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

class Files : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return directory_ / name; }
  std::string made(const std::string& name, std::string_view content) const {
    EXPECT_TRUE(replace_file(path(name), bytes_of(content)));
    return path(name);
  }
  static std::size_t open_files() {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator("/proc/self/fd"), {}));
  }

  TestDirectory directory_;
};

TEST_F(Files, ReadAtAnOffsetUpToTheEnd) {
  const auto file = File::open(made("a", "0123456789"));
  ASSERT_TRUE(file);
  EXPECT_EQ(*file->size(), 10u);
  std::byte buffer[4];
  EXPECT_EQ(*file->read_at(3, buffer), 4u);
  EXPECT_EQ(buffer[0], std::byte{'3'});
  EXPECT_EQ(*file->read_at(8, buffer), 2u);
  EXPECT_EQ(*file->read_at(10, buffer), 0u);
  EXPECT_EQ(*file->read_at(1'000'000, buffer), 0u);
}

TEST_F(Files, SayWhatIsWrong) {
  const auto missing = File::open(path("none"));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, Errc::not_found);
  EXPECT_EQ(missing.error().file, path("none"));
  const auto directory = File::open(directory_.path());
  ASSERT_FALSE(directory);
  EXPECT_EQ(directory.error().code, Errc::invalid_argument);
  EXPECT_FALSE(File::create(path("no/such/directory")));
}

TEST_F(Files, AppendAndReadBackWhole) {
  auto file = File::create(path("b"));
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->append(bytes_of("one ")));
  EXPECT_TRUE(file->append({}));
  EXPECT_TRUE(file->append(bytes_of("two")));
  EXPECT_TRUE(file->close());
  EXPECT_TRUE(file->close()) << "closing twice is harmless";
  const auto content = read_file(path("b"));
  ASSERT_TRUE(content);
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(content->data()), content->size()), "one two");
}

TEST_F(Files, CloseThemselves) {
  const std::size_t before = open_files();
  {
    auto first = File::open(made("c", "x"));
    auto second = File::open(made("d", "y"));
    *first = *std::move(second);
    File moved = *std::move(first);
  }
  EXPECT_EQ(open_files(), before);
}

TEST_F(Files, NamesAreFreeUntilSomethingHasThem) {
  EXPECT_TRUE(check_free(path("new")));
  made("old", "");
  const auto taken = check_free(path("old"));
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().code, Errc::exists);
  fs::create_symlink(path("nowhere"), path("link"));
  EXPECT_FALSE(check_free(path("link"))) << "it would be followed";
}

TEST_F(Files, AreReplacedInOneStep) {
  made("e", "old");
  EXPECT_TRUE(replace_file(path("e"), bytes_of("new content")));
  EXPECT_EQ(read_file(path("e"))->size(), 11u);
  EXPECT_FALSE(replace_file(path("no/such/directory"), bytes_of("x")));
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(directory_.path())) files += entry.exists();
  EXPECT_EQ(files, 1u) << "no temporary file is left behind";
}

TEST_F(Files, AreNotPutInThePlaceOfDevicesAndPipes) {
  fs::create_symlink("/dev/null", path("device"));
  EXPECT_TRUE(replace_file(path("device"), bytes_of("x")));
  EXPECT_TRUE(fs::is_symlink(path("device")));
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const int reader = ::open(path("pipe").c_str(), O_RDONLY | O_NONBLOCK);
  EXPECT_TRUE(replace_file(path("pipe"), bytes_of("to be read")));
  char got[16];
  EXPECT_EQ(::read(reader, got, sizeof got), 10);
  ::close(reader);
  EXPECT_TRUE(fs::is_fifo(path("pipe")));
}

TEST_F(Files, OfAPoolShareItsHandles) {
  HandlePool pool(3);
  std::vector<std::unique_ptr<PooledFile>> files;
  files.reserve(20);
  for (int i = 0; i < 20; ++i)
    files.push_back(std::make_unique<PooledFile>(pool, made(std::to_string(i), std::to_string(i * 100))));
  const std::size_t before = open_files();
  for (int round = 0; round < 3; ++round)
    for (int i = 0; i < 20; ++i) {
      std::byte buffer[8];
      const auto got = files[static_cast<std::size_t>(i)]->read_at(0, buffer);
      ASSERT_TRUE(got);
      EXPECT_EQ(std::string(reinterpret_cast<char*>(buffer), *got), std::to_string(i * 100));
      EXPECT_LE(open_files(), before + 3);
    }
  files.clear();
  EXPECT_EQ(open_files(), before);
}

TEST_F(Files, OfAPoolAreReadByManyThreads) {
  HandlePool pool(2);
  std::vector<std::unique_ptr<PooledFile>> files;
  files.reserve(16);
  for (int i = 0; i < 16; ++i)
    files.push_back(
        std::make_unique<PooledFile>(pool, made(std::to_string(i), std::string(100, static_cast<char>('a' + i)))));
  parallel_for(2000, 8, [&](std::size_t piece, std::size_t) {
    const std::size_t i = piece * 7 % files.size();
    std::byte buffer[100];
    const auto got = files[i]->read_at(0, buffer);
    ASSERT_TRUE(got);
    ASSERT_EQ(*got, 100u);
    for (const std::byte b : buffer) ASSERT_EQ(static_cast<char>(b), static_cast<char>('a' + i));
  });
}

TEST_F(Files, OfAPoolSayWhenTheyAreGone) {
  HandlePool pool(1);
  PooledFile kept(pool, made("kept", "k"));
  PooledFile gone(pool, made("gone", "g"));
  EXPECT_TRUE(gone.size());
  fs::remove(path("gone"));
  EXPECT_TRUE(kept.size()) << "takes the only handle";
  const auto size = gone.size();
  ASSERT_FALSE(size);
  EXPECT_EQ(size.error().code, Errc::not_found);
}

TEST_F(Files, AMappedFileIsItsBytesAndHoldsNoHandle) {
  const std::string name = made("a", "some text");
  const std::size_t before = open_files();
  auto mapped = MappedFile::open(name);
  ASSERT_TRUE(mapped);
  EXPECT_EQ(open_files(), before);
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(mapped->bytes().data()), mapped->bytes().size()), "some text");
  EXPECT_TRUE(MappedFile::open(made("empty", ""))->bytes().empty());
  EXPECT_FALSE(MappedFile::open(path("absent")));
  EXPECT_FALSE(MappedFile::open(directory_.path()));
}

TEST_F(Files, WritingAtAnOffsetKeepsWhatIsAround) {
  auto file = File::create_anew(path("a"));
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->write_at(0, bytes_of("0123456789")));
  ASSERT_TRUE(file->write_at(3, bytes_of("xyz")));
  ASSERT_TRUE(file->close());
  const auto content = read_file(path("a"));
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(content->data()), content->size()), "012xyz6789");
}

TEST(ReadFile, ReadsWhatTheSystemMakesUp) {
  const auto content = read_file("/proc/self/cmdline");
  ASSERT_TRUE(content);
  EXPECT_FALSE(content->empty());
}

TEST_F(Files, CreatingAnewReplacesALinkAndLeavesItsTarget) {
  const std::string target = made("target", "kept");
  fs::create_symlink(target, path("link"));
  auto file = File::create_anew(path("link"));
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->append(bytes_of("new")));
  EXPECT_FALSE(fs::is_symlink(path("link")));
  EXPECT_EQ(fs::file_size(target), 4u);
}

TEST_F(Files, AppendingFromAnotherFileNoticesThatItEnds) {
  const std::string from = made("from", "0123456789");
  const auto in = File::open(from);
  auto out = File::create(path("out"));
  ASSERT_TRUE(in && out);
  ASSERT_TRUE(out->append(bytes_of("<")));
  ASSERT_TRUE(out->append_from(*in, 2, 5));
  ASSERT_TRUE(out->append(bytes_of(">")));
  const auto content = read_file(path("out"));
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(content->data()), content->size()), "<23456>");
  const auto early = out->append_from(*in, 8, 5);
  ASSERT_FALSE(early);
  EXPECT_EQ(early.error().code, Errc::corrupt);
}

}  // namespace
}  // namespace weft
