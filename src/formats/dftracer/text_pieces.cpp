// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/text_pieces.hpp"

#include <algorithm>
#include <array>

#include "base/file.hpp"
#include "base/forget_pages.hpp"
#include "base/parallel.hpp"
#include "formats/dftracer/count_newlines.hpp"
#include "formats/dftracer/rules.hpp"

namespace weft::dftracer {

namespace {

constexpr std::size_t piece_bytes = std::size_t{1} << 20;

class PlainPieces final : public TextPieces {
 public:
  PlainPieces(File file, std::vector<Stretch> stretches, Report& report)
      : TextPieces(file.path(), std::move(stretches), report), file_(std::move(file)) {}
  bool is_compressed() const override { return false; }

 protected:
  std::uint64_t end_of(const Work& work) const override {
    return std::min(work.begin + piece_bytes, stretches_[work.stretch].end);
  }

  void run(Work& work) override {
    const std::uint64_t wanted = work.until - work.begin;
    work.piece.make_room(wanted);
    const auto read = file_.read_at(work.begin, std::as_writable_bytes(std::span(work.piece.text_begin(), wanted)));
    if (!read) work.damages.push_back({&file_unreadable, read.error().message, work.begin});
    work.piece.size = read ? *read : 0;
    work.piece.entry = work.begin;
    work.end = work.begin + work.piece.size;
    work.is_file_end = work.piece.size < wanted;
  }

 private:
  const File file_;
};

class GzipPieces final : public TextPieces {
 public:
  GzipPieces(
      const std::string& path, MappedFile file, std::vector<Stretch> stretches, bool finds_entries, Report& report)
      : TextPieces(path, std::move(stretches), report), file_(std::move(file)), finds_entries_(finds_entries) {}
  bool is_compressed() const override { return true; }

 protected:
  // Small members are taken together.
  static constexpr std::uint64_t compressed_bytes = std::uint64_t{128} << 10;
  // How far to look for the member behind.
  static constexpr std::uint64_t farthest = std::uint64_t{8} << 20;
  // Members with more text, and what is behind an end that is unknown, are read in order. Recorders write 16 MiB.
  static constexpr std::size_t most_text = std::size_t{20} << 20;
  // Between places where members could be entered.
  static constexpr std::size_t entry_distance = std::size_t{1} << 20;

  std::uint64_t end_of(const Work& work) const override {
    const std::uint64_t end = stretches_[work.stretch].end;
    if (stretches_[work.stretch].is_one()) return end;
    const std::uint64_t from = work.begin + compressed_bytes;
    if (from >= end) return end;
    if (const auto member = find_gzip_member(file_.bytes(), from, std::min(from + farthest, end))) return *member;
    return from + farthest >= end ? end : unknown;
  }

  void run(Work& work) override {
    if (stretches_[work.stretch].is_one()) {
      run_one(work);
      return;
    }
    const bool goes_on = work.reader.has_value();
    if (!goes_on) {
      work.piece.entry = work.begin;
      work.reader.emplace(file_.bytes(), work.begin);
      if (finds_entries_) work.reader->find_entries(entry_distance);
    } else if ((work.piece.within = work.reader->take_entry())) {
      work.piece.entry = work.begin;
    }
    const std::size_t largest = finds_entries_ ? entry_distance : most_text;
    const bool takes_whole = !goes_on && work.until != unknown && text_of_last_member(work.until) <= largest;
    const std::size_t most = takes_whole ? largest : piece_bytes;
    work.piece.make_room(takes_whole ? std::max(piece_bytes, text_of_last_member(work.until) + 1) : piece_bytes);
    fill(work, takes_whole, most);
    finish(work);
    if (!work.reader->is_within_member()) work.reader.reset();
  }

  void forget_before(std::uint64_t end) override { forgotten_ = forget_pages(file_.bytes(), forgotten_, end); }

 private:
  // Of a stretch that begins or ends within a member: as a whole, unless that is too much.
  void run_one(Work& work) {
    const Stretch& stretch = stretches_[work.stretch];
    const std::uint64_t size = stretch.text_end - stretch.text_begin;
    if (!work.reader) {
      work.piece.entry = work.begin;
      if (stretch.within)
        work.reader.emplace(file_.bytes(), work.begin, *stretch.within);
      else
        work.reader.emplace(file_.bytes(), work.begin);
      if (stretch.text_end != unknown) work.reader->end_text_after(size);
    }
    const bool is_small = stretch.text_end != unknown && size <= most_text;
    const std::size_t most = is_small ? static_cast<std::size_t>(size) : piece_bytes;
    work.piece.make_room(most);
    work.until = stretch.end;
    const bool is_over = fill(work, false, most);
    finish(work);
    if (!is_over) return;
    work.reader.reset();
    if (!work.is_file_end) work.end = stretch.end;
  }

  static void finish(Work& work) {
    work.damages = work.reader->take_damages();
    work.end = work.reader->offset();
  }

  // What a member says of itself, if one ends there.
  std::size_t text_of_last_member(std::uint64_t end) const {
    std::size_t size = 0;
    for (std::uint64_t i = 1; i <= 4 && end >= i; ++i)
      size = size << 8 | static_cast<std::size_t>(file_.bytes()[end - i]);
    return size;
  }

  // Whether nothing is left.
  static bool fill(Work& work, bool takes_whole, std::size_t most) {
    TextPiece& piece = work.piece;
    piece.size = 0;
    while (true) {
      const std::size_t usable = std::min(piece.room(), most) - piece.size;
      auto room = std::as_writable_bytes(std::span(piece.text_begin() + piece.size, usable));
      const auto stop = work.reader->read(room, work.until, takes_whole);
      piece.size += usable - room.size();
      work.is_file_end = stop == Stop::file_ended;
      if (work.is_file_end || stop == Stop::reached || stop == Stop::text_ended) return true;
      if (stop == Stop::found_entry) return false;
      const bool is_full = piece.room() >= most;
      if (is_full && (stop == Stop::room_used || piece.size > 0)) return false;
      if (is_full) takes_whole = false;
      piece.make_room(std::min(most, 2 * piece.room()));
    }
  }

