// SPDX-License-Identifier: BSD-3-Clause
// The id spaces of the common vocabulary: what a definition's id is called where it is used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ref.hpp"

namespace weft {

// Integer ticks of the trace's own clock.
using Ticks = std::uint64_t;

struct IoParadigmSpace {
  static constexpr std::string_view name = "IoParadigm";
  static constexpr std::size_t number = 0;
};
using IoParadigmRef = Ref<IoParadigmSpace, std::uint8_t>;

struct StringSpace {
  static constexpr std::string_view name = "String";
  static constexpr std::size_t number = 1;
};
using StringRef = Ref<StringSpace, std::uint32_t>;

struct AttributeSpace {
  static constexpr std::string_view name = "Attribute";
  static constexpr std::size_t number = 2;
};
using AttributeRef = Ref<AttributeSpace, std::uint32_t>;

struct SystemTreeNodeSpace {
  static constexpr std::string_view name = "SystemTreeNode";
  static constexpr std::size_t number = 3;
};
using SystemTreeNodeRef = Ref<SystemTreeNodeSpace, std::uint32_t>;

struct LocationGroupSpace {
  static constexpr std::string_view name = "LocationGroup";
  static constexpr std::size_t number = 4;
};
using LocationGroupRef = Ref<LocationGroupSpace, std::uint32_t>;

struct LocationSpace {
  static constexpr std::string_view name = "Location";
  static constexpr std::size_t number = 5;
};
using LocationRef = Ref<LocationSpace, std::uint64_t>;

struct RegionSpace {
  static constexpr std::string_view name = "Region";
  static constexpr std::size_t number = 6;
};
using RegionRef = Ref<RegionSpace, std::uint32_t>;

struct CallsiteSpace {
  static constexpr std::string_view name = "Callsite";
  static constexpr std::size_t number = 7;
};
using CallsiteRef = Ref<CallsiteSpace, std::uint32_t>;

struct CallpathSpace {
  static constexpr std::string_view name = "Callpath";
  static constexpr std::size_t number = 8;
};
using CallpathRef = Ref<CallpathSpace, std::uint32_t>;

struct GroupSpace {
  static constexpr std::string_view name = "Group";
  static constexpr std::size_t number = 9;
};
using GroupRef = Ref<GroupSpace, std::uint32_t>;

struct MetricMemberSpace {
  static constexpr std::string_view name = "MetricMember";
  static constexpr std::size_t number = 10;
};
using MetricMemberRef = Ref<MetricMemberSpace, std::uint32_t>;

struct MetricSpace {
  static constexpr std::string_view name = "Metric";
  static constexpr std::size_t number = 11;
};
using MetricRef = Ref<MetricSpace, std::uint32_t>;

struct CommSpace {
  static constexpr std::string_view name = "Comm";
  static constexpr std::size_t number = 12;
};
using CommRef = Ref<CommSpace, std::uint32_t>;

struct ParameterSpace {
  static constexpr std::string_view name = "Parameter";
  static constexpr std::size_t number = 13;
};
using ParameterRef = Ref<ParameterSpace, std::uint32_t>;

struct RmaWinSpace {
  static constexpr std::string_view name = "RmaWin";
  static constexpr std::size_t number = 14;
};
using RmaWinRef = Ref<RmaWinSpace, std::uint32_t>;

struct CartDimensionSpace {
  static constexpr std::string_view name = "CartDimension";
  static constexpr std::size_t number = 15;
};
using CartDimensionRef = Ref<CartDimensionSpace, std::uint32_t>;

struct CartTopologySpace {
  static constexpr std::string_view name = "CartTopology";
  static constexpr std::size_t number = 16;
};
using CartTopologyRef = Ref<CartTopologySpace, std::uint32_t>;

struct SourceCodeLocationSpace {
  static constexpr std::string_view name = "SourceCodeLocation";
  static constexpr std::size_t number = 17;
};
using SourceCodeLocationRef = Ref<SourceCodeLocationSpace, std::uint32_t>;

struct CallingContextSpace {
  static constexpr std::string_view name = "CallingContext";
  static constexpr std::size_t number = 18;
};
using CallingContextRef = Ref<CallingContextSpace, std::uint32_t>;

struct InterruptGeneratorSpace {
  static constexpr std::string_view name = "InterruptGenerator";
  static constexpr std::size_t number = 19;
};
using InterruptGeneratorRef = Ref<InterruptGeneratorSpace, std::uint32_t>;

struct IoFileSpace {
  static constexpr std::string_view name = "IoFile";
  static constexpr std::size_t number = 20;
};
using IoFileRef = Ref<IoFileSpace, std::uint32_t>;

struct IoHandleSpace {
  static constexpr std::string_view name = "IoHandle";
  static constexpr std::size_t number = 21;
};
using IoHandleRef = Ref<IoHandleSpace, std::uint32_t>;

inline constexpr std::size_t id_spaces = 22;

}  // namespace weft
