// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/trace/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>

#include "formats/bp/examine.hpp"
#include "formats/bp/rules.hpp"
#include "formats/bp/trace/definition_tables.hpp"
#include "formats/bp/trace/rules.hpp"
#include "formats/bp/trace/vocabulary.hpp"
#include "formats/bp/trace/wanted_windows.hpp"
#include "model/print_events.hpp"

namespace weft::bptrace {

namespace {

// The texts of an attribute of the file, if it has it.
std::vector<std::string_view> texts_of(const bp::Reader& file, std::string_view name) {
  const bp::Attribute* const attribute = file.find_attribute(bp::full_name(attributes_path, name));
  if (!attribute) return {};
  const auto value = file.value(*attribute);
  return value ? value->texts() : std::vector<std::string_view>();
}

std::optional<std::uint32_t> layout_of(const bp::Reader& file) {
  const bp::Attribute* const attribute = file.find_attribute(bp::full_name(attributes_path, layout_attribute));
  if (!attribute || attribute->type() != bp::DataType::unsigned_integer) return std::nullopt;
  const auto value = file.value(*attribute);
  if (!value || value->elements.size() != sizeof(std::uint32_t)) return std::nullopt;
  return Cursor(value->elements, value->order).get<std::uint32_t>();
}

// The windows that have events of some time, and those between them.
PartRange windows_between(std::span<const WindowPlace> windows, const TimeRange& time) {
  const auto is_within = [&](const WindowPlace& w) { return w.time.least <= time.last && w.time.most >= time.first; };
  const auto first = std::ranges::find_if(windows, is_within);
  if (first == windows.end()) return {0, 0};
  auto last = windows.end();
  while (!is_within(*std::prev(last))) --last;
  return {static_cast<std::uint64_t>(first - windows.begin()), static_cast<std::uint64_t>(last - windows.begin())};
}

// Some windows of a trace, as if there were no others.
class PartOfTrace final : public Source {
 public:
  using Open = std::function<Result<std::unique_ptr<EventStream>>(
      LocationRef location, std::span<const WindowPlace> windows, const StreamOptions& options)>;
  PartOfTrace(BpTrace& trace, std::map<LocationRef, std::vector<WindowPlace>> windows, Open open)
      : trace_(trace), windows_(std::move(windows)), open_(std::move(open)) {}

  const Definitions& definitions() const override { return trace_.definitions(); }
  std::span<const LocationRef> locations() const override { return trace_.locations(); }
  std::uint64_t parts(LocationRef location) override { return windows_[location].size(); }
  Result<std::unique_ptr<EventStream>> events(LocationRef location, const StreamOptions& options) override {
    return open_(location, windows_[location], options);
  }
  void read_markers(Markers& into) override { trace_.read_markers(into); }
  Report& report() override { return trace_.report(); }

