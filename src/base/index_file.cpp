// SPDX-License-Identifier: BSD-3-Clause
#include "base/index_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "base/file.hpp"
#include "base/lookup3.hpp"
#include "base/zlib_stream.hpp"

namespace weft {

namespace {

constexpr std::string_view index_magic = "WEFTIDX\n";
constexpr std::uint32_t index_version = 5;
constexpr std::size_t version_at = index_magic.size();
constexpr std::size_t checksum_at = version_at + 4;
constexpr std::size_t header_bytes = checksum_at + 8;
constexpr std::size_t checked_bytes = std::size_t{64} << 10;
constexpr std::size_t largest_content = std::size_t{1} << 30;

std::string_view as_text(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

std::uint64_t checksum_of(Bytes bytes, std::uint64_t seed = 0) {
  const lookup3::Pair hash = lookup3::of_little_endian(
      bytes, {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)});
  return std::uint64_t{hash.second} << 32 | hash.first;
}

Error unusable(std::string why) { return Error{Errc::corrupt, std::move(why)}; }

Result<std::vector<std::byte>> inflated(Bytes member) {
  std::vector<std::byte> content(std::max<std::size_t>(4 * member.size(), 4096));
  Inflater inflater;
  inflater.restart(Inflater::Start::gzip);
  for (std::size_t used = 0;;) {
    std::span<std::byte> room = std::span(content).subspan(used);
    const auto step = inflater.inflate(member, room);
    used = content.size() - room.size();
    if (step == Inflater::Step::end) {
      content.resize(used);
      return content;
    }
    if (step == Inflater::Step::damaged || !room.empty() || content.size() >= largest_content)
      return unusable("is damaged");
    content.resize(2 * content.size());
  }
}

Result<std::uint64_t> checksum_of_ends(const std::string& path) {
  const auto file = WEFT_TRY(File::open(path));
  const std::uint64_t size = WEFT_TRY(file.size());
  std::vector<std::byte> ends(2 * checked_bytes);
  const std::uint64_t tail = size > checked_bytes ? size - checked_bytes : 0;
  const std::size_t first = WEFT_TRY(file.read_at(0, std::span(ends).first(checked_bytes)));
  const std::size_t last = WEFT_TRY(file.read_at(tail, std::span(ends).subspan(first, checked_bytes)));
  return checksum_of(Bytes(ends).first(first + last));
}

}  // namespace

Result<Fingerprint> Fingerprint::of(std::span<const std::string> files) {
  Fingerprint found;
  for (const std::string& path : files) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return system_error("cannot look at", path);
    const std::array<std::uint64_t, 2> told{
        static_cast<std::uint64_t>(status.st_size), static_cast<std::uint64_t>(status.st_mtim.tv_sec) * 1'000'000'000 +
                                                        static_cast<std::uint64_t>(status.st_mtim.tv_nsec)};
    found.size += told[0];
    found.modified = std::max(found.modified, told[1]);
    found.checksum = checksum_of(std::as_bytes(std::span(told)), found.checksum);
  }
  if (!files.empty()) found.checksum ^= WEFT_TRY(checksum_of_ends(files.front()));
  return found;
}

void IndexPen::text(std::string_view text) {
  number(text.size());
  const Bytes bytes = std::as_bytes(std::span(text));
  out_.insert(out_.end(), bytes.begin(), bytes.end());
}

std::uint64_t IndexCursor::number() {
  std::uint64_t value = 0;
  for (int shift = 0; shift < 64 && !left_.empty(); shift += 7) {
    const auto byte = static_cast<std::uint64_t>(left_.front());
    left_ = left_.subspan(1);
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
  has_failed_ = true;
  return 0;
}

std::uint64_t IndexCursor::count() {
  const std::uint64_t value = number();
  if (value > left_.size()) has_failed_ = true;
  return has_failed_ ? 0 : value;
}

std::string_view IndexCursor::text() {
  const std::uint64_t size = count();
  const std::string_view found(reinterpret_cast<const char*>(left_.data()), size);
  left_ = left_.subspan(size);
  return found;
}

std::vector<std::byte> IndexFile::encoded() const {
  std::vector<std::byte> content;
  IndexPen pen(content);
  pen.text(kind);
  pen.number(fingerprint.size);
  pen.number(fingerprint.modified);
  pen.number(fingerprint.checksum);
  content.insert(content.end(), body.begin(), body.end());
  std::vector<std::byte> out(header_bytes);
  append_gzip_member(content, usual_level, out);
  std::memcpy(out.data(), index_magic.data(), index_magic.size());
  store<std::uint32_t>(out.data() + version_at, index_version, ByteOrder::little);
  store<std::uint64_t>(out.data() + checksum_at, checksum_of(Bytes(out).subspan(header_bytes)), ByteOrder::little);
  return out;
}

Result<IndexFile> IndexFile::decode(Bytes bytes, std::string_view kind) {
  if (bytes.size() < header_bytes || !as_text(bytes).starts_with(index_magic)) return unusable("is no index");
  const auto version = load<std::uint32_t>(bytes.data() + version_at, ByteOrder::little);
  if (version != index_version)
    return Error{Errc::unsupported, fmt::format("has version {}, expected {}", version, index_version)};
  const Bytes member = bytes.subspan(header_bytes);
  if (load<std::uint64_t>(bytes.data() + checksum_at, ByteOrder::little) != checksum_of(member))
    return unusable("is damaged");
  const std::vector<std::byte> content = WEFT_TRY(inflated(member));
  IndexCursor cursor(content);
  IndexFile file;
  file.kind = cursor.text();
  if (file.kind != kind) return unusable("is the index of a trace of another format");
  file.fingerprint = {cursor.number(), cursor.number(), cursor.number()};
  if (cursor.has_failed()) return bad_index();
  file.body.assign(content.end() - static_cast<std::ptrdiff_t>(cursor.left()), content.end());
  return file;
}

std::string index_path(const std::string& trace) { return trace + ".weftindex"; }

Result<IndexFile> read_index_file(const std::string& trace, std::string_view kind, std::span<const std::string> files) {
  const std::string path = index_path(trace);
  auto index = IndexFile::decode(WEFT_TRY(read_file(path)), kind);
  if (!index) {
    index.error().file = path;
    return index;
  }
  if (index->fingerprint != WEFT_TRY(Fingerprint::of(files)))
    return Error{Errc::corrupt, "the trace has changed since the index was made", path};
  return index;
}

}  // namespace weft
