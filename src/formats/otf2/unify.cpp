// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/unify.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "formats/otf2/wire.hpp"
#include "model/references.hpp"

namespace weft::otf2 {

static_assert(DefinitionsInOrder::size == DefinitionTypes::size);

namespace {

// Definitions precede their uses, so what is used but not yet known is a mistake or a circle.
constexpr int deepest = 64;

// The bytes of a record tell it from every other of its kind.
template <class R>
std::string content_key(R row) {
  if constexpr (HasId<R>) row.self = {};
  std::string bytes(estimated_bytes<Estimate::exact>(row) + slack_bytes, '\0');
  auto* const begin = reinterpret_cast<std::byte*>(bytes.data());
  Encoder encoder(begin, ByteOrder::little);
  code(encoder, row);
  bytes.resize(static_cast<std::size_t>(encoder.position() - begin));
  return bytes;
}

enum class Identity {
  content,     // equal ones are the same
  individual,  // equal ones of one process are not; the second of one process is the second of another
  own,         // each process has its own
};

template <class R>
Identity identity_of(const R&) {
  return Identity::content;
}
Identity identity_of(const def::LocationGroup&) { return Identity::own; }
Identity identity_of(const def::RmaWin&) { return Identity::individual; }
Identity identity_of(const def::IoHandle& handle) {
  const bool is_shared = (handle.io_handle_flags & (IoHandleFlag::pre_created | IoHandleFlag::all_proxy)) !=
                         IoHandleFlag::none;
  return is_shared ? Identity::individual : Identity::own;
}

bool lists_members(const def::Group& group) {
  return group.group_type == GroupType::comm_group || group.group_type == GroupType::comm_locations ||
         group.group_type == GroupType::locations;
}

constexpr std::array<std::size_t, mapping_types> spaces_of_mappings() {
  std::array<std::size_t, mapping_types> spaces{};
  DefinitionTypes::each([&](auto type) {
    using R = typename decltype(type)::type;
    if constexpr (HasId<R>)
      if constexpr (mapping_of<decltype(R::self)>())
        spaces[static_cast<std::size_t>(*mapping_of<decltype(R::self)>())] = decltype(R::self)::space::number;
  });
  return spaces;
}

}  // namespace

IdMap ProcessMaps::table(MappingType type) const {
  return of_space(spaces_of_mappings()[static_cast<std::size_t>(type)]);
}

ProcessMaps Unifier::add(const Definitions& process) {
  begin(process);
  DefinitionsInOrder::each([&](auto type) {
    using R = typename decltype(type)::type;
    if constexpr (!std::is_same_v<R, def::ClockProperties>)
      for (const R& row : process.all<R>()) take(row);
  });
  is_first_ = false;
  return maps();
}

void Unifier::begin(const Definitions& process) {
  process_ = &process;
  everybody_ = everybody_in(process);
  for (auto& map : maps_) map.clear();
  occurrences_.clear();
  claimed_.clear();
  lists_.clear();
  users_.clear();
  const auto note_users = [&](const auto& communicator) {
    for (const Side& side : sides_of(communicator))
      if (side.members) users_.try_emplace(side.local, communicator.self);
  };
  for (const def::Comm& communicator : process.all<def::Comm>()) note_users(communicator);
  for (const def::InterComm& communicator : process.all<def::InterComm>()) note_users(communicator);
}

// Most readers look an id up for every event: a dense map is worth some pairs that change nothing.
ProcessMaps Unifier::maps() const {
  ProcessMaps maps;
  for (std::size_t space = 0; space < id_spaces; ++space) {
    auto& [mode, pairs] = maps.spaces_[space];
    for (const auto& [local, global] : maps_[space])
      if (local != global) pairs.push_back({local, global});
    if (pairs.empty()) continue;
    std::ranges::sort(pairs, {}, &IdPair::local);
    const std::uint64_t count = pairs.back().local + 1;
    if (count > 4 * pairs.size()) continue;
    std::vector<IdPair> all(static_cast<std::size_t>(count));
    for (std::uint64_t id = 0; id < count; ++id) all[static_cast<std::size_t>(id)] = {id, id};
    for (const IdPair& pair : pairs) all[static_cast<std::size_t>(pair.local)] = pair;
    mode = IdMapMode::dense;
    pairs = std::move(all);
  }
  return maps;
}

template <class R>
void Unifier::take(const R& row) {
  scratch_.clear();
  if constexpr (std::is_same_v<R, def::Location>) {
    if (row.self.defined()) unify(row);
  } else if constexpr (HasId<R>) {
    // Of several with one id, the first counts.
    if (row.self.defined() && process_->find<R>(row.self) == &row) resolve(row.self);
  } else {
    const R global = translated(row);
    if (known_[DefinitionTypes::index_of<R>()].try_emplace(key_of(global)).second) unified_.add(global);
  }
}

template <class Id>
Id Unifier::resolve(Id local) {
  if constexpr (std::is_same_v<Id, LocationRef>) {
    return local;
  } else {
    if (!local.defined()) return local;
    auto& map = maps_[Id::space::number];
    if (const auto found = map.find(local.value); found != map.end())
      return {static_cast<typename Id::rep>(found->second)};
    if (depth_ >= deepest) {
      ++too_deep_;
      return {};
    }
    ++depth_;
    if constexpr (std::is_same_v<Id, GroupRef>)
      if (const auto comm = users_.find(local); comm != users_.end()) resolve(comm->second);
    if (!map.contains(local.value)) {
      DefinitionTypes::each([&](auto type) {
        using R = typename decltype(type)::type;
        if constexpr (HasId<R>)
          if constexpr (std::is_same_v<decltype(R::self), Id>)
            if (const R* row = process_->find<R>(local)) {
              // Who is met again while being looked at is its own ancestor: the circle is cut there.
              if (!map.try_emplace(local.value, Id::undefined).second) return;
              const Id global = unify(*row);
              map[local.value] = global.value;
            }
      });
    }
    --depth_;
    const auto found = map.find(local.value);
    return found == map.end() ? Id{} : Id{static_cast<typename Id::rep>(found->second)};
  }
}

template <class R>
R Unifier::translated(const R& row) {
  R global = row;
  translate_references(global, scratch_, [&](auto id) { return resolve(id); });
  if constexpr (std::is_same_v<R, def::Group>) {
    const auto translate_members = [&](auto example) {
      using Id = decltype(example);
      global.members = scratch_.make_array<std::uint64_t>(row.members.size(), [&](std::size_t i) -> std::uint64_t {
        return resolve(Id{static_cast<typename Id::rep>(row.members[i])}).value;
      });
    };
    if (row.group_type == GroupType::regions) translate_members(RegionRef{});
    if (row.group_type == GroupType::metric) translate_members(MetricRef{});
    if (row.group_type == GroupType::comm_group)
      global.members = scratch_.copy(std::span<const std::uint64_t>(locations_of(row, everybody_)));
  }
  return global;
}

// Its content, with one id for all things that are equal.
template <class R>
std::string Unifier::key_of(R global) {
  translate_references(global, scratch_, [&](auto id) {
    using Id = decltype(id);
    const auto& twins = twins_[Id::space::number];
    const auto twin = twins.find(id.value);
    return twin == twins.end() ? id : Id{static_cast<typename Id::rep>(twin->second)};
  });
  return content_key(global);
}

template <class R>
auto Unifier::unify(const R& row) {
  return unify_by_content(row);
}

template <class R>
auto Unifier::unify_by_content(const R& row) {
  using Id = decltype(R::self);
  const R global = translated(row);
  const Identity identity = identity_of(row);
  if (identity == Identity::own) return add_new(global);
  std::string key = key_of(global);
  if (identity == Identity::individual) {
    const std::uint64_t number = occurrences_[fmt::format("{} {}", R::schema.name, key)]++;
    key += fmt::format("#{}", number);
  }
  const auto [known, is_new] = known_[DefinitionTypes::index_of<R>()].try_emplace(std::move(key));
  if (!is_new && !is_first_) return Id{static_cast<typename Id::rep>(known->second)};
  const Id id = add_new(global);
  if (is_new)
    known->second = id.value;
  else
    twins_[Id::space::number].try_emplace(id.value, known->second);
  return id;
}

LocationRef Unifier::unify(const def::Location& location) {
  if (!unified_.contains(location.self)) unified_.add(translated(location));
  return location.self;
}

GroupRef Unifier::unify(const def::Group& group) {
  if (group.group_type != GroupType::comm_locations) return unify_by_content(group);
  def::Group global = group;
  global.self = free_id(group.self);
  global.name = resolve(group.name);
  return rosters_.add_everybody(global, locations_of(group, everybody_));
}

template <class C>
std::vector<Unifier::Side> Unifier::sides_of(const C& communicator) {
  std::vector<Side> sides;
  each_reference(communicator, [&](auto id, std::string_view, bool) {
    if constexpr (std::is_same_v<decltype(id), GroupRef>) {
      Side side{id, process_->find<def::Group>(id), {}};
      if (side.group && lists_members(*side.group)) side.members = locations_of(*side.group, everybody_);
      sides.push_back(std::move(side));
    }
  });
  return sides;
}

const Unifier::Communicator* Unifier::find_communicator(
    const std::vector<Communicator>& candidates, const std::vector<Side>& sides) const {
  for (const Communicator& candidate : candidates) {
    bool fits = !claimed_.contains(candidate.self);
    for (std::size_t i = 0; fits && i < sides.size(); ++i) {
      const auto& roster = candidate.rosters[i];
      fits = roster.has_value() == sides[i].members.has_value() &&
             (!roster || rosters_.fits(*roster, *sides[i].members));
    }
    if (fits) return &candidate;
  }
  return nullptr;
}

std::vector<std::optional<std::size_t>> Unifier::rosters_for(const std::vector<Side>& sides) {
  std::vector<std::optional<std::size_t>> rosters;
  for (const Side& side : sides) {
    std::optional<std::size_t> roster;
    if (const auto known = lists_.find(side.local); known != lists_.end()) {
      roster = known->second;
    } else if (side.members) {
      make_list_of_all(side.group->paradigm);
      def::Group group = *side.group;
      group.self = free_id(side.local);
      group.name = resolve(group.name);
      roster = rosters_.add(group, *side.members);
    }
    rosters.push_back(roster);
  }
  return rosters;
}

template <class C>
CommRef Unifier::unify_communicator(const C& communicator) {
  C global = communicator;
  translate_references(global, scratch_, [&](auto id) {
    if constexpr (std::is_same_v<decltype(id), GroupRef>)
      return id;
    else
      return resolve(id);
  });
  const std::vector<Side> sides = sides_of(communicator);
  std::string key = fmt::format("{} {}", C::schema.name, process_->text(communicator.name));
  for (const Side& side : sides) key += fmt::format("\n{}", side.group ? side.group->members.size() : 0);
  auto& candidates = communicators_[key];
  const Communicator* known = find_communicator(candidates, sides);
  const auto rosters = known ? known->rosters : rosters_for(sides);
  for (std::size_t i = 0; i < sides.size(); ++i) {
    if (!rosters[i]) continue;
    rosters_.fill(*rosters[i], *sides[i].members);
    lists_.try_emplace(sides[i].local, *rosters[i]);
    maps_[GroupSpace::number].try_emplace(sides[i].local.value, rosters_.group(*rosters[i]).value);
  }
  if (!known) {
    std::size_t side = 0;
    translate_references(global, scratch_, [&](auto id) {
      if constexpr (std::is_same_v<decltype(id), GroupRef>) {
        const auto& roster = rosters[side++];
        return roster ? rosters_.group(*roster) : resolve(id);
      } else {
        return id;
      }
    });
    known = &candidates.emplace_back(Communicator{add_new(global), rosters});
  }
  claimed_.insert(known->self);
  return known->self;
}

// Readers want ids in ascending order, and the list of all before the groups that are positions in it.
void Unifier::make_list_of_all(Paradigm paradigm) {
  if (rosters_.has_everybody(paradigm)) return;
  if (const auto list = everybody_.find(paradigm); list != everybody_.end())
    resolve(list->second->self);
  else
    rosters_.add_everybody({free_id(GroupRef{}), {}, GroupType::comm_locations, paradigm, GroupFlag::none, {}}, {});
}

// `row` has the id it has in its process.
template <class R>
auto Unifier::add_new(R row) {
  row.self = free_id(row.self);
  if (row.self.defined()) unified_.add(row);
  return row.self;
}

GroupRef Unifier::add_new(def::Group group) {
  if (group.group_type == GroupType::comm_group) make_list_of_all(group.paradigm);
  group.self = free_id(group.self);
  if (group.group_type == GroupType::comm_group)
    rosters_.add(group, Members(group.members.begin(), group.members.end()));
  else
    groups_.emplace(group.self, kept(group, memory_));
  return group.self;
}

template <class Id>
bool Unifier::is_taken(Id id) const {
  if constexpr (std::is_same_v<Id, GroupRef>)
    return groups_.contains(id) || rosters_.has(id);
  else
    return unified_.contains(id);
}

// The id it has if it may keep it; undefined if all are used up.
template <class Id>
Id Unifier::free_id(Id local) {
  if (is_first_ && local.defined() && !is_taken(local)) return local;
  std::uint64_t& next = next_id_[Id::space::number];
  const auto id = [&] { return Id{static_cast<typename Id::rep>(next)}; };
  while (id().defined() && is_taken(id())) ++next;
  return id();
}

Unified Unifier::finish() {
  Unified result{std::move(unified_), {}};
  result.lost = rosters_.finish(result.definitions, groups_);
  if (too_deep_)
    result.lost.push_back(fmt::format("{} references to definitions that come much later in their file", too_deep_));
  return result;
}

}  // namespace weft::otf2
