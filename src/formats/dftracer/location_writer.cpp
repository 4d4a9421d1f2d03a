// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/location_writer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "formats/dftracer/io_actions.hpp"
#include "formats/dftracer/vocabulary.hpp"

namespace weft::dftracer {

namespace {

constexpr std::uint64_t unknown_bytes = ~std::uint64_t{0};

}  // namespace

std::uint64_t LocationWriter::units(std::uint64_t nanoseconds) {
  if (nanoseconds % from_model_.unit()) losses_.cut_times.add(here());
  return nanoseconds / from_model_.unit();
}

// What DFTracer cuts off other tools write behind a point.
Time LocationWriter::decimal(std::uint64_t nanoseconds) const {
  const std::uint64_t unit = from_model_.unit();
  return {nanoseconds / unit, static_cast<std::uint16_t>(nanoseconds % unit * 1000 / unit)};
}

// What comes home was as long before.
LinePen LocationWriter::pen() { return {out_, from_model_.version(), speaker_.host, !from_model_.is_coming_home()}; }

void LocationWriter::end_line(LinePen& pen) {
  pen.end();
  if (pen.has_cut()) losses_.cut_texts.add(here());
}

// Lines of other tools come back as they were: not with all fields, and with times that are no whole numbers.
bool LocationWriter::is_foreign(const Fields& fields, std::uint64_t begin, std::uint64_t end) const {
  if (from_model_.version() != Version::one || !from_model_.is_coming_home()) return false;
  return fields.has != Record::usual_fields || begin % from_model_.unit() || end % from_model_.unit();
}

Foreign LocationWriter::foreign(
    const Fields& fields, const std::pair<std::string, std::string>& names, std::uint64_t time) const {
  const auto id = static_cast<std::uint16_t>(fields.id ? Record::has_id : 0);
  return {fields.phase, static_cast<std::uint16_t>(fields.has | id | Record::has_time), fields.id.value_or(0),
      names.first, names.second, origin(fields), decimal(time), {}};
}

const std::pair<std::string, std::string>& LocationWriter::names_of(RegionRef region) {
  const auto [known, is_new] = names_.try_emplace(region);
  if (is_new) known->second = {from_model_.definitions().name(region), from_model_.category_of(region)};
  return known->second;
}

// The begin or the end of a region, as the event at hand tells it.
void LocationWriter::write_half(RegionRef region, const Fields& fields) {
  LinePen pen = this->pen();
  pen.begin(foreign(fields, names_of(region), last_));
  if (!fields.has_no_arguments) pen.begin_arguments();
  put_arguments(pen);
  end_line(pen);
}

void LocationWriter::name_attributes(const weft::Event& event) {
  named_.clear();
  for (const AttributeEntry& entry : event.attributes)
    named_.emplace_back(from_model_.name_of(entry.attribute), entry.value);
}

LocationWriter::Fields LocationWriter::fields() const {
  Fields fields;
  for (const auto& [name, value] : named_) {
    const auto text = [&, bits = value.bits] {
      return from_model_.definitions().text({static_cast<std::uint32_t>(bits)});
    };
    switch (name.use) {
      case AttributeUse::id:
        fields.id = value.as_signed();
        break;
      case AttributeUse::type:
        fields.type = value.as_signed();
        break;
      case AttributeUse::no_arguments:
        fields.has_no_arguments = true;
        break;
      case AttributeUse::missing:
        fields.has = static_cast<std::uint16_t>(Record::usual_fields & ~value.bits);
        break;
      case AttributeUse::field:
        if (name.key == tid_field && value.type != Type::string) fields.tid = value.bits;
        fields.has_text_for_tid = fields.has_text_for_tid || (name.key == tid_field && value.type == Type::string);
        fields.has_text_for_pid = fields.has_text_for_pid || name.key == pid_field;
        break;
      case AttributeUse::name:
        fields.name = text();
        break;
      case AttributeUse::category:
        fields.category = text();
        break;
      case AttributeUse::phase:
        fields.phase = text();
        break;
      default:
        break;
    }
  }
  return fields;
}

Origin LocationWriter::origin(const Fields& fields) const {
  return {speaker_.origin.pid, fields.tid.value_or(speaker_.origin.tid), !fields.has_text_for_pid,
      !fields.has_text_for_tid};
}

void LocationWriter::put(LinePen& pen, std::string_view key, TypedValue value, bool is_json) {
  const Definitions& definitions = from_model_.definitions();
  bool has_room = true;
  const std::string_view file = value.type == Type::io_file
                                    ? from_model_.hash_of(IoFileRef{static_cast<std::uint32_t>(value.bits)})
                                    : std::string_view();
  if (!file.empty()) {
    has_room = pen.argument(key, file);
  } else if (value.type == Type::string) {
    const std::string_view text = definitions.text({static_cast<std::uint32_t>(value.bits)});
    has_room = is_json ? pen.argument(key, Literal{text}) : pen.argument(key, text);
  } else if (is_floating(value.type)) {
    has_room = pen.argument(key, value.as_double());
  } else if (is_signed(value.type)) {
    has_room = pen.argument(key, value.as_signed());
  } else {
    has_room = pen.argument(key, value.bits);
  }
  if (!has_room) losses_.long_arguments.add(here());
}

// Arguments first, then the fields of the record that nobody knows.
void LocationWriter::put_arguments(LinePen& pen) {
  const auto put_all = [&](AttributeUse use) {
    for (const auto& [name, value] : named_)
      if (name.use == use && !(use == AttributeUse::field && name.key == tid_field && value.type != Type::string))
        put(pen, name.key, value, name.is_json);
  };
  put_all(AttributeUse::argument);
  pen.end_arguments();
  put_all(AttributeUse::field);
}

// What the hash in the arguments at hand stands for, if nothing else has told it.
void LocationWriter::define_file(IoHandleRef handle) {
  const std::string_view path = from_model_.path_of(handle);
  if (path.empty()) return;
  for (const auto& [name, value] : named_) {
    if (name.use != AttributeUse::argument || name.key != "fhash") continue;
    const bool is_text = value.type == Type::string;
    const std::string hash = is_text
                                 ? std::string(from_model_.definitions().text({static_cast<std::uint32_t>(value.bits)}))
                                 : std::to_string(value.bits);
    if (!defined_.insert(hash).second) return;
    const Metadata record{0, "FH", Layer::dftracer, speaker_.origin, path};
    LinePen pen = this->pen();
    is_text ? pen.metadata(record, std::string_view(hash)) : pen.metadata(record, Literal{hash});
  }
}

// What was entered last, ended by `event`.
void LocationWriter::write_last_span(std::uint64_t end, const weft::Event& event) {
  const Open span = open_.back();
  if (end < span.begin) {
    end = span.begin;
    losses_.moved_times.add(here());
  }
  const auto& names = names_of(span.region);
  name_attributes(event);
  if (span.file.defined()) define_file(span.file);
  Fields fields = this->fields();
  const bool is_home = from_model_.is_coming_home();
  LinePen pen = this->pen();
  if (is_foreign(fields, span.begin, end)) {
    fields.phase = "X";
    Foreign record = foreign(fields, names, span.begin);
    record.fields |= Record::has_duration;
    record.duration = decimal(end - span.begin);
    pen.begin(record);
  } else {
    const std::uint64_t begin = units(span.begin);
    pen.begin(Event{is_home ? fields.id : std::optional(next_id_++), names.first, names.second,
        fields.layer(names.second), origin(fields), begin, units(end) - begin});
  }
  if (!fields.has_no_arguments && is_home) pen.begin_arguments();
  if (!span.hash.empty()) give("fhash", {}, span.hash);
  if (!is_home) drop_repeated_arguments();
  for (std::size_t i = span.first_given; i < given_.size(); ++i) {
    const Given& given = given_[i];
    if (given.text.empty())
      put(pen, given.key, given.value, given.is_json);
    else if (!pen.argument(given.key, given.text))
      losses_.long_arguments.add(here());
  }
  put_arguments(pen);
  end_line(pen);
  if (span.has_attributes) losses_.begin_attributes.add(here());
  if (speaker_.is_quoted) losses_.unquoted.add(here());
  given_.resize(span.first_given);
  open_.pop_back();
}

void LocationWriter::take_enter(RegionRef region, const weft::Event& event) {
  open_.push_back({region, last_, event.time, given_.size()});
  if (event.attributes.empty()) return;
  name_attributes(event);
  const Fields fields = this->fields();
  if (!fields.phase.empty() && from_model_.version() == Version::one && from_model_.is_coming_home()) {
    open_.back().is_half = true;
    return write_half(region, fields);
  }
  for (const auto& [name, value] : named_)
    if (name.use == AttributeUse::argument) given_.push_back({name.key, value, {}, name.is_json});
  open_.back().has_attributes = !from_model_.is_coming_home();
}

void LocationWriter::take_leave(RegionRef region, const weft::Event& event) {
  if (open_.empty() || open_.back().region != region) {
    losses_.unmatched_leaves.add(here());
    return;
  }
  if (!open_.back().is_half) return write_last_span(last_, event);
  open_.pop_back();
  name_attributes(event);
  if (const Fields fields = this->fields(); !fields.phase.empty()) write_half(region, fields);
}

void LocationWriter::take_metric(const evt::Metric& metric, const weft::Event& event) {
  const Definitions& definitions = from_model_.definitions();
  const def::MetricClass* metric_class = definitions.find<def::MetricClass>(metric.metric);
  if (!metric_class)
    if (const def::MetricInstance* instance = definitions.find<def::MetricInstance>(metric.metric))
      metric_class = definitions.find<def::MetricClass>(instance->metric_class);
  if (!metric_class) {
    losses_.undefined_metrics.add(here());
    return;
  }
  note(metric, event);
  name_attributes(event);
  const Fields fields = this->fields();
  const auto member_name = [&](std::size_t i) -> std::string_view {
    const def::MetricMember* const member = i < metric_class->metric_members.size()
                                                ? definitions.find<def::MetricMember>(metric_class->metric_members[i])
                                                : nullptr;
    return member ? definitions.text(member->name) : std::string_view();
  };
  const std::string_view name = fields.name.empty() ? member_name(0) : fields.name;
  const std::string_view category = fields.name.empty() ? std::string_view("metric") : fields.category;
  const std::pair<std::string, std::string> names(name, category);
  const bool is_aggregate = fields.phase == "3" || fields.phase == "A";
  LinePen pen = this->pen();
  if (is_foreign(fields, last_, last_) || (fields.id && from_model_.version() == Version::one))
    pen.begin(foreign(fields, names, last_));
  else
    pen.begin(Counter{name, category, fields.layer(category), origin(fields), units(last_), is_aggregate});
  if (!fields.has_no_arguments) pen.begin_arguments();
  for (std::size_t i = 0; i < metric.metric_values.size(); ++i) {
    std::string_view key = member_name(i);
    if (!fields.name.empty()) key = key_of_member(key, fields.name);
    put(pen, key, {metric.metric_values[i].type, metric.metric_values[i].bits}, false);
  }
  put_arguments(pen);
  end_line(pen);
}

// An argument of this name that the call entered last has got, whatever its value is.
bool LocationWriter::is_given(const Given& argument) {
  for (std::size_t i = open_.back().first_given; i < given_.size(); ++i) {
    const Given& other = given_[i];
    if (other.key != argument.key) continue;
    if (other.value != argument.value || other.text != argument.text) losses_.same_names.add(here());
    return true;
  }
  return false;
}

void LocationWriter::give(std::string_view key, TypedValue value, std::string_view text) {
  if (open_.empty()) return;
  const Given argument{key, value, text};
  if (!is_given(argument)) given_.push_back(argument);
}

// In JSON a name stands once. A call that is known tells by its own arguments what it did, such as how many items of
// which size; of any other, what happened in it goes before those of the event that leaves it.
void LocationWriter::drop_repeated_arguments() {
  const auto first_given = given_.begin() + static_cast<std::ptrdiff_t>(open_.back().first_given);
  if (first_given == given_.end()) return;
  if (names_an_operation(open_.back().region)) {
    const auto is_told = [&](const Given& given) {
      return std::ranges::any_of(named_, [&](const auto& attribute) {
        return attribute.first.use == AttributeUse::argument && attribute.first.key == given.key;
      });
    };
    given_.erase(std::remove_if(first_given, given_.end(), is_told), given_.end());
    return;
  }
  std::erase_if(named_, [&](const auto& attribute) {
    return attribute.first.use == AttributeUse::argument && is_given({attribute.first.key, attribute.second, {}});
  });
}

bool LocationWriter::names_an_operation(RegionRef region) {
  const auto& [name, category] = names_of(region);
  return is_operation_or_seek(io_action(category, name));
}

// Whether a call has the name of something else than this operation, which whoever reads the line would believe.
template <class R>
bool LocationWriter::is_named_otherwise(const R& record) {
  const auto& [name, category] = names_of(open_.back().region);
  const IoAction action = io_action(category, name);
  if constexpr (std::is_same_v<R, evt::IoSeek>)
    return is_operation(action);
  else
    return action == IoAction::seek || (action == IoAction::read && record.mode != IoOperationMode::read) ||
           (action == IoAction::write && record.mode != IoOperationMode::write) ||
           (action == IoAction::flush && record.mode != IoOperationMode::flush);
}

// What a call reads, writes or seeks is told by its arguments: one operation, with its completion.
template <class R>
bool LocationWriter::take_operation(const R& record) {
  constexpr std::uint64_t no_id = ~std::uint64_t{0};
  std::optional<std::uint64_t>& operation = open_.back().operation;
  if constexpr (std::is_same_v<R, evt::IoOperationComplete>) {
    if (operation != record.matching_id) {
      losses_.further_operations[static_cast<std::size_t>(kind_of<R>)].add(here());
      return false;
    }
    give("ret", TypedValue::of(static_cast<std::int64_t>(record.bytes_result)));
  } else {
    if (operation || is_named_otherwise(record)) {
      losses_.further_operations[static_cast<std::size_t>(kind_of<R>)].add(here());
      return false;
    }
    const std::string_view hash = from_model_.hash_of(record.handle);
    if (!hash.empty()) give("fhash", {}, hash);
    if constexpr (std::is_same_v<R, evt::IoOperationBegin>) {
      operation = record.matching_id;
      if (record.bytes_request != unknown_bytes) give("count", TypedValue::of(record.bytes_request));
    } else {
      operation = no_id;
      give("offset", TypedValue::of(record.offset_request));
      give("whence", TypedValue::of(static_cast<std::int64_t>(record.whence)));
      give("ret", TypedValue::of(static_cast<std::int64_t>(record.offset_result)));
    }
  }
  return true;
}

// Calls that open, close or remove a file are about that file. What is closed on the way is not what they are about.
template <class R>
void LocationWriter::name_file(const R& record) {
  const auto take_hash = [&](std::string_view hash) {
    if (open_.empty()) return;
    const auto& [name, category] = names_of(open_.back().region);
    if (io_action(category, name) != IoAction::none) open_.back().hash = hash;
  };
  if constexpr (std::is_same_v<R, evt::IoCreateHandle>) {
    take_hash(from_model_.hash_of(record.handle));
  } else if constexpr (std::is_same_v<R, evt::IoDuplicateHandle>) {
    take_hash(from_model_.hash_of(record.new_handle));
  } else if constexpr (std::is_same_v<R, evt::IoDeleteFile>) {
    take_hash(from_model_.hash_of(record.file));
  } else if constexpr (std::is_same_v<R, evt::IoDestroyHandle>) {
    if (!open_.empty() && open_.back().hash.empty()) take_hash(from_model_.hash_of(record.handle));
  }
}

void LocationWriter::retell_line(StringRef string) {
  const std::string_view line = from_model_.definitions().text(string);
  line_.assign(line).append(line_padding, ' ');
  const std::string_view text = std::string_view(line_).substr(0, line.size());
  if (!parser_.parse(text, record_)) return losses_.unreadable_lines.add(here());
  if (from_model_.has_put_unit(string)) return;
  if (const auto unit = unit_told_by(record_); unit && *unit != from_model_.unit())
    return losses_.other_units.add(here());
  retell(record_, text, from_model_.version(), out_);
}

template <class R>
void LocationWriter::note(const R& record, const weft::Event& event) {
  if (!from_model_.is_coming_home()) count_fields(record, event);
}

template <class R>
void LocationWriter::count_fields(const R& record, const weft::Event& event) {
  losses_.fields.add(record, from_model_, [&] { return example_of(from_model_.definitions(), location_, event); });
}

// Where in its file an operation works is an argument of its call; if that is not known, it is nothing to be told.
template <class R>
bool LocationWriter::take_offset(const AttributeEntry& entry) {
  if (!std::is_same_v<R, evt::IoOperationBegin> || entry.value.type != Type::uint64 ||
      from_model_.name_of(entry.attribute).key != offset_attribute)
    return false;
  if (entry.value.bits != unknown_offset) give("offset", entry.value);
  return true;
}

// What becomes an argument of the call around it.
template <class R>
void LocationWriter::take_argument(const R& record, const weft::Event& event) {
  if (open_.empty()) return lose_outside<R>();
  for (const AttributeEntry& entry : event.attributes)
    if (!take_offset<R>(entry)) losses_.attributes[entry.attribute].add(here());
  if constexpr (std::is_same_v<R, evt::ParameterString>) {
    give(from_model_.name_of(record.parameter), TypedValue::of(record.string));
  } else if constexpr (requires { record.parameter; }) {
    give(from_model_.name_of(record.parameter), TypedValue::of(record.value));
  } else if (!take_operation(record)) {
    return;
  }
  note(record, event);
}

// Other tools' marks and flows, which version 2 has no phases of its own for.
void LocationWriter::write_instant(std::string_view name, const weft::Event& event) {
  name_attributes(event);
  const Fields fields = this->fields();
  LinePen pen = this->pen();
  pen.begin(foreign(fields, {std::string(name), std::string(fields.category)}, last_));
  if (!fields.has_no_arguments) pen.begin_arguments();
  put_arguments(pen);
  end_line(pen);
}

// Lines that were kept whole, and texts that parameters take.
void LocationWriter::take_text(const evt::ParameterString& text, const weft::Event& event) {
  const std::string_view name = from_model_.name_of(text.parameter);
  if (name == metadata_parameter || name == event_parameter)
    retell_line(text.string);
  else if (name == instant_parameter)
    write_instant(from_model_.definitions().text(text.string), event);
  else
    take_argument(text, event);
}

template <class R>
void LocationWriter::take(const R& record, const weft::Event& event) {
  if constexpr (std::is_same_v<R, evt::Enter>) {
    take_enter(record.region, event);
  } else if constexpr (std::is_same_v<R, evt::Leave>) {
    take_leave(record.region, event);
  } else if constexpr (std::is_same_v<R, evt::Metric>) {
    take_metric(record, event);
  } else if constexpr (std::is_same_v<R, evt::ParameterString>) {
    take_text(record, event);
  } else if constexpr (std::is_same_v<R, evt::ParameterInt> || std::is_same_v<R, evt::ParameterUnsignedInt>) {
    take_argument(record, event);
  } else if constexpr (std::is_same_v<R, evt::IoOperationBegin> || std::is_same_v<R, evt::IoOperationComplete> ||
                       std::is_same_v<R, evt::IoSeek>) {
    // What comes home has its arguments; but they mean nothing where the category of its call was lost on the way.
    if (!from_model_.is_coming_home())
      take_argument(record, event);
    else if (!open_.empty() && !names_an_operation(open_.back().region))
      count_fields(record, event);
    else if (!open_.empty() && from_model_.lacks_metadata() && !open_.back().file.defined())
      open_.back().file = record.handle;
  } else {
    static_assert(decltype(Losses::fields)::template is_gone<R>);
    if (!from_model_.is_coming_home())
      count_fields(record, event), name_file(record);
    else if constexpr (std::is_same_v<R, evt::IoCreateHandle> || std::is_same_v<R, evt::IoDestroyHandle>) {
      if (!open_.empty() && from_model_.lacks_metadata() && !open_.back().file.defined())
        open_.back().file = record.handle;
    } else {
      count_fields(record, event);
    }
  }
}

void LocationWriter::write(const weft::Event& event) {
  event_ = &event;
  last_ = from_model_.nanoseconds(event.time);
  event.record.visit([&](const auto& record) { take(record, event); });
}

void LocationWriter::finish() {
  while (!open_.empty()) {
    const weft::Event entered{open_.back().entered, evt::Enter{open_.back().region}, {}};
    event_ = &entered;
    losses_.open_regions.add(here());
    if (open_.back().is_half)
      open_.pop_back();
    else
      write_last_span(last_, {});
  }
}

}  // namespace weft::dftracer
