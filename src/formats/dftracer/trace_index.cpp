// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/trace_index.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>

#include "base/file.hpp"
#include "base/zlib_stream.hpp"
#include "formats/dftracer/row.hpp"

namespace weft::dftracer {

namespace {

constexpr std::array<char, 8> index_magic{'W', 'E', 'F', 'T', 'I', 'D', 'X', '\n'};
constexpr std::uint32_t index_version = 1;
constexpr std::size_t index_header_bytes = index_magic.size() + 4 + std::tuple_size_v<Digest>;
constexpr std::size_t checked_bytes = std::size_t{64} << 10;
constexpr std::size_t largest_body = std::size_t{1} << 30;

Error unusable(std::string why) { return Error{Errc::corrupt, std::move(why)}; }

std::string_view as_text(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
std::string_view text_of(const Digest& digest) { return as_text(std::as_bytes(std::span(digest))); }

void put_text(std::vector<std::byte>& out, std::string_view text) {
  PayloadPen(out).number(text.size());
  const Bytes bytes = std::as_bytes(std::span(text));
  out.insert(out.end(), bytes.begin(), bytes.end());
}

// Numbers and texts of the body. What is not there is 0, and remembered.
class BodyCursor {
 public:
  explicit BodyCursor(Bytes bytes) : left_(bytes) {}

  std::uint64_t number() {
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
  // Of things that take a byte at least.
  std::uint64_t count() {
    const std::uint64_t value = number();
    if (value > left_.size()) has_failed_ = true;
    return has_failed_ ? 0 : value;
  }
  std::string_view text() {
    const std::uint64_t size = count();
    const std::string_view found(reinterpret_cast<const char*>(left_.data()), size);
    left_ = left_.subspan(size);
    return found;
  }

  bool has_failed() const { return has_failed_; }
  bool is_at_end() const { return left_.empty(); }

 private:
  Bytes left_;
  bool has_failed_ = false;
};

// All numbers of a stretch, in their order in the file: the same for both directions.
template <class S, class Visit>
void each_number(S& stretch, Visit&& visit) {
  visit(stretch.place.begin);
  visit(stretch.place.end);
  visit(stretch.place.text_begin);
  visit(stretch.place.lines_before);
  visit(stretch.lines.objects);
  visit(stretch.lines.brackets);
  visit(stretch.lines.mended);
  visit(stretch.lines.unreadable);
  visit(stretch.lines.joined);
  visit(stretch.times.first);
  visit(stretch.times.last);
}

std::vector<std::byte> body_of(const TraceIndex& index) {
  std::vector<std::byte> body;
  PayloadPen pen(body);
  pen.number(index.fingerprint.size);
  pen.number(index.fingerprint.modified);
  put_text(body, text_of(index.fingerprint.checksum));
  pen.number(index.is_document ? 1 : 0);
  pen.number(index.unit);
  pen.number(index.first_time);
  pen.number(index.first_span);
  pen.number(index.categories.size());
  for (const std::string& category : index.categories) put_text(body, category);
  pen.number(index.stretches.size());
  for (const IndexedStretch& stretch : index.stretches) {
    each_number(stretch, [&](std::uint64_t number) { pen.number(number); });
    pen.number(stretch.is_always_needed ? 1 : 0);
    pen.number(stretch.categories.size());
    for (const std::uint32_t category : stretch.categories) pen.number(category);
  }
  pen.number(index.metadata.size());
  for (const IndexedLine& line : index.metadata) {
    pen.number(line.stretch);
    pen.number(line.offset);
    pen.number(line.line);
    put_text(body, line.text);
  }
  return body;
}

bool is_sound(const TraceIndex& index) {
  std::uint64_t before = 0;
  for (const IndexedStretch& stretch : index.stretches) {
    const Stretch& place = stretch.place;
    if (place.begin < before || place.end < place.begin || place.end > index.fingerprint.size) return false;
    before = place.end;
    for (const std::uint32_t category : stretch.categories)
      if (category >= index.categories.size()) return false;
  }
  for (const IndexedLine& line : index.metadata)
    if (line.stretch >= index.stretches.size()) return false;
  return index.unit > 0 && index.unit <= 1'000'000'000;
}

Result<TraceIndex> index_of(Bytes body) {
  TraceIndex index;
  BodyCursor cursor(body);
  index.fingerprint.size = cursor.number();
  index.fingerprint.modified = cursor.number();
  const std::string_view checksum = cursor.text();
  if (checksum.size() == index.fingerprint.checksum.size())
    std::memcpy(index.fingerprint.checksum.data(), checksum.data(), checksum.size());
  index.is_document = cursor.number() != 0;
  index.unit = cursor.number();
  index.first_time = cursor.number();
  index.first_span = cursor.number();
  for (std::uint64_t left = cursor.count(); left > 0 && !cursor.has_failed(); --left)
    index.categories.emplace_back(cursor.text());
  for (std::uint64_t left = cursor.count(); left > 0 && !cursor.has_failed(); --left) {
    IndexedStretch& stretch = index.stretches.emplace_back();
    each_number(stretch, [&](std::uint64_t& number) { number = cursor.number(); });
    stretch.is_always_needed = cursor.number() != 0;
    for (std::uint64_t more = cursor.count(); more > 0 && !cursor.has_failed(); --more)
      stretch.categories.push_back(static_cast<std::uint32_t>(
          std::min<std::uint64_t>(cursor.number(), std::numeric_limits<std::uint32_t>::max())));
  }
  for (std::uint64_t left = cursor.count(); left > 0 && !cursor.has_failed(); --left)
    index.metadata.push_back({cursor.number(), cursor.number(), cursor.number(), std::string(cursor.text())});
  if (cursor.has_failed() || !cursor.is_at_end() || !is_sound(index))
    return unusable("does not hold what an index holds");
  return index;
}

Result<std::vector<std::byte>> inflated(Bytes member) {
  std::vector<std::byte> body(std::max<std::size_t>(4 * member.size(), 4096));
  Inflater inflater;
  inflater.restart(Inflater::Start::gzip);
  for (std::size_t used = 0;;) {
    std::span<std::byte> room = std::span(body).subspan(used);
    const auto step = inflater.inflate(member, room);
    used = body.size() - room.size();
    if (step == Inflater::Step::end) {
      body.resize(used);
      return body;
    }
    if (step == Inflater::Step::damaged || !room.empty() || body.size() >= largest_body) return unusable("is damaged");
    body.resize(2 * body.size());
  }
}

}  // namespace

Result<Fingerprint> Fingerprint::of(const std::string& path) {
  const auto file = WEFT_TRY(File::open(path));
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return system_error("cannot look at", path);
  Fingerprint found;
  found.size = static_cast<std::uint64_t>(status.st_size);
  found.modified = static_cast<std::uint64_t>(status.st_mtim.tv_sec) * 1'000'000'000 +
                   static_cast<std::uint64_t>(status.st_mtim.tv_nsec);
  std::vector<std::byte> ends(2 * checked_bytes);
  const std::uint64_t tail = found.size > checked_bytes ? found.size - checked_bytes : 0;
  const std::size_t first = WEFT_TRY(file.read_at(0, std::span(ends).first(checked_bytes)));
  const std::size_t last = WEFT_TRY(file.read_at(tail, std::span(ends).subspan(first, checked_bytes)));
  found.checksum = md5(as_text(Bytes(ends).first(first + last)));
  return found;
}

bool TraceIndex::needs(const IndexedStretch& stretch, const Selection& selection) const {
  if (stretch.is_always_needed) return true;
  if (selection.window && !selection.window->overlaps(stretch.times)) return false;
  return selection.categories.empty() || std::ranges::any_of(stretch.categories, [&](std::uint32_t category) {
    return selection.wants_category(categories[category]);
  });
}

std::vector<std::byte> TraceIndex::encoded() const {
  std::vector<std::byte> out(index_header_bytes);
  append_gzip_member(body_of(*this), usual_level, out);
  std::memcpy(out.data(), index_magic.data(), index_magic.size());
  store<std::uint32_t>(out.data() + 8, index_version, ByteOrder::little);
  const Digest digest = md5(as_text(Bytes(out).subspan(index_header_bytes)));
  std::memcpy(out.data() + 12, digest.data(), digest.size());
  return out;
}

Result<TraceIndex> TraceIndex::decode(Bytes bytes) {
  if (bytes.size() < index_header_bytes || !as_text(bytes).starts_with(std::string_view(index_magic.data(), 8)))
    return unusable("is no index");
  const auto version = load<std::uint32_t>(bytes.data() + 8, ByteOrder::little);
  if (version != index_version)
    return Error{Errc::unsupported, fmt::format("has version {}, expected {}", version, index_version)};
  const Bytes member = bytes.subspan(index_header_bytes);
  if (as_text(bytes.subspan(12)).substr(0, sizeof(Digest)) != text_of(md5(as_text(member))))
    return unusable("is damaged");
  return index_of(WEFT_TRY(inflated(member)));
}

std::string index_path(const std::string& trace) { return trace + ".weftindex"; }

Result<> write_index(const std::string& trace, const TraceIndex& index) {
  return replace_file(index_path(trace), index.encoded());
}

Result<TraceIndex> read_index(const std::string& trace) {
  const std::string path = index_path(trace);
  const auto bytes = WEFT_TRY(read_file(path));
  auto index = TraceIndex::decode(bytes);
  if (!index) {
    index.error().file = path;
    return index;
  }
  if (index->fingerprint != WEFT_TRY(Fingerprint::of(trace)))
    return Error{Errc::corrupt, "the trace has changed since the index was made", path};
  return index;
}

}  // namespace weft::dftracer