  using Stop = GzipReader::Stop;

  MappedFile file_;
  const bool finds_entries_;
  std::uint64_t forgotten_ = 0;
};

}  // namespace

Result<std::unique_ptr<TextPieces>> TextPieces::open(
    const std::string& path, std::vector<Stretch> stretches, bool finds_entries, Report& report) {
  auto file = WEFT_TRY(File::open(path));
  std::array<std::byte, 3> first{};
  const std::size_t read = WEFT_TRY(file.read_at(0, first));
  if (!is_gzip_member(Bytes(first).first(read)))
    return std::unique_ptr<TextPieces>(std::make_unique<PlainPieces>(std::move(file), std::move(stretches), report));
  auto mapped = WEFT_TRY(MappedFile::open(path));
  for (Stretch& stretch : stretches) stretch.end = std::min<std::uint64_t>(stretch.end, mapped.bytes().size());
  return std::unique_ptr<TextPieces>(
      std::make_unique<GzipPieces>(path, std::move(mapped), std::move(stretches), finds_entries, report));
}

TextPieces::TextPieces(std::string path, std::vector<Stretch> stretches, Report& report)
    : path_(std::move(path)),
      stretches_(std::move(stretches)),
      report_(report),
      most_works_(std::min<std::size_t>(thread_count(0) + 2, 16)) {
  if (!stretches_.empty()) free_begin_ = expected_ = stretches_.front().begin;
}

// Of works that are not wasted.
TextPieces::Work* TextPieces::first() {
  const auto found = std::ranges::find_if(works_, [](const Work& work) { return work.state != Work::State::wasted; });
  return found == works_.end() ? nullptr : &*found;
}

void TextPieces::remove(const Work& work) {
  works_.remove_if([&](const Work& other) { return &other == &work; });
}

bool TextPieces::may_begin() const {
  if (reader_) return true;
  return works_.size() < most_works_ && free_begin_ != unknown && free_stretch_ < stretches_.size();
}

TextPieces::Work& TextPieces::begin(TextPiece& piece) {
  const bool goes_on = reader_.has_value();
  Work& work = goes_on ? works_.emplace_front() : works_.emplace_back();
  work.piece.buffer.swap(piece.buffer);
  if (work.piece.buffer.empty() && !spare_buffers_.empty()) {
    work.piece.buffer = std::move(spare_buffers_.back());
    spare_buffers_.pop_back();
  }
  if (goes_on) {
    work.stretch = stretch_;
    work.begin = expected_;
    work.until = expected_;  // the end of this member
    work.reader = std::exchange(reader_, std::nullopt);
    return work;
  }
  work.stretch = free_stretch_;
  work.begin = free_begin_;
  work.until = free_begin_ = end_of(work);
  if (free_begin_ != unknown && free_begin_ >= stretches_[free_stretch_].end && ++free_stretch_ < stretches_.size())
    free_begin_ = stretches_[free_stretch_].begin;
  return work;
}

// The work that has begun there stays; if there is none, what has begun behind it was begun in vain.
void TextPieces::expect(std::size_t stretch, std::uint64_t begin) {
  stretch_ = stretch;
  expected_ = begin;
  if (reader_) return;
  const Work* const next = first();
  if (next && next->stretch == stretch && next->begin == begin) return;
  works_.remove_if([](const Work& work) { return work.state == Work::State::done; });
  for (Work& work : works_) work.state = Work::State::wasted;
  free_stretch_ = stretch;
  free_begin_ = begin;
}

void TextPieces::accept(Work& work, TextPiece& piece) {
  for (GzipReader::Damage& damage : work.damages)
    report_.add({damage.rule->name, std::move(damage.message), path_, damage.offset});
  if (!piece.buffer.empty()) spare_buffers_.push_back(std::move(piece.buffer));
  const Stretch& stretch = stretches_[work.stretch];
  piece = std::move(work.piece);
  piece.starts = piece.entry == stretch.begin ? &stretch : nullptr;
  piece.is_last = work.is_file_end || (!work.reader && work.end >= stretch.end);
  reader_ = std::move(work.reader);
  const std::size_t next = work.is_file_end ? stretches_.size() : piece.is_last ? work.stretch + 1 : work.stretch;
  piece.is_last_of_all = next == stretches_.size();
  const std::uint64_t end = work.end;
  bytes_read_ += end - work.begin;
  const bool is_new = next != work.stretch && next < stretches_.size();
  remove(work);
  forget_before(end);
  expect(next, is_new ? stretches_[next].begin : end);
}

bool TextPieces::next(Lock& lock, TextPiece& piece) {
  while (stretch_ < stretches_.size()) {
    // A member that is open goes on before anything else.
    if (Work* const work = reader_ ? nullptr : first(); work && work->state == Work::State::done) {
      accept(*work, piece);
      changed_.notify_all();
      return true;
    }
    if (!may_begin()) {
      changed_.wait(lock);
      continue;
    }
    Work& work = begin(piece);
    lock.unlock();
    run(work);
    work.piece.lines = count_newlines(work.piece.text());
    lock.lock();
    if (work.state == Work::State::wasted)
      remove(work);
    else
      work.state = Work::State::done;
    changed_.notify_all();
  }
  return false;
}

}  // namespace weft::dftracer
