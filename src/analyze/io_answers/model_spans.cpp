// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/io_answers/model_spans.hpp"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyze/each_record.hpp"
#include "base/parallel.hpp"
#include "model/system_numbers.hpp"
#include "model/window.hpp"

namespace weft {

namespace {

constexpr std::uint64_t nanoseconds_per_second = 1'000'000'000;
constexpr std::uint64_t unknown_offset = ~std::uint64_t{0};

std::uint64_t resolution_of(const Definitions& definitions) {
  const auto* const clock = definitions.clock();
  return clock ? clock->timer_resolution : 0;
}

std::uint64_t nanoseconds_of(Ticks ticks, std::uint64_t resolution) {
  if (resolution == 0 || resolution == nanoseconds_per_second) return ticks;
  return ticks / resolution * nanoseconds_per_second +
         static_cast<std::uint64_t>(static_cast<double>(ticks % resolution) * 1e9 / static_cast<double>(resolution));
}

// A tick that is not behind this time, nor far before it.
Ticks ticks_until(std::uint64_t nanoseconds, std::uint64_t resolution) {
  if (resolution == 0 || resolution == nanoseconds_per_second) return nanoseconds;
  __extension__ using Wide = unsigned __int128;
  const auto ticks = static_cast<Ticks>(static_cast<Wide>(nanoseconds) * resolution / nanoseconds_per_second);
  return ticks - std::min<Ticks>(ticks, 2);
}

// What processes are called that have a number.
std::string numbered_name(const Definitions& definitions, LocationGroupRef process, std::uint64_t number) {
  std::string name = std::to_string(number);
  const auto* const group = definitions.find<def::LocationGroup>(process);
  const auto* const node = group ? definitions.find<def::SystemTreeNode>(group->system_tree_parent) : nullptr;
  if (node && definitions.text(node->class_name) == "node") name.append(" on ").append(definitions.text(node->name));
  return name;
}

class ModelNames final : public IoNames {
 public:
  IoName file(const IoFile& file) const override { return {file.text}; }
  std::string process(std::string_view host, std::uint64_t process) const override {
    return host.empty() ? std::to_string(process) : std::string(host);
  }
};

// Names are asked for again and again.
template <class Id>
class NameCache {
 public:
  template <class Make>
  const std::string& of(Id id, Make&& make) {
    const auto known = names_.find(id);
    return known != names_.end() ? known->second : names_.emplace(id, make(id)).first->second;
  }

 private:
  std::map<Id, std::string> names_;
};

// One location.
class LocationSpans {
 public:
  LocationSpans(const Definitions& definitions, const SystemNumbers& numbers, LocationRef location, IoSpanTaker& taker,
      bool is_part)
      : definitions_(definitions),
        taker_(taker),
        resolution_(resolution_of(definitions)),
        offset_attributes_(attributes(definitions, Type::uint64, {"Offset"})),
        file_attributes_(attributes(definitions, Type::io_file, {"dftracer.file", "fhash"})),
        is_part_(is_part) {
    const auto thread = numbers.threads.find(location);
    thread_ = thread == numbers.threads.end() ? location.value : thread->second;
    const auto* const definition = definitions.find<def::Location>(location);
    if (!definition) return;
    const auto process = numbers.processes.find(definition->location_group);
    const bool is_numbered = process != numbers.processes.end();
    process_ = is_numbered ? process->second : definition->location_group.value;
    host_ = is_numbered ? numbered_name(definitions, process->first, process->second)
                        : definitions.name(definition->location_group);
  }

  // Calls that began before anything that is read.
  void open(std::span<const std::uint32_t> regions) {
    for (const std::uint32_t region : regions) frames_.push_back({.region = {region}, .is_open_before = true});
  }

  void add(const EventBatch& batch) {
    each_event<evt::Enter, evt::Leave, evt::IoCreateHandle, evt::IoDestroyHandle, evt::IoDuplicateHandle, evt::IoSeek,
        evt::IoDeleteFile, evt::IoOperationBegin, evt::IoOperationComplete, evt::IoOperationCancelled>(
        batch, [&](const auto& record, const Event& event) {
          attributes_ = event.attributes;
          take(record, nanoseconds_of(event.time, resolution_));
        });
  }

  // Whether something that has begun is not over.
  bool is_waiting() const {
    return !running_.empty() || std::ranges::any_of(frames_, [](const Frame& frame) {
      return !frame.is_open_before || !frame.on_handles.empty();
    });
  }

  // Operations whose other half is elsewhere, or nowhere.
  std::uint64_t unmatched() const { return unmatched_ + running_.size(); }

