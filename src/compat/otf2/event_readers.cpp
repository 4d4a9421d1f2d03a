// SPDX-License-Identifier: BSD-3-Clause
// Reading events, of one location and of all in order of time.
#include <algorithm>
#include <array>
#include <cinttypes>
#include <functional>

#include "compat/otf2/read_records.hpp"

namespace weft::otf2::compat {

namespace {

// Programs of old know fewer events: what happened is told them in their words. `tell` takes the older event.
template <class Tell>
void as_older(const OTF2_Archive&, const evt::ThreadFork& e, Tell&& tell) {
  if (e.model == Paradigm::openmp) tell(evt::OmpFork{e.number_of_requested_threads});
}
template <class Tell>
void as_older(const OTF2_Archive&, const evt::ThreadJoin& e, Tell&& tell) {
  if (e.model == Paradigm::openmp) tell(evt::OmpJoin{});
}
template <class Tell>
void as_older(const OTF2_Archive&, const evt::ThreadAcquireLock& e, Tell&& tell) {
  if (e.model == Paradigm::openmp) tell(evt::OmpAcquireLock{e.lock_id, e.acquisition_order});
}
template <class Tell>
void as_older(const OTF2_Archive&, const evt::ThreadReleaseLock& e, Tell&& tell) {
  if (e.model == Paradigm::openmp) tell(evt::OmpReleaseLock{e.lock_id, e.acquisition_order});
}
template <class Older, class Context, class Tell>
void with_region(const OTF2_Archive& archive, const Context& context, Tell&& tell) {
  const auto known = archive.regions_of_contexts.find(context.value);
  if (known != archive.regions_of_contexts.end()) tell(Older{{known->second}});
}
template <class Tell>
void as_older(const OTF2_Archive& archive, const evt::CallingContextEnter& e, Tell&& tell) {
  with_region<evt::Enter>(archive, e.calling_context, tell);
}
template <class Tell>
void as_older(const OTF2_Archive& archive, const evt::CallingContextLeave& e, Tell&& tell) {
  with_region<evt::Leave>(archive, e.calling_context, tell);
}

template <class Newer>
concept HasOlder = requires(const OTF2_Archive& archive, const Newer& event) {
  as_older(archive, event, [](const auto&) {});
};

// The callback of a row that is told without any detour; NULL for all others.
template <class Handle>
[[gnu::always_inline]] inline auto short_call(const Handle& reader, Kind kind, std::uint32_t record) {
  const auto call = reader.short_calls[static_cast<std::size_t>(kind)];
  return record & EventBatch::has_more ? nullptr : call;
}
template <class Handle>
[[gnu::always_inline]] inline auto short_call(const Handle& reader, const EventBatch& batch, std::size_t row) {
  return short_call(reader, batch.kind[row], batch.record[row]);
}

// Hands one row of a batch to its callback. `Common` are the parameters all callbacks of this reader have.
template <class Handle, class... Common>
class Delivery {
 public:
  static OTF2_ErrorCode deliver(Handle& reader, const EventBatch& batch, std::size_t row, Common... common) {
    if (const auto call = short_call(reader, batch, row)) [[likely]]
      return code_of(call(common..., static_cast<std::uint32_t>(batch.value[row])));
    return of_kind[static_cast<std::size_t>(batch.kind[row])](reader, batch, row, common...);
  }

 private:
  using Table = decltype(Handle::callbacks);
  using Function = OTF2_ErrorCode (*)(Handle&, const EventBatch&, std::size_t, Common...);

  template <class R>
  static OTF2_ErrorCode deliver_as(Handle& reader, const EventBatch& batch, std::size_t row, Common... common) {
    if constexpr (has_one_field<R>)
      if (!(batch.record[row] & EventBatch::has_more)) [[likely]]
        return code_of(tell(reader, record_of_one_field<R>(batch.value[row]), {}, common...));
    if (!HasOlder<R> && !(reader.callbacks.*callback_for<Table, R>)) return OTF2_SUCCESS;
    Event event;
    if (!batch.read(row, event)) return OTF2_ERROR_INVALID_DATA;
    const R& record = event.record.as<R>();
    OTF2_CallbackCode answer = OTF2_CALLBACK_SUCCESS;
    const auto tell_of = [&](const auto& what) { answer = tell(reader, what, event.attributes, common...); };
    if (!HasOlder<R> || reader.callbacks.*callback_for<Table, R>)
      tell_of(record);
    else if constexpr (HasOlder<R>)
      as_older(*reader.archive, record, tell_of);
    return code_of(answer);
  }
  static OTF2_ErrorCode deliver_unknown(Handle& reader, const EventBatch& batch, std::size_t row, Common... common) {
    if (!reader.callbacks.Unknown) return OTF2_SUCCESS;
    Event event;
    if (!batch.read(row, event)) return OTF2_ERROR_INVALID_DATA;
    const LentAttributes lent(reader.attributes, event.attributes);
    return code_of(reader.callbacks.Unknown(common...));
  }

