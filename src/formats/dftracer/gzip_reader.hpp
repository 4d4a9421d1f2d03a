// SPDX-License-Identifier: BSD-3-Clause
// GzipReader: the text of gzip members one after the other, from any member of a file on. A damaged member ends where
// the next one begins.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "base/gzip_entry.hpp"
#include "base/gzip_member.hpp"
#include "base/gzip_stream.hpp"
#include "model/rule.hpp"

namespace weft::dftracer {

// Whether a gzip member begins here.
bool is_gzip_member(Bytes bytes);

// The next place from `from` on, before `end`, that looks like the beginning of a member; nothing if there is none.
// Compressed bytes can look so by chance.
std::optional<std::uint64_t> find_gzip_member(Bytes file, std::uint64_t from, std::uint64_t end);

class GzipReader {
 public:
  // What is wrong, and where in the file.
  struct Damage {
    const Rule* rule;
    std::string message;
    std::uint64_t offset;
  };
  enum class Stop { room_used, member_needs_room, reached, text_ended, found_entry, file_ended };
  static constexpr std::uint64_t everything = ~std::uint64_t{0};

  // `begin` is where a member begins.
  GzipReader(Bytes file, std::uint64_t begin) : file_(file), left_(file.subspan(begin)) {}
  // It is where one can be entered. The text begins with the head.
  GzipReader(Bytes file, std::uint64_t begin, const GzipEntry& entry);

  // Ends for good when there were so many bytes.
  void end_text_after(std::uint64_t bytes) { text_left_ = bytes; }
  // Stops within members where they can be entered, when there were at least so many bytes since the last such place.
  void find_entries(std::uint64_t distance) { entry_distance_ = distance; }
  // The place where it stopped.
  std::optional<GzipEntry> take_entry();

  // Fills the front of `room`. Stops when a member has ended at `until` or behind. Members are inflated as a whole if
  // `takes_whole`: one that finds too little room is not begun.
  Stop read(std::span<std::byte>& room, std::uint64_t until, bool takes_whole);

  std::uint64_t offset() const { return file_.size() - left_.size(); }
  bool is_within_member() const { return is_within_member_; }
  // Since they were taken last.
  std::vector<Damage> take_damages() { return std::exchange(damages_, {}); }

 private:
  void note(const Rule& rule, std::string message) { damages_.push_back({&rule, std::move(message), offset()}); }
  Stop fill(std::span<std::byte>& room, std::uint64_t until, bool takes_whole);
  Inflater::Step inflate(std::span<std::byte>& room);
  void stream(std::span<std::byte>& room);
  void end_member();
  void skip_damage(std::span<std::byte>& room);

  Bytes file_;
  Bytes left_;
  std::optional<MemberInflater> members_;
  std::optional<GzipStream> member_;
  std::vector<std::byte> head_;  // text that comes first
  std::uint64_t text_left_ = everything;
  std::uint64_t entry_distance_ = 0;
  std::uint64_t text_since_entry_ = 0;
  bool is_at_entry_ = false;
  bool is_within_member_ = false;
  bool is_done_ = false;
  std::vector<Damage> damages_;
};

}  // namespace weft::dftracer
