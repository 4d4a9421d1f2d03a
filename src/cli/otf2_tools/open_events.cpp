// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf2_tools/open_events.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "cli/otf2_tools/communicators.hpp"

namespace weft::cli::otf2_tools {

namespace {

// Events that just stay open until another one closes them.
using Opening = TypeList<evt::MpiSend, evt::MpiIsend, evt::MpiIrecvRequest, evt::MpiCollectiveBegin, evt::OmpFork,
    evt::OmpAcquireLock, evt::OmpTaskCreate, evt::OmpTaskSwitch, evt::ParameterString, evt::ParameterInt,
    evt::ParameterUnsignedInt>;
using Changing = TypeList<evt::MeasurementOnOff, evt::Enter, evt::Leave, evt::MpiRecv, evt::MpiIrecv,
    evt::MpiIsendComplete, evt::MpiRequestCancelled, evt::MpiCollectiveEnd, evt::OmpJoin, evt::OmpReleaseLock,
    evt::OmpTaskComplete, evt::Metric>;

constexpr auto any = [](const auto&) { return true; };

bool is_parameter(const OpenEvent& open) {
  return open.record.is<evt::ParameterString>() || open.record.is<evt::ParameterInt>() ||
         open.record.is<evt::ParameterUnsignedInt>();
}

constexpr bool is_relative(MetricMode mode) {
  constexpr unsigned value_bits = 0x0f, relative = 2;
  return (static_cast<unsigned>(mode) & value_bits) == relative;
}

}  // namespace

bool OpenEvents::handles(Kind kind) {
  static const auto handled = [] {
    std::array<bool, EventTypes::size> kinds{};
    auto mark = [&](auto type) { kinds[static_cast<std::size_t>(kind_of<typename decltype(type)::type>)] = true; };
    Opening::each(mark);
    Changing::each(mark);
    return kinds;
  }();
  return handled[static_cast<std::size_t>(kind)];
}

bool OpenEvents::apply(LocationRef location, const Event& event) {
  return event.record.visit([&](const auto& record) {
    if constexpr (Opening::contains<std::remove_cvref_t<decltype(record)>>) {
      append(location, event);
      return true;
    } else {
      return step(location, event, record);
    }
  });
}

std::optional<RegionRef> OpenEvents::current_region(LocationRef location) const {
  const auto found = lists_.find(location);
  if (found == lists_.end()) return std::nullopt;
  for (auto open = found->second.rbegin(); open != found->second.rend(); ++open)
    if (const auto* enter = open->get_if<evt::Enter>()) return enter->region;
  return std::nullopt;
}

OpenEvents::List::iterator OpenEvents::append(LocationRef location, const Event& event) {
  List& list = of(location);
  OpenEvent& open = list.emplace_back();
  open.time = event.time;
  open.record = event.record;
  open.attributes.assign(event.attributes.begin(), event.attributes.end());
  if (const auto* metric = event.record.get_if<evt::Metric>()) {
    open.values.assign(metric->metric_values.begin(), metric->metric_values.end());
    open.record = evt::Metric{metric->metric, open.values};
  }
  return std::prev(list.end());
}

template <class R, class Fits>
void OpenEvents::remove_last(LocationRef location, Fits&& fits) {
  List& list = of(location);
  for (auto open = list.end(); open != list.begin();) {
    --open;
    const R* record = open->get_if<R>();
    if (!record || !fits(*record)) continue;
    list.erase(open);
    return;
  }
}

bool OpenEvents::step(LocationRef location, const Event& event, const evt::MeasurementOnOff&) {
  remove_last<evt::MeasurementOnOff>(location, any);
  append(location, event);
  return true;
}

bool OpenEvents::step(LocationRef location, const Event& event, const evt::Enter&) {
  append(location, event);
  return true;
}

bool OpenEvents::step(LocationRef location, const Event&, const evt::Leave& record) {
  List& list = of(location);
  auto open = list.end();
  while (open != list.begin() && !(--open)->record.is<evt::Enter>()) {
  }
  if (open == list.end() || !open->record.is<evt::Enter>()) return false;
  if (open->record.as<evt::Enter>().region != record.region) return false;
  for (auto inside = std::next(open); inside != list.end();)
    inside = is_parameter(*inside) ? list.erase(inside) : std::next(inside);
  list.erase(open);
  return true;
}

template <class R>
OpenEvents::Envelope OpenEvents::envelope_of_receive(LocationRef location, const R& record) const {
  const auto sender = location_of_rank(definitions_, record.communicator, record.sender, location);
  return {sender.value_or(LocationRef{}), location, record.communicator, record.msg_tag, record.msg_length};
}

template <class R>
bool OpenEvents::is_sent_as(const R& record, const Envelope& envelope) const {
  return record.communicator == envelope.comm && record.msg_tag == envelope.tag &&
         record.msg_length == envelope.length &&
         location_of_rank(definitions_, record.communicator, record.receiver, envelope.sender) == envelope.receiver;
}

// Messages do not overtake one another: the first fitting send counts, and if it is a non-blocking one, once complete.
bool OpenEvents::match(const Envelope& envelope) {
  List& list = of(envelope.sender);
  auto begun = list.end();
  for (auto open = list.begin(); open != list.end(); ++open) {
    if (begun == list.end()) {
      if (const auto* send = open->get_if<evt::MpiSend>(); send && is_sent_as(*send, envelope)) {
        list.erase(open);
        return true;
      }
      if (const auto* isend = open->get_if<evt::MpiIsend>(); isend && is_sent_as(*isend, envelope)) begun = open;
    } else if (const auto* complete = open->get_if<evt::MpiIsendComplete>();
               complete && complete->request_id == begun->record.as<evt::MpiIsend>().request_id) {
      list.erase(open);
      list.erase(begun);
      return true;
    }
  }
  return false;
}

void OpenEvents::finish_request(LocationRef location, std::optional<std::uint64_t> request) {
  if (request)
    remove_last<evt::MpiIrecvRequest>(location, [&](const auto& open) { return open.request_id == *request; });
}

template <class R>
bool OpenEvents::receive(
    LocationRef location, const Event& event, const R& record, std::optional<std::uint64_t> request) {
  const Envelope envelope = envelope_of_receive(location, record);
  if (match(envelope))
    finish_request(location, request);
  else
    pending_.push_back({envelope, append(location, event), request});
  return true;
}

bool OpenEvents::step(LocationRef location, const Event& event, const evt::MpiRecv& record) {
  return receive(location, event, record, std::nullopt);
}

bool OpenEvents::step(LocationRef location, const Event& event, const evt::MpiIrecv& record) {
  return receive(location, event, record, record.request_id);
}

void OpenEvents::retry_pending(LocationRef sender) {
  for (auto one = pending_.begin(); one != pending_.end();) {
    if (one->envelope.sender != sender || !match(one->envelope)) {
      ++one;
      continue;
    }
    finish_request(one->envelope.receiver, one->request);
    of(one->envelope.receiver).erase(one->receive);
    one = pending_.erase(one);
  }
}

bool OpenEvents::step(LocationRef location, const Event& event, const evt::MpiIsendComplete&) {
  append(location, event);
  retry_pending(location);
  return true;
}

bool OpenEvents::step(LocationRef location, const Event&, const evt::MpiRequestCancelled& record) {
  auto fits = [&](const auto& open) { return open.request_id == record.request_id; };
  const List& list = of(location);
  const auto latest = std::find_if(list.rbegin(), list.rend(), [&](const OpenEvent& open) {
    const auto* isend = open.get_if<evt::MpiIsend>();
    const auto* request = open.get_if<evt::MpiIrecvRequest>();
    return (isend && fits(*isend)) || (request && fits(*request));
  });
  if (latest == list.rend()) return true;
  if (latest->record.is<evt::MpiIsend>()) {
    retry_pending(location);
    remove_last<evt::MpiIsend>(location, fits);
  } else {
    remove_last<evt::MpiIrecvRequest>(location, fits);
  }
  return true;
}

std::size_t OpenEvents::members(CommRef comm) const {
  auto size = [&](GroupRef id) -> std::size_t {
    const auto* group = definitions_.find<def::Group>(id);
    if (!group) return 0;
    return group->group_type == GroupType::comm_self ? 1 : group->members.size();
  };
  if (const auto* plain = definitions_.find<def::Comm>(comm)) return size(plain->group);
  const auto* inter = definitions_.find<def::InterComm>(comm);
  return inter ? size(inter->group_a) + size(inter->group_b) : 0;
}

void OpenEvents::finish_collective(LocationRef location, CommRef comm) {
  List& list = of(location);
  const auto end = std::find_if(list.begin(), list.end(), [&](const OpenEvent& open) {
    const auto* record = open.get_if<evt::MpiCollectiveEnd>();
    return record && record->communicator == comm;
  });
  auto begin = end;
  while (begin != list.begin() && !(--begin)->record.is<evt::MpiCollectiveBegin>()) {
  }
  if (begin == list.end() || !begin->record.is<evt::MpiCollectiveBegin>())
    warn_("no matching collective event found");
  else
    list.erase(begin);
  if (end != list.end()) list.erase(end);
}

bool OpenEvents::step(LocationRef location, const Event& event, const evt::MpiCollectiveEnd& record) {
  auto& sets = collectives_[record.communicator];
  auto joined = std::ranges::find_if(sets, [&](const auto& set) { return !set.contains(location); });
  if (joined == sets.end()) joined = sets.emplace(sets.end());
  joined->insert(location);
  const std::size_t all = members(record.communicator);
  // Without a group nobody knows when the last one is there.
  if (all == 0 || sets.front().size() < all) {
    append(location, event);
    return true;
  }
  // Strangers that take part keep what they have open.
  for (const LocationRef member : members_of(definitions_, record.communicator, location))
    finish_collective(member, record.communicator);
  sets.pop_front();
  return true;
}

bool OpenEvents::step(LocationRef location, const Event&, const evt::OmpJoin&) {
  remove_last<evt::OmpFork>(location, any);
  return true;
}

bool OpenEvents::step(LocationRef location, const Event&, const evt::OmpReleaseLock& record) {
  remove_last<evt::OmpAcquireLock>(location, [&](const auto& open) { return open.lock_id == record.lock_id; });
  return true;
}

bool OpenEvents::step(LocationRef location, const Event&, const evt::OmpTaskComplete& record) {
  auto fits = [&](const auto& open) { return open.task_id == record.task_id; };
  remove_last<evt::OmpTaskSwitch>(location, fits);
  remove_last<evt::OmpTaskCreate>(location, fits);
  return true;
}

void OpenEvents::update(OpenEvent& open, const evt::Metric& record) const {
  const auto* metric_class = definitions_.find<def::MetricClass>(record.metric);
  if (const auto* instance = definitions_.find<def::MetricInstance>(record.metric); instance && !metric_class)
    metric_class = definitions_.find<def::MetricClass>(instance->metric_class);
  open.values.resize(record.metric_values.size());
  for (std::size_t i = 0; i < open.values.size(); ++i) {
    const MetricValue& now = record.metric_values[i];
    const bool has_member = metric_class && i < metric_class->metric_members.size();
    const auto* member = has_member ? definitions_.find<def::MetricMember>(metric_class->metric_members[i]) : nullptr;
    const bool adds = member && is_relative(member->metric_mode);
    MetricValue& value = open.values[i];
    if (!adds)
      value = now;
    else if (now.type == Type::double_)
      value.bits = std::bit_cast<std::uint64_t>(std::bit_cast<double>(value.bits) + std::bit_cast<double>(now.bits));
    else
      value.bits += now.bits;
  }
  open.record = evt::Metric{record.metric, open.values};
}

bool OpenEvents::step(LocationRef location, const Event& event, const evt::Metric& record) {
  List& list = of(location);
  for (auto open = list.begin(); open != list.end(); ++open) {
    const auto* metric = open->get_if<evt::Metric>();
    if (!metric || metric->metric != record.metric) continue;
    update(*open, record);
    list.splice(list.end(), list, open);
    return true;
  }
  append(location, event);
  return true;
}

}  // namespace weft::cli::otf2_tools
