// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/from_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <set>

#include "formats/otf/fates.hpp"
#include "formats/otf/record_reader.hpp"
#include "formats/otf/text_pen.hpp"
#include "model/examples.hpp"

namespace weft::otf {

namespace {

bool lists_locations(const def::Group& group) {
  return group.group_type == GroupType::locations || group.group_type == GroupType::comm_locations;
}
bool lists_processes(const def::Group& group) {
  return lists_locations(group) || group.group_type == GroupType::comm_group;
}

// How attributes whose values are ids travel: as numbers.
ValueType type_of_key(Type type) { return value_type(type).value_or(ValueType::uint64); }

constexpr std::uint32_t communicator_list = 1;

// The stream whose definitions a property has.
std::optional<StreamId> stream_in(std::string_view property) {
  if (!property.starts_with(definitions_property)) return std::nullopt;
  property.remove_prefix(definitions_property.size());
  StreamId stream = 0;
  std::from_chars(property.data(), property.data() + property.size(), stream, 16);
  return stream;
}

}  // namespace

FromModel::FromModel(const Definitions& definitions) : definitions_(definitions) {
  read_stored();
  number_processes();
  find_members();
  find_communicators();
  find_function_groups();
  find_attributes();
  for (const def::LocationProperty& row : definitions.all<def::LocationProperty>()) {
    if (definitions.text(row.name) == bare_property) bare_.emplace(row.location, row.value.bits);
    if (definitions.text(row.name) == stream_property)
      streams_.emplace(row.location, static_cast<StreamId>(row.value.bits));
  }
  for (const def::MetricMember& member : definitions.all<def::MetricMember>())
    counters_ = std::max(counters_, member.self.value + 1);
}

// Pieces are in their order.
template <class Kind, class Visitor>
void FromModel::each_stored(std::string_view property, Visitor&& visitor) const {
  for (const def::SystemTreeNodeProperty& row : definitions_.all<def::SystemTreeNodeProperty>()) {
    const std::string_view name = definitions_.text(row.name);
    if (!name.starts_with(property)) continue;
    const std::string_view lines = definitions_.text({static_cast<std::uint32_t>(row.value.bits)});
    Report unimportant;
    RecordReader<Kind> reader(std::make_unique<MemoryText>(bytes_of_text(lines)), std::string(property),
        stream_in(name).value_or(0), LineReader::Options{}, unimportant);
    reader.begin();
    reader.read(visitor);
  }
}

void FromModel::read_stored() {
  if (!local_streams().empty()) {
    LocalTokenFinder finder;
    each_stored<DefinitionFile>(definitions_property, finder);
    local_tokens_ = finder.finish();
  }
  const auto note = [&](const At& at, const auto& stored) {
    using R = std::remove_cvref_t<decltype(stored)>;
    const R record = local_tokens_.renamed(at.stream, stored);
    was_otf_ = true;
    tokens_.note(record);
    if constexpr (std::is_same_v<R, DefCounter>)
      counter_properties_.try_emplace(record.counter, CounterProperties{record.properties});
    if constexpr (std::is_same_v<R, DefKeyValue>) key_types_.try_emplace(record.key, record.type);
  };
  each_stored<DefinitionFile>(definitions_property, note);
  tokens_.finish();
}

// Locations keep their numbers where they can.
void FromModel::number_processes() {
  std::uint64_t largest = 0;
  for (const def::Location& location : definitions_.all<def::Location>()) {
    processes_.emplace(location.self, 0);
    largest = std::max(largest, location.self.value);
  }
  const std::uint64_t more = was_otf_ ? 0 : 1;
  const bool fits = largest + more < unknown_process;
  ProcessId next = 1;
  for (auto& [location, process] : processes_) process = fits ? static_cast<ProcessId>(location.value + more) : next++;
}

ProcessId FromModel::process_of(LocationRef location) const {
  const auto found = processes_.find(location);
  return found == processes_.end() ? 0 : found->second;
}

void FromModel::find_members() {
  for (const def::Group& group : definitions_.all<def::Group>())
    if (group.group_type == GroupType::comm_locations) participants_.emplace(group.paradigm, &group);
  for (const def::Group& group : definitions_.all<def::Group>()) {
    if (!lists_processes(group)) continue;
    const auto all = participants_.find(group.paradigm);
    std::vector<ProcessId>& members = members_[group.self.value];
    for (const std::uint64_t member : group.members) {
      if (lists_locations(group))
        members.push_back(process_of({member}));
      else if (all != participants_.end() && member < all->second->members.size())
        members.push_back(process_of({all->second->members[static_cast<std::size_t>(member)]}));
      else
        members.push_back(0);
    }
  }
}

// The first communicator of a group is the group; each other one has a process group of its own behind them all.
void FromModel::find_communicators() {
  std::uint32_t next = 1;
  for (const def::Group& group : definitions_.all<def::Group>()) next = std::max(next, group.self.value + 2);
  for (const def::Comm& comm : definitions_.all<def::Comm>()) {
    if (!members_.contains(comm.group.value)) continue;
    const bool is_first = first_comms_.try_emplace(comm.group, &comm).second;
    own_groups_.try_emplace(comm.self, is_first ? comm.group.value + 1 : next++);
  }
}

void FromModel::find_function_groups() {
  for (const def::Group& group : definitions_.all<def::Group>())
    if (group.group_type == GroupType::regions)
      for (const std::uint64_t region : group.members) listed_.try_emplace(region, &group);
}

std::string_view FromModel::name_of(const def::Comm& comm) const {
  const std::string_view name = definitions_.text(comm.name);
  const auto* const group = name.empty() ? definitions_.find<def::Group>(comm.group) : nullptr;
  return group ? definitions_.text(group->name) : name;
}

std::string_view FromModel::name_of(const def::Group& group) const {
  const auto comm = first_comms_.find(group.self);
  return comm == first_comms_.end() ? definitions_.text(group.name) : name_of(*comm->second);
}

bool FromModel::is_written(const def::Group& group) const {
  if (group.group_type != GroupType::regions) return members_.contains(group.self.value);
  return !group.members.empty() && std::ranges::all_of(group.members, [&](std::uint64_t region) {
    return listed_.at(region) == &group && definitions_.contains(RegionRef{static_cast<std::uint32_t>(region)});
  });
}

std::string FromModel::group_of(const def::Region& region) const {
  const auto listed = listed_.find(region.self.value);
  if (listed != listed_.end()) return std::string(definitions_.text(listed->second->name));
  return name_of_group({region.paradigm, definitions_.text(region.description)});
}

void FromModel::find_attributes() {
  for (const def::Attribute& row : definitions_.all<def::Attribute>()) {
    AttributeUse& use = attributes_[row.self.value];
    const std::string_view name = definitions_.text(row.name);
    if (!was_otf_) {
      use.key = row.self.value + 1;
    } else if (row.self.value < tokens_.keys.size()) {
      use.key = tokens_.keys.token_of(row.self.value);
      const auto type = key_types_.find(use.key);
      use.is_character = type != key_types_.end() && type->second == static_cast<std::uint32_t>(ValueType::character);
    } else if (name.starts_with(key_attribute)) {
      std::from_chars(name.data() + key_attribute.size(), name.data() + name.size(), use.key);
      use.is_character = name.ends_with(character_mark);
    } else if (name.starts_with(attribute_prefix)) {
      use.field = name.substr(attribute_prefix.size());
    }
  }
}

const FromModel::AttributeUse* FromModel::attribute(AttributeRef attribute) const {
  const auto found = attributes_.find(attribute.value);
  return found == attributes_.end() ? nullptr : &found->second;
}

std::uint32_t FromModel::function(RegionRef region) const {
  return was_otf_ ? tokens_.functions.token_of(region.value) : region.value + 1;  // undefined is 0
}

// A member of one side of an inter-communicator talks to the other.
const def::Group* FromModel::peers(CommRef comm, LocationRef self) const {
  if (const auto* intra = definitions_.find<def::Comm>(comm)) return definitions_.find<def::Group>(intra->group);
  const auto* const inter = definitions_.find<def::InterComm>(comm);
  if (!inter) return nullptr;
  const auto a = members_.find(inter->group_a.value);
  const bool is_in_a = a != members_.end() && std::ranges::find(a->second, process_of(self)) != a->second.end();
  return definitions_.find<def::Group>(is_in_a ? inter->group_b : inter->group_a);
}

std::uint32_t FromModel::group(CommRef comm) const {
  const auto* const found = definitions_.find<def::Comm>(comm);
  if (!found) {
    const auto* const inter = definitions_.find<def::InterComm>(comm);
    return inter && inter->group_a.defined() ? inter->group_a.value + 1 : 0;
  }
  if (!found->group.defined() || (was_otf_ && definitions_.text(found->name) == everybody_name)) return 0;
  // The group of all processes stands before those that were process groups.
  if (was_otf_) return tokens_.groups.token_of(found->group.value - 1);
  const auto own = own_groups_.find(comm);
  return own == own_groups_.end() ? found->group.value + 1 : own->second;
}

ProcessId FromModel::process_of_rank(CommRef comm, std::uint32_t rank, LocationRef self) const {
  const def::Group* const group = peers(comm, self);
  if (!group) return 0;
  if (group->group_type == GroupType::comm_self) return process_of(self);
  const bool is_global = (group->group_flags & GroupFlag::global_members) != GroupFlag::none;
  const auto all = participants_.find(group->paradigm);
  const std::uint32_t list = is_global && all != participants_.end() ? all->second->self.value : group->self.value;
  const auto members = members_.find(list);
  return members != members_.end() && rank < members->second.size() ? members->second[rank] : 0;
}

std::size_t FromModel::counters(MetricRef metric) const {
  if (was_otf_) return 1;
  const def::MetricClass* const found = class_of(metric);
  return found ? found->metric_members.size() : 0;
}

std::uint32_t FromModel::counter(MetricRef metric, std::size_t place) const {
  return was_otf_ ? tokens_.counters.token_of(metric.value) : class_of(metric)->metric_members[place].value + 1;
}

const def::MetricClass* FromModel::class_of(MetricRef metric) const {
  const auto* const instance = definitions_.find<def::MetricInstance>(metric);
  return definitions_.find<def::MetricClass>(instance ? instance->metric_class : metric);
}

std::uint64_t FromModel::counter_value(std::uint32_t counter, const MetricValue& value) const {
  const auto properties = counter_properties_.find(counter);
  if (properties == counter_properties_.end() || !properties->second.is_float()) return value.bits;
  return std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(value.bits)));
}

