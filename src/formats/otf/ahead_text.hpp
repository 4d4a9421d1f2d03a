// SPDX-License-Identifier: BSD-3-Clause
// AheadText: another source, read by a thread of its own a few blocks ahead. The thread begins when reading has gone on
// for a while: searching by time reads only a little here and there.
#pragma once

#include <array>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "formats/otf/text_source.hpp"

namespace weft::otf {

class AheadText final : public TextSource {
 public:
  explicit AheadText(std::unique_ptr<TextSource> source) : source_(std::move(source)) {}
  ~AheadText() override { stop(); }

  Result<std::size_t> read(std::span<char> into) override;
  bool at_gap() override { return at_gap_; }
  Result<bool> seek(std::uint64_t position) override;
  std::uint64_t position() const override { return position_; }
  std::uint64_t file_bytes() const override { return source_->file_bytes(); }
  bool is_compressed() const override { return source_->is_compressed(); }

 private:
  struct Block {
    std::vector<char> text;
    std::size_t size = 0;
    bool ends_at_gap = false;
    bool is_last = false;
    std::uint64_t position = 0;
    std::optional<Error> error;
  };
  static constexpr std::size_t block_bytes = std::size_t{256} * 1024;
  static constexpr std::size_t bytes_before_thread = std::size_t{512} * 1024;

  void start();
  void stop();
  void run();
  bool fill(Block& block);

  std::unique_ptr<TextSource> source_;
  std::array<Block, 4> blocks_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t filled_ = 0;  // counts, not places
  std::size_t emptied_ = 0;
  bool stopping_ = false;
  std::thread thread_;

  std::size_t used_ = 0;  // of the block at hand
  std::size_t direct_bytes_ = 0;
  bool at_gap_ = false;
  std::uint64_t position_ = 0;
};

}  // namespace weft::otf
