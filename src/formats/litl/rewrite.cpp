// SPDX-License-Identifier: BSD-3-Clause
#include "formats/litl/rewrite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "formats/litl/archive_writer.hpp"
#include "formats/litl/mapping.hpp"
#include "formats/litl/reader.hpp"
#include "formats/litl/rules.hpp"
#include "formats/litl/spool.hpp"
#include "formats/litl/survey.hpp"

namespace weft::litl {

namespace {

Result<> copy_bytes(const std::string& in, const std::string& out) {
  const auto from = WEFT_TRY(File::open(in));
  const std::uint64_t bytes = WEFT_TRY(from.size());
  return replace_file(out, [&](File& to) { return to.append_from(from, 0, bytes); });
}

// An event of a file with narrow words, with wide ones.
void widen(const NativeEvent& event, std::vector<std::byte>& out) {
  const std::size_t begin = out.size();
  out.resize(begin + encoded_bytes(event.type, event.count));
  put_event(out.data() + begin, event);
}

// Everything whole that a trace holds, ready to be written.
class Salvage {
 public:
  Salvage(const std::string& in, std::string out) : in_(in), out_(std::move(out)) {}

  Result<> read(const Progress& progress) {
    reader_ = WEFT_TRY(TraceReader::open(in_, report_));
    content_.version = reader_->header().version;
    content_.sysinfo = reader_->header().sysinfo;
    const std::vector<Process>& processes = reader_->processes();
    for (std::size_t p = 0; p < processes.size(); ++p) {
      ProcessSurvey survey(*reader_, processes[p]);
      const SurveyedProcess found = survey.run([](std::size_t, const NativeEvent&) {});
      WEFT_TRY(add(processes[p], found));
      if (progress) progress(p + 1, processes.size());
    }
    return {};
  }

  Result<> write() {
    if (spool_) {
      WEFT_TRY(spool_->finish());
      for (const Waiting& piece : waiting_)
        content_.processes[piece.process].threads[piece.thread].chunks.push_back(spool_->bytes(piece.piece));
    }
    return write_archive(out_, content_);
  }

  // The mapping belongs to the trace.
  Result<> copy_mapping() const {
    if (!std::filesystem::exists(mapping_path(in_))) return {};
    return copy_bytes(mapping_path(in_), mapping_path(out_));
  }
  Result<> copy_file() const { return copy_bytes(in_, out_); }

  bool is_sound() const { return report_.empty(); }
  bool is_standard() const { return reader_->layout() == standard_layout; }
  const Layout& layout() const { return reader_->layout(); }
  const Report& report() const { return report_; }
  std::uint64_t events() const { return events_; }
  std::uint64_t threads() const { return threads_; }
  std::uint64_t processes() const { return content_.processes.size(); }

 private:
  // A chunk in the spool, and where it belongs.
  struct Waiting {
    std::size_t process;
    std::size_t thread;
    Spool::Piece piece;
  };

  Result<> add(const Process& process, const SurveyedProcess& found) {
    content_.processes.push_back({std::string(process.header.name), process.header.buffer_bytes, {}});
    std::vector<ThreadContent>& threads = content_.processes.back().threads;
    for (std::size_t t = 0; t < found.size(); ++t) {
      threads.push_back({process.threads[t].pair.tid, {}});
      for (const Chunk& chunk : found[t].chunks) {
        if (reader_->layout().word_bytes == standard_layout.word_bytes)
          threads.back().chunks.push_back(chunk.bytes);
        else
          WEFT_TRY(spool(content_.processes.size() - 1, t, chunk));
      }
      events_ += found[t].events;
    }
    threads_ += found.size();
    return {};
  }

  Result<> spool(std::size_t process, std::size_t thread, const Chunk& chunk) {
    if (!spool_) spool_ = WEFT_TRY(Spool::create(out_));
    wide_.clear();
    const std::byte* at = chunk.bytes.data();
    for (std::uint64_t i = 0; i < chunk.events; ++i) {
      const NativeEvent event = event_at(at, reader_->layout().word_bytes);
      widen(event, wide_);
      at += event.bytes().size();
    }
    waiting_.push_back({process, thread, WEFT_TRY(spool_->append(wide_))});
    return {};
  }

  std::string in_;
  std::string out_;
  Report report_;
  std::unique_ptr<TraceReader> reader_;
  Content content_;
  std::unique_ptr<Spool> spool_;
  std::vector<Waiting> waiting_;
  std::vector<std::byte> wide_;
  std::uint64_t events_ = 0;
  std::uint64_t threads_ = 0;
};

}  // namespace

Result<> copy_trace(
    const std::string& in, const std::string& out, const CopyOptions& options, LossReport& loss, Report& report) {
  if (options.chunk_bytes)
    return Error{Errc::invalid_argument, "chunks of a LiTL trace are as large as its recording buffers", in};
  WEFT_TRY(check_free(out));
  Salvage salvage(in, out);
  WEFT_TRY(salvage.read(options.progress));
  if (salvage.is_sound() && salvage.is_standard()) {
    WEFT_TRY(salvage.copy_file());
  } else {
    WEFT_TRY(salvage.write());
    if (!salvage.is_standard())
      loss.translated("layout", "written as version 0.1.9 does, with words of 64 bits", salvage.processes());
  }
  report.take(salvage.report());
  return salvage.copy_mapping();
}

Result<RepairReport> repair_trace(const std::string& in, const std::string& out, const RepairOptions& options) {
  if (options.close_regions)
    return Error{Errc::unsupported, "a LiTL trace has no regions to close; convert it to OTF2 first", in};
  WEFT_TRY(check_free(out));
  Salvage salvage(in, out);
  WEFT_TRY(salvage.read(options.progress));
  WEFT_TRY(salvage.write());
  WEFT_TRY(salvage.copy_mapping());
  RepairReport report;
  // What is written anew is right again; what was behind damaged bytes is gone.
  constexpr std::string_view mended[] = {process_size.name, thread_count.name, thread_without_chunk.name,
      chunk_unterminated.name, chunk_empty.name, chunk_too_large.name};
  for (const auto& [rule, group] : salvage.report().groups()) {
    const bool is_mended = std::ranges::find(mended, rule) != std::end(mended);
    std::vector<std::string>& sentences = is_mended ? report.done : report.lost;
    for (const Finding& finding : group.first) sentences.push_back(fmt::format("{} [{}]", finding.text(), rule));
    if (group.count > group.first.size())
      sentences.push_back(fmt::format("and {} more of [{}]", group.count - group.first.size(), rule));
  }
  if (!salvage.is_standard()) report.done.emplace_back("written in the layout of version 0.1.9, with words of 64 bits");
  if (!salvage.is_sound())
    report.done.push_back(fmt::format(
        "kept {} events of {} threads in {} processes", salvage.events(), salvage.threads(), salvage.processes()));
  return report;
}

}  // namespace weft::litl
