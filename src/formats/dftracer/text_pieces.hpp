// SPDX-License-Identifier: BSD-3-Clause
// TextPieces: the text of a trace file in order, for several threads at a time. Whoever asks for a piece works on the
// next one that nobody works on, without the lock, until the first of all is ready: so any number of threads read or
// inflate pieces ahead, and one alone needs nobody.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "formats/dftracer/gzip_reader.hpp"
#include "formats/dftracer/text_piece.hpp"
#include "model/report.hpp"

namespace weft::dftracer {

class TextPieces {
 public:
  using Lock = std::unique_lock<std::mutex>;

  // Of the given stretches, in their order. Whether a file is compressed is told by its first bytes. Places within
  // members where a stretch could begin are looked for if somebody wants them.
  static Result<std::unique_ptr<TextPieces>> open(
      const std::string& path, std::vector<Stretch> stretches, bool finds_entries, Report& report);
  virtual ~TextPieces() = default;

  // The next piece; false at the end. The lock is one and the same for all, is given up while work is done, and is held
  // again when this returns: pieces come in order to whoever uses them before giving it up. Damage is reported.
  bool next(Lock& lock, TextPiece& piece);

  virtual bool is_compressed() const = 0;
  // Of the file.
  std::uint64_t bytes_read() const { return bytes_read_; }

 protected:
  static constexpr std::uint64_t unknown = ~std::uint64_t{0};

  struct Work {
    enum class State : std::uint8_t { running, done, wasted };

    State state = State::running;
    std::size_t stretch = 0;
    std::uint64_t begin = 0;
    std::uint64_t until = unknown;  // where the work behind it begins, it is hoped
    std::uint64_t end = 0;          // where it really ended
    bool is_file_end = false;
    TextPiece piece;
    std::optional<GzipReader> reader;  // that goes on within a member
    std::vector<GzipReader::Damage> damages;
  };

  TextPieces(std::string path, std::vector<Stretch> stretches, Report& report);

  // With the lock: where work that begins at work.begin will end, or that it is unknown.
  virtual std::uint64_t end_of(const Work& work) const = 0;
  // Without it: fills the piece.
  virtual void run(Work& work) = 0;
  // With it: everything before is done with.
  virtual void forget_before(std::uint64_t) {}

  const std::string path_;
  const std::vector<Stretch> stretches_;

 private:
  bool may_begin() const;
  Work& begin(TextPiece& piece);
  Work* first();
  void remove(const Work& work);
  void accept(Work& work, TextPiece& piece);
  void expect(std::size_t stretch, std::uint64_t begin);

  Report& report_;
  std::condition_variable changed_;
  std::list<Work> works_;  // in the order of the file
  std::vector<std::vector<char>> spare_buffers_;
  const std::size_t most_works_;

  // What comes next to whoever asks, and where work may begin that nobody has begun. The end is behind all stretches.
  std::size_t stretch_ = 0;
  std::uint64_t expected_ = 0;
  std::optional<GzipReader> reader_;  // if that is within a member
  std::size_t free_stretch_ = 0;
  std::uint64_t free_begin_ = 0;  // or unknown
  std::uint64_t bytes_read_ = 0;
};

}  // namespace weft::dftracer
