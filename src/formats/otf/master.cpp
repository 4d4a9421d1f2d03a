// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/master.hpp"

#include <fmt/format.h>

#include "base/file.hpp"
#include "formats/otf/lexing.hpp"
#include "formats/otf/rules.hpp"

namespace weft::otf {

namespace {

constexpr StreamId reserved_stream = 0;
constexpr StreamId no_stream = ~StreamId{0};

std::uint32_t take_u32(const char*& p) { return static_cast<std::uint32_t>(take_number(p)); }

bool take(const char*& p, char c) {
  const char* const at = skip_blanks(p);
  if (*at != c) return false;
  p = at + 1;
  return true;
}

// "iSERVERS:MODE:MASK"
std::optional<Forwarding> parse_forwarding(const char* p) {
  Forwarding found;
  if (!take(p, 'i')) return std::nullopt;
  found.servers = take_u32(p);
  if (!take(p, ':')) return std::nullopt;
  found.mode = take_u32(p);
  if (!take(p, ':')) return std::nullopt;
  found.mask = take_u32(p);
  return found;
}

}  // namespace

Master Master::parse(std::string_view text, const std::string& path, Report& report) {
  Master master;
  auto complain = [&](std::string what, std::size_t offset) {
    report.add({master_line.name, std::move(what), path, offset});
  };
  std::string line;
  for (std::size_t at = 0; at < text.size(); at += line.size() - lexing_slack) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) {
      complain("expected a newline at the end of the file", at);
      break;
    }
    line.assign(text, at, end + 1 - at).append(lexing_slack, '\n');
    const char* p = line.data();
    const StreamId stream = take_u32(p);
    if (!take(p, ':')) {
      if (const auto forwarding = parse_forwarding(line.data()))
        master.forwarding = forwarding;
      else if (*skip_blanks(line.data()) != '\n')
        complain("expected 'STREAM:PROCESS,...'", at);
      continue;
    }
    do {
      const ProcessId process = take_u32(p);
      if (!master.map(stream, process))
        complain(fmt::format("process {:x} cannot be mapped to stream {:x}", process, stream), at);
    } while (take(p, ','));
  }
  return master;
}

Result<Master> Master::read(const TracePaths& paths, Report& report) {
  const auto content = WEFT_TRY(read_file(paths.master()));
  return parse({reinterpret_cast<const char*>(content.data()), content.size()}, paths.master(), report);
}

std::string Master::text() const {
  std::string text;
  for (const auto& [stream, processes] : streams_) {
    text += fmt::format("{:x}", stream);
    char separator = ':';
    for (const ProcessId process : processes) {
      text += fmt::format("{}{:x}", separator, process);
      separator = ',';
    }
    text += '\n';
  }
  if (forwarding) text += fmt::format("i{:x}:{:x}:{:x}\n", forwarding->servers, forwarding->mode, forwarding->mask);
  return text;
}

Result<> Master::write(const TracePaths& paths) const {
  const std::string content = text();
  auto file = WEFT_TRY(File::create(paths.master()));
  WEFT_TRY(file.append(std::as_bytes(std::span(content))));
  return file.close();
}

bool Master::map(StreamId stream, ProcessId process) {
  if (stream == reserved_stream || stream == no_stream || !processes_.emplace(process, stream).second) return false;
  auto& members = streams_[stream];
  by_load_.erase({members.size(), stream});
  members.insert(process);
  by_load_.insert({members.size(), stream});
  return true;
}

std::optional<StreamId> Master::stream_of(ProcessId process) const {
  const auto found = processes_.find(process);
  if (found == processes_.end()) return std::nullopt;
  return found->second;
}

StreamId Master::new_stream() const {
  StreamId stream = streams_.empty() ? 1 : streams_.rbegin()->first + 1;
  while (stream == reserved_stream || stream == no_stream || streams_.contains(stream)) ++stream;
  return stream;
}

StreamId Master::assign(ProcessId process, std::uint32_t most_streams) {
  if (const auto known = stream_of(process)) return *known;
  const bool has_room = most_streams == 0 || streams_.size() < most_streams;
  const StreamId stream = has_room ? new_stream() : by_load_.begin()->second;
  map(stream, process);
  return stream;
}

}  // namespace weft::otf
