// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "formats/litl/definer_internal.hpp"
#include "formats/litl/vocabulary.hpp"

namespace weft::litl {

namespace {

constexpr GroupRef all_processes{1};

}  // namespace

void TraceDefiner::run() {
  define_clock();
  define_machine();
  define_processes();
  define_attributes();
  define_ranks();
  define_codes();
  for (const std::string_view found : vocabulary_.texts()) trace_.translation_.texts.emplace(found, text(found));
}

StringRef TraceDefiner::text(std::string_view text) {
  const auto next = static_cast<std::uint32_t>(strings_.size());
  const auto [found, is_new] = strings_.try_emplace(std::string(text), StringRef{next});
  if (is_new) trace_.definitions_.add(def::String{found->second, text});
  return found->second;
}

AttributeRef TraceDefiner::attribute(std::string_view name, std::string_view description, Type type) {
  const AttributeRef self{next_attribute_++};
  trace_.definitions_.add(def::Attribute{self, text(name), text(description), type});
  return self;
}

void TraceDefiner::define_clock() {
  std::uint64_t first = ~std::uint64_t{0};
  std::uint64_t last = 0;
  for (const SurveyedProcess& process : trace_.survey_)
    for (const SurveyedThread& thread : process) {
      first = std::min(first, thread.first_time);
      last = std::max(last, thread.last_time);
    }
  constexpr std::uint64_t unknown_time = ~std::uint64_t{0};
  if (first > last) first = last;
  trace_.definitions_.add(def::ClockProperties{ticks_per_second, first, last - first, unknown_time});
}

// The second word of what uname says is the machine's name.
void TraceDefiner::define_machine() {
  const GeneralHeader& header = trace_.reader_->header();
  const std::size_t blank = header.sysinfo.find(' ');
  std::string_view name = blank == std::string_view::npos ? header.sysinfo : header.sysinfo.substr(blank + 1);
  name = name.substr(0, name.find(' '));
  const SystemTreeNodeRef machine{0};
  trace_.definitions_.add(def::SystemTreeNode{machine, text(name), text("machine"), {}});
  auto property = [&](std::string_view key, std::string_view value) {
    trace_.definitions_.add(def::SystemTreeNodeProperty{machine, text(key), TypedValue::of(text(value))});
  };
  property(version_property, header.version);
  property(sysinfo_property, header.sysinfo);
  if (!trace_.mapping_.empty()) property(map_property, mapping_text(trace_.mapping_));
}

void TraceDefiner::define_processes() {
  Definitions& definitions = trace_.definitions_;
  const std::vector<Process>& processes = trace_.reader_->processes();
  for (std::size_t p = 0; p < processes.size(); ++p) {
    const LocationGroupRef group{static_cast<std::uint32_t>(p)};
    definitions.add(def::LocationGroup{group, text(processes[p].header.name), LocationGroupType::process, {0}, {}});
    definitions.add(
        def::LocationGroupProperty{group, text(buffer_property), TypedValue::of(processes[p].header.buffer_bytes)});
    for (std::size_t t = 0; t < processes[p].threads.size(); ++t) {
      const LocationRef location = location_of(p, t);
      const std::uint64_t tid = processes[p].threads[t].pair.tid;
      definitions.add(def::Location{location, text(fmt::format("thread {:#x}", tid)), LocationType::cpu_thread,
          trace_.survey_[p][t].events, group});
      definitions.add(def::LocationProperty{location, text(tid_property), TypedValue::of(tid)});
      trace_.locations_.push_back(location);
    }
  }
}

void TraceDefiner::define_attributes() {
  Translation& translation = trace_.translation_;
  constexpr std::string_view counts[] = {"A LiTL event with this many parameters.", "A LiTL event of this many bytes.",
      "A LiTL event of this many bytes, values of unknown types.", "A LiTL event of this many bytes."};
  for (std::size_t i = 0; i < std::size(type_attributes); ++i)
    translation.types[i] = attribute(type_attributes[i], counts[i], Type::uint32);
  translation.code = attribute(code_attribute, "Code of the event.", Type::uint32);
  translation.time = attribute(time_attribute, "Time of an event that is earlier than one before it.", Type::uint64);
  const std::uint64_t words = std::min<std::uint64_t>(vocabulary_.words(), (most_event_bytes + 7) / 8);
  for (std::uint64_t i = 0; i < words; ++i)
    translation.words.push_back(
        attribute(fmt::format("{}{}", word_attributes, i), "A word of the event.", Type::uint64));
}

std::uint32_t TraceDefiner::region(const std::string& name) {
  const auto next = static_cast<std::uint32_t>(regions_.size());
  const auto [found, is_new] = regions_.try_emplace(name, next);
  if (is_new)
    trace_.definitions_.add(def::Region{{next}, text(name), text(name), text(""), RegionRole::function, Paradigm::user,
        RegionFlag::none, text(""), 0, 0});
  return found->second;
}

// Processes are ranks, and their first threads stand for them.
void TraceDefiner::define_ranks() {
  std::vector<std::uint64_t> locations;
  std::vector<std::uint64_t> ranks;
  const std::vector<Process>& processes = trace_.reader_->processes();
  for (std::size_t p = 0; p < processes.size(); ++p) {
    const bool has_threads = !processes[p].threads.empty();
    trace_.translation_.ranks.push_back(has_threads ? static_cast<std::uint32_t>(ranks.size()) : Translation::no_rank);
    if (!has_threads) continue;
    locations.push_back(location_of(p, 0).value);
    ranks.push_back(ranks.size());
  }
  const auto has_message = [](const auto& line) { return is_message(line.second.role); };
  if (std::ranges::none_of(trace_.mapping_, has_message)) return;
  const StringRef name = text(processes_group);
  const auto add = [&](GroupRef self, GroupType type, const std::vector<std::uint64_t>& members) {
    trace_.definitions_.add(def::Group{self, name, type, Paradigm::mpi, GroupFlag::none, members});
  };
  add({0}, GroupType::comm_locations, locations);
  add(all_processes, GroupType::comm_group, ranks);
}

CommRef TraceDefiner::communicator(const std::string& name) {
  const CommRef next{static_cast<std::uint32_t>(communicators_.size())};
  const auto [found, is_new] = communicators_.try_emplace(name, next);
  if (is_new) trace_.definitions_.add(def::Comm{next, text(name), all_processes, {}, CommFlag::none});
  return found->second;
}

std::uint32_t TraceDefiner::parameter(const std::string& name, ParameterType type) {
  const auto next = static_cast<std::uint32_t>(parameters_.size());
  const auto [found, is_new] = parameters_.try_emplace({name, type}, next);
  if (is_new) trace_.definitions_.add(def::Parameter{{next}, text(name), type});
  return found->second;
}

// No event may have an attribute twice, so a name that comes again gets a number.
std::vector<AttributeRef> TraceDefiner::attributes_of(const Meaning& meaning) {
  std::vector<AttributeRef> list;
  for (const NamedParameter& named : meaning.parameters) {
    std::string name = named.name.empty() ? fmt::format("parameter {}", list.size()) : named.name;
    auto known = attributes_.find({name, named.type});
    if (known != attributes_.end() && std::ranges::find(list, known->second) != list.end()) {
      name += fmt::format(" [{}]", list.size());
      known = attributes_.find({name, named.type});
    }
    if (known == attributes_.end())
      known = attributes_
                  .emplace(std::pair{name, named.type}, attribute(name, "A parameter of LiTL events.", named.type))
                  .first;
    list.push_back(known->second);
  }
  return list;
}

// The first code of a name is the one that the name alone stands for.
bool TraceDefiner::is_another(Role role, const std::string& name, std::uint32_t code) const {
  const auto first = first_codes_.find({role, name});
  return first != first_codes_.end() && first->second != code;
}

MessageUse TraceDefiner::message_of(std::uint32_t code, const Meaning& meaning) {
  return {meaning.role == Role::send ? kind_of<evt::MpiSend> : kind_of<evt::MpiRecv>, communicator(meaning.name),
      is_another(meaning.role, meaning.name, code)};
}

CodeUse TraceDefiner::use_of(std::uint32_t code) {
  CodeUse use;
  const auto mapped = trace_.mapping_.find(code);
  const Meaning* const meaning = mapped == trace_.mapping_.end() ? nullptr : &mapped->second;
  if (meaning) {
    use.meaning = meaning;
    use.parameters = attributes_of(*meaning);
    if (is_message(meaning->role)) use.message = message_of(code, *meaning);
  }
  const bool has_name = meaning && !use.message;
  const std::string name = has_name ? meaning->name : fmt::format("{:#x}", code);
  use.tells_code = is_another(has_name ? naming(meaning->role) : Role::event, name, code) || name == other_parameter;
  if (has_name && is_region(meaning->role)) {
    use.kind = meaning->role == Role::enter ? kind_of<evt::Enter> : kind_of<evt::Leave>;
    use.id = region(name);
    return use;
  }
  const bool is_number = meaning && meaning->parameters.size() == 1 && is_signed(meaning->parameters[0].type);
  if (is_number) use.kind = kind_of<evt::ParameterInt>;
  use.id = parameter(name, is_number ? ParameterType::int64 : ParameterType::uint64);
  if (vocabulary_.has_raw(code)) use.text_id = parameter(name, ParameterType::string);
  return use;
}

// In order of the codes, so that the same trace always gets the same ids. What the mapping names is there even if no
// event has it.
void TraceDefiner::define_codes() {
  std::vector<std::uint32_t> codes = vocabulary_.codes();
  for (const auto& [code, meaning] : trace_.mapping_) {
    codes.push_back(code);
    first_codes_.try_emplace({naming(meaning.role), meaning.name}, code);
  }
  std::ranges::sort(codes);
  codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
  Translation& translation = trace_.translation_;
  for (const std::uint32_t code : codes)
    if (translation.codes.add(code) != CodeTable::absent) translation.uses.push_back(use_of(code));
  if (codes.size() < CodeTable::most_codes) return;
  translation.other.id = parameter(std::string(other_parameter), ParameterType::uint64);
  translation.other.text_id = parameter(std::string(other_parameter), ParameterType::string);
  translation.other.tells_code = true;
}

}  // namespace weft::litl
