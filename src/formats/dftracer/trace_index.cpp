// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/trace_index.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <set>

#include "base/file.hpp"

namespace weft::dftracer {

namespace {

constexpr std::string_view index_kind = "dftracer";

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

// A text that is empty is a member that is entered at its beginning.
void put_entry(const std::optional<GzipEntry>& entry, IndexPen& pen) {
  if (!entry) {
    pen.text({});
    return;
  }
  pen.text({reinterpret_cast<const char*>(entry->window.data()), entry->window.size()});
  pen.number(entry->bits);
  pen.number(entry->head);
}

std::optional<GzipEntry> entry_of(IndexCursor& cursor) {
  const Bytes window = std::as_bytes(std::span(cursor.text()));
  if (window.empty()) return std::nullopt;
  const auto bits = static_cast<unsigned>(std::min<std::uint64_t>(cursor.number(), 8));
  return GzipEntry{bits, cursor.number(), {window.begin(), window.end()}};
}

bool is_sound(const GzipEntry& entry, std::uint64_t begin) {
  const auto window = entry.unpacked_window();
  return begin > 0 && entry.bits < 8 && window && entry.head <= window->size();
}

std::vector<std::byte> body_of(const TraceIndex& index) {
  std::vector<std::byte> body;
  IndexPen pen(body);
  pen.number(index.is_document ? 1 : 0);
  pen.number(index.adds_pid_to_tid ? 1 : 0);
  pen.text(index.host);
  pen.number(index.unit);
  pen.number(index.first_time);
  pen.number(index.first_span);
  pen.number(index.categories.size());
  for (const std::string& category : index.categories) pen.text(category);
  pen.number(index.stretches.size());
  for (const IndexedStretch& stretch : index.stretches) {
    each_number(stretch, [&](std::uint64_t number) { pen.number(number); });
    put_entry(stretch.within, pen);
    pen.number(stretch.is_always_needed ? 1 : 0);
    pen.number(stretch.categories.size());
    for (const std::uint32_t category : stretch.categories) pen.number(category);
  }
  pen.number(index.metadata.size());
  for (const IndexedLine& line : index.metadata) {
    pen.number(line.stretch);
    pen.number(line.offset);
    pen.number(line.line);
    pen.text(line.text);
  }
  return body;
}

bool is_sound(const TraceIndex& index) {
  std::uint64_t before = 0;
  std::uint64_t text_before = 0;
  for (const IndexedStretch& stretch : index.stretches) {
    const Stretch& place = stretch.place;
    if (place.begin < before || place.end < place.begin || place.end > index.fingerprint.size) return false;
    before = place.end;
    if (stretch.within && (&stretch == &index.stretches.front() || !is_sound(*stretch.within, place.begin)))
      return false;
    if (place.text_begin < text_before) return false;
    text_before = place.text_begin;
    for (const std::uint32_t category : stretch.categories)
      if (category >= index.categories.size()) return false;
  }
  for (const IndexedLine& line : index.metadata)
    if (line.stretch >= index.stretches.size()) return false;
  return index.unit > 0 && index.unit <= 1'000'000'000;
}

Result<TraceIndex> index_of(const IndexFile& file) {
  TraceIndex index;
  IndexCursor cursor(file.body);
  index.fingerprint = file.fingerprint;
  index.is_document = cursor.number() != 0;
  index.adds_pid_to_tid = cursor.number() != 0;
  index.host = cursor.text();
  index.unit = cursor.number();
  index.first_time = cursor.number();
  index.first_span = cursor.number();
  for (std::uint64_t left = cursor.count(); left > 0 && !cursor.has_failed(); --left)
    index.categories.emplace_back(cursor.text());
  for (std::uint64_t left = cursor.count(); left > 0 && !cursor.has_failed(); --left) {
    IndexedStretch& stretch = index.stretches.emplace_back();
    each_number(stretch, [&](std::uint64_t& number) { number = cursor.number(); });
    stretch.within = entry_of(cursor);
    stretch.is_always_needed = cursor.number() != 0;
    for (std::uint64_t more = cursor.count(); more > 0 && !cursor.has_failed(); --more)
      stretch.categories.push_back(static_cast<std::uint32_t>(
          std::min<std::uint64_t>(cursor.number(), std::numeric_limits<std::uint32_t>::max())));
  }
  for (std::uint64_t left = cursor.count(); left > 0 && !cursor.has_failed(); --left)
    index.metadata.push_back({cursor.number(), cursor.number(), cursor.number(), std::string(cursor.text())});
  if (cursor.has_failed() || cursor.left() > 0 || !is_sound(index)) return bad_index();
  return index;
}

}  // namespace

bool TraceIndex::needs(const IndexedStretch& stretch, const Selection& selection) const {
  if (stretch.is_always_needed) return true;
  if (selection.window && !selection.window->overlaps(stretch.times)) return false;
  return selection.categories.empty() || std::ranges::any_of(stretch.categories, [&](std::uint32_t category) {
    return selection.wants_category(categories[category]);
  });
}

void IndexedStretch::join(const IndexedStretch& next) {
  place.end = next.place.end;
  lines.add(next.lines);
  times.add(next.times);
  is_always_needed |= next.is_always_needed;
  std::vector<std::uint32_t> both;
  std::ranges::set_union(categories, next.categories, std::back_inserter(both));
  categories = std::move(both);
}

// Of every two in a row one, so that those that are left lie about equally far apart. False if there are none.
bool TraceIndex::join_stretches(bool (*may_join)(const IndexedStretch& stretch)) {
  std::vector<IndexedStretch> kept;
  std::vector<std::uint64_t> numbers;  // new ones, by old
  bool is_odd = false;
  for (IndexedStretch& stretch : stretches) {
    is_odd = !kept.empty() && may_join(stretch) && !is_odd;
    if (is_odd)
      kept.back().join(stretch);
    else
      kept.push_back(std::move(stretch));
    numbers.push_back(kept.size() - 1);
  }
  const bool has_joined = kept.size() < stretches.size();
  stretches = std::move(kept);
  for (IndexedLine& line : metadata) line.stretch = numbers[line.stretch];
  return has_joined;
}

// Of the parts that have most of it, until what is left takes no more than so many bytes.
void TraceIndex::forget_metadata(std::uint64_t bytes) {
  TraceIndex without = *this;
  without.metadata.clear();
  const std::uint64_t others = without.encoded().size();
  std::vector<std::uint64_t> sizes(stretches.size());
  for (const IndexedLine& line : metadata) sizes[line.stretch] += line.text.size();
  std::vector<std::uint64_t> order(stretches.size());
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  std::ranges::stable_sort(order, std::greater{}, [&](std::uint64_t stretch) { return sizes[stretch]; });
  for (std::size_t count = 1; encoded().size() > others + bytes; count *= 2) {
    std::set<std::uint64_t> forgotten;
    for (std::size_t i = 0; i < std::min(count, order.size()) && sizes[order[i]] > 0; ++i) {
      forgotten.insert(order[i]);
      stretches[order[i]].is_always_needed = true;
    }
    std::erase_if(metadata, [&](const IndexedLine& line) { return forgotten.contains(line.stretch); });
    if (count >= order.size()) return;
  }
}

bool TraceIndex::shrink_to(std::uint64_t bytes) {
  if (encoded().size() <= bytes) return true;
  forget_metadata(bytes / 2);
  const auto is_within = [](const IndexedStretch& stretch) { return stretch.within.has_value(); };
  const auto is_any = [](const IndexedStretch&) { return true; };
  while (encoded().size() > bytes)
    if (!join_stretches(is_within) && !join_stretches(is_any)) return false;
  return true;
}

std::vector<std::byte> TraceIndex::encoded() const {
  return IndexFile{std::string(index_kind), fingerprint, body_of(*this)}.encoded();
}

Result<TraceIndex> TraceIndex::decode(Bytes bytes) { return index_of(WEFT_TRY(IndexFile::decode(bytes, index_kind))); }

Result<> write_index(const std::string& trace, const TraceIndex& index) {
  return replace_file(index_path(trace), index.encoded());
}

Result<TraceIndex> read_index(const std::string& trace) {
  auto index = index_of(WEFT_TRY(read_index_file(trace, index_kind, {&trace, 1})));
  if (!index) index.error().file = index_path(trace);
  return index;
}

}  // namespace weft::dftracer
