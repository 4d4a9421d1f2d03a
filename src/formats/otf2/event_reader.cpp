// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/event_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace weft::otf2 {

namespace {

// How the first field of an event lies in the file.
enum class First : std::uint8_t { none, byte, compressed32, compressed64, plain64 };

// No record is longer than the largest chunk; lengths beyond it are damage.
constexpr std::uint64_t largest_window = std::uint64_t{16} << 20;

// What the decoding loop needs to know of a record id.
struct Shape {
  Kind kind = kind_of<evt::Unknown>;
  Framing framing = Framing::length;
  First first = First::none;
  std::uint8_t mapping = no_record;  // MappingType of the first field, if it has one
};

template <class T>
constexpr First first_form() {
  if constexpr (std::is_same_v<T, Timestamp>)
    return First::plain64;
  else if constexpr (sizeof(decltype(plain(T{}))) == 1)
    return First::byte;
  else if constexpr (sizeof(decltype(plain(T{}))) == 4)
    return First::compressed32;
  else
    return First::compressed64;
}

template <class W>
constexpr Shape shape_of() {
  using R = typename W::Record;
  Shape shape{kind_of<R>, W::framing, First::none, no_record};
  if constexpr (std::remove_cvref_t<decltype(R::schema)>::size > 0) {
    using F = typename std::tuple_element_t<0, decltype(R::schema.fields)>::Value;
    shape.first = first_form<F>();
    if constexpr (is_ref<F>)
      if (mapping_of<F>()) shape.mapping = static_cast<std::uint8_t>(*mapping_of<F>());
  }
  return shape;
}

template <class... Wires>
constexpr std::array<Shape, 256> shapes_of(TypeList<Wires...>) {
  std::array<Shape, 256> shapes{};
  ((shapes[Wires::id] = shape_of<Wires>()), ...);
  return shapes;
}
constexpr std::array<Shape, 256> shapes = shapes_of(EventRecords{});

// The simplest records, one number without a length. Sizes from `limit` on, and all of other records, are not simple.
struct Simple {
  std::uint8_t limit = 0;
  Kind kind = kind_of<evt::Unknown>;
};
constexpr std::array<Simple, 256> simple_records = [] {
  std::array<Simple, 256> records{};
  for (std::size_t id = 0; id < records.size(); ++id)
    if (shapes[id].framing == Framing::bare)
      records[id] = {static_cast<std::uint8_t>(shapes[id].first == First::compressed32 ? 5 : 9), shapes[id].kind};
  return records;
}();
// A time stamp, a record id, a size and the eight bytes that are loaded.
constexpr std::ptrdiff_t longest_simple_event = 9 + 1 + 1 + 8;

// What of eight bytes belongs to a number of n. Not inside its function, where each call would build it anew.
constexpr std::array<std::uint64_t, 9> low_bytes = {
    0, 0xff, 0xffff, 0xffffff, 0xffffffff, 0xffffffffff, 0xffffffffffff, 0xffffffffffffff, ~std::uint64_t{0}};

// The n low-order bytes of a compressed integer; reads eight bytes, which the window's slack allows everywhere.
template <ByteOrder order>
std::uint64_t load_compressed(const std::byte* from, unsigned n) {
  const auto raw = load<std::uint64_t>(from, order);
  if constexpr (order == ByteOrder::little)
    return raw & low_bytes[n];
  else
    return n ? raw >> (64 - 8 * n) : 0;
}

constexpr unsigned width_of(First form) { return form == First::compressed32 ? 4 : 8; }
constexpr std::uint64_t undefined_of(First form) {
  return form == First::compressed32 ? 0xffffffffu : ~std::uint64_t{0};
}

}  // namespace

EventReader::EventReader(HandlePool& pool, std::string path, LocationRef location, std::uint64_t chunk_bytes,
    std::shared_ptr<const LocalDefinitions> local, const StreamOptions& options, Report& report)
    : window_(pool, std::move(path), chunk_bytes, std::max<std::size_t>(options.window_bytes, 64), report),
      location_(location),
      local_(std::move(local)),
      adjusted_(local_ && (local_->clock.active() || local_->maps_anything())),
      parts_(options.parts),
      next_chunk_(options.parts.first),
      rows_(std::max<std::size_t>(options.rows, 1)) {
  if (!local_) return;
  clock_ = local_->clock;
  for (const Shape& shape : shapes) {
    if (shape.mapping == no_record || !local_->maps[shape.mapping]) continue;
    maps_values_ = true;
    value_maps_[static_cast<std::size_t>(shape.kind)] = {&*local_->maps[shape.mapping], undefined_of(shape.first)};
  }
}

