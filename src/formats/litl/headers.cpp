// SPDX-License-Identifier: BSD-3-Clause
#include "formats/litl/headers.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>

#include "formats/litl/event.hpp"

namespace weft::litl {

namespace {

constexpr Layout layouts[] = {{138, 8}, {144, 8}, {138, 4}, {144, 4}};

// Where the two words at the end of a process header lie.
constexpr std::size_t body_bytes_at = 264;

std::string_view text_in(Bytes field) {
  const auto* const chars = reinterpret_cast<const char*>(field.data());
  return {chars, ::strnlen(chars, field.size())};
}

void put_text(std::span<std::byte> field, std::string_view text) {
  // Up to the first NUL: it would end the text for every reader.
  text = text.substr(0, std::min(text.find('\0'), field.size() - 1));
  std::memcpy(field.data(), text.data(), text.size());
}

template <class T>
T number(Bytes from, std::size_t at) {
  return load<T>(from.data() + at, ByteOrder::little);
}

}  // namespace

std::optional<Layout> layout_of(Bytes file) {
  if (file.size() < process_count_at + 2) return std::nullopt;
  const auto processes = number<std::uint16_t>(file, process_count_at);
  if (processes == 0) return std::nullopt;
  for (const Layout& layout : layouts) {
    if (file.size() < layout.header_bytes(1)) continue;
    const std::size_t base_at = layout.general_bytes + body_bytes_at + layout.word_bytes;
    if (load_word(file.data() + base_at, layout.word_bytes) == layout.header_bytes(processes)) return layout;
  }
  return std::nullopt;
}

GeneralHeader parse_general(Bytes from) {
  return {text_in(from.first(version_chars)), text_in(from.subspan(version_chars, sysinfo_chars)),
      number<std::uint16_t>(from, process_count_at)};
}

ProcessHeader parse_process(Bytes from, const Layout& layout) {
  return {text_in(from.first(process_name_chars)), number<std::uint16_t>(from, thread_count_at),
      number<std::uint16_t>(from, thread_count_at + 2), number<std::uint32_t>(from, thread_count_at + 4),
      load_word(from.data() + body_bytes_at, layout.word_bytes),
      load_word(from.data() + body_bytes_at + layout.word_bytes, layout.word_bytes)};
}

ThreadPair parse_pair(const std::byte* from, const Layout& layout) {
  return {load_word(from, layout.word_bytes), load_word(from + layout.word_bytes, layout.word_bytes)};
}

std::array<std::byte, standard_layout.general_bytes> encode(const GeneralHeader& header) {
  std::array<std::byte, standard_layout.general_bytes> out{};
  put_text(std::span(out).first(version_chars), header.version);
  put_text(std::span(out).subspan(version_chars, sysinfo_chars), header.sysinfo);
  store(out.data() + process_count_at, header.processes, ByteOrder::little);
  return out;
}

std::array<std::byte, standard_layout.process_bytes()> encode(const ProcessHeader& header) {
  std::array<std::byte, standard_layout.process_bytes()> out{};
  put_text(std::span(out).first(process_name_chars), header.name);
  store(out.data() + thread_count_at, header.threads, ByteOrder::little);
  store(out.data() + thread_count_at + 2, header.header_threads, ByteOrder::little);
  store(out.data() + thread_count_at + 4, header.buffer_bytes, ByteOrder::little);
  store(out.data() + body_bytes_at, header.body_bytes, ByteOrder::little);
  store(out.data() + body_bytes_at + 8, header.base, ByteOrder::little);
  return out;
}

std::array<std::byte, standard_layout.pair_bytes()> encode(const ThreadPair& pair) {
  std::array<std::byte, standard_layout.pair_bytes()> out;
  store(out.data(), pair.tid, ByteOrder::little);
  store(out.data() + 8, pair.offset, ByteOrder::little);
  return out;
}

std::string_view system_text(std::array<char, sysinfo_chars>& storage) {
  utsname names{};
  if (::uname(&names) != 0) return {};
  const auto written = fmt::format_to_n(storage.data(), storage.size() - 1, "{} {} {} {} {}", names.sysname,
      names.nodename, names.release, names.version, names.machine);
  return {storage.data(), std::min<std::size_t>(written.size, storage.size() - 1)};
}

}  // namespace weft::litl
