// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/gzip_reader.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "formats/dftracer/rules.hpp"

namespace weft::dftracer {

namespace {

constexpr std::array magic{std::byte{0x1f}, std::byte{0x8b}, std::byte{0x08}};
constexpr std::size_t header_bytes = 10;

// The header of a member has few choices: flags that nobody may set, and words for how hard was compressed.
bool looks_like_header(Bytes bytes) {
  if (bytes.size() < header_bytes) return false;
  const auto flags = static_cast<unsigned>(bytes[3]);
  const auto effort = static_cast<unsigned>(bytes[8]);
  return flags < 0x20 && (effort == 0 || effort == 2 || effort == 4);
}

}  // namespace

bool is_gzip_member(Bytes bytes) {
  return bytes.size() >= magic.size() && std::ranges::equal(bytes.first(magic.size()), magic);
}

std::optional<std::uint64_t> find_gzip_member(Bytes file, std::uint64_t from, std::uint64_t end) {
  end = std::min<std::uint64_t>(end, file.size());
  if (from >= end) return std::nullopt;
  const auto last = file.begin() + static_cast<std::ptrdiff_t>(end);
  for (auto at = file.begin() + static_cast<std::ptrdiff_t>(from);; ++at) {
    at = std::search(at, last, magic.begin(), magic.end());
    if (at == last) return std::nullopt;
    if (looks_like_header(Bytes(at, file.end()))) return static_cast<std::uint64_t>(at - file.begin());
  }
}

GzipReader::GzipReader(Bytes file, std::uint64_t begin, const GzipEntry& entry)
    : GzipReader(file, std::clamp<std::uint64_t>(begin, 1, file.size())) {
  const std::vector<std::byte> window = entry.unpacked_window().value_or(std::vector<std::byte>());
  const auto head = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(entry.head, window.size()));
  head_.assign(window.end() - head, window.end());
  member_.emplace();
  member_->resume(left_, file_[offset() - 1], entry.bits, window);
  is_within_member_ = true;
}

// Of the text before, all that may be a line that has not ended is kept.
std::optional<GzipEntry> GzipReader::take_entry() {
  if (!std::exchange(is_at_entry_, false)) return std::nullopt;
  const std::vector<std::byte> window = member_->window();
  const auto newline = std::find(window.rbegin(), window.rend(), std::byte{'\n'});
  return GzipEntry::made(left_, file_[offset() - 1], *member_->bits_at_entry(), window,
      static_cast<std::size_t>(newline - window.rbegin()));
}

GzipReader::Stop GzipReader::read(std::span<std::byte>& room, std::uint64_t until, bool takes_whole) {
  auto usable = room.first(static_cast<std::size_t>(std::min<std::uint64_t>(room.size(), text_left_)));
  const std::size_t size = usable.size();
  const Stop stop = fill(usable, until, takes_whole);
  const std::size_t made = size - usable.size();
  room = room.subspan(made);
  if (text_left_ != everything) text_left_ -= made;
  return text_left_ == 0 ? Stop::text_ended : stop;
}

GzipReader::Stop GzipReader::fill(std::span<std::byte>& room, std::uint64_t until, bool takes_whole) {
  const std::size_t from_head = std::min(head_.size(), room.size());
  std::copy_n(head_.begin(), from_head, room.begin());
  head_.erase(head_.begin(), head_.begin() + static_cast<std::ptrdiff_t>(from_head));
  room = room.subspan(from_head);
  while (!is_done_) {
    if (is_at_entry_) return Stop::found_entry;
    if (!is_within_member_ && offset() >= until) return Stop::reached;
    if (room.empty()) return Stop::room_used;
    if (!is_within_member_ && takes_whole) {
      if (!members_) members_.emplace();
      const auto outcome = members_->inflate(left_, room);
      if (outcome == MemberInflater::Outcome::no_room) return Stop::member_needs_room;
      if (outcome == MemberInflater::Outcome::done) {
        end_member();
        continue;
      }
    }
    stream(room);
  }
  return Stop::file_ended;
}

Inflater::Step GzipReader::inflate(std::span<std::byte>& room) {
  const std::size_t size = room.size();
  const bool stops = entry_distance_ > 0 && text_since_entry_ >= entry_distance_;
  const auto step = stops ? member_->inflate_to_entry(room) : member_->inflate(room);
  text_since_entry_ += size - room.size();
  is_at_entry_ = stops && step == Inflater::Step::more && member_->bits_at_entry();
  if (is_at_entry_) text_since_entry_ = 0;
  return step;
}

void GzipReader::stream(std::span<std::byte>& room) {
  if (!std::exchange(is_within_member_, true)) {
    if (!member_) member_.emplace();
    member_->begin(left_, entry_distance_ > 0);
    text_since_entry_ = 0;
  }
  const auto step = inflate(room);
  left_ = member_->left();
  if (step == Inflater::Step::end) {
    end_member();
  } else if (step == Inflater::Step::damaged) {
    skip_damage(room);
  } else if (left_.empty() && !room.empty() && !is_at_entry_) {
    note(gzip_cut, "expected more of the member, found the end of the file");
    is_done_ = true;
  }
}

void GzipReader::end_member() {
  is_within_member_ = false;
  const auto zeros = std::ranges::find_if(left_, [](std::byte b) { return b != std::byte{0}; });
  left_ = left_.subspan(static_cast<std::size_t>(zeros - left_.begin()));
  is_done_ = !is_gzip_member(left_);
  if (is_done_ && !left_.empty())
    note(gzip_garbage, "expected another gzip member or the end of the file, found neither");
}

// What was inflated of the member may end within a line: nothing of the next one belongs to it.
void GzipReader::skip_damage(std::span<std::byte>& room) {
  note(gzip_damaged, "expected compressed bytes, found something else");
  is_within_member_ = false;
  const auto next = std::search(left_.begin(), left_.end(), magic.begin(), magic.end());
  left_ = left_.subspan(static_cast<std::size_t>(next - left_.begin()));
  is_done_ = left_.empty();
  if (is_done_ || room.empty()) return;
  room.front() = std::byte{'\n'};
  room = room.subspan(1);
}

}  // namespace weft::dftracer
