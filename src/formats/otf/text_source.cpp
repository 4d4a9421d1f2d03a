// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/text_source.hpp"

#include <algorithm>
#include <vector>

#include "base/zlib_stream.hpp"
#include "formats/otf/ahead_text.hpp"
#include "formats/otf/rules.hpp"

namespace weft::otf {

namespace {

// The bytes of a stream's file, also when they lie in pieces.
class StoredBytes {
 public:
  StoredBytes(HandlePool& pool, FoundFile found)
      : file_(std::in_place, pool, found.path), path_(found.path), extents_(std::move(found.extents)) {}
  explicit StoredBytes(Bytes memory) : memory_(memory), path_("memory"), size_(memory.size()) {}

  Result<> open() {
    if (!file_) return {};
    size_ = WEFT_TRY(file_->size());
    if (!extents_) return {};
    const std::uint64_t all = std::exchange(size_, 0);
    for (Extent& extent : *extents_) {
      extent.offset = std::min(extent.offset, all);
      extent.size = std::min(extent.size, all - extent.offset);
      size_ += extent.size;
    }
    return {};
  }

  const std::string& path() const { return path_; }
  std::uint64_t size() const { return size_; }

  Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> into) {
    if (!file_) return read_memory(offset, into);
    if (!extents_) return file_->read_at(offset, into);
    std::size_t done = 0;
    for (const Extent& extent : *extents_) {
      if (offset >= extent.size) {
        offset -= extent.size;
        continue;
      }
      const auto part = std::min<std::uint64_t>(extent.size - offset, into.size() - done);
      const std::size_t n = WEFT_TRY(file_->read_at(extent.offset + offset, into.subspan(done, part)));
      done += n;
      if (n < part || done == into.size()) break;
      offset = 0;
    }
    return done;
  }

 private:
  std::size_t read_memory(std::uint64_t offset, std::span<std::byte> into) const {
    if (offset >= memory_.size()) return 0;
    const Bytes part = memory_.subspan(offset, std::min<std::size_t>(into.size(), memory_.size() - offset));
    std::ranges::copy(part, into.begin());
    return part.size();
  }

  std::optional<PooledFile> file_;  // or memory
  Bytes memory_;
  std::string path_;
  std::optional<std::vector<Extent>> extents_;
  std::uint64_t size_ = 0;
};

class PlainText final : public TextSource {
 public:
  template <class... Where>
  explicit PlainText(Where&&... where) : bytes_(std::forward<Where>(where)...) {}
  Result<> open() { return bytes_.open(); }

  Result<std::size_t> read(std::span<char> into) override {
    const std::size_t n = WEFT_TRY(bytes_.read_at(position_, std::as_writable_bytes(into)));
    position_ += n;
    return n;
  }
  bool at_gap() override { return false; }
  Result<bool> seek(std::uint64_t position) override {
    position_ = position;
    return position <= bytes_.size();
  }
  std::uint64_t position() const override { return position_; }
  std::uint64_t file_bytes() const override { return bytes_.size(); }
  bool is_compressed() const override { return false; }

 private:
  StoredBytes bytes_;
  std::uint64_t position_ = 0;
};

// A stream that nobody ended is normal, an ended one is welcome, and another one may follow it (section 7).
class InflatedText final : public TextSource {
 public:
  template <class... Where>
  explicit InflatedText(Report& report, Where&&... where) : bytes_(std::forward<Where>(where)...), report_(report) {}

  Result<> open() {
    WEFT_TRY(bytes_.open());
    input_.resize(input_bytes);
    return {};
  }

  Result<std::size_t> read(std::span<char> into) override {
    std::span<std::byte> room = std::as_writable_bytes(into);
    at_gap_ = false;
    while (!room.empty()) {
      if (rest_.empty() && !WEFT_TRY(fill())) {
        WEFT_TRY(judge_the_end());
        break;
      }
      const std::size_t before = room.size();
      const auto step = inflater_.inflate(rest_, room);
      if (room.size() < before) is_fresh_ = false;
      is_ended_ = step == Inflater::Step::end;
      if (is_ended_) WEFT_TRY(begin_next_stream());
      if (step != Inflater::Step::damaged) continue;
      const bool is_chance = is_fresh_;  // what looked like the end of a chunk was none
      if (!is_chance)
        report_.add(
            {compressed_damaged.name, "expected deflated data, found something else", bytes_.path(), position()});
      if (!WEFT_TRY(find_chunk(position())) || !is_chance) {
        at_gap_ = true;
        break;
      }
    }
    return into.size() - room.size();
  }

