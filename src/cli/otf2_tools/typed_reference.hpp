// SPDX-License-Identifier: BSD-3-Clause
// The definition that a typed value refers to, as an id of its own type.
#pragma once

#include "model/values.hpp"

namespace weft::cli::otf2_tools {

// Calls visit(id) if the value is a reference; false if it is a number.
template <class Visit>
bool with_reference(const TypedValue& value, Visit&& visit) {
  const auto id = static_cast<std::uint32_t>(value.bits);
  switch (value.type) {
    case Type::string:
      return visit(StringRef{id}), true;
    case Type::attribute:
      return visit(AttributeRef{id}), true;
    case Type::location:
      return visit(LocationRef{value.bits}), true;
    case Type::region:
      return visit(RegionRef{id}), true;
    case Type::group:
      return visit(GroupRef{id}), true;
    case Type::metric:
      return visit(MetricRef{id}), true;
    case Type::comm:
      return visit(CommRef{id}), true;
    case Type::parameter:
      return visit(ParameterRef{id}), true;
    case Type::rma_win:
      return visit(RmaWinRef{id}), true;
    case Type::source_code_location:
      return visit(SourceCodeLocationRef{id}), true;
    case Type::calling_context:
      return visit(CallingContextRef{id}), true;
    case Type::interrupt_generator:
      return visit(InterruptGeneratorRef{id}), true;
    case Type::io_file:
      return visit(IoFileRef{id}), true;
    case Type::io_handle:
      return visit(IoHandleRef{id}), true;
    case Type::location_group:
      return visit(LocationGroupRef{id}), true;
    default:
      return false;
  }
}

}  // namespace weft::cli::otf2_tools
