// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/file_writer.hpp"

#include <unistd.h>

#include <utility>

#include "base/check.hpp"
#include "base/parallel.hpp"
#include "base/publish.hpp"
#include "base/zlib_stream.hpp"

namespace weft::dftracer {

namespace {
constexpr std::size_t member_bytes = std::size_t{1} << 20;
}  // namespace

Result<std::unique_ptr<FileWriter>> FileWriter::create(const std::string& path, const Settings& settings) {
  auto file = File::create(path_beside(path));
  if (!file) {
    file.error().file = path;  // which is what was asked for
    return std::move(file).error();
  }
  file->hold();
  file->send_early();
  return std::unique_ptr<FileWriter>(new FileWriter(path, std::move(file).take(), settings));
}

FileWriter::FileWriter(std::string path, File file, const Settings& settings)
    : path_(std::move(path)), file_(std::move(file)), settings_(settings), is_compressed_(path_.ends_with(".gz")) {
  settings_.threads = thread_count(settings.threads);
  if (settings_.has_brackets) gathering_ = "[\n";
}

FileWriter::~FileWriter() {
  Lock lock(mutex_);
  waiting_.clear();
  stop_threads(lock);
  if (!is_closed_) ::unlink(file_.path().c_str());
}

Result<> FileWriter::outcome() {
  if (!error_) return {};
  return *error_;
}

Result<> FileWriter::append(std::string_view whole_lines) {
  WEFT_CHECK(whole_lines.empty() || whole_lines.ends_with('\n'));
  Lock lock(mutex_);
  gathering_.append(whole_lines);
  if (gathering_.size() >= member_bytes) hand_over(lock);
  return outcome();
}

// What has been gathered becomes a member. Whoever is too fast for the others waits.
void FileWriter::hand_over(Lock& lock) {
  waiting_.push_back(std::exchange(gathering_, {}));
  if (!is_compressed_) {
    static_cast<void>(compress_and_write(lock));
    return;
  }
  if (idle_ == 0 && threads_.size() < settings_.threads) threads_.emplace_back([this] { write_members(); });
  changed_.notify_all();
  changed_.wait(lock, [this] { return waiting_.size() <= settings_.threads; });
}

void FileWriter::write_members() {
  Lock lock(mutex_);
  while (true) {
    ++idle_;
    changed_.wait(lock, [this] { return is_ending_ || !waiting_.empty(); });
    --idle_;
    if (waiting_.empty()) return;
    static_cast<void>(compress_and_write(lock));
  }
}

// The member that waits longest. Members are written in the order in which they were taken.
Result<> FileWriter::compress_and_write(Lock& lock) {
  const std::uint64_t number = taken_++;
  const std::string text = std::move(waiting_.front());
  waiting_.pop_front();
  Bytes content = std::as_bytes(std::span(text));
  std::vector<std::byte> member;
  std::optional<Error> error;
  lock.unlock();
  if (is_compressed_) {
    if (append_gzip_member(content, settings_.level, member))
      content = member;
    else
      error = Error{Errc::no_memory, "cannot compress", path_};
  }
  lock.lock();
  changed_.wait(lock, [&] { return written_ == number; });
  const bool has_failed = error_.has_value();
  lock.unlock();
  if (!error && !has_failed)
    if (auto written = file_.append(content); !written) error = std::move(written).error();
  lock.lock();
  ++written_;
  if (error && !error_) {
    error->file = path_;
    error_ = std::move(error);
  }
  changed_.notify_all();
  return outcome();
}

void FileWriter::stop_threads(Lock& lock) {
  is_ending_ = true;
  changed_.notify_all();
  lock.unlock();
  threads_.clear();
  lock.lock();
}

Result<> FileWriter::close() {
  Lock lock(mutex_);
  if (settings_.has_brackets) gathering_.append("]\n");
  waiting_.push_back(std::exchange(gathering_, {}));
  if (threads_.empty())
    static_cast<void>(compress_and_write(lock));
  else
    stop_threads(lock);
  WEFT_TRY(outcome());
  if (auto closed = file_.close(); !closed) {
    closed.error().file = path_;
    return closed;
  }
  WEFT_TRY(publish_file(file_.path(), path_));
  is_closed_ = true;
  return {};
}

}  // namespace weft::dftracer
