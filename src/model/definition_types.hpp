// SPDX-License-Identifier: BSD-3-Clause
// Every kind of definition in the common vocabulary.
#pragma once

#include "model/definitions_communication.hpp"
#include "model/definitions_io.hpp"
#include "model/definitions_metrics.hpp"
#include "model/definitions_program.hpp"
#include "model/definitions_system.hpp"

namespace weft {

using DefinitionTypes = TypeList<def::ClockProperties, def::Paradigm, def::ParadigmProperty, def::IoParadigm,
    def::String, def::Attribute, def::SystemTreeNode, def::LocationGroup, def::Location, def::Region, def::Callsite,
    def::Callpath, def::Group, def::MetricMember, def::MetricClass, def::MetricInstance, def::Comm, def::Parameter,
    def::RmaWin, def::MetricClassRecorder, def::SystemTreeNodeProperty, def::SystemTreeNodeDomain,
    def::LocationGroupProperty, def::LocationProperty, def::CartDimension, def::CartTopology, def::CartCoordinate,
    def::SourceCodeLocation, def::CallingContext, def::CallingContextProperty, def::InterruptGenerator,
    def::IoFileProperty, def::IoRegularFile, def::IoDirectory, def::IoHandle, def::IoPreCreatedHandleState,
    def::CallpathParameter, def::InterComm>;
static_assert(well_formed(DefinitionTypes{}));

}  // namespace weft