std::uint32_t FromModel::file(IoHandleRef handle) const {
  const auto* const found = definitions_.find<def::IoHandle>(handle);
  return found ? file(found->file) : 0;
}

Result<> FromModel::define(StreamWriter& out, LossReport& loss) const {
  WEFT_TRY(out.write(own_version));
  WEFT_TRY(out.write(DefUniqueId{new_unique_id()}));
  if (was_otf_) {
    WEFT_TRY(define_local(0, out));
    return write_stored<MarkerFile>(markers_property, out);
  }
  FateCounts<DefinitionTypes, definition_fates> counts;
  count_definitions(counts, definitions_, *this);
  counts.tell(loss);
  return define_anew(out);
}

namespace {

// Writes records and lines as they were, but for what the new trace has of its own.
template <class Kind>
class StoredCopier {
 public:
  explicit StoredCopier(StreamWriter& out) : out_(out) {}

  template <class R>
  void operator()(const At& at, const R& record) {
    if constexpr (!std::is_same_v<R, DefVersion> && !std::is_same_v<R, DefUniqueId> &&
                  !std::is_same_v<R, DefAuxSamplePoint>)
      if (result) result = out_.write(record, &at.values);
  }
  void unknown_line(const At& at, std::string_view line) {
    if (!result) return;
    auto file = out_.file<Kind>();
    result = file ? (*file)->write_line(line, at.values) : Result<>(file.error());
  }

