// SPDX-License-Identifier: BSD-3-Clause
#include "model/time_index.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.hpp"
#include "base/parallel.hpp"
#include "model/call_stack.hpp"

namespace weft {

namespace {

// Smaller ones are read as fast as an index is.
constexpr std::uint64_t worth_indexing = 2048;
// Where calls are nested deeper, a part is not worth to be entered alone.
constexpr std::size_t deepest = 1024;
constexpr std::uint64_t share_of_trace = 100;

Result<std::vector<IndexedPart>> index_location(
    Trace& trace, LocationRef location, const WatchPast& watch_past, SharedProgress& progress) {
  StreamOptions options;
  options.window_bytes = std::size_t{1} << 20;
  const auto stream = WEFT_TRY(trace.events(location, options));
  std::vector<IndexedPart> parts;
  CallStack calls(trace.definitions());
  // What can be read from the beginning alone is not read on from anywhere else.
  const auto watch = watch_past && trace.parts(location) > 1 ? watch_past(location) : nullptr;
  EventBatch batch;
  for (std::uint64_t part = 0; stream->next(batch); part = batch.part) {
    const bool is_new = parts.empty() || (batch.part != part && calls.regions().size() <= deepest);
    if (is_new) {
      parts.push_back({.part = batch.part, .first_event = batch.first_event, .open = calls.regions()});
      if (watch && parts.size() > 1) parts.back().past = watch->past();
    }
    if (watch) watch->add(batch);
    for (std::size_t row = 0; row < batch.size(); ++row) {
      parts.back().first = std::min(parts.back().first, batch.time[row]);
      parts.back().last = std::max(parts.back().last, batch.time[row]);
      calls.add(batch, row);
    }
    progress.add(batch.size());
  }
  if (!parts.empty()) parts.front().part = 0;
  return parts;
}

// How many things of two lists are the same from the beginning on.
template <class T>
std::size_t common(const std::vector<T>& a, const std::vector<T>& b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

// How much of `other` a list begins with, and how many things follow that are then read; nothing if that cannot be.
template <class T>
std::optional<std::uint64_t> take_common(IndexCursor& cursor, const std::vector<T>& other, std::vector<T>& list) {
  const std::uint64_t same = cursor.number();
  const std::uint64_t rest = cursor.count();
  if (same > other.size()) return std::nullopt;
  list.assign(other.begin(), other.begin() + static_cast<std::ptrdiff_t>(same));
  return rest;
}

void put_past(IndexPen& pen, const std::vector<EventPlace>& before, const Past& past) {
  const std::size_t same = common(before, past.events);
  pen.number(same);
  pen.number(past.events.size() - same);
  EventPlace last = same ? past.events[same - 1] : EventPlace{};
  for (std::size_t i = same; i < past.events.size(); ++i) {
    const EventPlace& event = past.events[i];
    pen.number(event.part - last.part);
    pen.number(event.part == last.part ? event.row - last.row : event.row);
    last = event;
  }
  pen.number(past.counts.size());
  for (const auto& [key, count] : past.counts) {
    for (const std::uint64_t number : key) pen.number(number);
    pen.number(count);
  }
}

bool take_past(IndexCursor& cursor, const std::vector<EventPlace>& before, Past& past) {
  const auto rest = take_common(cursor, before, past.events);
  if (!rest) return false;
  EventPlace last = past.events.empty() ? EventPlace{} : past.events.back();
  for (std::uint64_t left = *rest; left > 0; --left) {
    const std::uint64_t parts = cursor.number();
    const std::uint64_t rows = cursor.number();
    const EventPlace next{last.part + parts, parts == 0 ? last.row + rows : rows};
    if (!past.events.empty() && next <= last) return false;
    past.events.push_back(last = next);
  }
  for (std::uint64_t left = cursor.count(); left > 0; --left) {
    PastCounts::key_type key;
    for (std::uint64_t& number : key) number = cursor.number();
    past.counts[key] += cursor.number();
  }
  return past.events.size() <= Past::most_events;
}

// As differences from the part before.
void put_part(IndexPen& pen, const IndexedPart& before, const IndexedPart& part) {
  pen.number(part.part - before.part);
  pen.number(part.first_event - before.first_event);
  pen.number(part.first - before.first);
  pen.number(part.last - part.first);
  const std::size_t same = common(before.open, part.open);
  pen.number(same);
  pen.number(part.open.size() - same);
  for (std::size_t i = same; i < part.open.size(); ++i) pen.number(part.open[i]);
}

bool take_part(IndexCursor& cursor, const IndexedPart& before, IndexedPart& part) {
  part.part = before.part + cursor.number();
  part.first_event = before.first_event + cursor.number();
  part.first = before.first + cursor.number();
  part.last = part.first + cursor.number();
  const auto rest = take_common(cursor, before.open, part.open);
  if (!rest) return false;
  for (std::uint64_t left = *rest; left > 0; --left) part.open.push_back(static_cast<std::uint32_t>(cursor.number()));
  return !cursor.has_failed() && part.part >= before.part && part.open.size() <= deepest && part.first <= part.last;
}

// What it counted is counted by the next one.
void forget_past(std::span<IndexedPart> parts, std::size_t part) {
  if (!parts[part].past) return;
  const auto rest = parts.subspan(part + 1);
  const auto next = std::ranges::find_if(rest, [](const IndexedPart& other) { return other.past.has_value(); });
  if (next != rest.end())
    for (const auto& [key, count] : parts[part].past->counts) next->past->counts[key] += count;
  parts[part].past.reset();
}

IndexedPart nothing_before(Ticks begin) { return {.first = begin, .last = 0}; }

}  // namespace

Result<TimeIndex> TimeIndex::make(Trace& trace, const WatchPast& watch, std::size_t threads, const Progress& progress) {
  std::vector<LocationRef> worth;
  for (const LocationRef location : trace.locations())
    if (trace.event_bytes(location) >= worth_indexing) worth.push_back(location);
  std::vector<Result<std::vector<IndexedPart>>> found(worth.size(), std::vector<IndexedPart>());
  SharedProgress shared(progress, trace.definitions().announced_events());
  parallel_for(worth.size(), threads,
      [&](std::size_t i, std::size_t) { found[i] = index_location(trace, worth[i], watch, shared); });
  TimeIndex index;
  for (std::size_t i = 0; i < worth.size(); ++i) {
    if (!found[i]) return std::move(found[i]).error();
    if (!found[i]->empty()) index.locations_.emplace(worth[i], std::move(found[i]).take());
  }
  return index;
}

const std::vector<IndexedPart>* TimeIndex::find(LocationRef location) const {
  const auto found = locations_.find(location);
  return found == locations_.end() ? nullptr : &found->second;
}

std::uint64_t TimeIndex::parts() const {
  std::uint64_t sum = 0;
  for (const auto& [location, parts] : locations_) sum += parts.size();
  return sum;
}

void TimeIndex::narrow(LocationRef location, StreamOptions& options) const {
  const auto* const parts = find(location);
  if (!parts) return;
  const auto wanted = [&](const IndexedPart& part) { return part.overlaps(options.time); };
  const auto first = std::ranges::find_if(*parts, wanted);
  if (first == parts->end()) {
    options.parts = {0, 0};
    return;
  }
  auto last = parts->end();
  while (!wanted(*std::prev(last))) --last;
  options.parts.first = std::max(options.parts.first, first->part);
  if (last != parts->end()) options.parts.last = std::min(options.parts.last, last->part);
}

std::optional<TimeIndex::Beginning> TimeIndex::beginning(LocationRef location, Ticks first) const {
  const auto* const parts = find(location);
  if (!parts) return std::nullopt;
  const IndexedPart* found = nullptr;
  Ticks latest = 0;
  for (const IndexedPart& part : *parts) {
    if (part.past && latest < first) found = &part;
    latest = std::max(latest, part.last);
  }
  if (!found) return std::nullopt;
  Beginning beginning{found, {}};
  for (const IndexedPart& part : std::span(parts->data(), found + 1)) {
    if (!part.past) continue;
    for (const auto& [key, count] : part.past->counts) beginning.counts[key] += count;
  }
  return beginning;
}

bool TimeIndex::thin_pasts() {
  bool has_forgotten = false;
  for (auto& [location, parts] : locations_) {
    bool is_second = true;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (!parts[i].past) continue;
      if (is_second) forget_past(parts, i);
      has_forgotten |= is_second;
      is_second = !is_second;
    }
  }
  return has_forgotten;
}

bool TimeIndex::join_parts() {
  bool has_joined = false;
  for (auto& [location, parts] : locations_) {
    for (std::size_t i = 1; i < parts.size(); i += 2) forget_past(parts, i);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < parts.size(); i += 2, ++kept) {
      if (kept != i) parts[kept] = std::move(parts[i]);
      if (i + 1 == parts.size()) continue;
      parts[kept].first = std::min(parts[kept].first, parts[i + 1].first);
      parts[kept].last = std::max(parts[kept].last, parts[i + 1].last);
      has_joined = true;
    }
    parts.resize(kept);
  }
  return has_joined;
}