 private:
  struct OnHandle {
    IoHandleRef handle;
    IoPlacing placing;
    std::optional<std::uint64_t> offset;
    bool is_open = false;
  };
  struct Frame {
    RegionRef region;
    std::uint64_t begin = 0;
    std::vector<OnHandle> on_handles = {};
    IoFileRef deleted = {};
    bool has_operation = false;
    bool is_open_before = false;  // when is not known
  };
  struct Operation {
    std::uint64_t begin;
    IoOperationMode mode;
    RegionRef region;
    IoPlacing placing;
    std::optional<std::uint64_t> offset;
  };

  // As recorders call them: the place in its file where an operation works, if it is not where the one before ended;
  // and the file that a call is about which uses no handle.
  static std::vector<AttributeRef> attributes(
      const Definitions& definitions, Type type, std::initializer_list<std::string_view> names) {
    std::vector<AttributeRef> found;
    for (const def::Attribute& attribute : definitions.all<def::Attribute>())
      if (attribute.type == type && std::ranges::find(names, definitions.text(attribute.name)) != names.end())
        found.push_back(attribute.self);
    return found;
  }

  void take(const evt::Enter& enter, std::uint64_t time) { frames_.push_back({.region = enter.region, .begin = time}); }

  // Ends what it names and all that was entered since.
  void take(const evt::Leave& leave, std::uint64_t time) {
    const auto named = std::find_if(
        frames_.rbegin(), frames_.rend(), [&](const Frame& frame) { return frame.region == leave.region; });
    if (named == frames_.rend()) return;
    for (auto left = named - frames_.rbegin(); left > 0; --left) end_frame(time, {});
    end_frame(time, attributes_);
  }

  // `told` are the attributes with which it ends.
  void end_frame(std::uint64_t time, std::span<const AttributeEntry> told) {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    const auto* const region = definitions_.find<def::Region>(frame.region);
    // A call that opens what another handle stood for closes that one on the way.
    const bool is_call = region && is_about_files(*region);
    const auto closes = [](const OnHandle& event) { return event.placing == IoPlacing::closes; };
    const auto opens = [](const OnHandle& event) {
      return event.placing == IoPlacing::opens || event.placing == IoPlacing::unknown;  // a duplicate
    };
    if (is_call && std::ranges::any_of(frame.on_handles, opens)) std::erase_if(frame.on_handles, closes);
    // Where there are several, nobody knows whose its time was; that of a call is the first one's.
    const bool is_time_known = frame.on_handles.size() == 1 || (is_call && !frame.on_handles.empty());
    const bool is_time_taken = frame.is_open_before || frame.has_operation || !is_time_known;
    for (const OnHandle& event : frame.on_handles) {
      const bool has_time = !is_time_taken && &event == &frame.on_handles.front();
      hand_over(event, has_time ? frame.begin : time, time, has_time ? frame.region : RegionRef{});
    }
    if (frame.is_open_before || !region || region->region_role == RegionRole::file_io) return;
    // A call that opens or closes has been handed over with its handle.
    if (is_call && !is_time_taken) return;
    IoSpan span = span_of(frame.begin, time);
    span.category = category_of(*region);
    span.call = region_name(frame.region);
    span.file.text = file_name(frame.deleted.defined() ? frame.deleted : file_in(told));
    if (is_call) span.io_class = IoClass::metadata;
    taker_.take(span);
  }

  static bool is_about_files(const def::Region& region) {
    return region.region_role == RegionRole::file_io || region.region_role == RegionRole::file_io_metadata;
  }

  // What users have marked says nothing by its paradigm; tools that know more have described it.
  std::string_view category_of(const def::Region& region) const {
    const std::string_view description = definitions_.text(region.description);
    if (region.paradigm == Paradigm::user && !description.empty()) return description;
    return name_of(region.paradigm).value_or("unknown");
  }

  // Calls that are described say more than the interface that their handle is of.
  std::string_view category_of(const def::IoHandle* handle, RegionRef region) {
    const auto* const caller = definitions_.find<def::Region>(region);
    if (caller && is_about_files(*caller) && caller->paradigm == Paradigm::user &&
        !definitions_.text(caller->description).empty())
      return definitions_.text(caller->description);
    return paradigms_.of(handle ? handle->io_paradigm : IoParadigmRef{}, [&](IoParadigmRef id) {
      const auto* const paradigm = definitions_.find<def::IoParadigm>(id);
      return std::string(paradigm ? definitions_.text(paradigm->identification) : "unknown");
    });
  }

