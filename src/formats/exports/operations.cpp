// SPDX-License-Identifier: BSD-3-Clause
#include "formats/exports/operations.hpp"

#include <algorithm>

namespace weft::exports {

namespace {

Operation operation_of(IoOperationMode mode) {
  if (mode == IoOperationMode::read) return Operation::read;
  if (mode == IoOperationMode::write) return Operation::write;
  return mode == IoOperationMode::flush ? Operation::flush : Operation::other;
}

}  // namespace

Operations::Taken Operations::take(const EventRecord& record) {
  const auto file = [](const auto& r) { return Key{r.handle.value, r.matching_id}; };
  const auto request = [](const auto& r) { return Key{0, r.request_id}; };
  if (const auto* r = record.get_if<evt::IoOperationBegin>()) return begin(Family::io, file(*r), operation_of(r->mode));
  if (const auto* r = record.get_if<evt::IoOperationComplete>()) return end(Family::io, file(*r));
  if (const auto* r = record.get_if<evt::IoOperationCancelled>()) return end(Family::io, file(*r));
  if (const auto* r = record.get_if<evt::MpiIsend>()) return begin(Family::request, request(*r), Operation::send);
  if (const auto* r = record.get_if<evt::MpiIsendComplete>()) return end(Family::request, request(*r));
  if (const auto* r = record.get_if<evt::MpiIrecvRequest>())
    return begin(Family::request, request(*r), Operation::receive);
  if (const auto* r = record.get_if<evt::MpiIrecv>()) return end(Family::request, request(*r));
  if (const auto* r = record.get_if<evt::NonBlockingCollectiveRequest>())
    return begin(Family::request, request(*r), Operation::collective);
  if (const auto* r = record.get_if<evt::NonBlockingCollectiveComplete>()) return end(Family::request, request(*r));
  if (const auto* r = record.get_if<evt::MpiRequestCancelled>()) return end(Family::request, request(*r));
  return {};
}

// One that begins again before it has ended keeps its lane, as if it had begun once.
Operations::Taken Operations::begin(Family family, Key key, Operation operation) {
  Room& room = rooms_[static_cast<std::size_t>(family)];
  if (room.open.size() >= most || room.open.contains(key)) return {Step::begin, std::nullopt};
  if (room.free.empty()) room.free.insert(room.lanes++);
  const Lane lane{family, *room.free.begin(), operation};
  room.free.erase(room.free.begin());
  room.open.emplace(key, lane);
  return {Step::begin, lane};
}

Operations::Taken Operations::end(Family family, Key key) {
  Room& room = rooms_[static_cast<std::size_t>(family)];
  const auto found = room.open.find(key);
  if (found == room.open.end()) return {Step::end, std::nullopt};
  return {Step::end, leave(room, found)};
}

Lane Operations::leave(Room& room, std::unordered_map<Key, Lane, Hash>::iterator open) {
  const Lane lane = open->second;
  room.open.erase(open);
  room.free.insert(lane.number);
  return lane;
}

std::optional<Lane> Operations::take_open() {
  for (Room& room : rooms_)
    if (!room.open.empty()) {
      const auto first = std::ranges::min_element(room.open, {}, [](const auto& open) { return open.second.number; });
      return leave(room, first);
    }
  return std::nullopt;
}

}  // namespace weft::exports
