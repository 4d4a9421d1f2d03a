// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/from_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "formats/dftracer/hashes.hpp"
#include "formats/dftracer/io_actions.hpp"
#include "formats/dftracer/line_parser.hpp"
#include "formats/dftracer/retell.hpp"
#include "formats/dftracer/vocabulary.hpp"
#include "model/system_numbers.hpp"

namespace weft::dftracer {

namespace {

std::string hash_text(std::string_view text) { return std::string(hexadecimal(hash_f(md5(text))).view()); }

}  // namespace

FromModel::FromModel(const Definitions& definitions, Version version) : definitions_(definitions), version_(version) {
  find_attributes();
  find_speakers();
  if (is_coming_home_ && unit_ != usual_unit) find_unit();
  for (const def::Parameter& parameter : definitions.all<def::Parameter>())
    has_metadata_ = has_metadata_ || definitions.text(parameter.name) == metadata_parameter;
  for (const def::IoHandle& handle : definitions.all<def::IoHandle>()) {
    std::string path = definitions.name(handle.file);
    if (path.empty()) continue;
    std::string hash = hash_text(path);
    files_.try_emplace(handle.self.value, std::move(hash), std::move(path));
    files_of_handles_.insert(handle.file);
  }
  for (const def::LocationGroup& group : definitions.all<def::LocationGroup>()) nodes_.insert(group.system_tree_parent);
  const auto& all = definitions.all<def::Attribute>();
  if (std::any_of(all.begin(), all.end(), [](const auto& attribute) { return attribute.type == Type::io_file; }))
    find_told_files();
}

// Those that attributes may name.
void FromModel::find_told_files() {
  const auto add = [&](IoFileRef file) {
    std::string path = definitions_.name(file);
    std::string hash = hash_text(path);
    if (!path.empty()) told_files_.try_emplace(file.value, std::move(hash), std::move(path));
  };
  for (const def::IoRegularFile& file : definitions_.all<def::IoRegularFile>()) add(file.self);
  for (const def::IoDirectory& directory : definitions_.all<def::IoDirectory>()) add(directory.self);
}

void FromModel::find_attributes() {
  constexpr std::pair<std::string_view, AttributeUse> known[] = {{id_attribute, AttributeUse::id},
      {type_attribute, AttributeUse::type}, {no_arguments_attribute, AttributeUse::no_arguments},
      {missing_attribute, AttributeUse::missing}, {name_attribute, AttributeUse::name},
      {category_attribute, AttributeUse::category}, {phase_attribute, AttributeUse::phase},
      {file_attribute, AttributeUse::file}};
  for (const def::Attribute& attribute : definitions_.all<def::Attribute>()) {
    AttributeName name{AttributeUse::argument, definitions_.text(attribute.description) == json_description,
        definitions_.text(attribute.name)};
    for (const auto& [text, use] : known)
      if (name.key == text) name.use = use;
    if (name.use == AttributeUse::id) is_coming_home_ = true;
    if (name.key.starts_with(field_attributes)) {
      name.use = AttributeUse::field;
      name.key.remove_prefix(field_attributes.size());
    }
    attributes_.try_emplace(attribute.self.value, name);
  }
}

// The name of the node that a process runs on.
std::string_view FromModel::host_of(LocationGroupRef group) const {
  const def::LocationGroup* const found = definitions_.find<def::LocationGroup>(group);
  const def::SystemTreeNode* const node = found ? definitions_.find<def::SystemTreeNode>(found->system_tree_parent)
                                                : nullptr;
  return node ? definitions_.text(node->name) : std::string_view();
}

void FromModel::find_speakers() {
  const SystemNumbers numbers(definitions_);
  for (const def::Location& location : definitions_.all<def::Location>()) {
    const auto pid = numbers.processes.find(location.location_group);
    const auto tid = numbers.threads.find(location.self);
    Speaker speaker;
    // Processes that have no number get theirs, from 1 on.
    speaker.origin = {pid == numbers.processes.end() ? std::uint64_t{location.location_group.value} + 1 : pid->second,
        tid == numbers.threads.end() ? location.self.value : tid->second};
    if (!is_coming_home_) {
      const std::string host(host_of(location.location_group));
      const std::string hash = hash_text(host);
      if (!host.empty()) hosts_.try_emplace(hash, host, location.self);
      if (!host.empty()) speaker.host = fmt::format("\"{}\"", hash);
    }
    speakers_.try_emplace(location.self.value, std::move(speaker));
  }
  std::unordered_map<std::uint64_t, std::uint64_t> units;
  for (const def::LocationProperty& row : definitions_.all<def::LocationProperty>()) {
    const auto found = speakers_.find(row.location.value);
    if (found == speakers_.end()) continue;
    const std::string_view name = definitions_.text(row.name);
    Speaker& speaker = found->second;
    if (name == unit_property &&
        std::ranges::find(time_units, row.value.bits, &TimeUnit::nanoseconds) != std::end(time_units))
      units[row.location.value] = row.value.bits;
    if (name == dialect_property)
      speaker.is_quoted = definitions_.text({static_cast<std::uint32_t>(row.value.bits)}) == quoted_dialect;
  }
  // The finest; where a location says nothing, it is the usual one.
  std::uint64_t finest = units.size() < speakers_.size() || units.empty() ? usual_unit : ~std::uint64_t{0};
  for (const auto& [location, unit] : units) finest = std::min(finest, unit);
  unit_ = is_coming_home_ ? finest : version_ == Version::two ? 1 : usual_unit;
}

// Readers look for it among the first lines, wherever the thread is that told it.
void FromModel::find_unit() {
  TextSink out;
  LineParser parser;
  Record record;
  std::string padded;
  for (const def::String& string : definitions_.all<def::String>()) {
    const std::string_view line = definitions_.text(string.self);
    if (line.find(unit_argument) == std::string_view::npos) continue;
    const std::string_view text = std::string_view(padded.assign(line).append(line_padding, ' '))
                                      .substr(0, line.size());
    if (!parser.parse(text, record) || unit_told_by(record) != unit_) continue;
    unit_line_ = string.self;
    retell(record, text, version_, out);
    break;
  }
  if (!unit_line_.defined())
    LinePen(out, version_, {})
        .metadata(Metadata{0, unit_record, Layer::dftracer, first_speaker().origin, unit_argument},
            std::ranges::find(time_units, unit_, &TimeUnit::nanoseconds)->name);
  unit_text_ = out.text();
}

AttributeName FromModel::name_of(AttributeRef attribute) const {
  const auto found = attributes_.find(attribute.value);
  return found == attributes_.end() ? AttributeName{} : found->second;
}

std::string_view FromModel::name_of(ParameterRef parameter) const {
  const def::Parameter* const found = definitions_.find<def::Parameter>(parameter);
  return found ? definitions_.text(found->name) : std::string_view();
}

std::string FromModel::category_of(RegionRef region) const {
  const def::Region* const found = definitions_.find<def::Region>(region);
  if (!found) return "";
  const std::string_view description = definitions_.text(found->description);
  const bool is_file = found->region_role == RegionRole::file_io || found->region_role == RegionRole::file_io_metadata;
  if (is_coming_home_ || description == posix_category || description == stdio_category)
    return std::string(description);
  if (is_file) return std::string(posix_category);
  std::string name(weft::name_of(found->paradigm).value_or("unknown"));
  std::ranges::transform(
      name, name.begin(), [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return name;
}

const Speaker& FromModel::speaker(LocationRef location) const {
  const auto found = speakers_.find(location.value);
  return found == speakers_.end() ? stranger_ : found->second;
}

// Who tells what is nobody's own.
const Speaker& FromModel::first_speaker() const {
  const auto& locations = definitions_.all<def::Location>();
  return locations.size() ? speaker(locations.begin()->self) : stranger_;
}

std::uint64_t FromModel::nanoseconds(Ticks time) const {
  constexpr std::uint64_t unknown = ~std::uint64_t{0};
  const def::ClockProperties* const clock = definitions_.clock();
  if (!clock || clock->timer_resolution == 0) return time;
  const bool has_epoch = clock->realtime_timestamp != unknown && clock->realtime_timestamp != 0;
  const bool is_before = has_epoch && time < clock->global_offset;
  const std::uint64_t ticks = !has_epoch ? time : is_before ? clock->global_offset - time : time - clock->global_offset;
  __extension__ using Wide = unsigned __int128;
  const auto wide = static_cast<Wide>(ticks) * ticks_per_second / clock->timer_resolution;
  const auto passed = static_cast<std::uint64_t>(wide);
  if (!has_epoch) return passed;
  if (is_before) return clock->realtime_timestamp - std::min(passed, clock->realtime_timestamp);
  return clock->realtime_timestamp + passed;
}

std::string_view FromModel::hash_of(IoHandleRef handle) const {
  const auto found = files_.find(handle.value);
  return found == files_.end() ? std::string_view() : found->second.first;
}

std::string_view FromModel::hash_of(IoFileRef file) const {
  const auto found = told_files_.find(file.value);
  return found == told_files_.end() ? std::string_view() : found->second.first;
}

std::string_view FromModel::path_of(IoHandleRef handle) const {
  const auto found = files_.find(handle.value);
  return found == files_.end() ? std::string_view() : found->second.second;
}

void FromModel::put_definitions(TextSink& out) const {
  if (is_coming_home_) return out.put(unit_text_);
  std::int64_t id = 0;
  const auto metadata = [&](const Speaker& speaker, std::string_view kind, std::string_view name,
                            std::string_view value) {
    LinePen(out, version_, speaker.host).metadata(Metadata{++id, kind, Layer::dftracer, speaker.origin, name}, value);
  };
  // The first location of each process speaks for it.
  std::map<std::uint32_t, LocationRef> processes;
  for (const def::Location& location : definitions_.all<def::Location>())
    processes.try_emplace(location.location_group.value, location.self);
  if (version_ == Version::two)
    for (const auto& [process, location] : processes) metadata(speaker(location), unit_record, unit_argument, "NS");
  for (const auto& [hash, host] : hosts_) metadata(speaker(host.second), "HH", host.first, hash);
  std::map<std::string_view, std::string_view> files;
  for (const auto& known : {&files_, &told_files_})
    for (const auto& [number, file] : *known) files.try_emplace(file.first, file.second);
  for (const auto& [hash, path] : files) metadata(first_speaker(), "FH", path, hash);
  for (const def::Location& location : definitions_.all<def::Location>()) {
    const Speaker& speaker = this->speaker(location.self);
    const std::string process = definitions_.name(location.location_group);
    if (processes.at(location.location_group.value) == location.self && !process.empty())
      metadata(speaker, "process_name", process, "process_name");
    metadata(speaker, "thread_name", definitions_.text(location.name), "thread_name");
  }
}

}  // namespace weft::dftracer