  template <class... Types>
  static constexpr std::array<Function, sizeof...(Types)> functions_for(TypeList<Types...>) {
    return {[] {
      if constexpr (std::is_same_v<Types, evt::Unknown>)
        return Function{&deliver_unknown};
      else
        return Function{&deliver_as<Types>};
    }()...};
  }
  static constexpr auto of_kind = functions_for(EventTypes{});
};

template <class Handle, class... Common>
OTF2_ErrorCode deliver(Handle& reader, const EventBatch& batch, std::size_t row, Common... common) {
  return Delivery<Handle, Common...>::deliver(reader, batch, row, common...);
}

template <class... P>
OTF2_CallbackCode ignore(P...) {
  return OTF2_CALLBACK_SUCCESS;
}

// Takes the callbacks of short events out of the table.
template <class Table, class Call, std::size_t kinds>
void find_short_calls(const Table& table, std::array<Call, kinds>& calls) {
  const auto find = [&]<class R>(const R*) {
    if constexpr (has_one_field<R> && requires { calls[0] = table.*callback_for<Table, R>; }) {
      const Call callback = table.*callback_for<Table, R>;
      calls[static_cast<std::size_t>(kind_of<R>)] = callback || HasOlder<R> ? callback : Call{&ignore};
    }
  };
  [&]<class... R>(TypeList<R...>) { (find(static_cast<const R*>(nullptr)), ...); }(EventTypes{});
}

template <class Handle, class Table>
OTF2_ErrorCode set_event_callbacks(const char* function, Handle* reader, const Table* callbacks, void* data) {
  const OTF2_ErrorCode set = set_callbacks(function, reader, callbacks, data);
  if (set == OTF2_SUCCESS) find_short_calls(reader->callbacks, reader->short_calls);
  return set;
}

}  // namespace

// The events of a location from some place on, for a merge. `open()` gives a reader.
class EventsFrom final : public EventStream {
 public:
  using Open = std::function<Result<std::unique_ptr<EventReader>>()>;
  EventsFrom(Open open, OTF2_LocationRef where) : location(where), open_(std::move(open)) {}

  const OTF2_LocationRef location;

  // The next batch is of a new reader, since what is applied to events has changed. Until then the old one stays: the
  // last batch is its own.
  void renew(std::uint64_t first) {
    first_ = first;
    is_stale_ = true;
  }
  Result<> reopen() {
    is_stale_ = false;
    events_ = WEFT_TRY(open_());
    if (first_ > 0) events_->seek(first_);
    return {};
  }
  bool next(EventBatch& batch) override {
    if (is_stale_ && !reopen()) return false;
    do {
      if (!events_->next(batch)) return false;
    } while (batch.first_event + batch.size() <= first_);
    if (batch.first_event < first_) {
      const std::size_t skipped = first_ - batch.first_event;
      batch.time = batch.time.subspan(skipped);
      batch.kind = batch.kind.subspan(skipped);
      batch.value = batch.value.subspan(skipped);
      batch.record = batch.record.subspan(skipped);
      batch.first_event = first_;
    }
    return true;
  }