Result<> EventReader::open() {
  WEFT_TRY(window_.open());
  if (window_.file_bytes() == 0 && parts_.first == 0) window_.report(file_empty, window_.begin(), "the file is empty");
  return {};
}

bool EventReader::next_chunk() {
  p_ = nullptr;
  while (next_chunk_ < std::min(window_.chunks(), parts_.last)) {
    if (!window_.enter(next_chunk_++)) continue;
    p_ = window_.begin() + chunk_header_bytes;
    need_ = 1;
    events_of_chunk_ = 0;
    if (events_ == 0 && window_.first_event() > 0) events_ = window_.first_event() - 1;
    return true;
  }
  return false;
}

void EventReader::finish_chunk() {
  const std::uint64_t announced = window_.last_event() - window_.first_event() + 1;
  if (announced != events_of_chunk_)
    window_.report_chunk(chunk_events, fmt::format("chunk {}: its header announces {} events, {} were found",
                                           window_.chunk(), announced, events_of_chunk_));
  p_ = nullptr;
}

bool EventReader::seek(std::uint64_t event) {
  p_ = nullptr;
  events_ = 0;
  if (local_) clock_ = local_->clock;
  std::uint64_t first = 0;
  std::uint64_t last = window_.chunks();
  while (first < last) {
    const std::uint64_t chunk = first + (last - first) / 2;
    if (!window_.enter(chunk)) break;
    if (event + 1 < window_.first_event())
      last = chunk;
    else if (event + 1 > window_.last_event())
      first = chunk + 1;
    else {
      next_chunk_ = chunk;
      return true;
    }
  }
  next_chunk_ = window_.chunks();
  return false;
}

bool EventReader::next(EventBatch& batch) {
  if (!times_) {
    times_ = std::make_unique_for_overwrite<Ticks[]>(rows_);
    kinds_ = std::make_unique_for_overwrite<Kind[]>(rows_);
    values_ = std::make_unique_for_overwrite<std::uint64_t[]>(rows_);
    records_ = std::make_unique_for_overwrite<std::uint32_t[]>(rows_);
  }
  size_ = 0;
  stop_times_.clear();
  while (size_ == 0) {
    if (!p_ && !next_chunk()) return false;
    // Bytes missing for the next record are fetched before a batch begins, never while its rows point into the window.
    if (static_cast<std::size_t>(window_.end() - p_) < need_ && window_.has_more()) {
      window_.slide(p_, need_);
      p_ = window_.begin();
    }
    stored_begin_ = p_;
    const Stop stop = decode_rows();
    stored_end_ = p_;
    events_of_chunk_ += size_;
    batch.part = window_.chunk();
    if (stop == Stop::rows_full) break;
    if (stop == Stop::need_more && window_.has_more()) {
      if (size_ == 0) need_ = std::max(need_, static_cast<std::size_t>(window_.end() - p_) + 1);
      continue;
    }
    if (stop == Stop::need_more) {
      if (p_ >= window_.end()) {
        if (window_.is_last_chunk()) window_.report(no_end_mark, p_, "the file stops without an end mark");
      } else {
        window_.report(record_overrun, p_, "an event runs past the end of its chunk");
      }
    } else if (stop == Stop::damage) {
      window_.report(record_damaged, p_, damage_);
    } else if (stop == Stop::chunk_end && window_.is_last_chunk()) {
      window_.report(no_end_mark, p_, "the last chunk has no end mark");
    } else if (stop == Stop::file_end) {
      next_chunk_ = window_.chunks();
    }
    finish_chunk();
  }
  if (size_ == 0) return false;
  batch.location = location_;
  batch.first_event = events_;
  batch.time = {times_.get(), size_};
  batch.kind = {kinds_.get(), size_};
  batch.value = {values_.get(), size_};
  batch.record = {records_.get(), size_};
  batch.access = this;
  events_ += size_;
  return true;
}

EventReader::Stop EventReader::decode_rows() {
  const Stop stop = window_.order() == ByteOrder::little ? decode<ByteOrder::little>() : decode<ByteOrder::big>();
  if (adjusted_) adjust_rows();
  return stop;
}

