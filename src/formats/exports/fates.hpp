// SPDX-License-Identifier: BSD-3-Clause
// What becomes of definitions in exports, field by field (docs/exports.md). Viewers show definitions where events speak
// of them: most of all their names.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "model/definition_types.hpp"
#include "model/examples.hpp"
#include "model/fates.hpp"
#include "model/loss_report.hpp"
#include "model/markers.hpp"

namespace weft::exports {

namespace fate {

inline constexpr std::string_view only_name = "of it the name is shown alone";

inline constexpr auto counts_nanoseconds = [](const def::ClockProperties& row, const Definitions&) {
  return row.timer_resolution == 1'000'000'000;
};
inline constexpr auto tells_no_epoch = [](const def::ClockProperties& row, const Definitions&) {
  return row.realtime_timestamp + 1 <= 1;
};
// The time of day is shown by some.
template <class TimeOfDay>
constexpr auto clock(TimeOfDay time_of_day) {
  return of<def::ClockProperties>(
      translated<&def::ClockProperties::timer_resolution>("times are nanoseconds", counts_nanoseconds),
      translated<&def::ClockProperties::global_offset>("it is the time 0"),
      translated<&def::ClockProperties::trace_length>("as long as there are events"), time_of_day);
}
inline constexpr auto clock_with_epoch = clock(carried<&def::ClockProperties::realtime_timestamp>());
inline constexpr auto clock_without_epoch = clock(
    lost<&def::ClockProperties::realtime_timestamp>("the time of day is not told", tells_no_epoch));

inline constexpr auto is_process = [](const def::LocationGroup& row, const Definitions&) {
  return row.location_group_type == LocationGroupType::process;
};
inline constexpr auto is_thread = [](const def::Location& row, const Definitions&) {
  return row.location_type == LocationType::cpu_thread;
};
inline constexpr auto shown_process = of<def::LocationGroup>(
    carried<&def::LocationGroup::self, &def::LocationGroup::name>(),
    lost<&def::LocationGroup::location_group_type>("all are processes", is_process),
    lost<&def::LocationGroup::system_tree_parent, &def::LocationGroup::creating_location_group>(only_name));
inline constexpr auto shown_thread = of<def::Location>(
    carried<&def::Location::self, &def::Location::name, &def::Location::number_of_events,
        &def::Location::location_group>(),
    lost<&def::Location::location_type>("all are threads", is_thread));

inline constexpr auto is_function = [](const def::Region& row, const Definitions&) {
  return row.region_role == RegionRole::function;
};
inline constexpr auto has_same_name = [](const def::Region& row, const Definitions& definitions) {
  const std::string_view text = definitions.text(row.canonical_name);
  return text.empty() || text == definitions.text(row.name);
};
inline constexpr auto has_no_file = [](const def::Region& row, const Definitions& definitions) {
  return !row.begin_line_number || !definitions.text(row.source_file).empty();
};
// Of regions, `rest` says what becomes of paradigms and of where they are.
template <class... Rest>
constexpr auto region(Rest... rest) {
  return of<def::Region>(carried<&def::Region::self, &def::Region::name>(),
      lost<&def::Region::canonical_name>("one name is shown", has_same_name),
      lost<&def::Region::region_role>("all are functions", is_function),
      lost<&def::Region::description, &def::Region::region_flags, &def::Region::end_line_number>(only_name), rest...);
}
inline constexpr auto region_with_category = region(translated<&def::Region::paradigm>("the category of its calls"),
    lost<&def::Region::source_file, &def::Region::begin_line_number>(only_name));
inline constexpr auto region_with_line = region(lost<&def::Region::paradigm>(only_name),
    carried<&def::Region::source_file>(),
    lost<&def::Region::begin_line_number>("a line is told with its file alone", has_no_file));
inline constexpr auto region_with_name = region(
    lost<&def::Region::paradigm, &def::Region::source_file, &def::Region::begin_line_number>(only_name));

// "region at file:line", of which regions and lines are parts.
inline constexpr auto shown_context = of<def::CallingContext>(
    carried<&def::CallingContext::self, &def::CallingContext::region, &def::CallingContext::source_code_location>(),
    lost<&def::CallingContext::parent>("calls are shown as they are nested"));

inline constexpr auto attribute_with_type = of<def::Attribute>(
    carried<&def::Attribute::self, &def::Attribute::name, &def::Attribute::type>(),
    lost<&def::Attribute::description>(only_name));
inline constexpr auto attribute_as_number_or_text = of<def::Attribute>(
    carried<&def::Attribute::self, &def::Attribute::name>(),
    translated<&def::Attribute::type>("values are numbers or texts"), lost<&def::Attribute::description>(only_name));

inline constexpr auto shown_group = of<def::Group>(carried<&def::Group::self, &def::Group::name>(),
    lost<&def::Group::group_type, &def::Group::paradigm, &def::Group::group_flags>(only_name),
    translated<&def::Group::members>("where messages go to"));
inline constexpr auto shown_comm = of<def::Comm>(carried<&def::Comm::self, &def::Comm::name>(),
    translated<&def::Comm::group>("where messages go to"), lost<&def::Comm::parent, &def::Comm::flags>(only_name));
inline constexpr auto shown_inter_comm = of<def::InterComm>(carried<&def::InterComm::self, &def::InterComm::name>(),
    translated<&def::InterComm::group_a, &def::InterComm::group_b>("where messages go to"),
    lost<&def::InterComm::common_communicator, &def::InterComm::flags>(only_name));
inline constexpr auto shown_window = of<def::RmaWin>(
    carried<&def::RmaWin::self, &def::RmaWin::name>(), lost<&def::RmaWin::comm, &def::RmaWin::flags>(only_name));

template <class Unit>
constexpr auto metric(Unit unit) {
  return of<def::MetricMember>(
      carried<&def::MetricMember::self, &def::MetricMember::name, &def::MetricMember::value_type>(),
      lost<&def::MetricMember::description, &def::MetricMember::metric_type, &def::MetricMember::metric_mode,
          &def::MetricMember::base>(only_name),
      lost<&def::MetricMember::exponent>("values are shown as they are"), unit);
}
inline constexpr auto metric_with_unit = metric(carried<&def::MetricMember::unit>());
inline constexpr auto metric_without_unit = metric(lost<&def::MetricMember::unit>(only_name));
inline constexpr auto shown_metrics = of<def::MetricClass>(
    carried<&def::MetricClass::self, &def::MetricClass::metric_members>(),
    lost<&def::MetricClass::metric_occurrence, &def::MetricClass::recorder_kind>(only_name));
inline constexpr auto shown_metric_instance = of<def::MetricInstance>(
    carried<&def::MetricInstance::self, &def::MetricInstance::metric_class>(),
    lost<&def::MetricInstance::recorder, &def::MetricInstance::metric_scope, &def::MetricInstance::scope>(
        "values are those of the location that told them"));
inline constexpr auto shown_generator = of<def::InterruptGenerator>(
    carried<&def::InterruptGenerator::self, &def::InterruptGenerator::name>(),
    lost<&def::InterruptGenerator::interrupt_generator_mode, &def::InterruptGenerator::base,
        &def::InterruptGenerator::exponent, &def::InterruptGenerator::period>(only_name));

inline constexpr auto shown_io_paradigm = of<def::IoParadigm>(carried<&def::IoParadigm::self, &def::IoParadigm::name>(),
    lost<&def::IoParadigm::identification, &def::IoParadigm::io_paradigm_class, &def::IoParadigm::io_paradigm_flags,
        &def::IoParadigm::properties>(only_name));
inline constexpr auto shown_file = of<def::IoRegularFile>(
    carried<&def::IoRegularFile::self, &def::IoRegularFile::name>(), lost<&def::IoRegularFile::scope>(only_name));
inline constexpr auto shown_directory = of<def::IoDirectory>(
    carried<&def::IoDirectory::self, &def::IoDirectory::name>(), lost<&def::IoDirectory::scope>(only_name));
inline constexpr auto stands_for_file = [](const def::IoHandle& row, const Definitions& definitions) {
  return !row.file.defined() || definitions.text(row.name).empty();
};
inline constexpr auto shown_handle = of<def::IoHandle>(carried<&def::IoHandle::self, &def::IoHandle::name>(),
    lost<&def::IoHandle::file>("the name of the handle is shown", stands_for_file),
    lost<&def::IoHandle::io_paradigm, &def::IoHandle::io_handle_flags, &def::IoHandle::comm, &def::IoHandle::parent>(
        only_name));

inline constexpr auto no_definition = gone("no event shows it");
inline constexpr auto texts = whole<def::String, def::SourceCodeLocation, def::Parameter>();

}  // namespace fate

inline constexpr auto chrome_fates = Fates{fate::no_definition, fate::texts, fate::clock_with_epoch,
    fate::shown_process, fate::shown_thread, fate::region_with_category, fate::shown_context,
    fate::attribute_as_number_or_text, fate::shown_group, fate::shown_comm, fate::shown_inter_comm, fate::shown_window,
    fate::metric_without_unit, fate::shown_metrics, fate::shown_metric_instance, fate::shown_generator,
    fate::shown_io_paradigm, fate::shown_file, fate::shown_directory, fate::shown_handle};

inline constexpr auto perfetto_fates = Fates{fate::no_definition, fate::texts, fate::clock_with_epoch,
    fate::shown_process, fate::shown_thread, fate::region_with_category, fate::shown_context,
    fate::attribute_as_number_or_text, fate::shown_group, fate::shown_comm, fate::shown_inter_comm, fate::shown_window,
    fate::metric_with_unit, fate::shown_metrics, fate::shown_metric_instance, fate::shown_generator,
    fate::shown_io_paradigm, fate::shown_file, fate::shown_directory, fate::shown_handle};

// It has tables of locations, with their processes, and of regions.
inline constexpr auto csv_fates = Fates{fate::no_definition, fate::texts, whole<def::ClockProperties, def::Location>(),
    of<def::LocationGroup>(
        carried<&def::LocationGroup::self, &def::LocationGroup::name, &def::LocationGroup::location_group_type>(),
        lost<&def::LocationGroup::system_tree_parent, &def::LocationGroup::creating_location_group>(
            "no table tells it")),
    of<def::Region>(carried<&def::Region::self, &def::Region::name, &def::Region::canonical_name,
                        &def::Region::description, &def::Region::region_role, &def::Region::paradigm,
                        &def::Region::source_file, &def::Region::begin_line_number, &def::Region::end_line_number>(),
        lost<&def::Region::region_flags>("no table tells it")),
    fate::shown_context, fate::attribute_with_type, fate::shown_group, fate::shown_comm, fate::shown_inter_comm,
    fate::shown_window, fate::metric_without_unit, fate::shown_metrics, fate::shown_metric_instance,
    fate::shown_generator, fate::shown_io_paradigm, fate::shown_file, fate::shown_directory, fate::shown_handle};

inline constexpr auto folded_fates = Fates{fate::no_definition, whole<def::String, def::SourceCodeLocation>(),
    fate::clock_without_epoch, fate::shown_process, fate::shown_thread, fate::region_with_name, fate::shown_context};

inline constexpr auto speedscope_fates = Fates{fate::no_definition, whole<def::String, def::SourceCodeLocation>(),
    fate::clock_without_epoch, fate::shown_process, fate::shown_thread, fate::region_with_line, fate::shown_context};

template <const auto& fates>
void tell_definitions(const Definitions& definitions, LossReport& report) {
  FateCounts<DefinitionTypes, fates> counts;
  count_definitions(counts, definitions, definitions);
  counts.tell(report);
}

// Markers tell what kind they are of; a kind of which there is none is told by nobody.
inline void tell_unused_kinds(const Markers& markers, LossReport& report) {
  std::set<std::uint32_t> used;
  for (const Marker& marker : markers.markers()) used.insert(marker.marker);
  for (const DefMarker& kind : markers.kinds())
    if (!used.contains(kind.self))
      report.lost(std::string(DefMarker::schema.name), "there is no marker of this kind", 1, example_of({}, kind));
}

}  // namespace weft::exports