 private:
  Open open_;
  std::unique_ptr<EventReader> events_;
  std::uint64_t first_ = 0;
  bool is_stale_ = false;
};

namespace {

// The local definitions the program has read, without what it does not want to be applied. Others may read those of
// their locations at the same time.
std::shared_ptr<const LocalDefinitions> definitions_for(
    OTF2_Archive& archive, OTF2_LocationRef location, bool with_maps, bool with_clock) {
  const std::scoped_lock guard(archive.definitions_mutex);
  const auto known = archive.local_definitions.find(location);
  if (known == archive.local_definitions.end()) return nullptr;
  if (with_maps && with_clock) return known->second;
  auto some = std::make_shared<LocalDefinitions>();
  if (with_clock) some->clock = known->second->clock;
  if (with_maps)
    for (std::size_t i = 0; i < some->maps.size(); ++i)
      if (const auto& map = known->second->maps[i]) some->maps[i] = IdMap{map->mode, some->arena.copy(map->entries)};
  return some;
}

Result<std::unique_ptr<EventReader>> open_events(OTF2_Archive& archive, OTF2_LocationRef location,
    std::shared_ptr<const LocalDefinitions> definitions, const StreamOptions& options, Report& report) {
  auto events = std::make_unique<EventReader>(archive.pool, archive.paths.events({location}), LocationRef{location},
      archive.anchor.event_chunk_bytes, std::move(definitions), options, report);
  WEFT_TRY(events->open());
  return events;
}

// Delivers a row of the reader's batch, whatever it is.
OTF2_ErrorCode deliver_row(OTF2_EvtReader& reader, std::size_t row) {
  const std::uint64_t number = reader.batch.first_event + row + 1;
  OTF2_TimeStamp time = reader.batch.time[row];
  if (const auto other = reader.other_times.find(number); other != reader.other_times.end()) time = other->second;
  return deliver(reader, reader.batch, row, reader.location, time, number, reader.user_data, &reader.attributes);
}

// Delivers the next row and those after it as long as they are told without any detour, at most `wanted` of all; counts
// them in `read`, but for the last. Whose turn is next is looked up before a callback is called: where kinds of events
// alternate without a pattern, the processor finds out sooner that it expected another one.
OTF2_ErrorCode deliver_rows(OTF2_EvtReader& reader, std::uint64_t wanted, std::uint64_t& read) {
  const EventBatch batch = reader.batch;
  auto call = short_call(reader, batch, reader.row);
  if (!call || !reader.other_times.empty()) return deliver_row(reader, reader.row++);
  const std::uint64_t changes = reader.changes;
  const std::size_t last = std::min<std::uint64_t>(batch.size() - reader.row, wanted - read) + reader.row - 1;
  for (std::size_t row = reader.row;; ++row, ++read) {
    reader.row = row + 1;
    const auto next = row < last ? short_call(reader, batch, row + 1) : nullptr;
    const OTF2_CallbackCode answer = call(reader.location, batch.time[row], batch.first_event + row + 1,
        reader.user_data, &reader.attributes, static_cast<std::uint32_t>(batch.value[row]));
    if (answer != OTF2_CALLBACK_SUCCESS || !next || reader.changes != changes) return code_of(answer);
    call = next;
  }
}

// The same in the order of all locations, whatever the events are.
OTF2_ErrorCode deliver_merged(OTF2_GlobalEvtReader& reader, std::uint64_t wanted, std::uint64_t& read) {
  for (;; ++read) {
    const weft::Merge::Columns event = reader.merge->columns();
    reader.merge->look_ahead();
    OTF2_ErrorCode code;
    if (const auto call = short_call(reader, event.kind, event.record)) [[likely]]
      code = code_of(call(event.location.value, event.time, reader.user_data, &reader.attributes,
          static_cast<std::uint32_t>(event.value)));
    else
      code = deliver(reader, reader.merge->batch(), reader.merge->row(), event.location.value, event.time,
          reader.user_data, &reader.attributes);
    reader.has_event = reader.merge->next();
    if (code != OTF2_SUCCESS || !reader.has_event || read + 1 >= wanted) return code;
  }
}

// Reads forwards or backwards, as `deliver` does.
template <class Deliver>
OTF2_ErrorCode read_events(
    const char* function, OTF2_EvtReader* reader, uint64_t wanted, uint64_t* read, Deliver&& deliver) {
  if (reader) {
    ++reader->changes;
    if (const auto opened = reader->open(); !opened)
      return WEFT_OTF2_FAIL_IN(function, code_of(opened.error()), "%s", opened.error().text().c_str());
  }
  return read_records(function, reader, wanted, read, deliver);
}

// The event read last gets another time, and with it those to come that share it: it is stored once for all of them.
void rewrite_time(OTF2_EvtReader& reader, OTF2_TimeStamp time) {
  ++reader.changes;
  reader.other_times[reader.position()] = time;
  const auto times = reader.batch.time;
  for (std::size_t i = reader.row; i > 0 && i < times.size() && times[i] == times[reader.row - 1]; ++i)
    reader.other_times[reader.batch.first_event + i + 1] = time;
}

OTF2_ErrorCode apply(const char* function, OTF2_EvtReader* reader, bool OTF2_EvtReader::*what, bool action) {
  if (!reader) return fail_for_null(function);
  reader->*what = action;
  reader->is_stale = true;
  return OTF2_SUCCESS;
}

}  // namespace

Result<std::unique_ptr<OTF2_GlobalEvtReader>> make_global_event_reader(OTF2_Archive& archive) {
  std::vector<OTF2_EvtReader*> readers;
  for (const auto& reader : archive.event_readers) readers.push_back(reader.get());
  std::ranges::sort(readers, {}, &OTF2_EvtReader::location);
  const StreamOptions options = Merge::options_for(readers.size());
  auto all = std::make_unique<OTF2_GlobalEvtReader>(&archive);
  std::vector<std::unique_ptr<EventStream>> streams;
  for (const OTF2_EvtReader* reader : readers) {
    const auto open = [&archive, &report = all->report, options, location = reader->location] {
      return open_events(archive, location, definitions_for(archive, location, true, true), options, report);
    };
    auto events = std::make_unique<EventsFrom>(open, reader->location);
    events->renew(reader->position());
    WEFT_TRY(events->reopen());
    all->streams.push_back(events.get());
    streams.push_back(std::move(events));
  }
  all->merge.emplace(std::move(streams));
  all->has_event = all->merge->next();
  for (std::size_t lane = 0; lane < readers.size(); ++lane) {
    readers[lane]->merge = &*all->merge;
    readers[lane]->lane = lane;
    readers[lane]->events.reset();
  }
  return all;
}

}  // namespace weft::otf2::compat

