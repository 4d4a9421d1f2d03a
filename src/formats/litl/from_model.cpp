// SPDX-License-Identifier: BSD-3-Clause
#include "formats/litl/from_model.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "formats/litl/event.hpp"
#include "formats/litl/vocabulary.hpp"
#include "model/examples.hpp"

namespace weft::litl {

namespace {

constexpr std::size_t most_parameters = 255;

// "0x2a" is the name that a code without a meaning has.
std::optional<std::uint32_t> code_in_name(std::string_view name) {
  if (!name.starts_with("0x")) return std::nullopt;
  std::uint32_t code = 0;
  const char* const end = name.data() + name.size();
  const auto parsed = std::from_chars(name.data() + 2, end, code, 16);
  if (parsed.ec != std::errc{} || parsed.ptr != end || code == mark_code) return std::nullopt;
  return code;
}

template <class Map, class Key>
std::optional<std::uint32_t> found_in(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? std::nullopt : std::optional(found->second);
}

// Whether the code has a line that says how a message is put into words.
bool is_message_line(const Mapping& mapping, std::uint32_t code) {
  const auto line = mapping.find(code);
  return line != mapping.end() && is_message(line->second.role) && line->second.parameters.size() <= most_parameters;
}

}  // namespace

std::optional<std::uint64_t> Peers::process(CommRef communicator, std::uint32_t rank) {
  const Communicators::View& view = views_[communicator];
  if (!view.known) return std::nullopt;
  const auto peer = communicators_.resolve(view, rank);
  if (!peer || *peer == no_endpoint) return std::nullopt;
  const auto* const location = definitions_.find<def::Location>(communicators_.location(*peer));
  const auto place = location ? places_.find(location->location_group) : places_.end();
  return place == places_.end() ? std::nullopt : std::optional<std::uint64_t>(place->second);
}

FromModel::FromModel(const Definitions& definitions) : definitions_(definitions) {
  const def::ClockProperties* const clock = definitions.clock();
  resolution_ = clock && clock->timer_resolution ? clock->timer_resolution : ticks_per_second;
  for (const def::Attribute& attribute : definitions.all<def::Attribute>()) {
    const std::string_view name = definitions.text(attribute.name);
    for (std::size_t i = 0; i < std::size(type_attributes); ++i)
      if (name == type_attributes[i]) attributes_[attribute.self.value] = {Use::type, static_cast<EventType>(i)};
    if (name == code_attribute) attributes_[attribute.self.value] = {Use::code};
    if (name == time_attribute) attributes_[attribute.self.value] = {Use::time};
  }
  read_properties();
  find_codes();
  find_message_codes();
}

void FromModel::read_properties() {
  for (const def::SystemTreeNodeProperty& property : definitions_.all<def::SystemTreeNodeProperty>()) {
    const std::string_view name = definitions_.text(property.name);
    if (property.value.type != Type::string) continue;
    const std::string_view value = definitions_.text({static_cast<std::uint32_t>(property.value.bits)});
    if (name == version_property) version_ = value, was_litl_ = true;
    if (name == sysinfo_property) sysinfo_ = value;
    Report ignored;  // the bridge wrote this text itself
    if (name == map_property) mapping_ = parse_mapping(value, {}, ignored);
  }
  if (sysinfo_.empty() && definitions_.all<def::SystemTreeNode>().size())
    sysinfo_ = definitions_.text(definitions_.all<def::SystemTreeNode>().begin()->name);
  for (const auto& [code, meaning] : mapping_) first_codes_.try_emplace({naming(meaning.role), meaning.name}, code);
}

std::uint32_t FromModel::code_for(Role role, const std::string& name, std::vector<NamedParameter> parameters) {
  const auto known = first_codes_.find({role, name});
  if (known != first_codes_.end()) return known->second;
  while (mapping_.contains(next_code_) || taken_.contains(next_code_)) ++next_code_;
  mapping_[next_code_] = {role, name, std::move(parameters)};
  first_codes_[{role, name}] = next_code_;
  return next_code_++;
}

void FromModel::find_codes() {
  // Codes that stand in names are taken; a new one must not meet them.
  for (const def::Parameter& parameter : definitions_.all<def::Parameter>())
    if (const auto code = code_in_name(definitions_.text(parameter.name))) taken_.insert(*code);
  for (const def::Region& region : definitions_.all<def::Region>()) {
    const std::string name(definitions_.text(region.name));
    enter_codes_.try_emplace(region.self.value, code_for(Role::enter, name, {}));
    leave_codes_.try_emplace(region.self.value, code_for(Role::leave, name, {}));
  }
  for (const def::Parameter& parameter : definitions_.all<def::Parameter>()) {
    const std::string name(definitions_.text(parameter.name));
    if (name == other_parameter) {  // its events tell their codes
      event_codes_.try_emplace(parameter.self.value, mark_code);
      continue;
    }
    const bool is_number = parameter.parameter_type != ParameterType::string;
    const bool has_sign = parameter.parameter_type == ParameterType::int64;
    std::vector<NamedParameter> parameters;
    if (is_number) parameters.push_back({has_sign ? Type::int64 : Type::uint64, "value"});
    const auto code = first_codes_.contains({Role::event, name}) ? std::nullopt : code_in_name(name);
    event_codes_.try_emplace(parameter.self.value, code ? *code : code_for(Role::event, name, std::move(parameters)));
  }
}

// A communicator of a LiTL trace has the lines that it had; any other one gets a line for either way.
void FromModel::find_message_codes() {
  const std::vector<NamedParameter> envelope = {{Type::uint32, std::string(peer_parameter)},
      {Type::uint32, std::string(tag_parameter)}, {Type::uint64, std::string(size_parameter)}};
  for (const def::Comm& comm : definitions_.all<def::Comm>()) {
    const std::string name(definitions_.text(comm.name));
    const bool is_known = first_codes_.contains({Role::send, name}) || first_codes_.contains({Role::receive, name});
    for (const Role role : {Role::send, Role::receive})
      if (!is_known || first_codes_.contains({role, name}))
        message_codes_.try_emplace({role, comm.self}, code_for(role, name, envelope));
  }
}

std::uint64_t FromModel::nanoseconds(Ticks time) const {
  if (resolution_ == ticks_per_second) return time;
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(static_cast<Wide>(time) * ticks_per_second / resolution_);
}

FromModel::AttributeUse FromModel::use_of(AttributeRef attribute) const {
  const auto found = attributes_.find(attribute.value);
  return found == attributes_.end() ? AttributeUse{} : found->second;
}

FromModel::Told FromModel::told_by(const Event& event) const {
  Told told;
  for (const AttributeEntry& entry : event.attributes) {
    const AttributeUse use = use_of(entry.attribute);
    if (use.use == Use::type) told.has_type = true, told.type = use.type, told.count = entry.value.bits;
    if (use.use == Use::code) told.code = &entry.value;
    if (use.use == Use::time) told.time = &entry.value;
  }
  // Only the bridge writes this attribute, so it says nothing that no event can have.
  const std::uint64_t most = told.type == EventType::regular || told.type == EventType::offset ? most_parameters
                                                                                               : most_event_bytes;
  told.count = std::min(told.count, most);
  return told;
}

// The pieces of the event in its attributes; where they are not all of it, its first word stands in `value`.
void FromModel::append_payload(
    const Event& event, const Told& told, std::optional<std::uint64_t> value, std::vector<std::byte>& out) const {
  const std::size_t begin = out.size();
  const bool is_regular = told.type == EventType::regular;
  const std::size_t needed = is_regular ? 8 * told.count : told.count;
  auto append = [&](std::uint64_t bits, std::size_t bytes) {
    const std::size_t at = out.size();
    out.resize(at + bytes);
    std::memcpy(out.data() + at, &bits, bytes);
  };
  for (const AttributeEntry& entry : event.attributes)
    if (use_of(entry.attribute).use == Use::foreign)
      append(entry.value.bits, is_regular ? 8 : packed_bytes(entry.value.type));
  if (value && out.size() - begin < needed) {
    append(*value, 8);
    std::rotate(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end() - 8, out.end());
  }
  out.resize(begin + needed);
}

template <class R>
FromModel::Content FromModel::message_of(const R& record, std::uint32_t rank, Role role, Peers& peers) const {
  const auto peer = peers.process(record.communicator, rank);
  if (!peer) return {};
  return {.code = found_in(message_codes_, std::pair(role, record.communicator)),
      .message = Message{*peer, record.msg_tag, record.msg_length, true},
      .is_renumbered = *peer != rank};
}

FromModel::Content FromModel::content_of(const EventRecord& record, Peers& peers) const {
  if (const auto* const enter = record.get_if<evt::Enter>()) return {found_in(enter_codes_, enter->region.value)};
  if (const auto* const leave = record.get_if<evt::Leave>()) return {found_in(leave_codes_, leave->region.value)};
  if (const auto* const number = record.get_if<evt::ParameterUnsignedInt>())
    return {found_in(event_codes_, number->parameter.value), number->value};
  if (const auto* const integer = record.get_if<evt::ParameterInt>())
    return {found_in(event_codes_, integer->parameter.value), static_cast<std::uint64_t>(integer->value)};
  if (const auto* const text = record.get_if<evt::ParameterString>())
    return {.code = found_in(event_codes_, text->parameter.value), .text = text};
  if (const auto* const send = record.get_if<evt::MpiSend>())
    return message_of(*send, send->receiver, Role::send, peers);
  if (const auto* const receive = record.get_if<evt::MpiRecv>())
    return message_of(*receive, receive->sender, Role::receive, peers);
  return {};
}

// What an event says decides: a code that is known otherwise would say something else. One without a line is known by
// its number.
bool FromModel::means_the_same(std::uint32_t told, std::uint32_t own) const {
  const auto known = mapping_.find(own);
  if (known == mapping_.end()) return true;
  const Role role = naming(known->second.role);
  const std::string& name = known->second.name;
  const auto other = mapping_.find(told);
  if (other == mapping_.end()) return role == Role::event && code_in_name(name) == told;
  return naming(other->second.role) == role && other->second.name == name;
}

void FromModel::append_told(const Event& event, const Told& told, std::uint64_t time, const Content& content,
    std::vector<std::byte>& out) const {
  const std::size_t begin = out.size();
  const bool is_sized = told.type == EventType::raw || told.type == EventType::packed;
  out.resize(begin + encoded_bytes(is_sized ? told.type : EventType::regular, 0));
  put_header(out.data() + begin, time, *content.code, told.type);
  if (is_sized)
    store(out.data() + begin + 13, static_cast<std::uint32_t>(told.count), ByteOrder::little);
  else
    out[begin + 13] = static_cast<std::byte>(told.count);
  append_payload(event, told, content.value, out);
}

void FromModel::append_message(
    std::uint64_t time, std::uint32_t code, const Message& message, std::vector<std::byte>& out) const {
  const Meaning& meaning = mapping_.at(code);
  const std::size_t begin = out.size();
  out.resize(begin + encoded_bytes(EventType::regular, meaning.parameters.size()));
  std::byte* to = begin_regular(out.data() + begin, time, code, static_cast<std::uint8_t>(meaning.parameters.size()));
  each_word(meaning, message, [&](std::uint64_t word) {
    store(to, word, ByteOrder::little);
    to += sizeof word;
  });
}

void FromModel::encode(const Event& event, Peers& peers, std::vector<std::byte>& out, Losses& losses) const {
  const Told told = told_by(event);
  Content content = content_of(event.record, peers);
  const auto example = [&] { return example_of(definitions_, losses.location, event); };
  if (told.code && content.code) {
    const auto code = static_cast<std::uint32_t>(told.code->bits);
    if (means_the_same(code, *content.code))
      content.code = code;
    else
      losses.other_codes.add(example);
  }
  const bool is_unsaid = !content.code || *content.code == mark_code ||
                         (content.message && !told.has_type && !is_message_line(mapping_, *content.code));
  if (is_unsaid) {
    const bool has_kind = event.record.visit(
        [&](const auto& record) { return losses.fields.add(record, definitions_, example); });
    if (has_kind) losses.kinds[event.record.index()].add(example);
    return;
  }
  const std::uint64_t time = told.time ? told.time->bits : nanoseconds(event.time);
  if (resolution_ != ticks_per_second && !told.time) losses.converted_times.add(example);
  if (told.has_type) return append_told(event, told, time, content, out);
  for (const AttributeEntry& entry : event.attributes)
    if (use_of(entry.attribute).use == Use::foreign) losses.attributes[entry.attribute].add(example);
  const std::size_t begin = out.size();
  if (content.message) {
    if (content.is_renumbered && event.record.is<evt::MpiSend>())
      losses.fields.count<&evt::MpiSend::receiver>(example);
    else if (content.is_renumbered)
      losses.fields.count<&evt::MpiRecv::sender>(example);
    append_message(time, *content.code, *content.message, out);
  } else if (content.text) {
    constexpr std::size_t most = most_event_bytes - encoded_bytes(EventType::raw, 1);
    const std::string_view whole = definitions_.text(content.text->string);
    const std::string_view string = whole.substr(0, most);
    if (whole.size() > most) losses.fields.count<&evt::ParameterString::string>(example);
    out.resize(begin + encoded_bytes(EventType::raw, string.size() + 1));
    put_raw(out.data() + begin, time, *content.code, std::as_bytes(std::span(string)));
  } else if (content.value) {
    out.resize(begin + encoded_bytes(EventType::regular, 1));
    put_regular(out.data() + begin, time, *content.code, *content.value);
  } else {
    out.resize(begin + encoded_bytes(EventType::regular, 0));
    put_regular(out.data() + begin, time, *content.code);
  }
}

}  // namespace weft::litl
