// SPDX-License-Identifier: BSD-3-Clause
#include "formats/exports/out_file.hpp"

#include <unistd.h>

#include <span>
#include <utility>
#include <vector>

#include "base/publish.hpp"
#include "base/zlib_stream.hpp"

namespace weft::exports {

Result<std::unique_ptr<OutFile>> OutFile::create(const std::string& path) {
  WEFT_TRY(check_free(path));
  auto file = File::create_anew(path_beside(path));
  if (!file) {
    file.error().file = path;  // which is what was asked for
    return std::move(file).error();
  }
  file->hold();
  file->send_early();
  return std::unique_ptr<OutFile>(new OutFile(path, std::move(file).take()));
}

OutFile::OutFile(std::string path, File file)
    : path_(std::move(path)), file_(std::move(file)), is_compressed_(path_.ends_with(".gz")) {}

OutFile::~OutFile() {
  if (!is_closed_) ::unlink(file_.path().c_str());
}

Error OutFile::named(Error error) const {
  error.file = path_;
  return error;
}

Result<> OutFile::append(std::string_view text) {
  if (text.empty()) return {};
  Bytes content = std::as_bytes(std::span(text));
  std::vector<std::byte> member;
  if (is_compressed_) {
    if (!append_gzip_member(content, usual_level, member)) return Error{Errc::no_memory, "cannot compress", path_};
    content = member;
  }
  std::uint64_t offset = 0;
  {
    const std::lock_guard lock(mutex_);
    offset = end_;
    end_ += content.size();
  }
  if (auto written = file_.write_at(offset, content); !written) return named(std::move(written).error());
  return {};
}

Result<> OutFile::close() {
  if (auto closed = file_.close(); !closed) return named(std::move(closed).error());
  WEFT_TRY(publish_file(file_.path(), path_));
  is_closed_ = true;
  return {};
}

}  // namespace weft::exports
