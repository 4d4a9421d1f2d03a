// SPDX-License-Identifier: BSD-3-Clause
#include "formats/litl/rewrite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/counted.hpp"
#include "base/spool.hpp"
#include "base/staging.hpp"
#include "formats/litl/archive_writer.hpp"
#include "formats/litl/mapping.hpp"
#include "formats/litl/reader.hpp"
#include "formats/litl/rules.hpp"
#include "formats/litl/survey.hpp"
#include "model/accepted.hpp"

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

// How to leave the regions that a thread is in, the outermost first; nothing where the mapping has no code for it.
using OpenRegions = std::vector<std::optional<std::uint32_t>>;

// The codes that leave regions, by those that enter them.
class RegionCodes {
 public:
  explicit RegionCodes(const Mapping& mapping) {
    std::map<std::string_view, std::uint32_t> leaving;
    for (const auto& [code, meaning] : mapping)
      if (meaning.role == Role::leave) leaving.try_emplace(meaning.name, code), leaves_.insert(code);
    for (const auto& [code, meaning] : mapping)
      if (const auto found = leaving.find(meaning.name); meaning.role == Role::enter)
        leave_of_[code] = found == leaving.end() ? std::nullopt : std::optional(found->second);
  }

  bool empty() const { return leave_of_.empty(); }

  void follow(const NativeEvent& event, OpenRegions& open) const {
    if (const auto entered = leave_of_.find(event.code); entered != leave_of_.end())
      open.push_back(entered->second);
    else if (!open.empty() && leaves_.contains(event.code))
      open.pop_back();
  }

 private:
  std::unordered_map<std::uint32_t, std::optional<std::uint32_t>> leave_of_;
  std::unordered_set<std::uint32_t> leaves_;
};

// Everything whole that a trace holds, ready to be written.
class Salvage {
 public:
  Salvage(const std::string& in, std::string out) : in_(in), out_(std::move(out)) {}

  // Regions that are open at the end of a thread are to be left then.
  Result<> close_regions() {
    Report ignored;  // the mapping is copied as it is
    regions_.emplace(read_mapping(in_, ignored));
    if (!regions_->empty()) return {};
    return Error{Errc::unsupported, "a LiTL trace has only the regions that its mapping names, and there are none",
        mapping_path(in_)};
  }

  Result<> read(const Progress& progress) {
    reader_ = WEFT_TRY(TraceReader::open(in_, report_));
    content_.version = reader_->header().version;
    content_.sysinfo = reader_->header().sysinfo;
    const std::vector<Process>& processes = reader_->processes();
    for (std::size_t p = 0; p < processes.size(); ++p) {
      ProcessSurvey survey(*reader_, processes[p]);
      std::vector<OpenRegions> open(processes[p].threads.size());
      const SurveyedProcess found = survey.run([&](std::size_t thread, const NativeEvent& event) {
        if (regions_) regions_->follow(event, open[thread]);
      });
      WEFT_TRY(add(processes[p], found));
      for (std::size_t t = 0; t < open.size(); ++t) WEFT_TRY(leave(p, t, open[t], found[t].last_time));
      if (progress) progress(p + 1, processes.size());
    }
    return {};
  }

  // The mapping belongs to the trace: they appear together. What may stay as it is, is copied.
  Result<> write(bool may_stay) {
    auto staging = WEFT_TRY(Staging::create(out_));
    auto written = may_stay ? copy_bytes(in_, staging.path()) : write_content(staging.path());
    if (written && std::filesystem::exists(mapping_path(in_)))
      written = copy_bytes(mapping_path(in_), mapping_path(staging.path()));
    if (!written) return staging.named(std::move(written).error());
    return staging.finish();
  }