 private:
  BpTrace& trace_;
  std::map<LocationRef, std::vector<WindowPlace>> windows_;
  Open open_;
};

}  // namespace

// Damage may have hidden what says so from the attributes of the index, but not from its list of process groups, too.
bool is_trace(const bp::Reader& file) {
  return layout_of(file) ||
         std::ranges::find(file.groups(), definitions_group, &bp::GroupEntry::group) != file.groups().end();
}

Result<std::unique_ptr<BpTrace>> BpTrace::open(const std::string& path) {
  std::unique_ptr<BpTrace> trace(new BpTrace);
  trace->file_ = WEFT_TRY(bp::Reader::open(path, trace->report_, bp::Growth::finished, bp::LostIndex::is_made_anew));
  auto layout = layout_of(*trace->file_);
  if (!layout && is_trace(*trace->file_)) {
    layout = newest_layout;
    trace->report_.add({bp::index_differs.name, "the index does not say of which layout this trace is", path,
        trace->file_->footer().attribute_index});
  }
  if (!layout)
    return Error{Errc::unsupported, "this BP file holds no trace; 'weft info' and 'weft print' show what it has", path};
  if (*layout > newest_layout)
    return Error{Errc::unsupported,
        fmt::format("expected layout {} of a trace, found {}: a newer Weft wrote it", newest_layout, *layout), path};
  trace->codes_ = KindCodes(texts_of(*trace->file_, kinds_attribute));
  WEFT_TRY(trace->read_definitions());
  trace->find_windows();
  return trace;
}

Result<> BpTrace::read_definitions() {
  const bp::GroupEntry* const group = find_group(definitions_group);
  if (!group)
    return Error{
        Errc::corrupt, fmt::format("expected a process group '{}', found none", definitions_group), file_->path()};
  const auto columns = StoredColumns::read(file_->bytes(), group->offset, file_->layout(), file_->path());
  if (columns)
    load_definitions(*columns, definitions_, report_);
  else
    report_.add({definitions_damaged.name, columns.error().message, file_->path(), group->offset});
  return {};
}

const bp::GroupEntry* BpTrace::find_group(std::string_view name) const {
  const auto& groups = file_->groups();
  const auto group = std::ranges::find(groups, name, &bp::GroupEntry::group);
  return group == groups.end() ? nullptr : &*group;
}

void BpTrace::read_markers(Markers& into) {
  const bp::GroupEntry* const group = find_group(markers_group);
  if (!group) return;
  const auto columns = StoredColumns::read(file_->bytes(), group->offset, file_->layout(), file_->path());
  if (columns)
    load_markers(*columns, into, report_);
  else
    report_.add({definitions_damaged.name, columns.error().message, file_->path(), group->offset});
}

// From the index alone: it says of each process group whose events it has, and of which times.
void BpTrace::find_windows() {
  std::unordered_map<std::uint64_t, WindowPlace> places;  // by offset
  if (const bp::Variable* const time = file_->find_variable(bp::full_name(events_path, time_column))) {
    for (const bp::Characteristics& block : time->blocks()) {
      const bp::GroupEntry* const group = file_->group_of(block);
      if (!group) continue;
      const auto [found, is_first] = places.try_emplace(group->offset);
      WindowPlace& place = found->second;
      if (!is_first) {
        place = {};  // one of the two is wrong, and nobody knows which
        continue;
      }
      const auto dimensions = time->table().written_dimensions(block);
      place.events = dimensions.empty() ? 0 : dimensions.front().local;
      place.time = bounds_of<Ticks>(time->statistics(block));
    }
  }
  std::unordered_map<std::uint64_t, std::vector<LocationRef>> listed;
  if (const bp::Variable* const location = file_->find_variable(bp::full_name(events_path, location_column))) {
    for (const bp::Characteristics& block : location->blocks()) {
      const bp::GroupEntry* const group = file_->group_of(block);
      const auto value = file_->scalar(*location, block);
      if (!group || !value || value->size() != sizeof(std::uint64_t)) continue;
      listed[group->offset].push_back({Cursor(*value, file_->layout().order).get<std::uint64_t>()});
    }
  }
  std::unordered_set<std::uint64_t> seen;
  for (const bp::GroupEntry& group : file_->groups()) {
    const bool is_listed = listed.contains(group.offset);
    if (group.group != events_group && !is_listed) continue;
    if (group.group != events_group)
      report_.add(
          {bp::index_differs.name, fmt::format("the index says that a process group of events is '{}'", group.group),
              file_->path(), group.offset});
    if (!seen.insert(group.offset).second) {
      report_.add({bp::index_differs.name, "the index lists this process group twice", file_->path(), group.offset});
      continue;
    }
    const auto location = location_of(group, listed[group.offset]);
    if (!location) continue;
    WindowPlace& place = places[group.offset];
    place.offset = group.offset;
    place.number = group.time_index;
    windows_[*location].push_back(place);
  }
  for (auto& [location, windows] : windows_) {
    locations_.push_back(location);
    std::ranges::stable_sort(windows, {}, &WindowPlace::number);
    std::uint64_t events = 0;
    std::uint32_t last = 0;
    for (WindowPlace& window : windows) {
      window.first_event = std::exchange(events, events + window.events);
      const std::uint32_t before = std::exchange(last, window.number);
      if (before + 1 == window.number) continue;
      report_.add({window_damaged.name, fmt::format("window {} follows window {}", window.number, before),
          file_->path(), window.offset, location.value});
    }
  }
}

// Where the index says it not at all, or more than once, the process group is asked.
std::optional<LocationRef> BpTrace::location_of(const bp::GroupEntry& group, std::span<const LocationRef> listed) {
  if (listed.size() == 1) return listed.front();
  report_.add({bp::index_differs.name, fmt::format("the index says {} times whose events these are", listed.size()),
      file_->path(), group.offset});
  const auto columns = StoredColumns::read(file_->bytes(), group.offset, file_->layout(), file_->path());
  const ColumnShape location[] = {location_shape()};
  const auto found = columns ? columns->find(events_path, location, 1) : columns.error();
  if (found) return LocationRef{(*found)[0][0]};
  report_.add({window_damaged.name, found.error().message, file_->path(), group.offset});
  return std::nullopt;
}

std::uint64_t BpTrace::parts(LocationRef location) {
  const auto found = windows_.find(location);
  return found == windows_.end() ? 0 : found->second.size();
}

Result<std::unique_ptr<EventStream>> BpTrace::events(LocationRef location, const StreamOptions& options) {
  const auto found = windows_.find(location);
  if (found == windows_.end())
    return Error{Errc::invalid_argument, fmt::format("there is no location {}", location.value), file_->path()};
  return stream(location, found->second, options);
}

std::unique_ptr<EventStream> BpTrace::stream(
    LocationRef location, std::span<const WindowPlace> windows, const StreamOptions& options) {
  StreamOptions some = options;
  const PartRange timely = windows_between(windows, options.time);
  some.parts.first = std::max(some.parts.first, timely.first);
  some.parts.last = std::min(some.parts.last, timely.last);
  return std::make_unique<WindowStream>(*file_, codes_, location, windows, some, report_);
}

TraceInfo BpTrace::info() {
  TraceInfo info;
  info.format = "BP";
  info.version = fmt::format("{}", file_->layout().version);
  info.path = file_->path();
  const auto creator = texts_of(*file_, creator_attribute);
  if (!creator.empty()) info.creator = creator.front();
  info.bytes = file_->bytes().size();
  info.files = 1;
  std::size_t windows = 0;
  for (const auto& [location, of_location] : windows_) windows += of_location.size();
  info.facts = {{"layout", fmt::format("{}", layout_of(*file_).value_or(0))}, {"windows", fmt::format("{}", windows)}};
  return info;
}

std::uint64_t BpTrace::event_bytes(LocationRef location) {
  const auto found = windows_.find(location);
  if (found == windows_.end()) return 0;
  std::uint64_t bytes = 0;
  for (const WindowPlace& window : found->second)
    if (const auto group = bp::parse_process_group(file_->bytes(), window.offset, file_->layout(), file_->path()))
      bytes += group->end - group->offset;
  return bytes;
}

Result<> BpTrace::print(const PrintOptions& options, TextSink& out) {
  const auto wanted = windows_with(*file_, options.filter);
  if (!wanted) return print_source(*this, options, out);
  auto windows = windows_;
  for (auto& [location, of_location] : windows)
    std::erase_if(of_location, [&](const WindowPlace& window) { return !wanted->contains(window.offset); });
  PartOfTrace part(*this, std::move(windows), std::bind_front(&BpTrace::stream, this));
  return print_source(part, options, out);
}

// What is wrong with the file as such, too: what the index says of windows decides which of them are read.
void BpTrace::examine(Report&) {
  bp::examine(*file_, 0);
  Markers markers;
  read_markers(markers);
}

}  // namespace weft::bptrace
