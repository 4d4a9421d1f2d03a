// SPDX-License-Identifier: BSD-3-Clause
// What becomes of records of the model that are written as DFTracer, field by field (docs/formats/dftracer.md). Of
// traces that were DFTracer's before nothing of this holds: they bring along what they were.
#pragma once

#include <fmt/format.h>

#include "formats/dftracer/from_model.hpp"
#include "formats/dftracer/io_actions.hpp"
#include "model/event_types.hpp"
#include "model/fates.hpp"

namespace weft::dftracer {

namespace fate {

inline constexpr std::string_view untold = "DFTracer does not tell it";
inline constexpr std::string_view call_around = "arguments of the call around it";

}  // namespace fate

inline constexpr auto event_fates = Fates{gone("DFTracer has no such record"), whole<evt::Enter, evt::Leave>(),
    of<evt::Metric>(translated<>("a line that has its values as arguments"),
        carried<&evt::Metric::metric, &evt::Metric::metric_values>()),
    of<evt::ParameterString>(
        translated<>(fate::call_around), carried<&evt::ParameterString::parameter, &evt::ParameterString::string>()),
    of<evt::ParameterInt>(
        translated<>(fate::call_around), carried<&evt::ParameterInt::parameter, &evt::ParameterInt::value>()),
    of<evt::ParameterUnsignedInt>(translated<>(fate::call_around),
        carried<&evt::ParameterUnsignedInt::parameter, &evt::ParameterUnsignedInt::value>()),
    of<evt::IoOperationBegin>(translated<>(fate::call_around),
        carried<&evt::IoOperationBegin::handle, &evt::IoOperationBegin::bytes_request,
            &evt::IoOperationBegin::matching_id>(),
        lost<&evt::IoOperationBegin::mode, &evt::IoOperationBegin::operation_flags>(
            "the name of the call stands for it")),
    of<evt::IoOperationComplete>(translated<>(fate::call_around),
        carried<&evt::IoOperationComplete::handle, &evt::IoOperationComplete::bytes_result,
            &evt::IoOperationComplete::matching_id>()),
    of<evt::IoSeek>(translated<>(fate::call_around), carried<&evt::IoSeek::handle, &evt::IoSeek::offset_request,
                                                         &evt::IoSeek::whence, &evt::IoSeek::offset_result>())};

inline constexpr auto definition_fates = Fates{gone("DFTracer has no such definition"), whole<def::String>(),
    of<def::ClockProperties>(
        translated<&def::ClockProperties::timer_resolution, &def::ClockProperties::global_offset,
            &def::ClockProperties::trace_length, &def::ClockProperties::realtime_timestamp>("times of events say it", Always{})),
    of<def::Attribute>(translated<>("the name of an argument"), carried<&def::Attribute::self, &def::Attribute::name>(),
        translated<&def::Attribute::type>("as values are written"), lost<&def::Attribute::description>(fate::untold)),
    of<def::SystemTreeNode>(lost<>("DFTracer knows the hosts of processes",
                                [](const def::SystemTreeNode& row, const FromModel& words) {
                                  return words.is_host(row.self);
                                }),
        carried<&def::SystemTreeNode::self, &def::SystemTreeNode::name>(),
        lost<&def::SystemTreeNode::class_name>("all are nodes",
            [](const def::SystemTreeNode& row, const FromModel& words) {
              return words.definitions().text(row.class_name) == "node";
            }),
        translated<&def::SystemTreeNode::parent>("hosts are in no order", Always{})),
    of<def::LocationGroup>(carried<&def::LocationGroup::self, &def::LocationGroup::system_tree_parent>(),
        translated<&def::LocationGroup::name>("its number",
            [](const def::LocationGroup& row, const FromModel& words) {
              return !words.definitions().text(row.name).empty();
            }),
        lost<&def::LocationGroup::location_group_type>("all are processes",
            [](const def::LocationGroup& row, const FromModel&) {
              return row.location_group_type == LocationGroupType::process;
            }),
        lost<&def::LocationGroup::creating_location_group>(fate::untold)),
    of<def::Location>(
        carried<&def::Location::self, &def::Location::number_of_events, &def::Location::location_group>(),
        translated<&def::Location::name>("its number",
            [](const def::Location& row, const FromModel& words) {
              const std::string_view text = words.definitions().text(row.name);
              return !text.empty() && text != fmt::format("{}", words.speaker(row.self).origin.pid);
            }),
        lost<&def::Location::location_type>("all are threads",
            [](const def::Location& row, const FromModel&) {
              return row.location_type == LocationType::cpu_thread;
            })),
    of<def::Region>(translated<>("calls tell its name and category"), carried<&def::Region::self, &def::Region::name>(),
        lost<&def::Region::canonical_name>("a call has one name",
            [](const def::Region& row, const FromModel& words) {
              const std::string_view text = words.definitions().text(row.canonical_name);
              return text.empty() || text == words.definitions().text(row.name);
            }),
        lost<&def::Region::description>("the category stands for it",
            [](const def::Region& row, const FromModel& words) {
              const std::string_view text = words.definitions().text(row.description);
              return text.empty() || text == words.category_of(row.self);
            }),
        translated<&def::Region::paradigm>("the category",
            [](const def::Region& row, const FromModel&) { return row.paradigm == Paradigm::user; }),
        lost<&def::Region::region_role>("the category and the name stand for it",
            [](const def::Region& row, const FromModel& words) {
              return row.region_role == role_of(words.category_of(row.self), words.definitions().text(row.name));
            }),
        lost<&def::Region::region_flags, &def::Region::source_file, &def::Region::begin_line_number,
            &def::Region::end_line_number>(fate::untold)),
    of<def::Parameter>(translated<>("the name of an argument"),
        carried<&def::Parameter::self, &def::Parameter::name, &def::Parameter::parameter_type>()),
    of<def::MetricMember>(translated<>("the name of an argument of its counter"),
        carried<&def::MetricMember::self, &def::MetricMember::name>(),
        translated<&def::MetricMember::value_type>("as values are written"),
        lost<&def::MetricMember::metric_mode>(fate::untold,
            [](const def::MetricMember& row, const FromModel&) {
              return row.metric_mode == MetricMode::absolute_point;
            }),
        lost<&def::MetricMember::base>(fate::untold,
            [](const def::MetricMember& row, const FromModel&) { return row.base == Base::decimal; }),
        lost<&def::MetricMember::description, &def::MetricMember::metric_type, &def::MetricMember::exponent,
            &def::MetricMember::unit>(fate::untold)),
    of<def::MetricClass>(translated<>("a counter that is named after its first member"),
        carried<&def::MetricClass::self, &def::MetricClass::metric_members>(),
        lost<&def::MetricClass::metric_occurrence>(fate::untold,
            [](const def::MetricClass& row, const FromModel&) {
              return row.metric_occurrence == MetricOccurrence::asynchronous;
            }),
        lost<&def::MetricClass::recorder_kind>(fate::untold)),
    // The one that handles of files are of.
    of<def::IoParadigm>(lost<>("DFTracer has no such definition",
                            [](const def::IoParadigm& row, const FromModel& words) {
                              return words.has_files() && words.definitions().text(row.identification) == "POSIX" &&
                                     words.definitions().text(row.name) == "POSIX I/O";
                            }),
        carried<&def::IoParadigm::self, &def::IoParadigm::identification, &def::IoParadigm::name,
            &def::IoParadigm::io_paradigm_class, &def::IoParadigm::io_paradigm_flags>(),
        lost<&def::IoParadigm::properties>(fate::untold)),
    of<def::IoRegularFile>(lost<>("no handle is of it",
                               [](const def::IoRegularFile& row, const FromModel& words) {
                                 return words.has_handle_of(row.self);
                               }),
        translated<>("calls tell it"), carried<&def::IoRegularFile::self, &def::IoRegularFile::name>(),
        lost<&def::IoRegularFile::scope>(fate::untold)),
    of<def::IoHandle>(lost<>("it has no file",
                          [](const def::IoHandle& row, const FromModel& words) {
                            return !words.hash_of(row.self).empty();
                          }),
        translated<>("its file stands for it"), carried<&def::IoHandle::self, &def::IoHandle::file>(),
        lost<&def::IoHandle::name, &def::IoHandle::io_paradigm, &def::IoHandle::io_handle_flags, &def::IoHandle::comm,
            &def::IoHandle::parent>(fate::untold))};

}  // namespace weft::dftracer