// In file order: which interval of the clock applies depends on the times before, those inside records included.
void EventReader::adjust_rows() {
  if (clock_.active())
    for (std::size_t row = 0; row < size_; ++row) {
      times_[row] = clock_.correct(times_[row]);
      if (kinds_[row] != kind_of<evt::BufferFlush>) continue;
      values_[row] = clock_.correct(values_[row]);
      stop_times_.emplace_back(records_[row] & ~EventBatch::has_more, values_[row]);
    }
  if (!maps_values_) return;
  for (std::size_t row = 0; row < size_; ++row)
    if (const ValueMap& map = value_maps_[static_cast<std::size_t>(kinds_[row])]; map.ids)
      values_[row] = map.ids->global(values_[row]) & map.mask;
}

// The hot loop. `p` is always at the beginning of a record; on every way out p_ and time_ say where to go on.
template <ByteOrder order>
EventReader::Stop EventReader::decode() {
  const std::byte* const base = window_.begin();
  const std::byte* const end = window_.end();
  const std::byte* p = p_;
  Ticks time = time_;
  std::size_t n = 0;
  Stop stop = Stop::rows_full;
  Ticks* const times = times_.get();
  Kind* const kinds = kinds_.get();
  std::uint64_t* const values = values_.get();
  std::uint32_t* const records = records_.get();
  const std::size_t rows = rows_;

  while (n < rows) {
    // Most events are simple and well inside the window. This loop reads nothing else, and leaves all else to the
    // careful code below.
    while (n < rows && end - p >= longest_simple_event) {
      const bool stamped = static_cast<std::uint8_t>(*p) == timestamp_id;
      const std::byte* const record = stamped ? p + 9 : p;
      const Simple simple = simple_records[static_cast<std::uint8_t>(record[0])];
      const auto size = static_cast<std::uint8_t>(record[1]);
      if (size >= simple.limit) break;
      if (stamped) time = load<std::uint64_t>(p + 1, order);
      times[n] = time;
      kinds[n] = simple.kind;
      values[n] = load_compressed<order>(record + 2, size);
      records[n] = static_cast<std::uint32_t>(record - base);
      ++n;
      p = record + 2 + size;
    }
    if (n == rows) break;
    if (p >= end) {
      stop = Stop::need_more;
      break;
    }
    auto id = static_cast<std::uint8_t>(*p);
    if (id == timestamp_id) {
      if (end - p < 10) {
        // The last time stamp of a window that is followed by nothing yet.
        stop = Stop::need_more;
        if (end - p == 9 && !window_.has_more()) time = load<std::uint64_t>(p + 1, order), p += 9;
        break;
      }
      time = load<std::uint64_t>(p + 1, order);
      p += 9;
      id = static_cast<std::uint8_t>(*p);
      // Two in a row: the reference writes them in a few cases, and the last one counts.
      if (id == timestamp_id) continue;
    }

    const std::byte* const record = p;
    const std::byte* q = p;
    if (id == attribute_list_id) {
      ++q;
      std::uint64_t length = 0;
      if (!read_length(q, end, order, length) || length >= static_cast<std::uint64_t>(end - q)) {
        need_ = static_cast<std::size_t>(std::min<std::uint64_t>(length, largest_window)) + 32;
        stop = Stop::need_more;
        break;
      }
      q += length;
      id = static_cast<std::uint8_t>(*q);
    }

    const Shape shape = shapes[id];
    std::uint64_t value = 0;
    std::uint32_t more = EventBatch::has_more;
    if (shape.framing == Framing::bare) {
      const auto size = static_cast<std::uint8_t>(q[1]);
      if (size == 0xff) {
        value = undefined_of(shape.first);
        q += 2;
      } else if (size <= width_of(shape.first)) {
        value = load_compressed<order>(q + 2, size);
        q += 2 + size;
      } else if (end - q < 2) {
        stop = Stop::need_more;
        break;
      } else {
        damage_ = "a number is longer than its type";
        stop = Stop::damage;
        break;
      }
      if (q > end) {
        stop = Stop::need_more;
        break;
      }
      if (static_cast<std::uint8_t>(*record) == id) more = 0;
    } else if (id <= chunk_header_id) {
      if (record != q)
        damage_ = "an attribute list is followed by no event";
      else if (id == end_of_chunk)
        stop = Stop::chunk_end;
      else if (id == end_of_file)
        stop = Stop::file_end;
      else
        damage_ = "expected an event";
      if (stop == Stop::rows_full) stop = Stop::damage;
      break;
    } else if (record != q && (id == timestamp_id || id == attribute_list_id)) {
      damage_ = "an attribute list is followed by no event";
      stop = Stop::damage;
      break;
    } else {
      ++q;
      std::uint64_t length = 0;
      if (!read_length(q, end, order, length) || length > static_cast<std::uint64_t>(end - q)) {
        need_ = static_cast<std::size_t>(q - record) +
                static_cast<std::size_t>(std::min<std::uint64_t>(length, largest_window)) + 16;
        stop = Stop::need_more;
        break;
      }
      // A first field that is not all there shows when the row is read; the column just must not run wild.
      if (length > 0) switch (shape.first) {
          case First::none:
            value = shape.kind == kind_of<evt::Unknown> ? id : 0;
            break;
          case First::byte:
            value = static_cast<std::uint8_t>(*q);
            break;
          case First::plain64:
            value = load<std::uint64_t>(q, order);
            break;
          case First::compressed32:
          case First::compressed64: {
            const auto size = static_cast<std::uint8_t>(*q);
            if (size == 0xff)
              value = undefined_of(shape.first);
            else if (size <= width_of(shape.first))
              value = load_compressed<order>(q + 1, size);
          }
        }
      else if (shape.kind == kind_of<evt::Unknown>)
        value = id;
      q += length;
    }

    times[n] = time;
    kinds[n] = shape.kind;
    values[n] = value;
    records[n] = static_cast<std::uint32_t>(record - base) | more;
    ++n;
    p = q;
  }
  if (n) need_ = 1;
  p_ = p;
  time_ = time;
  size_ = n;
  return stop;
}