using namespace weft::otf2::compat;

void OTF2_GlobalEvtReader_struct::renew(OTF2_LocationRef location) {
  const auto found = std::ranges::find(streams, location, &EventsFrom::location);
  if (found == streams.end()) return;
  const auto lane = static_cast<std::size_t>(found - streams.begin());
  (*found)->renew(merge->event_of(lane));
  merge->forget_ahead(lane);
}

weft::Result<> OTF2_EvtReader_struct::open() {
  if (events && !is_stale) return {};
  const std::uint64_t place = position();
  events = WEFT_TRY(
      open_events(*archive, location, definitions_for(*archive, location, applies_maps, applies_clock), {}, report));
  merge = nullptr;
  batch = {};
  batch.first_event = place;
  row = 0;
  is_stale = false;
  if (place > 0) go_to(place);  // or it stays at the end
  return {};
}

bool OTF2_EvtReader_struct::next_batch() {
  const std::uint64_t place = position();
  row = 0;
  if (events->next(batch)) return true;
  batch = {};
  batch.first_event = place;
  return false;
}

bool OTF2_EvtReader_struct::go_to(std::uint64_t event) {
  const auto find = [this](std::uint64_t wanted) {
    if (!events->seek(wanted)) return false;
    do {
      if (!events->next(batch)) return false;
    } while (batch.first_event + batch.size() <= wanted);
    row = wanted - batch.first_event;
    return true;
  };
  if (event >= batch.first_event && event < batch.first_event + batch.size()) {
    row = event - batch.first_event;
    return true;
  }
  const std::uint64_t place = position();
  if (find(event)) return true;
  if (!find(place)) {
    batch = {};
    batch.first_event = place;
    row = 0;
  }
  return false;
}

