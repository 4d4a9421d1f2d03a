// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/runs.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

namespace weft::dftracer {

void RowBuffer::sort() {
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.order() < b.order(); });
}

Result<> RunStore::spill(std::size_t worker, RowBuffer& buffer) {
  buffer.sort();
  const Bytes rows = std::as_bytes(std::span(buffer.rows));
  std::uint64_t offset = 0;
  {
    const std::lock_guard lock(mutex_);
    if (file_.empty()) {
      std::error_code error;
      std::filesystem::path directory = std::filesystem::temp_directory_path(error);
      if (error) directory = ".";
      auto file = WEFT_TRY(File::create_anew(directory / fmt::format("weft-{}.rows", ::getpid())));
      ::unlink(file.path().c_str());  // whoever is killed leaves nothing
      file_.push_back(std::move(file));
    }
    offset = end_;
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    end_ += (rows.size() + buffer.payload.size() + page - 1) / page * page;
    spilled_.push_back({worker, offset, rows.size() + buffer.payload.size(), buffer.rows.size()});
  }
  auto written = file_.front().write_at(offset, rows);
  if (written) written = file_.front().write_at(offset + rows.size(), buffer.payload);
  if (!written) {
    written.error()
        .message += "; large traces are sorted in a temporary file, for which TMPDIR can name a place with room";
    return written;
  }
  buffer.rows.clear();
  buffer.payload.clear();
  return {};
}

Result<> RunStore::keep(std::size_t worker, RowBuffer&& buffer) {
  if (buffer.rows.empty()) return {};
  if (!spilled_.empty()) {
    RowBuffer last = std::move(buffer);
    return spill(worker, last);
  }
  buffer.sort();
  kept_.push_back(std::make_unique<RowBuffer>(std::move(buffer)));
  runs_.push_back({worker, kept_.back()->rows, kept_.back()->payload.data()});
  return {};
}

Result<> RunStore::finish() {
  if (file_.empty()) return {};
  mapped_ = WEFT_TRY(MappedFile::of(file_.front()));
  file_.clear();
  // What is touched is to bring a few pages into memory and not, where the system keeps files in large pieces,
  // megabytes.
  ::madvise(const_cast<std::byte*>(mapped_.bytes().data()), mapped_.bytes().size(), MADV_NOHUGEPAGE);
  for (const Spilled& spilled : spilled_) {
    const std::byte* const begin = mapped_.bytes().data() + spilled.offset;
    const std::span rows(reinterpret_cast<const Row*>(begin), spilled.rows);
    const std::size_t bytes = std::min<std::size_t>(spilled.bytes, mapped_.bytes().size() - spilled.offset);
    runs_.push_back({spilled.worker, rows, begin + rows.size_bytes(), {begin, bytes}});
  }
  return {};
}

}  // namespace weft::dftracer