std::vector<std::byte> TimeIndex::body(bool with_pasts) const {
  std::vector<std::byte> out;
  IndexPen pen(out);
  pen.number(locations_.size());
  std::uint64_t before = 0;
  Ticks begin = 0;
  for (const auto& [location, parts] : locations_) {
    pen.number(location.value - before);
    before = location.value;
    pen.number(parts.size());
    const IndexedPart nothing = nothing_before(begin);
    const IndexedPart* last = &nothing;
    const std::vector<EventPlace> no_events;
    const std::vector<EventPlace>* events = &no_events;
    begin = parts.front().first;
    for (const IndexedPart& part : parts) {
      put_part(pen, *last, part);
      last = &part;
      const bool has_past = part.past && with_pasts;
      pen.number(has_past);
      if (!has_past) continue;
      put_past(pen, *events, *part.past);
      events = &part.past->events;
    }
  }
  return out;
}

Result<TimeIndex> TimeIndex::of(Bytes body) {
  TimeIndex index;
  IndexCursor cursor(body);
  std::uint64_t location = 0;
  Ticks begin = 0;
  for (std::uint64_t left = cursor.count(); left > 0 && !cursor.has_failed(); --left) {
    location += cursor.number();
    auto& parts = index.locations_[{location}];
    const IndexedPart nothing = nothing_before(begin);
    const std::vector<EventPlace> no_events;
    std::size_t last_past = 0;
    const std::uint64_t count = cursor.count();
    if (count == 0 || !parts.empty()) return bad_index();
    for (std::uint64_t i = 0; i < count; ++i) {
      IndexedPart part;
      if (!take_part(cursor, i ? parts.back() : nothing, part)) return bad_index();
      if (cursor.number()) {
        const auto& events = last_past ? parts[last_past].past->events : no_events;
        if (i == 0 || !take_past(cursor, events, part.past.emplace())) return bad_index();
        last_past = i;
      }
      parts.push_back(std::move(part));
    }
    begin = parts.front().first;
  }
  if (cursor.has_failed() || cursor.left()) return bad_index();
  return index;
}

