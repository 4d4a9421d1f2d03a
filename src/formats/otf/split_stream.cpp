// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/split_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "formats/otf/text_pen.hpp"
#include "formats/otf/writer.hpp"

namespace weft::otf {

namespace {

constexpr std::size_t all_bytes = std::size_t{64} << 20;  // of the processes' texts in memory

struct Gathering {
  Ticks time = unknown_time;
  bool has_state = false;
  std::string text;
};

// Pieces of text behind one another. Who splits a stream reads it from its beginning to its end.
class PiecesText final : public TextSource {
 public:
  PiecesText(const Spool& spool, std::span<const Spool::Piece> pieces) : spool_(spool), pieces_(pieces) {
    for (const Spool::Piece& piece : pieces) size_ += piece.size;
  }

  Result<std::size_t> read(std::span<char> into) override {
    std::size_t done = 0;
    while (done < into.size() && piece_ < pieces_.size()) {
      const Bytes rest = spool_.bytes(pieces_[piece_]).subspan(offset_);
      const Bytes part = rest.first(std::min(rest.size(), into.size() - done));
      std::ranges::copy(part, std::as_writable_bytes(into).begin() + static_cast<std::ptrdiff_t>(done));
      done += part.size();
      offset_ += part.size();
      if (part.size() == rest.size()) ++piece_, offset_ = 0;
    }
    position_ += done;
    return done;
  }
  bool at_gap() override { return false; }
  Result<bool> seek(std::uint64_t position) override {
    position_ = std::min(position, size_);
    offset_ = position_;
    for (piece_ = 0; piece_ < pieces_.size() && offset_ >= pieces_[piece_].size; ++piece_)
      offset_ -= pieces_[piece_].size;
    return position <= size_;
  }
  std::uint64_t position() const override { return position_; }
  std::uint64_t file_bytes() const override { return size_; }
  bool is_compressed() const override { return true; }  // in that its offsets are not those of the file

 private:
  const Spool& spool_;
  std::span<const Spool::Piece> pieces_;
  std::uint64_t size_ = 0;
  std::uint64_t position_ = 0;
  std::size_t piece_ = 0;
  std::uint64_t offset_ = 0;  // in the piece
};

}  // namespace

Result<std::unique_ptr<SplitStream>> SplitStream::make(TraceReader& reader, StreamId stream) {
  std::error_code error;
  const std::filesystem::path directory = std::filesystem::temp_directory_path(error);
  auto spool = WEFT_TRY(Spool::create(directory / fmt::format("weft-otf-{:x}", new_unique_id())));
  std::unique_ptr<SplitStream> split(new SplitStream(std::move(spool)));

  std::unordered_map<ProcessId, Gathering> gathering;
  const std::size_t processes = reader.master().streams().at(stream).size();
  const std::size_t most = std::clamp<std::size_t>(all_bytes / processes, 4 << 10, 1 << 20);
  const auto put_aside = [&](ProcessId process, Gathering& out) -> Result<> {
    split->pieces_[process].push_back(WEFT_TRY(split->spool_->append(std::as_bytes(std::span(out.text)))));
    out.text.clear();
    return {};
  };
  const auto file = WEFT_TRY(reader.open_file<EventFile>(stream));
  for (bool goes_on = file && file->begin(); goes_on && file->fetch(); file->skip_line()) {
    Gathering& out = gathering[file->process()];
    if (!std::exchange(out.has_state, true) || out.time != file->time()) {
      TextPen pen(out.text);
      pen.number(out.time = file->time());
      pen.word("\n*");
      pen.number(file->process());
      pen.character('\n');
    }
    out.text.append(file->line()) += '\n';
    if (out.text.size() >= most) WEFT_TRY(put_aside(file->process(), out));
  }
  for (auto& [process, out] : gathering)
    if (!out.text.empty()) WEFT_TRY(put_aside(process, out));
  WEFT_TRY(split->spool_->finish());
  return split;
}

std::unique_ptr<TextSource> SplitStream::text_of(ProcessId process) const {
  const auto found = pieces_.find(process);
  return std::make_unique<PiecesText>(
      *spool_, found == pieces_.end() ? std::span<const Spool::Piece>() : std::span(found->second));
}

}  // namespace weft::otf
