// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/byte_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/file.hpp"
#include "base/zlib_stream.hpp"
#include "formats/dftracer/rules.hpp"

namespace weft::dftracer {

namespace {

constexpr std::array magic{std::byte{0x1f}, std::byte{0x8b}, std::byte{0x08}};

bool is_member(Bytes bytes) { return bytes.size() >= magic.size() && std::ranges::equal(bytes.first(3), magic); }

class PlainBytes final : public ByteSource {
 public:
  PlainBytes(File file, Report& report) : file_(std::move(file)), report_(report) {}

  std::size_t read(std::span<char> into) override {
    const auto read = file_.read_at(at_, std::as_writable_bytes(into));
    if (!read) {
      report_.add({file_unreadable.name, read.error().message, file_.path(), at_});
      return 0;
    }
    at_ += *read;
    return *read;
  }
  bool is_compressed() const override { return false; }

 private:
  File file_;
  Report& report_;
  std::uint64_t at_ = 0;
};

// Members one after the other. A damaged one ends where the next begins.
class GzipBytes final : public ByteSource {
 public:
  GzipBytes(std::string path, MappedFile file, Report& report)
      : path_(std::move(path)), file_(std::move(file)), report_(report), left_(file_.bytes()) {
    inflater_.restart(Inflater::Start::gzip);
  }

  std::size_t read(std::span<char> into) override {
    auto room = std::as_writable_bytes(into);
    while (!room.empty() && !is_done_) {
      const auto step = inflater_.inflate(left_, room);
      if (step == Inflater::Step::end) {
        next_member();
      } else if (step == Inflater::Step::damaged) {
        skip_damage(room);
      } else if (left_.empty() && !room.empty()) {
        report(gzip_cut, "expected more of the member, found the end of the file");
        is_done_ = true;
      }
    }
    return into.size() - room.size();
  }
  bool is_compressed() const override { return true; }

 private:
  std::uint64_t offset() const { return file_.bytes().size() - left_.size(); }
  void report(const Rule& rule, std::string message) { report_.add({rule.name, std::move(message), path_, offset()}); }

  void next_member() {
    const auto zeros = std::ranges::find_if(left_, [](std::byte b) { return b != std::byte{0}; });
    left_ = left_.subspan(static_cast<std::size_t>(zeros - left_.begin()));
    is_done_ = !is_member(left_);
    if (is_done_ && !left_.empty())
      report(gzip_garbage, "expected another gzip member or the end of the file, found neither");
    inflater_.restart(Inflater::Start::gzip);
  }

  // What was inflated of the member may end within a line: nothing of the next one belongs to it.
  void skip_damage(std::span<std::byte>& room) {
    report(gzip_damaged, "expected compressed bytes, found something else");
    const auto next = std::search(left_.begin(), left_.end(), magic.begin(), magic.end());
    left_ = left_.subspan(static_cast<std::size_t>(next - left_.begin()));
    is_done_ = left_.empty();
    if (is_done_) return;
    inflater_.restart(Inflater::Start::gzip);
    if (room.empty()) return;
    room.front() = std::byte{'\n'};
    room = room.subspan(1);
  }

  std::string path_;
  MappedFile file_;
  Report& report_;
  Bytes left_;
  Inflater inflater_;
  bool is_done_ = false;
};

}  // namespace

Result<std::unique_ptr<ByteSource>> ByteSource::open(const std::string& path, Report& report) {
  auto file = WEFT_TRY(File::open(path));
  std::array<std::byte, magic.size()> first{};
  const std::size_t read = WEFT_TRY(file.read_at(0, first));
  if (!is_member(Bytes(first).first(read)))
    return std::unique_ptr<ByteSource>(std::make_unique<PlainBytes>(std::move(file), report));
  auto mapped = WEFT_TRY(MappedFile::open(path));
  return std::unique_ptr<ByteSource>(std::make_unique<GzipBytes>(path, std::move(mapped), report));
}

}  // namespace weft::dftracer
