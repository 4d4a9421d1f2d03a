// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "formats/otf/definer_internal.hpp"
#include "formats/otf/text_pen.hpp"

namespace weft::otf {

namespace {

constexpr std::size_t piece_bytes = std::size_t{32} << 10;

constexpr SystemTreeNodeRef machine{0};

constexpr std::uint64_t unknown_count = ~std::uint64_t{0};

}  // namespace

Result<> TraceDefiner::run() {
  WEFT_TRY(read_all<DefinitionFile>());
  is_at_markers_ = true;
  WEFT_TRY(read_all<MarkerFile>());
  trace_.translation_.tokens.finish();
  define_clock();
  define_machine();
  define_processes();
  define_groups();
  define_functions();
  define_counters();
  define_attributes();
  define_files();
  define_parameters();
  for (const std::string& found : trace_.survey_.texts) trace_.translation_.texts.emplace(found, text(found));
  return {};
}

TraceDefiner::Kept& TraceDefiner::kept(const std::string& property) {
  const auto known = std::ranges::find(kept_, property, &Kept::property);
  return known != kept_.end() ? *known : kept_.emplace_back(Kept{property, {}});
}

// Where the next line is kept: behind the key-values it has.
std::string& TraceDefiner::place_for(const At& at) {
  Kept& place = kept(
      is_at_markers_ ? std::string(markers_property) : fmt::format("{}{:x}.", definitions_property, at.stream));
  if (place.lines.size() > piece_bytes)
    pieces_.emplace_back(
        fmt::format("{}{}", place.property, place.pieces++), std::exchange(place.lines, std::string()));
  TextPen pen(place.lines);
  put_key_values<Form::short_words>(pen, at.values);
  return place.lines;
}

template <class R>
void TraceDefiner::keep_line(const At& at, const R& record) {
  TextPen pen(place_for(at));
  put_line<Form::short_words>(pen, record);
}

void TraceDefiner::unknown_line(const At& at, std::string_view line) {
  report_unknown(*file_, line);
  place_for(at).append(line) += '\n';
}

// As TraceReader does it, knowing which file it is.
template <class Kind>
Result<> TraceDefiner::read_all() {
  std::vector<StreamId> streams{0};
  for (const auto& [stream, processes] : trace_.reader_->master().streams()) streams.push_back(stream);
  for (const StreamId stream : streams) {
    const auto file = WEFT_TRY(trace_.reader_->open_file<Kind>(stream));
    if (!file) continue;
    file_ = file.get();
    file->begin();
    file->read(*this);
  }
  return {};
}

void TraceDefiner::note(const DefProcess& record) {
  processes_.try_emplace(record.process,
      Process{
          record.name.empty() ? fmt::format("process {}", record.process) : std::string(record.name), record.parent});
}

void TraceDefiner::note(const DefProcessGroup& record) {
  groups_.try_emplace(
      record.proc_group, Members{std::string(record.name), {record.members.begin(), record.members.end()}});
}

void TraceDefiner::note(const DefAttributeList& record) {
  attribute_lists_.try_emplace(record.attributes, record.values.begin(), record.values.end());
}

void TraceDefiner::note(const DefFunction& record) {
  functions_.try_emplace(record.func, Function{std::string(record.name), record.func_group, record.source});
}

void TraceDefiner::note(const DefCollectiveOperation& record) {
  trace_.translation_.collectives.try_emplace(record.collective, collective_op(record.name, record.type));
}

void TraceDefiner::note(const DefCounter& record) {
  counters_.try_emplace(record.counter,
      CounterWords{std::string(record.name), std::string(record.unit), record.properties, record.counter_group});
}

void TraceDefiner::note(const DefUniqueId& record) { trace_.unique_id_ = fmt::format("{:x}", record.uid); }

void TraceDefiner::note(const DefVersion& record) {
  trace_.version_ = fmt::format("{}.{}.{}{}{}", record.major_number, record.minor_number, record.sub_number,
      record.text.empty() ? "" : " ", record.text);
}

void TraceDefiner::note(const DefKeyValue& record) {
  keys_.try_emplace(record.key, KeyWords{std::string(record.name), std::string(record.description), record.type});
}

StringRef TraceDefiner::text(std::string_view text) {
  const auto next = static_cast<std::uint32_t>(strings_.size());
  const auto [found, is_new] = strings_.try_emplace(std::string(text), StringRef{next});
  if (is_new) trace_.definitions_.add(def::String{found->second, text});
  return found->second;
}

AttributeRef TraceDefiner::attribute(
    AttributeRef self, std::string_view name, std::string_view description, Type type) {
  trace_.definitions_.add(def::Attribute{self, text(name), text(description), type});
  return self;
}

std::string_view TraceDefiner::name_in(const std::map<std::uint32_t, std::string>& names, std::uint32_t token) const {
  const auto found = names.find(token);
  return found == names.end() ? std::string_view() : found->second;
}

bool TraceDefiner::has_attribute(std::uint32_t process_or_group, std::uint32_t attribute) const {
  const auto list = attributes_.find(process_or_group);
  if (list == attributes_.end()) return false;
  const auto values = attribute_lists_.find(list->second);
  return values != attribute_lists_.end() && values->second.contains(attribute);
}

void TraceDefiner::define_clock() {
  const Ticks last = trace_.survey_.last_time;
  const Ticks first = std::min(trace_.survey_.first_time, last);
  trace_.definitions_.add(def::ClockProperties{resolution_, first, last - first, unknown_time});
}

void TraceDefiner::define_machine() {
  trace_.definitions_.add(def::SystemTreeNode{machine, text("machine"), text("machine"), {}});
  for (Kept& rest : kept_) pieces_.emplace_back(fmt::format("{}{}", rest.property, rest.pieces), std::move(rest.lines));
  for (const auto& [property, lines] : pieces_)
    trace_.definitions_.add(
        def::SystemTreeNodeProperty{machine, text(property), TypedValue::of(text(text_of_bytes(lines)))});
}

// The process at the top; one that is its own ancestor is its own top.
ProcessId TraceDefiner::root_of(ProcessId process) const {
  ProcessId top = process;
  for (std::size_t steps = 0; steps < processes_.size(); ++steps) {
    const auto found = processes_.find(top);
    if (found == processes_.end() || found->second.parent == 0 || !processes_.contains(found->second.parent))
      return top;
    top = found->second.parent;
  }
  return process;
}

void TraceDefiner::define_processes() {
  Definitions& definitions = trace_.definitions_;
  for (const auto& [process, stream] : trace_.reader_->master().processes()) {
    trace_.locations_.push_back({process});
    if (processes_.try_emplace(process, Process{fmt::format("process {}", process)}).second)
      trace_.report_.add({process_undefined.name, fmt::format("process {} is not defined", process),
          trace_.reader_->paths().file(0, DefinitionFile::suffix)});
  }
  std::map<ProcessId, LocationGroupRef> groups;  // by the process at the top
  for (const auto& [process, words] : processes_)
    if (root_of(process) == process) {
      const LocationGroupRef self{static_cast<std::uint32_t>(groups.size())};
      groups.emplace(process, self);
      definitions.add(
          def::LocationGroup{self, text(words.name), LocationGroupType::process, machine, LocationGroupRef{}});
    }
  for (const auto& [process, words] : processes_) {
    const auto found = trace_.survey_.processes.find(process);
    const SurveyedProcess* const survey = found == trace_.survey_.processes.end() ? nullptr : &found->second;
    const LocationType type = has_attribute(process, is_cuda_thread) ? LocationType::accelerator_stream
                                                                     : LocationType::cpu_thread;
    const std::uint64_t events = survey ? survey->events : trace_.survey_.has_events ? 0 : unknown_count;
    definitions.add(def::Location{{process}, text(words.name), type, events, groups[root_of(process)]});
    if (survey && survey->leaves && survey->leaves == survey->bare_leaves)
      definitions.add(def::LocationProperty{{process}, text(bare_property), TypedValue::of(survey->leaves)});
  }
  const Master& master = trace_.reader_->master();
  StreamId usual = 0;
  if (std::ranges::all_of(processes_, [&](const auto& row) { return master.stream_of(row.first) == ++usual; })) return;
  for (const auto& [process, stream] : master.processes())
    definitions.add(def::LocationProperty{{process}, text(stream_property), TypedValue::of(stream)});
}

// Process groups that are communicators have ranks among all processes; the others are lists of locations. The group of
// all comes first: the ranks of the others are places in it.
void TraceDefiner::define_groups() {
  Definitions& definitions = trace_.definitions_;
  Translation& translation = trace_.translation_;
  std::set<ProcessId> all;
  for (const auto& [process, words] : processes_) all.insert(process);
  for (const auto& [token, group] : groups_) all.insert(group.members.begin(), group.members.end());
  auto& positions = translation.everybody.ranks;
  std::vector<std::uint64_t> everybody;
  for (const ProcessId process : all) {
    everybody.push_back(positions.size());
    positions.emplace(process, static_cast<std::uint32_t>(everybody.back()));
  }
  std::uint32_t groups = 0;
  const auto add_group = [&](std::string_view name, GroupType type, Paradigm paradigm,
                             const std::vector<std::uint64_t>& members) {
    definitions.add(def::Group{{groups++}, text(name), type, paradigm, GroupFlag::none, members});
  };
  const auto add_communicator = [&](Communicator& communicator, std::string_view name, bool is_window) {
    communicator.self = {static_cast<std::uint32_t>(definitions.all<def::Comm>().size())};
    definitions.add(def::Comm{communicator.self, text(name), {groups - 1}, {}, CommFlag::none});
    if (!is_window) return;
    communicator.window = {static_cast<std::uint32_t>(definitions.all<def::RmaWin>().size())};
    definitions.add(def::RmaWin{communicator.window, text(name), communicator.self, RmaWinFlag::none});
  };
  add_group("", GroupType::comm_locations, Paradigm::mpi, {all.begin(), all.end()});
  const Survey& survey = trace_.survey_;
  for (const auto& [token, group] : groups_) {
    if (!survey.communicators.contains(token) && !has_attribute(token, is_communicator)) {
      add_group(group.name, GroupType::locations, Paradigm::none, {group.members.begin(), group.members.end()});
      continue;
    }
    Communicator& communicator = translation.communicators[token];
    std::vector<std::uint64_t> members;
    for (const ProcessId process : group.members) {
      communicator.ranks.try_emplace(process, static_cast<std::uint32_t>(members.size()));
      members.push_back(positions.at(process));
    }
    add_group(group.name, GroupType::comm_group, Paradigm::mpi, members);
    add_communicator(communicator, group.name, survey.windows.contains(token));
  }
  if (!survey.communicators.empty()) {
    add_group(everybody_name, GroupType::comm_group, Paradigm::mpi, everybody);
    add_communicator(translation.everybody, everybody_name, !survey.windows.empty());
  }
  std::map<std::uint32_t, std::vector<std::uint64_t>> functions;  // by group
  for (const auto& [token, function] : functions_)
    functions[function.group].push_back(translation.tokens.functions.id_of(token));
  for (const auto& [token, name] : function_groups_)
    add_group(name, GroupType::regions, function_group(name).paradigm, functions[token]);
}

void TraceDefiner::define_functions() {
  Definitions& definitions = trace_.definitions_;
  const TokenTables& tokens = trace_.translation_.tokens;
  for (const auto& [token, place] : sources_)
    definitions.add(def::SourceCodeLocation{
        {tokens.sources.id_of(token)}, text(name_in(source_files_, place.first)), place.second});
  for (const auto& [token, function] : functions_) {
    const FunctionGroup group = function_group(name_in(function_groups_, function.group));
    const auto source = sources_.find(function.source);
    const bool has_source = source != sources_.end();
    definitions.add(def::Region{{tokens.functions.id_of(token)}, text(function.name), text(function.name),
        text(group.description), RegionRole::function, group.paradigm, RegionFlag::none,
        text(has_source ? name_in(source_files_, source->second.first) : std::string_view()),
        has_source ? source->second.second : 0, 0});
  }
}

void TraceDefiner::define_counters() {
  for (const auto& [token, counter] : counters_) {
    const CounterProperties properties{counter.properties};
    const std::uint32_t id = trace_.translation_.tokens.counters.id_of(token);
    trace_.translation_.counters.emplace(token, properties);
    const MetricType type = counter.name.starts_with("PAPI_") ? MetricType::papi : MetricType::other;
    trace_.definitions_.add(def::MetricMember{{id}, text(counter.name), text(name_in(counter_groups_, counter.group)),
        type, properties.mode(), properties.value_type(), Base::decimal, 0, text(counter.unit)});
    const std::vector<MetricMemberRef> members{{id}};
    trace_.definitions_.add(def::MetricClass{{id}, members, MetricOccurrence::asynchronous, RecorderKind::unknown});
  }
}

void TraceDefiner::define_attributes() {
  Translation& translation = trace_.translation_;
  std::uint32_t next = 0;
  const auto own = [&](std::string_view name, std::string_view description, Type type) {
    return attribute({next++}, name, description, type);
  };
  const auto add_key = [&](std::uint32_t key, std::string_view name, std::string_view description, std::uint32_t type) {
    type = std::min<std::uint32_t>(type, value_types - 1);
    translation.keys.try_emplace(key, KeyAttributes{own(name, description, model_type(static_cast<ValueType>(type))),
                                          static_cast<ValueType>(type) == ValueType::character});
  };
  for (const auto& [key, words] : keys_) add_key(key, words.name, words.description, words.type);
  const Survey& survey = trace_.survey_;
  for (const auto& [key, type] : survey.keys) {
    const bool has_characters = type == ValueType::character;
    if (!keys_.contains(key))
      add_key(key, key_name(key, has_characters), "A key without a definition.", static_cast<std::uint32_t>(type));
    KeyAttributes& attributes = translation.keys.at(key);
    const bool is_other = attributes.is_character ? type == ValueType::uint8 : has_characters;
    if (is_other || survey.texts.contains(key_name(key, !attributes.is_character)))
      attributes.other = own(key_name(key, !attributes.is_character),
          attributes.is_character ? "Numbers of a key of characters." : "Characters of a key of numbers.", Type::uint8);
  }
  translation.record = own(record_attribute, "The OTF record this event was, by its id.", Type::uint8);
  translation.source = own(source_attribute, "The place in the source code.", Type::source_code_location);
  translation.bare = own(bare_attribute, "The record does not name the function.", Type::uint8);
  translation.group = own(group_attribute, "The process group of the record.", Type::uint32);
  translation.peer = own(peer_attribute, "The other process.", Type::uint32);
  translation.value = own(value_attribute, "The value of the counter as it is stored.", Type::uint64);
  translation.fields = {{"source", {translation.source, Type::source_code_location}}};
  CarriedRecords::each([&](auto record) {
    decltype(record)::type::schema.each([&](const auto& f) {
      if (!translation.fields.contains(f.name))
        translation.fields.emplace(f.name, FieldAttribute{own(fmt::format("{}{}", attribute_prefix, f.name),
                                               "A field of an OTF record.", Type::uint64)});
    });
  });
}

void TraceDefiner::define_files() {
  Definitions& definitions = trace_.definitions_;
  for (const auto& [token, words] : files_) {
    const IoFileRef self{static_cast<std::uint32_t>(trace_.translation_.files.size())};
    trace_.translation_.files.emplace(token, self);
    definitions.add(def::IoRegularFile{self, text(words.first), machine});
    if (const std::string_view group = name_in(file_groups_, words.second); !group.empty())
      definitions.add(def::IoFileProperty{self, text(file_group_property), TypedValue::of(text(group))});
  }
  if (trace_.survey_.handles.empty()) return;
  const IoParadigmRef paradigm{0};
  definitions.add(
      def::IoParadigm{paradigm, text("POSIX"), text("POSIX I/O"), IoParadigmClass::serial, IoParadigmFlag::os, {}});
  for (const auto& place : trace_.survey_.handles) {
    const IoHandleRef self{static_cast<std::uint32_t>(trace_.translation_.handles.size())};
    trace_.translation_.handles.emplace(place, self);
    const auto file = files_.find(place.first);
    definitions.add(def::IoHandle{self, text(file == files_.end() ? std::string_view() : file->second.first),
        trace_.translation_.file(place.first), paradigm, IoHandleFlag::none, {}, {}});
  }
}

void TraceDefiner::define_parameters() {
  const auto define = [&](auto record, ParameterType type) {
    using R = typename decltype(record)::type;
    const ParameterRef self{static_cast<std::uint32_t>(trace_.translation_.parameters.size())};
    trace_.translation_.parameters.emplace(R::schema.id, self);
    trace_.definitions_.add(def::Parameter{self, text(parameter_name<R>()), type});
  };
  define(std::type_identity<EventComment>{}, ParameterType::string);
  CarriedRecords::each([&](auto record) { define(record, ParameterType::uint64); });
  if (!trace_.survey_.texts.contains(std::string(unknown_line_name))) return;
  const ParameterRef lines{static_cast<std::uint32_t>(trace_.translation_.parameters.size())};
  trace_.translation_.parameters.emplace(unknown_record, lines);
  trace_.definitions_.add(def::Parameter{lines, text(unknown_line_name), ParameterType::string});
}

}  // namespace weft::otf
