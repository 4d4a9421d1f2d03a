// SPDX-License-Identifier: BSD-3-Clause
#include "formats/litl/reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "formats/litl/headers.hpp"
#include "formats/litl/rules.hpp"

namespace weft::litl {

TraceReader::TraceReader(std::string path, MappedFile file, const Layout& layout, Report& report)
    : path_(std::move(path)), file_(std::move(file)), layout_(layout), report_(&report) {}

Result<std::unique_ptr<TraceReader>> TraceReader::open(const std::string& path, Report& report) {
  auto file = WEFT_TRY(MappedFile::open(path));
  const auto layout = layout_of(file.bytes());
  if (!layout)
    return Error{Errc::corrupt,
        "expected the headers of a LiTL trace, found that the first process does not begin behind them", path, 0};
  std::unique_ptr<TraceReader> reader(new TraceReader(path, std::move(file), *layout, report));
  reader->read_process_headers();
  reader->find_bodies();
  for (Process& process : reader->processes_) reader->read_pairs(process);
  return reader;
}

void TraceReader::report_at(const Rule& rule, std::uint64_t offset, std::string message) const {
  report_->add({rule.name, std::move(message), path_, offset});
}

void TraceReader::report(const Rule& rule, const Process& process, std::uint64_t offset, std::string message) const {
  report_at(rule, process.header.base + offset, std::move(message));
}

void TraceReader::read_process_headers() {
  header_ = parse_general(bytes());
  const std::size_t size = layout_.process_bytes();
  const std::size_t present = std::min<std::size_t>(
      header_.processes, (bytes().size() - layout_.general_bytes) / layout_.process_bytes());
  if (present < header_.processes)
    report_at(
        process_body, bytes().size(), fmt::format("expected {} process headers, found {}", header_.processes, present));
  processes_.resize(present);
  std::uint64_t at = layout_.general_bytes;
  for (Process& process : processes_) {
    process.header = parse_process(bytes().subspan(at, size), layout_);
    process.header_at = at;
    at += size;
  }
}

// A body is as long as its header says; where that cannot be, it ends where the next one begins. In a plain trace it
// is all that follows. Bodies that overlap, as no tool writes them, are read as long as they are not much more than the
// file: else a small file could keep us busy for days.
void TraceReader::find_bodies() {
  const std::uint64_t first = layout_.header_bytes(processes_.size());
  const std::uint64_t end_of_file = bytes().size();
  std::vector<std::uint64_t> bases{end_of_file};
  for (const Process& process : processes_) bases.push_back(std::min(process.header.base, end_of_file));
  std::ranges::sort(bases);
  std::uint64_t budget = 2 * end_of_file;
  for (Process& process : processes_) {
    const std::uint64_t base = process.header.base;
    if (base < first || base > end_of_file) {
      report_at(process_body, process.header_at,
          fmt::format("process '{}' should begin at byte {}, the headers end at {} and the file at {}",
              process.header.name, base, first, end_of_file));
      process.header.base = std::min(base, end_of_file);
      continue;
    }
    const std::uint64_t size = process.header.body_bytes;
    const auto next = std::ranges::upper_bound(bases, base);
    const std::uint64_t room = (next == bases.end() ? end_of_file : *next) - base;
    const bool is_archive = processes_.size() > 1;
    const bool is_plausible = is_archive && size > 0 && size <= end_of_file - base;
    const std::uint64_t taken = is_plausible ? size : is_archive ? room : end_of_file - base;
    // A recorder leaves the size open; in an archive it tells how much belongs to a process.
    if (size > taken || (size == 0 && is_archive))
      report_at(process_size, process.header_at,
          fmt::format("process '{}' should have {} bytes, there are {}", process.header.name, size, taken));
    if (taken > budget) {
      report_at(process_body, process.header_at,
          fmt::format("process '{}' overlaps so many others that it is left out", process.header.name));
      continue;
    }
    budget -= taken;
    process.body = bytes().subspan(base, taken);
  }
  if (processes_.size() == 1) return;
  for (const Process& process : processes_)
    if (process.header.name.empty() || process.header.name.find('/') != std::string_view::npos)
      report_at(process_name, process.header_at, fmt::format("'{}' names a process", process.header.name));
}

void TraceReader::read_pairs(Process& process) {
  const Bytes body = process.body;
  if (!body.data()) return;  // it has no place in the file, which has been said
  const std::uint32_t pair_bytes = layout_.pair_bytes();
  std::uint64_t at = 0;
  std::uint64_t room = process.header.header_threads;
  while (true) {
    if (body.size() - at < pair_bytes) {
      report(pair_table, process, at, "expected a thread or the end of the threads, found the end of the process");
      break;
    }
    const ThreadPair pair = parse_pair(body.data() + at, layout_);
    if (pair.tid != 0) {
      if (room == 0 || process.threads.size() == most_threads) {
        report(pair_table, process, at, "expected the end of a table of threads, found another thread");
        break;
      }
      process.threads.push_back({pair, process.header.base + at});
      --room;
      at += pair_bytes;
      continue;
    }
    if (pair.offset == 0) break;
    // Tables are appended to the file, so a link leads forward, and links that lead forward end.
    if (pair.offset < at + pair_bytes || pair.offset >= body.size()) {
      report(pair_table, process, at,
          fmt::format("the next table of threads should be {} bytes into a body of {}", pair.offset, body.size()));
      break;
    }
    at = pair.offset;
    room = pairs_per_table;
  }
  if (process.threads.size() != process.header.threads)
    report_at(thread_count, process.header_at + thread_count_at,
        fmt::format("process '{}' should have {} threads, there are {}", process.header.name, process.header.threads,
            process.threads.size()));
}

}  // namespace weft::litl
