// SPDX-License-Identifier: BSD-3-Clause
#include "convert/joiner.hpp"

#include <algorithm>
#include <string_view>
#include <type_traits>

#include "formats/registry.hpp"
#include "model/references.hpp"

namespace weft {

namespace {

// References go round in circles only where a trace is damaged, and are deep only there.
constexpr int deepest_reference = 256;

template <class T>
void append_bytes(std::string& key, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  key.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <class R>
void append_content(std::string& key, const R& record);

template <class T>
void append_value(std::string& key, const T& value) {
  if constexpr (std::is_same_v<T, std::string_view>) {
    append_bytes(key, value.size());
    key.append(value);
  } else if constexpr (is_sequence<T>) {
    append_bytes(key, value.size());
    for (const auto& element : value) append_value(key, element);
  } else if constexpr (is_ref<T>) {
    append_bytes(key, value.value);
  } else if constexpr (std::is_same_v<T, TypedValue>) {
    append_bytes(key, value.type);
    append_bytes(key, value.bits);
  } else if constexpr (Record<T>) {
    append_content(key, value);
  } else {
    append_bytes(key, value);
  }
}

// The content of a record, without its id, as bytes that no other record of its kind has.
template <class R>
void append_content(std::string& key, const R& record) {
  R::schema.each([&](const auto& f) {
    if constexpr (!is_own_id<R, std::remove_cvref_t<decltype(f)>>()) append_value(key, record.*f.member);
  });
}

// What equal content does not make equal.
template <class R>
inline constexpr bool is_individual = std::is_same_v<R, def::LocationGroup> || std::is_same_v<R, def::Location> ||
                                      std::is_same_v<R, def::Group> || std::is_same_v<R, def::Comm> ||
                                      std::is_same_v<R, def::InterComm> || std::is_same_v<R, def::RmaWin> ||
                                      std::is_same_v<R, def::CartTopology> || std::is_same_v<R, def::IoHandle>;

}  // namespace

IdMaps Joiner::add(const Definitions& trace) {
  trace_ = &trace;
  for (auto& map : maps_) map.clear();
  occurrences_.clear();
  trace_lists_.clear();
  for (const def::Group& group : trace.all<def::Group>())
    if (group.group_type == GroupType::comm_locations) trace_lists_.emplace(group.paradigm, &group);
  DefinitionTypes::each([&](auto type) {
    using R = typename decltype(type)::type;
    if constexpr (!std::is_same_v<R, def::ClockProperties>)
      for (const R& row : trace.all<R>()) take(row);
  });
  is_first_ = false;
  IdMaps maps;
  for (std::size_t space = 0; space < id_spaces; ++space) {
    auto& [dense, sparse] = maps.spaces_[space];
    const std::size_t small = 4 * maps_[space].size();
    for (const auto& [local, global] : maps_[space]) {
      if (local >= small) {
        sparse.emplace(local, global);
        continue;
      }
      if (local >= dense.size()) dense.resize(static_cast<std::size_t>(local) + 1, ~std::uint64_t{0});
      dense[static_cast<std::size_t>(local)] = global;
    }
  }
  return maps;
}

template <class R>
void Joiner::take(const R& row) {
  scratch_.clear();
  if constexpr (requires {
                  row.name;
                  row.value;
                })
    if (drops_own_words_ && is_own_word(trace_->text(row.name))) return;
  if constexpr (HasId<R>) {
    // Of several with one id, the first counts.
    if (row.self.defined() && trace_->find<R>(row.self) == &row) resolve(row.self);
  } else if constexpr (std::is_same_v<R, def::Paradigm>) {
    const auto& all = joined_.all<def::Paradigm>();
    if (std::ranges::find(all, row.paradigm, &def::Paradigm::paradigm) == all.end()) joined_.add(translated(row));
  } else {
    const R global = translated(row);
    if (known_.try_emplace(key_of(row, global)).second) joined_.add(global);
  }
}

template <class Id>
Id Joiner::resolve(Id local) {
  auto& map = maps_[Id::space::number];
  if (!local.defined()) return local;
  if (const auto found = map.find(local.value); found != map.end())
    return {static_cast<typename Id::rep>(found->second)};
  if (depth_ >= deepest_reference) return {};
  ++depth_;
  Id global;
  DefinitionTypes::each([&](auto type) {
    using R = typename decltype(type)::type;
    if constexpr (HasId<R>)
      if constexpr (std::is_same_v<decltype(R::self), Id>)
        if (const R* row = trace_->find<R>(local); row && !global.defined()) {
          // Who is met again while being looked at is its own ancestor: the circle is cut there.
          map.emplace(local.value, Id::undefined);
          global = join(*row);
          map[local.value] = global.value;
        }
  });
  --depth_;
  return global;
}

template <class R>
R Joiner::translated(const R& row) {
  R global = row;
  translate_references(global, scratch_, [&](auto id) { return resolve(id); });
  return global;
}

template <class R>
std::string Joiner::key_of(const R& row, const R& global) {
  std::string key(R::schema.name);
  key.push_back('\n');
  append_content(key, global);
  if constexpr (HasId<R>) append_bytes(key, is_individual<R> ? row.self.value : occurrences_[key]++);
  return key;
}

template <class R>
auto Joiner::join(const R& row) {
  using Id = decltype(R::self);
  R global = translated(row);
  if constexpr (std::is_same_v<R, def::Location>) global.number_of_events = 0;  // whatever part has how many of them
  std::string key;
  if (!is_individual<R> || is_one_run_) {
    key = key_of(row, global);
    if (const auto known = known_.find(key); known != known_.end())
      return Id{static_cast<typename Id::rep>(known->second)};
  }
  global.self = free_id(row.self);
  if (!global.self.defined()) return global.self;
  if (!key.empty()) known_.emplace(std::move(key), global.self.value);
  // Of one that is in several traces only who writes its events knows.
  if constexpr (std::is_same_v<R, def::Location>)
    global.number_of_events = is_one_run_ ? ~std::uint64_t{0} : row.number_of_events;
  joined_.add(global);
  return global.self;
}

std::uint64_t Joiner::position_of(Paradigm paradigm, LocationRef location) {
  ListOfAll& list = lists_[paradigm];
  const auto [known, is_new] = list.positions.try_emplace(location.value, list.members.size());
  if (is_new) list.members.push_back(location.value);
  return known->second;
}

GroupRef Joiner::join_list_of_all(const def::Group& group) {
  for (const std::uint64_t member : group.members) position_of(group.paradigm, resolve(LocationRef{member}));
  def::Group& all = lists_[group.paradigm].group;
  if (all.self.defined()) return all.self;
  all = group;
  all.members = {};
  all.name = resolve(group.name);
  return all.self = free_id(group.self);
}

GroupRef Joiner::join(const def::Group& group) {
  if (group.group_type == GroupType::comm_locations) return join_list_of_all(group);
  if (group.group_type == GroupType::comm_self)
    if (const auto known = selves_.find(group.paradigm); known != selves_.end()) return known->second;
  def::Group global = translated(group);
  const auto list = trace_lists_.find(group.paradigm);
  if (group.group_type == GroupType::comm_group && list != trace_lists_.end()) resolve(list->second->self);
  global.members = memory_.make_array<std::uint64_t>(group.members.size(), [&](std::size_t i) -> std::uint64_t {
    const std::uint64_t member = group.members[i];
    switch (group.group_type) {
      case GroupType::locations:
        return resolve(LocationRef{member}).value;
      case GroupType::regions:
        return resolve(RegionRef{static_cast<std::uint32_t>(member)}).value;
      case GroupType::metric:
        return resolve(MetricRef{static_cast<std::uint32_t>(member)}).value;
      case GroupType::comm_group:
        if (list != trace_lists_.end() && member < list->second->members.size())
          return position_of(
              group.paradigm, resolve(LocationRef{list->second->members[static_cast<std::size_t>(member)]}));
        return member;
      default:
        return member;
    }
  });
  const bool is_shared = group.group_type == GroupType::regions || group.group_type == GroupType::metric;
  std::string key;
  if (is_one_run_ || is_shared) {
    key = key_of(group, global);
    if (const auto known = known_.find(key); known != known_.end())
      return GroupRef{static_cast<std::uint32_t>(known->second)};
  }
  global.self = free_id(group.self);
  if (!key.empty()) known_.emplace(std::move(key), global.self.value);
  if (group.group_type == GroupType::comm_self) selves_.emplace(group.paradigm, global.self);
  groups_.push_back(global);
  return global.self;
}

// The id it has if that is free in the first trace; undefined if all are used up.
template <class Id>
Id Joiner::free_id(Id local) {
  auto& taken = taken_[Id::space::number];
  if ((is_first_ || is_one_run_) && taken.insert(local.value).second) return local;
  std::uint64_t& next = next_id_[Id::space::number];
  while (next < Id::undefined && taken.contains(next)) ++next;
  if (next >= Id::undefined) return {};
  taken.insert(next);
  return {static_cast<typename Id::rep>(next)};
}

Definitions Joiner::finish(const def::ClockProperties& clock) {
  Definitions all;
  all.add(clock);
  joined_.each_table([&](const auto& table) {
    for (const auto& row : table) all.add(row);
  });
  // In the order of their ids, in which a list of all comes before the groups that are positions in it.
  for (auto& [paradigm, list] : lists_) {
    if (!list.group.self.defined()) continue;
    list.group.members = list.members;
    groups_.push_back(list.group);
  }
  std::ranges::sort(groups_, {}, &def::Group::self);
  for (const def::Group& group : groups_) all.add(group);
  return all;
}

}  // namespace weft