  bool at_gap() override { return at_gap_; }

  Result<bool> seek(std::uint64_t position) override {
    is_end_judged_ = false;
    if (position > 0) return find_chunk(position);
    go_to(0);
    inflater_.restart(Inflater::Start::header);
    is_raw_ = false;
    is_fresh_ = false;
    return true;
  }

  std::uint64_t position() const override { return input_end_ - rest_.size(); }
  std::uint64_t file_bytes() const override { return bytes_.size(); }
  bool is_compressed() const override { return true; }

 private:
  static constexpr std::size_t input_bytes = std::size_t{32} * 1024;

  void go_to(std::uint64_t position) {
    rest_ = {};
    input_end_ = position;
  }

  Result<bool> fill() {
    const std::size_t n = WEFT_TRY(bytes_.read_at(input_end_, input_));
    input_end_ += n;
    rest_ = Bytes(input_).first(n);
    return n > 0;
  }

  // Behind the first flush mark from `from` on.
  Result<bool> find_chunk(std::uint64_t from) {
    constexpr std::size_t mark = sizeof flush_mark;
    go_to(from);
    while (WEFT_TRY(fill())) {
      const auto found = std::search(rest_.begin(), rest_.end(), std::begin(flush_mark), std::end(flush_mark));
      if (found != rest_.end()) {
        rest_ = rest_.subspan(static_cast<std::size_t>(found - rest_.begin()) + mark);
        inflater_.restart(Inflater::Start::raw);
        is_raw_ = is_fresh_ = true;
        return true;
      }
      if (rest_.size() < mark) break;
      go_to(input_end_ - (mark - 1));  // a mark may lie across two pieces
    }
    go_to(bytes_.size());
    return false;
  }

  Result<> begin_next_stream() {
    constexpr std::uint64_t checksum = 4;
    if (is_raw_) go_to(std::min(position() + checksum, bytes_.size()));
    inflater_.restart(Inflater::Start::header);
    is_raw_ = false;
    return {};
  }

  Result<> judge_the_end() {
    if (is_ended_ || std::exchange(is_end_judged_, true)) return {};
    std::byte last[sizeof flush_mark];
    const std::uint64_t size = bytes_.size();
    const bool is_whole = size >= sizeof last && WEFT_TRY(bytes_.read_at(size - sizeof last, last)) == sizeof last &&
                          std::ranges::equal(last, flush_mark);
    if (!is_whole)
      report_.add({compressed_cut.name, "expected the end of a chunk, found the end of the file", bytes_.path(), size});
    return {};
  }

  StoredBytes bytes_;
  Report& report_;
  Inflater inflater_;
  std::vector<std::byte> input_;
  Bytes rest_;                   // of the input
  std::uint64_t input_end_ = 0;  // in the file
  bool is_raw_ = false;
  bool is_fresh_ = false;  // nothing came out since the last chunk was looked for
  bool is_ended_ = false;
  bool is_end_judged_ = false;
  bool at_gap_ = false;
};

}  // namespace

Result<std::unique_ptr<TextSource>> open_text(HandlePool& pool, FoundFile file, Report& report, bool ahead) {
  if (!file.is_compressed) {
    auto plain = std::make_unique<PlainText>(pool, std::move(file));
    WEFT_TRY(plain->open());
    return std::unique_ptr<TextSource>(std::move(plain));
  }
  auto inflated = std::make_unique<InflatedText>(report, pool, std::move(file));
  WEFT_TRY(inflated->open());
  if (!ahead) return std::unique_ptr<TextSource>(std::move(inflated));
  return std::unique_ptr<TextSource>(std::make_unique<AheadText>(std::move(inflated)));
}

Result<std::unique_ptr<TextSource>> open_text(Bytes memory, bool is_compressed, Report& report) {
  if (!is_compressed) return std::unique_ptr<TextSource>(std::make_unique<PlainText>(memory));
  auto inflated = std::make_unique<InflatedText>(report, memory);
  WEFT_TRY(inflated->open());
  return std::unique_ptr<TextSource>(std::move(inflated));
}

}  // namespace weft::otf