Result<WrittenIndex> write_time_index(Trace& trace, std::span<const std::string> files, const WatchPast& watch,
    std::size_t threads, const Progress& progress) {
  const TraceInfo info = trace.info();
  // Looked at before they are read: a trace that grows meanwhile has an index that is not used.
  IndexFile file{info.format, WEFT_TRY(Fingerprint::of(files)), {}};
  TimeIndex index = WEFT_TRY(TimeIndex::make(trace, watch, threads, progress));
  const std::uint64_t most = file.fingerprint.size / share_of_trace;
  while (true) {
    file.body = index.body();
    const auto bytes = file.encoded();
    if (bytes.size() <= most) {
      const std::string path = index_path(files.front());
      WEFT_TRY(replace_file(path, bytes));
      return WrittenIndex{path, bytes.size(), file.fingerprint.size, index.parts()};
    }
    const std::size_t without_pasts = index.body(false).size();
    const bool are_pasts_large = file.body.size() > 2 * without_pasts;
    if (!(are_pasts_large && index.thin_pasts()) && !index.join_parts())
      return Error{Errc::unsupported,
          fmt::format("is too small for an index: it would be larger than 1% of the trace ({} of {} bytes)",
              bytes.size(), file.fingerprint.size),
          info.path};
  }
}

Result<TimeIndex> read_time_index(std::string_view format, std::span<const std::string> files) {
  const IndexFile file = WEFT_TRY(read_index_file(files.front(), format, files));
  auto index = TimeIndex::of(file.body);
  if (!index) index.error().file = index_path(files.front());
  return index;
}

}  // namespace weft
