// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/forget_pages.hpp"
#include "formats/dftracer/definer_internal.hpp"
#include "formats/dftracer/event_stream.hpp"
#include "formats/dftracer/rules.hpp"
#include "formats/dftracer/track_events.hpp"
#include "formats/dftracer/vocabulary.hpp"

namespace weft::dftracer {

void TraceDefiner::run() {
  define_words();
  find_hashes();
  check_references();
  define_threads();
  define_processes();
  define_calls();
  define_shapes();
  define_attributes();
  count_events();
  define_handles();
  define_clock();
  define_tracks();
}

StringRef TraceDefiner::text(std::string_view text) {
  const auto [found, is_new] = own_texts_.try_emplace(std::string(text), StringRef{next_string_});
  if (is_new) trace_.definitions_.add(def::String{{next_string_++}, text});
  return found->second;
}

AttributeRef TraceDefiner::attribute(std::string_view name, std::string_view description, Type type) {
  const AttributeRef self{next_attribute_++};
  trace_.definitions_.add(def::Attribute{self, text(name), text(description), type});
  return self;
}

// Words of all workers, by the place where they came first.
void TraceDefiner::merge_tables(
    const WordTable& (Gatherer::*table)() const, std::vector<StringRef> WorkerMap::*numbers) {
  const bool are_lines = numbers == &WorkerMap::lines;
  WordTable all;
  for (std::size_t i = 0; i < workers_.size(); ++i) {
    const auto& words = (workers_[i].*table)().words();
    auto& own = trace_.translation_.workers[i].*numbers;
    own.reserve(words.size());
    for (const WordTable::Word& word : words) own.push_back({all.add_borrowed(word.text, word.first_place)});
  }
  std::vector<std::uint32_t> in_order(all.words().size());
  std::iota(in_order.begin(), in_order.end(), 0u);
  std::ranges::sort(in_order, {},
      [&](std::uint32_t word) { return std::pair(all.words()[word].first_place, all.words()[word].text); });
  std::vector<StringRef> strings(in_order.size());
  std::string plain;
  for (const std::uint32_t word : in_order) {
    const std::string_view written = all.words()[word].text;
    plain.clear();
    if (!are_lines) append_unescaped(written, plain);
    strings[word] = {next_string_};
    trace_.definitions_.add(def::String{{next_string_++}, are_lines ? written : plain});
  }
  for (WorkerMap& worker : trace_.translation_.workers)
    for (StringRef& word : worker.*numbers) word = strings[word.value];
}

void TraceDefiner::define_words() {
  Translation& translation = trace_.translation_;
  translation.definitions = &trace_.definitions_;
  translation.workers.resize(workers_.size());
  merge_tables(&Gatherer::words, &WorkerMap::words);
  const std::pair<std::string_view, StringRef*> known[] = {{"count", &translation.count}, {"ret", &translation.ret},
      {"size", &translation.size}, {"offset", &translation.offset}, {"whence", &translation.whence},
      {"ret_len", &translation.ret_len}, {"str_len", &translation.str_len}, {"flags", &translation.flags},
      {"mode", &translation.mode}};
  for (const auto& [text, to] : known)
    for (std::size_t i = 0; i < workers_.size(); ++i)
      if (const auto number = workers_[i].words().find(text)) *to = word(i, *number);
  merge_tables(&Gatherer::lines, &WorkerMap::lines);
  for (Gatherer& worker : workers_) worker.forget_texts();
}

void TraceDefiner::find_hashes() {
  std::map<std::uint32_t, std::pair<std::uint64_t, StringRef>> first_hosts;
  std::uint64_t left_out = 0;
  for (std::size_t i = 0; i < workers_.size(); ++i) {
    workers_[i].each_hash([&](const HashedName& definition) {
      names_.push_back({word(i, definition.hash), word(i, definition.name), definition.pid});
    });
    for (const auto& [file, host] : workers_[i].file_hosts()) {
      const auto [found, is_new] = first_hosts.try_emplace(file, host.first, word(i, host.second));
      if (!is_new && host.first < found->second.first) found->second = {host.first, word(i, host.second)};
    }
    left_out += workers_[i].lines_left_out();
  }
  for (const auto& [file, host] : first_hosts) file_hosts_[file] = host.second;
  std::ranges::sort(names_);
  names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
  if (left_out)
    trace_.report_.add({record_unusable.name,
        fmt::format("{} lines are no spans or counters, and too many to be kept in memory", left_out), trace_.path_});
}

void TraceDefiner::check_references() {
  std::vector<std::uint64_t> references(next_string_);
  for (std::size_t i = 0; i < workers_.size(); ++i)
    for (std::uint32_t hash = 0; hash < workers_[i].references().size(); ++hash)
      if (const std::uint64_t count = workers_[i].references()[hash]) references[word(i, hash).value] += count;
  for (std::uint32_t i = 0; i < references.size(); ++i) {
    const StringRef hash{i};
    const std::uint64_t count = references[i];
    if (count == 0) continue;
    const auto names = names_of(hash);
    if (names.empty()) {
      trace_.report_.add({hash_undefined.name, fmt::format("{} ({} references)", text_of(hash), count), trace_.path_});
      continue;
    }
    std::size_t different = 1;
    for (std::size_t k = 1; k < names.size(); ++k) different += names[k].text != names[k - 1].text;
    if (different > 1)
      trace_.report_.add({hash_ambiguous.name,
          fmt::format("{} ({} references) is {} names, '{}' among them", text_of(hash), count, different,
              text_of(names.front().text)),
          trace_.path_});
  }
}

std::span<const TraceDefiner::Name> TraceDefiner::names_of(StringRef hash) const {
  const auto first = std::ranges::lower_bound(names_, hash, {}, &Name::hash);
  const auto last = std::ranges::upper_bound(names_, hash, {}, &Name::hash);
  return {first, last};
}

// The name that the same process gives it, or the first that any gives it, or the hash.
StringRef TraceDefiner::name_of(StringRef hash, std::uint64_t pid) const {
  const auto names = names_of(hash);
  if (names.empty()) return hash;
  const auto own = std::ranges::find(names, pid, &Name::pid);
  return own == names.end() ? names.front().text : own->text;
}

ThreadKey TraceDefiner::global_key(std::size_t worker, const ThreadKey& key) const {
  ThreadKey global = key;
  if (key.process != no_word) global.process = word(worker, key.process).value;
  if (key.thread != no_word) global.thread = word(worker, key.thread).value;
  const auto host = file_hosts_.find(key.file);
  if (key.host != no_word)
    global.host = word(worker, key.host).value;
  else if (host != file_hosts_.end())
    global.host = host->second.value, global.file = 0;
  return global;
}

std::string TraceDefiner::process_name(const ThreadKey& key) const {
  return key.process == no_word ? fmt::format("process {}", as_written(key.pid)) : std::string(text_of({key.process}));
}

std::string TraceDefiner::thread_name(const ThreadKey& key) const {
  if (key.is_async) return "async";
  return key.thread == no_word ? fmt::format("thread {}", as_written(key.tid)) : std::string(text_of({key.thread}));
}

void TraceDefiner::define_threads() {
  std::map<ThreadKey, std::unique_ptr<ThreadPlan>> plans;
  std::vector<std::vector<ThreadPlan*>> by_number(workers_.size());
  for (std::size_t i = 0; i < workers_.size(); ++i)
    for (std::uint32_t number = 0; number < workers_[i].threads().size(); ++number) {
      const ThreadKey key = global_key(i, workers_[i].threads()[number]);
      std::unique_ptr<ThreadPlan>& plan = plans[key];
      if (!plan) {
        plan = std::make_unique<ThreadPlan>();
        plan->key = key;
        plan->facts = workers_[i].thread_facts()[number];
      }
      by_number[i].push_back(plan.get());
    }
  for (const RunStore::Run& run : trace_.store_.runs())
    for (auto at = run.rows.begin(); at != run.rows.end();) {
      const auto end = std::upper_bound(
          at, run.rows.end(), at->thread, [](std::uint32_t thread, const Row& row) { return thread < row.thread; });
      by_number[run.worker][at->thread]->slices.push_back(
          {{at, end}, run.payload, &trace_.translation_.workers[run.worker], run.mapped, at->begin});
      at = end;
      forget_pages(run.mapped);
    }
  for (auto& [key, plan] : plans) {
    pair_halves(*plan, look_at_rows(*plan));
    trace_.threads_.push_back(std::move(plan));
  }
}

// From when to when they are, and those that have a counterpart.
std::vector<RowRef> TraceDefiner::look_at_rows(ThreadPlan& thread) {
  constexpr std::size_t rows_to_keep = std::size_t{1} << 15;
  std::vector<RowRef> halves;
  for (const Slice& slice : thread.slices) {
    for (std::size_t i = 0; i < slice.rows.size(); ++i) {
      const Row& row = slice.rows[i];
      if (i % rows_to_keep == 0) forget_pages(slice.mapped);
      if (row.kind == RowKind::metadata) continue;
      thread.first_time = std::min(thread.first_time, row.begin);
      thread.last_time = std::max(thread.last_time, row.end);
      if (row.kind == RowKind::begin || row.kind == RowKind::end) halves.push_back({&row, &slice});
    }
    forget_pages(slice.mapped);
  }
  return halves;
}

// Each end belongs to the last begin that has none yet; of what is async, to the last of its identity.
void TraceDefiner::pair_halves(ThreadPlan& thread, std::vector<RowRef> halves) {
  std::ranges::sort(halves, {}, [](const RowRef& at) { return std::pair(at.row->begin, at.row->place); });
  std::unordered_map<std::uint64_t, std::vector<RowRef>> all_open;
  std::uint64_t unmatched = halves.size();
  for (const RowRef& half : halves) {
    PayloadCursor cursor(half.slice->payload + half.row->payload);
    std::vector<RowRef>& open = all_open[PayloadHead::take(cursor).identity];
    if (half.row->kind == RowKind::begin) {
      open.push_back(half);
    } else if (!open.empty()) {
      thread.ends.emplace(open.back().row->place, half);
      open.pop_back();
      unmatched -= 2;
    }
  }
  if (unmatched)
    trace_.report_.add({call_unmatched.name,
        fmt::format("{} of them on {} of {}", unmatched, thread_name(thread.key), process_name(thread.key)),
        trace_.path_});
}

TraceDefiner::ToldNames TraceDefiner::names_told(
    const Gatherer::ToldNames& (Gatherer::*names)() const, bool are_of_processes) const {
  ToldNames all;
  for (std::size_t i = 0; i < workers_.size(); ++i)
    for (const auto& [thread, told] : (workers_[i].*names)()) {
      const ThreadKey key = global_key(i, workers_[i].threads()[thread]);
      const std::pair name{told.first, word(i, told.second)};
      const auto [found, is_new] = all.try_emplace(are_of_processes ? key.of_process() : key, name);
      if (!is_new) found->second = std::min(found->second, name);
    }
  return all;
}

void TraceDefiner::define_processes() {
  Definitions& definitions = trace_.definitions_;
  const SystemTreeNodeRef machine{0};
  definitions.add(def::SystemTreeNode{machine, text("hosts"), text("machine"), {}});
  std::map<ThreadKey, LocationGroupRef> groups;
  const ToldNames process_names = names_told(&Gatherer::process_names, true);
  for (const std::unique_ptr<ThreadPlan>& thread : trace_.threads_) {
    const ThreadKey& key = thread->key;
    const StringRef host{key.host};
    const auto [node, is_new_host] = hosts_.try_emplace(
        host, SystemTreeNodeRef{static_cast<std::uint32_t>(hosts_.size() + 1)});
    if (is_new_host) {
      const StringRef name = key.host == no_word ? text("unknown host") : name_of(host, key.pid);
      definitions.add(def::SystemTreeNode{node->second, name, text("node"), machine});
    }
    const auto next = static_cast<std::uint32_t>(groups.size());
    const auto [group, is_new] = groups.try_emplace(key.of_process(), LocationGroupRef{next});
    thread->group = group->second;
    if (!is_new) continue;
    const auto named = process_names.find(key.of_process());
    const StringRef name = named == process_names.end() ? text(process_name(key)) : named->second.second;
    definitions.add(def::LocationGroup{group->second, name, LocationGroupType::process, node->second, {}});
    if (key.process == no_word)
      definitions.add(def::LocationGroupProperty{group->second, text(pid_property), TypedValue::of(key.pid)});
  }
}

void TraceDefiner::define_calls() {
  Translation& translation = trace_.translation_;
  std::map<CallKey, std::uint32_t> numbers;
  const auto global = [&](std::size_t worker, const CallKey& key) {
    return CallKey{word(worker, key.name).value, word(worker, key.category).value};
  };
  for (std::size_t i = 0; i < workers_.size(); ++i)
    for (std::size_t k = 0; k < workers_[i].calls().size(); ++k) numbers[global(i, workers_[i].calls()[k])] = 0;
  for (auto& [key, number] : numbers) {
    number = static_cast<std::uint32_t>(translation.calls.size());
    const StringRef name{key.name};
    const StringRef category{key.category};
    const IoAction action = io_action(text_of(category), text_of(name));
    const bool is_stdio = text_of(category) == stdio_category;
    const RegionRole role = role_of(text_of(category), text_of(name));
    trace_.definitions_.add(
        def::Region{{number}, name, name, category, role, Paradigm::user, RegionFlag::none, text(""), 0, 0});
    const IoCall call = io_call(text_of(name));
    const Seeks seeks = text_of(name) == "rewind"                               ? Seeks::to_begin
                        : text_of(name).find("lseek") != std::string_view::npos ? Seeks::to_result
                                                                                : Seeks::by_offset;
    translation.calls.push_back(
        {{number}, action, call.bytes, call.placing, seeks, is_stdio, !call.other_file.empty()});
  }
  for (std::size_t i = 0; i < workers_.size(); ++i)
    for (std::size_t k = 0; k < workers_[i].calls().size(); ++k)
      translation.workers[i].calls.push_back(numbers.at(global(i, workers_[i].calls()[k])));
}

void TraceDefiner::define_shapes() {
  Translation& translation = trace_.translation_;
  std::map<ShapeKey, std::uint32_t> numbers;
  const auto global = [&](std::size_t worker, const ShapeKey& key) {
    ShapeKey shape{{word(worker, key.call.name).value, word(worker, key.call.category).value}, {}};
    for (const auto& [member, holds] : key.members) shape.members.emplace_back(word(worker, member).value, holds);
    return shape;
  };
  for (std::size_t i = 0; i < workers_.size(); ++i)
    for (std::size_t k = 0; k < workers_[i].shapes().size(); ++k) numbers[global(i, workers_[i].shapes()[k])] = 0;
  std::uint32_t next_member = 0;
  for (auto& [key, number] : numbers) {
    number = static_cast<std::uint32_t>(translation.shapes.size());
    const StringRef name{key.call.name};
    std::vector<MetricMemberRef> members;
    for (const auto& [member, holds] : key.members) {
      constexpr Type types[] = {Type::int64, Type::uint64, Type::double_};
      const StringRef full = text(fmt::format("{}.{}", text_of(name), text_of({member})));
      trace_.definitions_.add(def::MetricMember{{next_member}, full, {key.call.category}, MetricType::other,
          MetricMode::absolute_point, types[static_cast<std::size_t>(holds)], Base::decimal, 0, text("")});
      members.push_back({next_member++});
    }
    trace_.definitions_.add(def::MetricClass{{number}, members, MetricOccurrence::asynchronous, RecorderKind::unknown});
    translation.shapes.push_back({{number}, name, {key.call.category}});
  }
  for (std::size_t i = 0; i < workers_.size(); ++i)
    for (std::size_t k = 0; k < workers_[i].shapes().size(); ++k)
      translation.workers[i].shapes.push_back(numbers.at(global(i, workers_[i].shapes()[k])));
}

void TraceDefiner::define_attributes() {
  Translation& translation = trace_.translation_;
  translation.id = attribute(id_attribute, "Number of the record in its process.", Type::int64);
  translation.type = attribute(type_attribute, "The layer that produced the record.", Type::int64);
  translation.no_arguments = attribute(no_arguments_attribute, "The record has no arguments.", Type::int64);
  translation.missing = attribute(missing_attribute, "Fields that the record does not have.", Type::int64);
  translation.name = attribute(name_attribute, "Name of a counter.", Type::string);
  translation.category = attribute(category_attribute, "Category of a counter.", Type::string);
  translation.phase = attribute(phase_attribute, "Phase of a counter, a begin or an end.", Type::string);
  const auto is_any = [&](auto&& is) { return std::ranges::any_of(translation.calls, is); };
  if (is_any([](const CallUse& call) { return call.action != IoAction::none; }))
    translation.file = attribute(file_attribute, "The file that a call is about.", Type::io_file);
  if (is_any([](const CallUse& call) { return is_operation(call.action) && call.placing != IoPlacing::follows; }))
    translation.io_offset = attribute(offset_attribute, "Where in its file an operation works.", Type::uint64);
  std::set<std::tuple<std::uint32_t, Holds, bool>> all;
  for (std::size_t i = 0; i < workers_.size(); ++i)
    for (const auto& [key, holds, is_field] : workers_[i].attributes())
      all.emplace(word(i, key).value, holds, is_field);
  for (const auto& [key, holds, is_field] : all) {
    constexpr Type types[] = {Type::int64, Type::uint64, Type::double_, Type::string, Type::string};
    const std::string name = is_field ? fmt::format("{}{}", field_attributes, text_of({key}))
                                      : std::string(text_of({key}));
    const std::string_view description = holds == Holds::json ? json_description
                                         : is_field           ? "A field of DFTracer records."
                                                              : "An argument of DFTracer records.";
    translation.attributes.emplace(Translation::key_of({key}, holds, is_field),
        attribute(name, description, types[static_cast<std::size_t>(holds)]));
  }
  const auto parameter = [&](std::uint32_t id, std::string_view name) {
    trace_.definitions_.add(def::Parameter{{id}, text(name), ParameterType::string});
    return ParameterRef{id};
  };
  translation.metadata = parameter(0, metadata_parameter);
  translation.event = parameter(1, event_parameter);
  if (std::ranges::any_of(workers_, &Gatherer::has_instants)) translation.instant = parameter(2, instant_parameter);
}

void TraceDefiner::count_events() {
  for (const std::unique_ptr<ThreadPlan>& thread : trace_.threads_) {
    thread->number = static_cast<std::uint32_t>(counts_.size());
    counts_.push_back(count_track_events(trace_.translation_, *thread, uses_));
  }
}

// Which handles there are is known when all events have been looked at once.
void TraceDefiner::define_handles() {
  Definitions& definitions = trace_.definitions_;
  const IoParadigmRef posix{0};
  const IoParadigmRef stdio{1};
  std::vector<HandleKey>& handles = trace_.translation_.handles;
  handles.assign(uses_.handles.begin(), uses_.handles.end());
  if (handles.empty() && uses_.files.empty()) return;
  definitions.add(
      def::IoParadigm{posix, text("POSIX"), text("POSIX I/O"), IoParadigmClass::serial, IoParadigmFlag::os, {}});
  definitions.add(
      def::IoParadigm{stdio, text("ISOC"), text("ISO C I/O"), IoParadigmClass::serial, IoParadigmFlag::os, {}});
  std::vector<IoFileRef> by_name(next_string_);
  define_files(by_name);
  for (std::uint32_t i = 0; i < handles.size(); ++i) {
    const auto& [key, level, thread, track] = handles[i];
    const IoFileRef file = trace_.translation_.file_of(key);
    const StringRef name = file.defined() ? definitions.find<def::IoRegularFile>(file)->name : text("unknown file");
    const bool is_open_before = level == 0;
    definitions.add(def::IoHandle{{i}, name, file, key.is_stdio ? stdio : posix,
        is_open_before ? IoHandleFlag::pre_created : IoHandleFlag::none, {}, {}});
    if (is_open_before)
      definitions.add(def::IoPreCreatedHandleState{{i}, IoAccessMode::read_write, IoStatusFlag::none});
  }
  uses_ = {};
}

// Files are known by their names, whatever hashes stand for them.
void TraceDefiner::define_files(std::vector<IoFileRef>& by_name) {
  std::map<LocationGroupRef, std::uint64_t> processes;
  for (const std::unique_ptr<ThreadPlan>& thread : trace_.threads_)
    processes.try_emplace(thread->group, thread->key.pid);
  for (const HandleKey& handle : uses_.handles)
    if (handle.file.file.defined()) uses_.files.insert(handle.file);
  for (const FileKey& key : uses_.files)
    trace_.translation_.files.emplace_back(key, file_named(name_of(key.file, processes.at(key.group)), by_name));
}

IoFileRef TraceDefiner::file_named(StringRef name, std::vector<IoFileRef>& by_name) {
  IoFileRef& file = by_name[name.value];
  if (file.defined()) return file;
  file = {next_file_++};
  trace_.definitions_.add(def::IoRegularFile{file, name, {0}});
  return file;
}

void TraceDefiner::define_tracks() {
  Definitions& definitions = trace_.definitions_;
  const ToldNames names = names_told(&Gatherer::thread_names, false);
  for (const std::unique_ptr<ThreadPlan>& thread : trace_.threads_) {
    const std::vector<std::uint64_t>& counts = counts_[thread->number];
    for (std::size_t track = 0; track < counts.size(); ++track) {
      const LocationRef location{trace_.places_.size()};
      const auto named = names.find(thread->key);
      const std::string whole = named == names.end() ? thread_name(thread->key)
                                                     : std::string(text_of(named->second.second));
      const std::string name = track == 0 ? whole : fmt::format("{}, overlapping {}", whole, track);
      definitions.add(def::Location{location, text(name), LocationType::cpu_thread, counts[track], thread->group});
      const auto property = [&](std::string_view key, TypedValue value) {
        definitions.add(def::LocationProperty{location, text(key), value});
      };
      if (!thread->key.is_async && thread->key.thread == no_word)
        property(tid_property, TypedValue::of(thread->facts.written_tid));
      property(dialect_property, TypedValue::of(text(thread->facts.is_quoted     ? quoted_dialect
                                                     : thread->facts.is_numbered ? numbers_dialect
                                                                                 : letters_dialect)));
      if (thread->facts.nanoseconds != 1000) property(unit_property, TypedValue::of(thread->facts.nanoseconds));
      thread->tracks.push_back({location, counts[track]});
      trace_.places_.push_back({thread.get(), track});
      if (counts[track]) trace_.locations_.push_back(location);
    }
  }
}

// Times are wall-clock times.
void TraceDefiner::define_clock() {
  std::uint64_t first = ~std::uint64_t{0};
  std::uint64_t last = 0;
  for (const std::unique_ptr<ThreadPlan>& thread : trace_.threads_) {
    if (!thread->has_events()) continue;
    first = std::min(first, thread->first_time);
    last = std::max(last, thread->last_time);
  }
  if (first > last) first = last;
  // Where a thread has definitions only, they have the time at which everything begins.
  for (const std::unique_ptr<ThreadPlan>& thread : trace_.threads_)
    if (!thread->has_events()) thread->first_time = thread->last_time = first;
  trace_.definitions_.add(def::ClockProperties{ticks_per_second, first, last - first, first});
}

}  // namespace weft::dftracer
