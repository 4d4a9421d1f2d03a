// SPDX-License-Identifier: BSD-3-Clause
// How the fields of each record follow one another in a file. For nearly all records that is the order of their schema.
// The exceptions stand here: records that grew over the versions of OTF2, whose later fields may be missing and are
// then filled, and whose superseded fields are still written for old readers (docs/formats/otf2.md, sections 8.1
// to 8.3).
#pragma once

#include <type_traits>

#include "formats/otf2/superseded.hpp"
#include "formats/otf2/wire.hpp"
#include "model/definition_types.hpp"

namespace weft::otf2 {

template <class R>
struct Layout {
  template <class C, class Any>
  static void code(C& c, Any& r) {
    R::schema.each([&](const auto& f) { c(r.*f.member); });
  }
};

// The one walk: encodes, decodes or estimates a record, depending on the coder.
template <class C, class R>
void code(C& coder, R& record) {
  Layout<std::remove_const_t<R>>::code(coder, record);
}

template <>
struct Layout<def::ClockProperties> {
  template <class C, class R>
  static void code(C& c, R& r) {
    c(r.timer_resolution), c(r.global_offset), c(r.trace_length);
    if (c.more())
      c(r.realtime_timestamp);
    else if constexpr (C::reading)
      r.realtime_timestamp = ~std::uint64_t{0};
  }
};

template <>
struct Layout<def::Attribute> {
  template <class C, class R>
  static void code(C& c, R& r) {
    c(r.self), c(r.name), c(r.type);
    if (c.more()) c(r.description);
  }
};

template <>
struct Layout<def::LocationGroup> {
  template <class C, class R>
  static void code(C& c, R& r) {
    c(r.self), c(r.name), c(r.location_group_type), c(r.system_tree_parent);
    if (c.more()) c(r.creating_location_group);
  }
};

template <>
struct Layout<def::Region> {
  template <class C, class R>
  static void code(C& c, R& r) {
    RegionType type = region_type(r);
    c(r.self), c(r.name), c(r.description), c(type), c(r.source_file), c(r.begin_line_number), c(r.end_line_number);
    if (c.more())
      c(r.canonical_name), c(r.region_role), c(r.paradigm), c(r.region_flags);
    else if constexpr (C::reading)
      fill_from(type, r);
  }
};

template <>
struct Layout<def::Group> {
  template <class C, class R>
  static void code(C& c, R& r) {
    GroupTypePre12 type = group_type_pre12(r);
    c(r.self), c(r.name), c(type), c(r.members);
    if (c.more())
      c(r.group_type), c(r.paradigm), c(r.group_flags);
    else if constexpr (C::reading)
      fill_from(type, r);
  }
};

template <>
struct Layout<def::MetricClass> {
  template <class C, class R>
  static void code(C& c, R& r) {
    c(r.self), c(r.metric_members), c(r.metric_occurrence);
    if (c.more()) c(r.recorder_kind);
  }
};

template <>
struct Layout<def::Comm> {
  template <class C, class R>
  static void code(C& c, R& r) {
    c(r.self), c(r.name), c(r.group), c(r.parent);
    if (c.more()) c(r.flags);
  }
};

template <>
struct Layout<def::RmaWin> {
  template <class C, class R>
  static void code(C& c, R& r) {
    c(r.self), c(r.name), c(r.comm);
    if (c.more())
      c(r.flags);
    else if constexpr (C::reading)
      r.flags = RmaWinFlag::create_destroy_events;
  }
};

// The three properties that could only hold texts before version 2.0. `owner` is what the property belongs to.
template <auto owner>
struct PropertyLayout {
  template <class C, class R>
  static void code(C& c, R& r) {
    StringRef text = r.value.type == Type::string ? StringRef{static_cast<std::uint32_t>(r.value.bits)} : StringRef{};
    c(r.*owner), c(r.name), c(text);
    if (c.more())
      c(r.value);
    else if constexpr (C::reading)
      r.value = TypedValue::of(text);
  }
};

template <>
struct Layout<def::SystemTreeNodeProperty> : PropertyLayout<&def::SystemTreeNodeProperty::system_tree_node> {};
template <>
struct Layout<def::LocationGroupProperty> : PropertyLayout<&def::LocationGroupProperty::location_group> {};
template <>
struct Layout<def::LocationProperty> : PropertyLayout<&def::LocationProperty::location> {};

}  // namespace weft::otf2
