// SPDX-License-Identifier: BSD-3-Clause
#include "formats/litl/from_model.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "formats/litl/event.hpp"
#include "formats/litl/vocabulary.hpp"

namespace weft::litl {

namespace {

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

}  // namespace

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
}

void FromModel::read_properties() {
  for (const def::SystemTreeNodeProperty& property : definitions_.all<def::SystemTreeNodeProperty>()) {
    const std::string_view name = definitions_.text(property.name);
    if (property.value.type != Type::string) continue;
    const std::string_view value = definitions_.text({static_cast<std::uint32_t>(property.value.bits)});
    if (name == version_property) version_ = value;
    if (name == sysinfo_property) sysinfo_ = value;
    Report ignored;  // the bridge wrote this text itself
    if (name == map_property) mapping_ = parse_mapping(value, {}, ignored);
  }
  if (sysinfo_.empty() && definitions_.all<def::SystemTreeNode>().size())
    sysinfo_ = definitions_.text(definitions_.all<def::SystemTreeNode>().begin()->name);
  for (const auto& [code, meaning] : mapping_) first_codes_.try_emplace({meaning.role, meaning.name}, code);
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
    if (name == other_parameter) {
      event_codes_.try_emplace(parameter.self.value, 0);
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
  const std::uint64_t most = told.type == EventType::regular || told.type == EventType::offset ? 255 : most_event_bytes;
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

void FromModel::encode(const Event& event, std::vector<std::byte>& out, Losses& losses) const {
  const Told told = told_by(event);
  std::optional<std::uint32_t> code;
  std::optional<std::uint64_t> value;
  const auto* const text = event.record.get_if<evt::ParameterString>();
  if (const auto* const enter = event.record.get_if<evt::Enter>()) {
    code = found_in(enter_codes_, enter->region.value);
  } else if (const auto* const leave = event.record.get_if<evt::Leave>()) {
    code = found_in(leave_codes_, leave->region.value);
  } else if (const auto* const number = event.record.get_if<evt::ParameterUnsignedInt>()) {
    code = found_in(event_codes_, number->parameter.value);
    value = number->value;
  } else if (const auto* const integer = event.record.get_if<evt::ParameterInt>()) {
    code = found_in(event_codes_, integer->parameter.value);
    value = static_cast<std::uint64_t>(integer->value);
  } else if (text) {
    code = found_in(event_codes_, text->parameter.value);
  }
  if (told.code && code) code = static_cast<std::uint32_t>(told.code->bits);
  if (!code || *code == mark_code) {
    ++losses.kinds[event.record.index()];
    return;
  }
  const std::uint64_t time = told.time ? told.time->bits : nanoseconds(event.time);
  if (resolution_ != ticks_per_second && !told.time) ++losses.converted_times;
  const std::size_t begin = out.size();
  if (told.has_type) {
    const bool is_sized = told.type == EventType::raw || told.type == EventType::packed;
    out.resize(begin + encoded_bytes(is_sized ? told.type : EventType::regular, 0));
    put_header(out.data() + begin, time, *code, told.type);
    if (is_sized)
      store(out.data() + begin + 13, static_cast<std::uint32_t>(told.count), ByteOrder::little);
    else
      out[begin + 13] = static_cast<std::byte>(told.count);
    append_payload(event, told, value, out);
    return;
  }
  for (const AttributeEntry& entry : event.attributes)
    if (use_of(entry.attribute).use == Use::foreign) ++losses.attributes[entry.attribute];
  if (text) {
    std::string_view string = definitions_.text(text->string);
    string = string.substr(0, most_event_bytes - encoded_bytes(EventType::raw, 1));
    out.resize(begin + encoded_bytes(EventType::raw, string.size() + 1));
    put_raw(out.data() + begin, time, *code, std::as_bytes(std::span(string)));
  } else if (value) {
    out.resize(begin + encoded_bytes(EventType::regular, 1));
    put_regular(out.data() + begin, time, *code, *value);
  } else {
    out.resize(begin + encoded_bytes(EventType::regular, 0));
    put_regular(out.data() + begin, time, *code);
  }
}

}  // namespace weft::litl