  Result<> result;

 private:
  StreamWriter& out_;
};

}  // namespace

template <class Kind>
Result<> FromModel::write_stored(std::string_view property, StreamWriter& out) const {
  StoredCopier<Kind> copier(out);
  each_stored<Kind>(property, copier);
  return std::move(copier.result);
}

Result<> FromModel::define_local(StreamId stream, StreamWriter& out) const {
  return write_stored<DefinitionFile>(fmt::format("{}{:x}.", definitions_property, stream), out);
}

std::vector<StreamId> FromModel::local_streams() const {
  std::set<StreamId> streams;
  for (const def::SystemTreeNodeProperty& row : definitions_.all<def::SystemTreeNodeProperty>()) {
    const auto stream = stream_in(definitions_.text(row.name));
    if (stream.value_or(0) != 0) streams.insert(*stream);
  }
  return {streams.begin(), streams.end()};
}

std::optional<StreamId> FromModel::stream_of(LocationRef location) const {
  const auto found = streams_.find(location);
  return found == streams_.end() ? std::nullopt : std::optional(found->second);
}

Result<> FromModel::define_anew(StreamWriter& out) const {
  WEFT_TRY(out.write(DefCreator{"Weft"}));
  const def::ClockProperties* const clock = definitions_.clock();
  WEFT_TRY(
      out.write(DefTimerResolution{clock && clock->timer_resolution ? clock->timer_resolution : default_resolution}));
  WEFT_TRY(define_processes(out));
  WEFT_TRY(define_groups(out));
  WEFT_TRY(define_functions(out));
  WEFT_TRY(define_counters(out));
  return define_keys(out);
}

// The first location of a group is the parent of the others.
Result<> FromModel::define_processes(StreamWriter& out) const {
  std::map<LocationGroupRef, ProcessId> first;
  for (const def::Location& location : definitions_.all<def::Location>()) {
    const ProcessId process = process_of(location.self);
    const ProcessId parent = first.try_emplace(location.location_group, process).first->second;
    const std::string group = definitions_.name(location.location_group);
    const std::string_view name = definitions_.text(location.name);
    WEFT_TRY(
        out.write(DefProcess{process, fmt::format("{}{}{}", group, group.empty() || name.empty() ? "" : ": ", name),
            parent == process ? 0 : parent}));
  }
  return {};
}