template <class R>
void EventReader::adjust(R& record, std::uint32_t row) {
  local_->translate(record, arena_);
  if constexpr (std::is_same_v<R, evt::BufferFlush>) {
    const auto found = std::ranges::lower_bound(stop_times_, row, {}, &std::pair<std::uint32_t, Ticks>::first);
    if (found != stop_times_.end() && found->first == row) record.stop_time.value = found->second;
  }
}

// Once for each place, however often its row is read.
void EventReader::report_damage(const std::byte* place, std::string message) {
  if (window_.offset_of(place) < reported_until_) return;
  reported_until_ = window_.offset_of(place) + 1;
  ++damaged_;
  window_.report(record_damaged, place, std::move(message));
}

bool EventReader::read(std::uint32_t row, Kind kind, Event& event) {
  arena_.clear();
  event.attributes = {};
  const std::byte* p = window_.begin() + row;
  bool good = true;
  if (static_cast<std::uint8_t>(*p) == attribute_list_id) {
    std::uint64_t length = 0;
    ++p;
    read_length(p, window_.end(), window_.order(), length);
    std::span<AttributeEntry> entries;
    good = decode_attributes({p, static_cast<std::size_t>(length)}, window_.order(), arena_, entries);
    if (!good) report_damage(p, "an attribute list is damaged; its event is delivered without it");
    if (adjusted_)
      for (AttributeEntry& entry : entries) entry = local_->global(entry);
    event.attributes = entries;
    p += length;
  }

  const std::byte* const place = p;
  const auto id = static_cast<std::uint8_t>(*p++);
  const std::byte* body_end = window_.end();
  if (shapes[id].framing == Framing::length) {
    std::uint64_t length = 0;
    read_length(p, window_.end(), window_.order(), length);
    body_end = p + length;
  }
  if (kind == kind_of<evt::Unknown>) {
    event.record = evt::Unknown{
        id, std::span(reinterpret_cast<const std::uint8_t*>(p), static_cast<std::size_t>(body_end - p))};
    return true;
  }
  return EventTypes::dispatch(static_cast<std::size_t>(kind), [&](auto type) {
    using R = typename decltype(type)::type;
    R record;
    if constexpr (!std::is_same_v<R, evt::Unknown>) {
      Decoder decoder(p, body_end, window_.order(), arena_);
      code(decoder, record);
      if (decoder.failed()) {
        report_damage(place, fmt::format("damaged event {}", R::schema.name));
        return false;
      }
      if (adjusted_) adjust(record, row);
    }
    event.record = record;
    return true;
  });
}

}  // namespace weft::otf2