OTF2_ErrorCode OTF2_EvtReader_GetLocationID(const OTF2_EvtReader* reader, OTF2_LocationRef* location) {
  if (!reader || !location) return fail_for_null(__func__);
  *location = reader->location;
  return OTF2_SUCCESS;
}
OTF2_ErrorCode OTF2_EvtReader_GetPos(OTF2_EvtReader* reader, uint64_t* position) {
  if (!reader || !position) return fail_for_null(__func__);
  *position = reader->position();
  return OTF2_SUCCESS;
}
OTF2_ErrorCode OTF2_EvtReader_SetCallbacks(
    OTF2_EvtReader* reader, const OTF2_EvtReaderCallbacks* callbacks, void* userData) {
  if (reader) ++reader->changes;
  return set_event_callbacks(__func__, reader, callbacks, userData);
}
OTF2_ErrorCode OTF2_EvtReader_ApplyMappingTables(OTF2_EvtReader* reader, bool action) {
  return apply(__func__, reader, &OTF2_EvtReader::applies_maps, action);
}
OTF2_ErrorCode OTF2_EvtReader_ApplyClockOffsets(OTF2_EvtReader* reader, bool action) {
  return apply(__func__, reader, &OTF2_EvtReader::applies_clock, action);
}

OTF2_ErrorCode OTF2_EvtReader_Seek(OTF2_EvtReader* reader, uint64_t position) {
  if (!reader) return fail_without_reader<OTF2_EvtReader>(__func__);
  ++reader->changes;
  if (const auto opened = reader->open(); !opened)
    return WEFT_OTF2_FAIL(code_of(opened.error()), "%s", opened.error().text().c_str());
  if (position > 0 && reader->go_to(position - 1)) return OTF2_SUCCESS;
  return WEFT_OTF2_FAIL(
      OTF2_ERROR_INVALID_ARGUMENT, "location %" PRIu64 " has no event %" PRIu64, reader->location, position);
}

OTF2_ErrorCode OTF2_EvtReader_ReadEvents(OTF2_EvtReader* reader, uint64_t recordsToRead, uint64_t* recordsRead) {
  return read_events(__func__, reader, recordsToRead, recordsRead, [&]() -> std::optional<OTF2_ErrorCode> {
    if (!reader->has_next()) return std::nullopt;
    return deliver_rows(*reader, recordsToRead, *recordsRead);
  });
}

// The events before the current place, the nearest first.
OTF2_ErrorCode OTF2_EvtReader_ReadEventsBackward(
    OTF2_EvtReader* reader, uint64_t recordsToRead, uint64_t* recordsRead) {
  if (reader && reader->position() == 0) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_CALL, "nothing has been read yet");
  return read_events(__func__, reader, recordsToRead, recordsRead, [reader]() -> std::optional<OTF2_ErrorCode> {
    const std::uint64_t place = reader->position();
    if (place == 0 || !reader->go_to(place - 1)) return std::nullopt;
    return deliver_row(*reader, reader->row);
  });
}

OTF2_ErrorCode OTF2_EvtReader_TimeStampRewrite(OTF2_EvtReader* reader, OTF2_TimeStamp time) {
  if (!reader) return fail_without_reader<OTF2_EvtReader>(__func__);
  if (reader->position() == 0) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_CALL, "nothing has been read yet");
  if (has_memory_for([&] { rewrite_time(*reader, time); })) return OTF2_SUCCESS;
  return WEFT_OTF2_FAIL(OTF2_ERROR_MEM_ALLOC_FAILED, "there is no memory for the time of an event");
}

OTF2_ErrorCode OTF2_GlobalEvtReader_SetCallbacks(
    OTF2_GlobalEvtReader* reader, const OTF2_GlobalEvtReaderCallbacks* callbacks, void* userData) {
  return set_event_callbacks(__func__, reader, callbacks, userData);
}
OTF2_ErrorCode OTF2_GlobalEvtReader_HasEvent(OTF2_GlobalEvtReader* reader, int* flag) {
  if (!reader || !flag) return fail_for_null(__func__);
  *flag = reader->has_event;
  return OTF2_SUCCESS;
}
OTF2_ErrorCode OTF2_GlobalEvtReader_ReadEvents(
    OTF2_GlobalEvtReader* reader, uint64_t recordsToRead, uint64_t* recordsRead) {
  return read_records(__func__, reader, recordsToRead, recordsRead, [&]() -> std::optional<OTF2_ErrorCode> {
    if (!reader->has_event) return std::nullopt;
    return deliver_merged(*reader, recordsToRead, *recordsRead);
  });
}
OTF2_ErrorCode OTF2_GlobalEvtReader_ReadEvent(OTF2_GlobalEvtReader* reader) {
  if (!reader) return fail_for_null(__func__);
  uint64_t read = 0;
  return OTF2_GlobalEvtReader_ReadEvents(reader, 1, &read);
}