  IoFileRef file_in(std::span<const AttributeEntry> attributes) const {
    const AttributeEntry* const told = find(attributes, file_attributes_);
    return told ? IoFileRef{static_cast<std::uint32_t>(told->value.bits)} : IoFileRef{};
  }
  std::string_view file_name(IoFileRef file) {
    if (!file.defined()) return {};
    return named_files_.of(file, [&](IoFileRef id) { return definitions_.name(id); });
  }

  void take(const evt::IoCreateHandle& event, std::uint64_t time) {
    const auto has = [](auto flags, auto flag) {
      return (static_cast<std::uint32_t>(flags) & static_cast<std::uint32_t>(flag)) != 0;
    };
    const bool appends = has(event.status_flags, IoStatusFlag::append);
    const bool is_directory = has(event.creation_flags, IoCreationFlag::directory) &&
                              !has(event.creation_flags, IoCreationFlag::temporary_file);
    note({event.handle, IoPlacing::opens, appends ? std::nullopt : std::optional<std::uint64_t>(0), !is_directory},
        time);
  }
  void take(const evt::IoDestroyHandle& event, std::uint64_t time) {
    note({event.handle, IoPlacing::closes, std::nullopt}, time);
  }
  // The new handle is of the same file.
  void take(const evt::IoDuplicateHandle& event, std::uint64_t time) {
    note({event.new_handle, IoPlacing::unknown, std::nullopt}, time);
  }
  void take(const evt::IoDeleteFile& event, std::uint64_t) {
    if (!frames_.empty()) frames_.back().deleted = event.file;
  }
  void take(const evt::IoSeek& event, std::uint64_t time) {
    const bool is_known = event.offset_result != unknown_offset;
    note({event.handle, IoPlacing::moves, is_known ? std::optional(event.offset_result) : std::nullopt}, time);
  }

  void take(const evt::IoOperationBegin& event, std::uint64_t time) {
    Operation operation{time, event.mode, innermost(), IoPlacing::follows, std::nullopt};
    if (const AttributeEntry* const told = find(attributes_, offset_attributes_)) {
      operation.placing = IoPlacing::at_offset;
      if (told->value.bits != unknown_offset) operation.offset = told->value.bits;
    }
    running_[{event.handle, event.matching_id}] = operation;
    if (!frames_.empty()) frames_.back().has_operation = true;
  }
  void take(const evt::IoOperationComplete& event, std::uint64_t time) {
    const auto begun = running_.find({event.handle, event.matching_id});
    if (begun == running_.end()) {
      if (!is_part_) ++unmatched_;
      return;
    }
    const Operation operation = begun->second;
    running_.erase(begun);
    IoSpan span = span_of(operation.begin, time);
    span.io_class = operation.mode == IoOperationMode::read    ? IoClass::read
                    : operation.mode == IoOperationMode::write ? IoClass::write
                    : operation.mode == IoOperationMode::flush ? IoClass::sync
                                                               : IoClass::other;
    const bool moves_bytes = span.io_class == IoClass::read || span.io_class == IoClass::write;
    if (moves_bytes) span.placing = operation.placing, span.offset = operation.offset;
    if (moves_bytes && event.bytes_result > 0) span.bytes = event.bytes_result;
    finish(span, event.handle, operation.region);
  }
  void take(const evt::IoOperationCancelled& event, std::uint64_t) {
    running_.erase({event.handle, event.matching_id});
  }

  static const AttributeEntry* find(
      std::span<const AttributeEntry> attributes, const std::vector<AttributeRef>& wanted) {
    const auto found = std::ranges::find_if(attributes,
        [&](const AttributeEntry& entry) { return std::ranges::find(wanted, entry.attribute) != wanted.end(); });
    return found == attributes.end() ? nullptr : &*found;
  }

  RegionRef innermost() const { return frames_.empty() ? RegionRef{} : frames_.back().region; }
  void note(const OnHandle& event, std::uint64_t time) {
    if (frames_.empty())
      hand_over(event, time, time, {});
    else
      frames_.back().on_handles.push_back(event);
  }

  IoSpan span_of(std::uint64_t begin, std::uint64_t end) const {
    return {.begin = begin, .end = std::max(begin, end), .process = process_, .thread = thread_, .host = host_};
  }

  void hand_over(const OnHandle& event, std::uint64_t begin, std::uint64_t end, RegionRef region) {
    IoSpan span = span_of(begin, end);
    span.io_class = IoClass::metadata;
    span.placing = event.placing;
    span.offset = event.offset;
    span.is_open = event.is_open;
    finish(span, event.handle, region);
  }

  void finish(IoSpan& span, IoHandleRef handle, RegionRef region) {
    const auto* const definition = definitions_.find<def::IoHandle>(handle);
    span.category = category_of(definition, region);
    span.file.text = files_.of(handle, [&](IoHandleRef) {
      return definition && definition->file.defined() ? definitions_.name(definition->file) : std::string();
    });
    span.call = region.defined() ? region_name(region) : default_call(span);
    taker_.take(span);
  }

