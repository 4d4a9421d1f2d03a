// SPDX-License-Identifier: BSD-3-Clause
#include "record/dictionary.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <type_traits>

#include "base/file.hpp"
#include "formats/otf2/record_writer.hpp"

namespace weft::recording {

namespace {

constexpr std::string_view posix_interface = "POSIX";

std::size_t journal_chunk() { return otf2::Anchor{}.definition_chunk_bytes; }

// So that a definition fits into a chunk, and with it all others into the trace.
constexpr std::size_t most_text_bytes = 4'000'000;

// At the end of a character, if they are any.
std::string_view cut(std::string_view text) {
  if (text.size() <= most_text_bytes) return text;
  std::size_t end = most_text_bytes;
  for (int i = 0; i < 3 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80; ++i) --end;
  return text.substr(0, end);
}

// Of one process and of no child it may have.
template <class R>
constexpr bool is_of_process = std::is_same_v<R, def::Location> || std::is_same_v<R, def::LocationGroup> ||
                               std::is_same_v<R, def::LocationProperty> ||
                               std::is_same_v<R, def::LocationGroupProperty> || std::is_same_v<R, def::ClockProperties>;

}  // namespace

[[gnu::tls_model("initial-exec")]] constinit thread_local bool Dictionary::is_within_ = false;

Result<> Dictionary::open(const std::string& definitions_path, const std::string& markers_path) {
  const Lock lock(mutex_);
  ::unlink(definitions_path.c_str());
  journal_.emplace(Journal(definitions_path, journal_chunk()));
  markers_path_ = markers_path;
  Result<> result;
  definitions_.each_table([&](const auto& table) {
    for (const auto& row : table)
      if (result) result = journal_->write(row);
  });
  WEFT_TRY(std::move(result));
  return journal_->chunks().sync();
}

// A journal that cannot be written is no reason to stop: the definitions are in memory, and the end may go well.
template <class R>
void Dictionary::keep(const R& row) {
  definitions_.add(row);
  if (!journal_ || !journal_->write(row)) return;
  (void)journal_->chunks().sync().has_value();
}

void Dictionary::add(const otf2::AnyOf<otf2::GlobalDefinitionRecords>& row) {
  const Lock lock(mutex_);
  row.visit([this](const auto& record) { keep(record); });
}

std::pair<Dictionary::Known::const_iterator, bool> Dictionary::know(const Key& key, std::uint32_t next) {
  if (const auto found = known_.find(key); found != known_.end()) return {found, false};
  return known_.emplace(key.kind + std::string(key.content), next);
}

// Nothing that is known is ever forgotten, nor does it move.
Dictionary::Text Dictionary::keep_text(std::string_view all) {
  const std::string_view text = cut(all);
  const auto [entry, is_new] = know({'s', text}, strings_);
  if (is_new) keep(def::String{{strings_++}, text});
  return {{entry->second}, std::string_view(entry->first).substr(1)};
}

template <class Id, class Make>
Id Dictionary::once(char kind, std::string_view content, Make&& make) {
  const Lock lock(mutex_);
  std::uint32_t& next = next_ids_[static_cast<std::size_t>(kind)];
  const auto [entry, is_new] = know({kind, content}, next);
  const Id id{entry->second};
  if (is_new) make(Id{next++});
  return id;
}

Dictionary::Text Dictionary::kept_text(std::string_view text) {
  const Lock lock(mutex_);
  return keep_text(text);
}

RegionRef Dictionary::region(
    std::string_view name, std::string_view file, std::uint32_t line, RegionRole role, Paradigm paradigm) {
  return once<RegionRef>('r', fmt::format("{}\n{}\n{}", name, file, line), [&](RegionRef id) {
    const StringRef text = intern(name);
    const StringRef none = intern("");
    keep(def::Region{id, text, text, none, role, paradigm, {}, file.empty() ? none : intern(file), line, 0});
  });
}

AttributeRef Dictionary::attribute(std::string_view name, Type type) {
  return once<AttributeRef>('a', fmt::format("{}\n{}", name, static_cast<int>(type)), [&](AttributeRef id) {
    keep(def::Attribute{id, intern(name), intern(""), type});
  });
}

MetricRef Dictionary::metric(std::string_view name, std::string_view unit, MetricMode mode, Type type) {
  const auto key = fmt::format("{}\n{}\n{}\n{}", name, unit, static_cast<int>(mode), static_cast<int>(type));
  return once<MetricRef>('m', key, [&](MetricRef id) {
    MetricMemberRef member{id.value};
    keep(def::MetricMember{
        member, intern(name), intern(""), MetricType::user, mode, type, Base::decimal, 0, intern(unit)});
    keep(def::MetricClass{id, Sequence<MetricMemberRef, std::uint8_t>(std::span(&member, 1)),
        MetricOccurrence::asynchronous, RecorderKind::cpu});
  });
}

CommRef Dictionary::add_comm(CommRef id, std::string_view name, Paradigm paradigm, Group group) {
  const GroupRef members{id.value};
  const StringRef text = intern(name);
  keep(def::Group{members, text, GroupType::comm_group, paradigm, {},
      Sequence<std::uint64_t, std::uint32_t>(std::span(group.members))});
  groups_.emplace(id.value, std::move(group));
  keep(def::Comm{id, text, members, {}, {}});
  return id;
}

CommRef Dictionary::comm(std::string_view name, std::uint32_t size, std::uint32_t rank, LocationRef location) {
  const auto id = once<CommRef>('c', fmt::format("{}\n{}", name, size), [&](CommRef self) {
    Group group{false, std::vector<std::uint64_t>(size, LocationRef::undefined)};
    if (rank < size) group.members[rank] = location.value;
    add_comm(self, name, Paradigm::mpi, std::move(group));
  });
  const Lock lock(mutex_);
  if (Group& group = groups_[id.value]; rank < group.members.size()) group.members[rank] = location.value;
  return id;
}

CommRef Dictionary::team(Paradigm paradigm) {
  return once<CommRef>('c', fmt::format("team {}", static_cast<int>(paradigm)), [&](CommRef self) {
    add_comm(self, "threads", paradigm, {true, {}});
  });
}

Dictionary::Group Dictionary::complete(const Group& group) const {
  Group all = group;
  if (group.is_team)
    for (const def::Location& location : definitions_.all<def::Location>()) all.members.push_back(location.self.value);
  return all;
}

// Of this computer, which is the second node: the first is the machine it belongs to.
template <class R>
IoFileRef Dictionary::add_file(std::string_view path) {
  return once<IoFileRef>('f', path, [&](IoFileRef id) {
    const auto& nodes = definitions_.all<def::SystemTreeNode>();
    keep(R{id, intern(path), nodes.size() > 1 ? nodes.rows()[1].self : SystemTreeNodeRef{}});
  });
}
IoFileRef Dictionary::io_file(std::string_view path) { return add_file<def::IoRegularFile>(path); }
IoFileRef Dictionary::io_directory(std::string_view path) { return add_file<def::IoDirectory>(path); }

IoParadigmRef Dictionary::io_paradigm(std::string_view interface) {
  const auto paradigms = static_cast<std::uint32_t>(definitions_.all<def::IoParadigm>().size());
  const auto [paradigm, is_new] = know({'p', interface}, paradigms);
  const IoParadigmRef id{static_cast<std::uint8_t>(paradigm->second)};
  if (is_new) {
    const StringRef name = intern(interface);
    const bool is_os = interface == posix_interface;
    keep(def::IoParadigm{
        id, name, name, IoParadigmClass::serial, is_os ? IoParadigmFlag::os : IoParadigmFlag::none, {}});
  }
  return id;
}
IoParadigmRef Dictionary::posix() {
  const Lock lock(mutex_);
  return io_paradigm(posix_interface);
}

IoHandleRef Dictionary::add_handle(
    std::string_view name, IoFileRef file, std::string_view interface, IoHandleFlag flags) {
  const IoParadigmRef paradigm = io_paradigm(interface);
  const IoHandleRef id{next_ids_['h']++};
  keep(def::IoHandle{id, intern(name), file, paradigm, flags, {}, {}});
  return id;
}

// Every handle is one of its own, even of the same file.
IoHandleRef Dictionary::io_handle(IoFileRef file, std::string_view interface) {
  const Lock lock(mutex_);
  return add_handle("", file, interface, IoHandleFlag::none);
}

IoHandleRef Dictionary::reused_handle(IoFileRef file, std::string_view interface) {
  const Lock lock(mutex_);
  auto& free = free_handles_[fmt::format("{} {}", file.value, io_paradigm(interface).value)];
  if (free.empty()) return add_handle("", file, interface, IoHandleFlag::none);
  const IoHandleRef handle = free.back();
  free.pop_back();
  return handle;
}

void Dictionary::release(IoHandleRef id) {
  const Lock lock(mutex_);
  const auto* const handle = definitions_.find<def::IoHandle>(id);
  if (!handle || handle->io_handle_flags != IoHandleFlag::none) return;
  free_handles_[fmt::format("{} {}", handle->file.value, handle->io_paradigm.value)].push_back(id);
}

IoHandleRef Dictionary::old_handle(
    std::string_view name, IoFileRef file, std::string_view interface, IoAccessMode mode, IoStatusFlag status) {
  const Lock lock(mutex_);
  const IoHandleRef id = add_handle(name, file, interface, IoHandleFlag::pre_created);
  keep(def::IoPreCreatedHandleState{id, mode, status});
  return id;
}

RegionRef Dictionary::categorised_region(std::string_view name, std::string_view category, RegionRole role) {
  const auto key = fmt::format("{}\n{}\nrole {}", name, category, static_cast<int>(role));
  return once<RegionRef>('r', key, [&](RegionRef id) {
    const StringRef text = intern(name);
    keep(def::Region{id, text, text, intern(category), role, Paradigm::user, {}, intern(""), 0, 0});
  });
}

std::uint32_t Dictionary::marker_kind(std::string_view group, std::string_view category, MarkerSeverity severity) {
  const auto key = fmt::format("{}\n{}\n{}", group, category, static_cast<int>(severity));
  struct Kind {
    std::uint32_t value;
  };
  return once<Kind>('k', key, [&](Kind id) {
    marker_kinds_.push_back(kept(otf2::DefMarker{id.value, group, category, severity}, arena_));
    if (markers_) (void)markers_->write(marker_kinds_.back()).has_value();
  }).value;
}

std::optional<otf2::DefMarker> Dictionary::marker_kind(std::uint32_t id) {
  const Lock lock(mutex_);
  return id < marker_kinds_.size() ? std::optional(marker_kinds_[id]) : std::nullopt;
}

// Each of them is on the disk already.
Result<> Dictionary::copy_markers(const std::string& path) {
  const Lock lock(mutex_);
  if (!markers_) return {};
  const auto from = WEFT_TRY(File::open(markers_path_));
  auto to = WEFT_TRY(File::create(path));
  const std::uint64_t bytes = WEFT_TRY(from.size());
  WEFT_TRY(to.append_from(from, 0, bytes));
  return to.close();
}

// The file of markers begins with the first of them.
Result<> Dictionary::marker(const otf2::Marker& marker) {
  const Lock lock(mutex_);
  if (!markers_) {
    markers_.emplace(Journal(markers_path_, journal_chunk()));
    for (const otf2::DefMarker& kind : marker_kinds_) WEFT_TRY(markers_->write(kind));
  }
  WEFT_TRY(markers_->write(marker));
  return markers_->chunks().sync();
}

Dictionary::RegionName Dictionary::name(RegionRef region) {
  const Lock lock(mutex_);
  const auto* const row = definitions_.find<def::Region>(region);
  if (!row) return {};
  return {std::string(definitions_.text(row->name)), std::string(definitions_.text(row->description))};
}

std::vector<std::string> Dictionary::names(MetricRef metric) {
  const Lock lock(mutex_);
  std::vector<std::string> names;
  if (const auto* const row = definitions_.find<def::MetricClass>(metric))
    for (const MetricMemberRef id : row->metric_members) {
      const auto* const member = definitions_.find<def::MetricMember>(id);
      names.emplace_back(member ? definitions_.text(member->name) : std::string_view());
    }
  return names;
}

std::string Dictionary::name(AttributeRef attribute) {
  const Lock lock(mutex_);
  const auto* const row = definitions_.find<def::Attribute>(attribute);
  return std::string(row ? definitions_.text(row->name) : std::string_view());
}

std::string Dictionary::name(StringRef text) {
  const Lock lock(mutex_);
  return std::string(definitions_.text(text));
}

std::string Dictionary::name(IoFileRef id) {
  const Lock lock(mutex_);
  const auto* const file = definitions_.find<def::IoRegularFile>(id);
  const auto* const directory = definitions_.find<def::IoDirectory>(id);
  return std::string(definitions_.text(file ? file->name : directory ? directory->name : StringRef{}));
}

void Dictionary::rename(LocationRef location, std::string_view name) {
  const Lock lock(mutex_);
  names_[location.value] = intern(name);
}

void Dictionary::rename_process(std::string_view name) {
  const Lock lock(mutex_);
  process_name_ = intern(name);
}

void Dictionary::add_property(LocationGroupRef process, std::string_view name, std::string_view value) {
  const Lock lock(mutex_);
  keep(def::LocationGroupProperty{process, intern(name), TypedValue::of(intern(value))});
}

void Dictionary::add_property(LocationGroupRef process, std::string_view name, std::uint64_t value) {
  const Lock lock(mutex_);
  keep(def::LocationGroupProperty{process, intern(name), TypedValue::of(value)});
}

void Dictionary::add_property(LocationRef location, std::string_view name, std::uint64_t value) {
  const Lock lock(mutex_);
  keep(def::LocationProperty{location, intern(name), TypedValue::of(value)});
}

SystemTreeNodeRef Dictionary::system_node(
    std::string_view name, std::string_view class_name, SystemTreeDomain domain, SystemTreeNodeRef parent) {
  const auto key = fmt::format("{}\n{}\n{}", name, class_name, parent.value);
  return once<SystemTreeNodeRef>('n', key, [&](SystemTreeNodeRef id) {
    keep(def::SystemTreeNode{id, intern(name), intern(class_name), parent});
    keep(def::SystemTreeNodeDomain{id, domain});
  });
}

Result<> Dictionary::close_journals() {
  const Lock lock(mutex_);
  journal_.reset();
  return markers_ ? markers_->close() : Result<>{};
}

Result<> Dictionary::write(const std::string& path, const def::ClockProperties& clock, const EventCounts& counts) {
  const Lock lock(mutex_);
  const std::string temporary = path + ".new";
  otf2::GlobalDefinitionWriter out(otf2::ChunkWriter(temporary, journal_chunk(), ByteOrder::little));
  WEFT_TRY(out.write(clock));
  Result<> result;
  definitions_.each_table([&](const auto& table) {
    using R = std::remove_cvref_t<decltype(*table.begin())>;
    if constexpr (std::is_same_v<R, def::ClockProperties>) return;
    for (R row : table) {
      if (!result) return;
      if constexpr (std::is_same_v<R, def::Location>) {
        const auto events = counts.find(row.self);
        row.number_of_events = events == counts.end() ? 0 : events->second;
        if (const auto name = names_.find(row.self.value); name != names_.end()) row.name = name->second;
      }
      if constexpr (std::is_same_v<R, def::LocationGroup>)
        if (process_name_.defined()) row.name = process_name_;
      Group group;
      if constexpr (std::is_same_v<R, def::Group>) {
        group = complete(groups_[row.self.value]);
        row.members = Sequence<std::uint64_t, std::uint32_t>(std::span(group.members));
      }
      result = out.write(row);
    }
  });
  WEFT_TRY(std::move(result));
  WEFT_TRY(out.close());
  if (::rename(temporary.c_str(), path.c_str()) != 0) return system_error("cannot rename", temporary);
  return {};
}

void Dictionary::leave_parent() {
  journal_.reset();
  markers_.reset();
  names_.clear();
  process_name_ = {};
  free_handles_.clear();
  for (auto& [id, group] : groups_)
    std::ranges::fill(group.members, LocationRef::undefined);  // ranks are the parent's until the child says its own
  Definitions rest;
  definitions_.each_table([&](const auto& table) {
    using R = std::remove_cvref_t<decltype(*table.begin())>;
    if constexpr (!is_of_process<R>)
      for (const R& row : table) rest.add(row);
  });
  definitions_ = std::move(rest);
}

}  // namespace weft::recording