  bool is_sound() const { return report_.empty(); }
  bool is_standard() const { return reader_->layout() == standard_layout; }
  const Layout& layout() const { return reader_->layout(); }
  const Report& report() const { return report_; }
  std::uint64_t events() const { return events_; }
  std::uint64_t threads() const { return threads_; }
  std::uint64_t processes() const { return content_.processes.size(); }
  std::uint64_t closed() const { return closed_; }
  std::uint64_t left_open() const { return left_open_; }

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
    wide_.clear();
    const std::byte* at = chunk.bytes.data();
    for (std::uint64_t i = 0; i < chunk.events; ++i) {
      const NativeEvent event = event_at(at, reader_->layout().word_bytes);
      widen(event, wide_);
      at += event.bytes().size();
    }
    return append(process, thread, wide_);
  }

  Result<> append(std::size_t process, std::size_t thread, Bytes bytes) {
    if (!spool_) spool_ = WEFT_TRY(Spool::create(out_));
    waiting_.push_back({process, thread, WEFT_TRY(spool_->append(bytes))});
    return {};
  }

  Result<> write_content(const std::string& path) {
    if (spool_) {
      WEFT_TRY(spool_->finish());
      for (const Waiting& piece : waiting_)
        content_.processes[piece.process].threads[piece.thread].chunks.push_back(spool_->bytes(piece.piece));
    }
    return write_archive(path, content_);
  }

  // In a chunk of their own, the innermost region first.
  Result<> leave(std::size_t process, std::size_t thread, OpenRegions& open, std::uint64_t time) {
    wide_.clear();
    for (; !open.empty(); open.pop_back()) {
      if (!open.back()) {
        ++left_open_;
        continue;
      }
      const std::size_t begin = wide_.size();
      wide_.resize(begin + encoded_bytes(EventType::regular, 0));
      put_regular(wide_.data() + begin, time, *open.back());
      ++closed_;
    }
    return wide_.empty() ? Result<>() : append(process, thread, wide_);
  }

  std::string in_;
  std::string out_;
  Report report_;
  std::unique_ptr<TraceReader> reader_;
  Content content_;
  std::unique_ptr<Spool> spool_;
  std::vector<Waiting> waiting_;
  std::vector<std::byte> wide_;
  std::optional<RegionCodes> regions_;  // when they are to be closed
  std::uint64_t events_ = 0;
  std::uint64_t threads_ = 0;
  std::uint64_t closed_ = 0;
  std::uint64_t left_open_ = 0;  // for want of a code
};

}  // namespace

Result<> copy_trace(
    const std::string& in, const std::string& out, const CopyOptions& options, LossReport& loss, Report& report) {
  if (options.chunk_bytes)
    return Error{Errc::invalid_argument, "chunks of a LiTL trace are as large as its recording buffers", in};
  WEFT_TRY(check_names_free(out));
  Salvage salvage(in, out);
  WEFT_TRY(salvage.read(options.progress));
  report.take(salvage.report());
  if (!salvage.is_standard())
    loss.translated("layout", "written as version 0.1.9 does, with words of 64 bits", salvage.processes(), in);
  WEFT_TRY(accepted(report, loss));
  return salvage.write(salvage.is_sound() && salvage.is_standard());
}

Result<RepairReport> repair_trace(const std::string& in, const std::string& out, const RepairOptions& options) {
  WEFT_TRY(check_names_free(out));
  Salvage salvage(in, out);
  if (options.close_regions) WEFT_TRY(salvage.close_regions());
  WEFT_TRY(salvage.read(options.progress));
  WEFT_TRY(salvage.write(false));
  RepairReport report;
  // What is written anew is right again; what was behind damaged bytes is gone.
  constexpr std::string_view mended[] = {process_size.name, thread_count.name, thread_without_chunk.name,
      chunk_unterminated.name, chunk_empty.name, chunk_too_large.name};
  for (const auto& [rule, group] : salvage.report().groups()) {
    const bool is_mended = std::ranges::find(mended, rule) != std::end(mended);
    group.tell(is_mended ? report.done : report.lost);
  }
  if (salvage.closed()) report.done.push_back(counted(salvage.closed(), "region closed", "regions closed"));
  if (salvage.left_open())
    report.lost.push_back(fmt::format("{} never left, and the mapping has no code to leave with",
        counted(salvage.left_open(), "region is", "regions are")));
  if (!salvage.is_standard()) report.done.emplace_back("written in the layout of version 0.1.9, with words of 64 bits");
  if (!salvage.is_sound())
    report.done.push_back(fmt::format("kept {} of {} in {}", counted(salvage.events(), "event"),
        counted(salvage.threads(), "thread"), counted(salvage.processes(), "process", "processes")));
  return report;
}

}  // namespace weft::litl