Result<> FromModel::define_groups(StreamWriter& out) const {
  bool has_list = false;
  const auto mark_communicator = [&](std::uint32_t token) -> Result<> {
    const std::uint32_t list[] = {is_communicator};
    if (!std::exchange(has_list, true)) WEFT_TRY(out.write(DefAttributeList{communicator_list, Numbers(list)}));
    return out.write(DefProcessOrGroupAttributes{token, communicator_list});
  };
  for (const def::Group& group : definitions_.all<def::Group>()) {
    const auto members = members_.find(group.self.value);
    if (members == members_.end()) continue;
    const std::uint32_t token = group.self.value + 1;
    WEFT_TRY(out.write(DefProcessGroup{token, members->second, name_of(group)}));
    if (is_of_communicator(group)) WEFT_TRY(mark_communicator(token));
  }
  for (const def::Comm& comm : definitions_.all<def::Comm>()) {
    if (!is_written(comm.self) || first_comms_.at(comm.group) == &comm) continue;
    const std::uint32_t token = own_groups_.at(comm.self);
    WEFT_TRY(out.write(DefProcessGroup{token, members_.at(comm.group.value), name_of(comm)}));
    WEFT_TRY(mark_communicator(token));
  }
  for (std::uint8_t op = 0; weft::name_of(static_cast<CollectiveOp>(op)); ++op) {
    const CollectiveName& words = collective_name(static_cast<CollectiveOp>(op));
    WEFT_TRY(out.write(DefCollectiveOperation{collective(words.op), words.name, words.type}));
  }
  return {};
}

Result<> FromModel::define_functions(StreamWriter& out) const {
  std::map<std::string, std::uint32_t> groups;
  std::map<std::string_view, std::uint32_t> files;
  std::uint32_t sources = 0;
  const auto define_source = [&](StringRef name, std::uint32_t line) -> Result<> {
    const std::string_view file = definitions_.text(name);
    const auto [known, is_new] = files.try_emplace(file, static_cast<std::uint32_t>(files.size()) + 1);
    if (is_new) WEFT_TRY(out.write(DefSclFile{known->second, file}));
    return out.write(DefScl{++sources, known->second, line});
  };
  for (const def::Region& region : definitions_.all<def::Region>()) {
    const std::string group = group_of(region);
    const auto [place, is_new] = groups.try_emplace(group, static_cast<std::uint32_t>(groups.size()) + 1);
    if (is_new) WEFT_TRY(out.write(DefFunctionGroup{place->second, group}));
    const bool has_source = !definitions_.text(region.source_file).empty();
    if (has_source) WEFT_TRY(define_source(region.source_file, region.begin_line_number));
    WEFT_TRY(out.write(
        DefFunction{function(region.self), place->second, definitions_.text(region.name), has_source ? sources : 0}));
  }
  for (const def::SourceCodeLocation& row : definitions_.all<def::SourceCodeLocation>())
    WEFT_TRY(define_source(row.file, row.line_number));
  return {};
}

Result<> FromModel::define_counters(StreamWriter& out) const {
  for (const def::MetricMember& member : definitions_.all<def::MetricMember>())
    WEFT_TRY(out.write(DefCounter{member.self.value + 1, 0, definitions_.text(member.name),
        CounterProperties::of(member.metric_mode, member.value_type).bits, definitions_.text(member.unit)}));
  for (const def::Parameter& parameter : definitions_.all<def::Parameter>())
    if (parameter.parameter_type != ParameterType::string) {
      const bool has_sign = parameter.parameter_type == ParameterType::int64;
      WEFT_TRY(out.write(DefCounter{counter(parameter.self), 0, definitions_.text(parameter.name),
          CounterProperties::of(MetricMode::absolute_point, has_sign ? Type::int64 : Type::uint64).bits, ""}));
    }
  return {};
}

Result<> FromModel::define_keys(StreamWriter& out) const {
  for (const def::IoRegularFile& file : definitions_.all<def::IoRegularFile>())
    WEFT_TRY(out.write(DefFile{this->file(file.self), definitions_.text(file.name), 0}));
  for (const def::IoDirectory& file : definitions_.all<def::IoDirectory>())
    WEFT_TRY(out.write(DefFile{this->file(file.self), definitions_.text(file.name), 0}));
  for (const def::Attribute& row : definitions_.all<def::Attribute>())
    WEFT_TRY(out.write(DefKeyValue{row.self.value + 1, static_cast<std::uint32_t>(type_of_key(row.type)),
        definitions_.text(row.name), definitions_.text(row.description)}));
  return {};
}

}  // namespace weft::otf