  static std::string_view default_call(const IoSpan& span) {
    if (span.io_class == IoClass::read) return "read";
    if (span.io_class == IoClass::write) return "write";
    if (span.io_class == IoClass::sync) return "flush";
    if (span.placing == IoPlacing::unknown) return "duplicate";
    return span.placing == IoPlacing::opens ? "open" : span.placing == IoPlacing::closes ? "close" : "seek";
  }

  std::string_view region_name(RegionRef region) {
    return regions_.of(region, [&](RegionRef id) { return definitions_.name(id); });
  }

  const Definitions& definitions_;
  IoSpanTaker& taker_;
  std::uint64_t resolution_;
  std::vector<AttributeRef> offset_attributes_;
  std::vector<AttributeRef> file_attributes_;
  std::span<const AttributeEntry> attributes_;  // of the event at hand
  bool is_part_;
  std::uint64_t process_ = 0;
  std::uint64_t thread_ = 0;
  std::string host_;
  std::vector<Frame> frames_;
  std::map<std::pair<IoHandleRef, std::uint64_t>, Operation> running_;
  std::uint64_t unmatched_ = 0;
  NameCache<RegionRef> regions_;
  NameCache<IoParadigmRef> paradigms_;
  NameCache<IoHandleRef> files_;
  NameCache<IoFileRef> named_files_;
};

}  // namespace

Result<IoSpansRead> read_io_spans(
    Source& source, std::span<IoSpanTaker* const> takers, const Progress& progress, const IoSpanWindow& window) {
  const auto locations = source.locations();
  const std::uint64_t resolution = resolution_of(source.definitions());
  const SystemNumbers numbers(source.definitions());
  const TimeRange time{ticks_until(window.first, resolution), ~Ticks{0}};
  SharedProgress shared(progress, source.definitions().announced_events());
  std::vector<std::optional<Error>> errors(locations.size());
  std::vector<std::uint64_t> unmatched(locations.size());
  const auto read = [&](std::size_t i, IoSpanTaker& taker) -> Result<> {
    auto events = WEFT_TRY(Window::open(source, locations[i], time, window.index));
    LocationSpans spans(source.definitions(), numbers, locations[i], taker, window.first > 0);
    EventBatch batch;
    std::uint64_t run = 0;
    while (events.next(batch)) {
      if (run == 0) spans.open(events.open_calls());
      spans.add(batch);
      taker.end_run(i, run++, false);
      shared.add(batch.size());
      if (nanoseconds_of(batch.time.back(), resolution) > window.last && !spans.is_waiting()) break;
    }
    taker.end_run(i, run, true);
    unmatched[i] = spans.unmatched();
    return {};
  };
  parallel_for(locations.size(), takers.size(), [&](std::size_t i, std::size_t worker) {
    if (auto done = read(i, *takers[worker]); !done) errors[i] = std::move(done).error();
  });
  for (auto& error : errors)
    if (error) return *std::move(error);
  IoSpansRead all{.names = std::make_unique<ModelNames>()};
  for (const std::uint64_t count : unmatched) all.unmatched += count;
  return all;
}

Result<std::uint64_t> first_io_time(Source& source, std::size_t threads) {
  constexpr std::uint64_t never = ~std::uint64_t{0};
  constexpr Kind begins[] = {kind_of<evt::Enter>, kind_of<evt::IoCreateHandle>, kind_of<evt::IoDestroyHandle>,
      kind_of<evt::IoDuplicateHandle>, kind_of<evt::IoSeek>, kind_of<evt::IoOperationBegin>};
  const auto locations = source.locations();
  std::vector<Result<std::uint64_t>> first(locations.size(), never);
  const auto look = [&](LocationRef location) -> Result<std::uint64_t> {
    const auto stream = WEFT_TRY(source.events(location, {.window_bytes = 4096, .rows = 64}));
    EventBatch batch;
    while (stream->next(batch)) {
      const auto found = std::ranges::find_first_of(batch.kind, begins);
      if (found != batch.kind.end()) return batch.time[static_cast<std::size_t>(found - batch.kind.begin())];
    }
    return never;
  };
  parallel_for(locations.size(), threads, [&](std::size_t i, std::size_t) { first[i] = look(locations[i]); });
  std::uint64_t earliest = never;
  for (auto& time : first) earliest = std::min(earliest, WEFT_TRY(std::move(time)));
  return earliest == never ? never : nanoseconds_of(earliest, resolution_of(source.definitions()));
}

}  // namespace weft
