// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/byte_source.hpp"

#include <array>

#include "base/file.hpp"
#include "formats/dftracer/gzip_reader.hpp"
#include "formats/dftracer/rules.hpp"

namespace weft::dftracer {

namespace {

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

class GzipBytes final : public ByteSource {
 public:
  GzipBytes(std::string path, MappedFile file, Report& report)
      : path_(std::move(path)), file_(std::move(file)), report_(report), reader_(file_.bytes(), 0) {}

  std::size_t read(std::span<char> into) override {
    auto room = std::as_writable_bytes(into);
    reader_.read(room, GzipReader::everything, false);
    for (GzipReader::Damage& damage : reader_.take_damages())
      report_.add({damage.rule->name, std::move(damage.message), path_, damage.offset});
    return into.size() - room.size();
  }
  bool is_compressed() const override { return true; }

 private:
  std::string path_;
  MappedFile file_;
  Report& report_;
  GzipReader reader_;
};

}  // namespace

Result<std::unique_ptr<ByteSource>> ByteSource::open(const std::string& path, Report& report) {
  auto file = WEFT_TRY(File::open(path));
  std::array<std::byte, 3> first{};
  const std::size_t read = WEFT_TRY(file.read_at(0, first));
  if (!is_gzip_member(Bytes(first).first(read)))
    return std::unique_ptr<ByteSource>(std::make_unique<PlainBytes>(std::move(file), report));
  auto mapped = WEFT_TRY(MappedFile::open(path));
  return std::unique_ptr<ByteSource>(std::make_unique<GzipBytes>(path, std::move(mapped), report));
}

}  // namespace weft::dftracer
