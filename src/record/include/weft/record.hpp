// SPDX-License-Identifier: BSD-3-Clause
// Recording events from C++: scoped regions on top of weft/record.h.
//
//   void solve() {
//     WEFT_FUNCTION();                     // from here to the end of the function
//     for (int step = 0; step < 10; ++step) {
//       WEFT_REGION("step");               // to the end of the block
//       ...
//     }
//   }
//
// A scope costs two events when recording is on, two loads when it is off, and nothing when WEFT_RECORD_DISABLE is
// defined.
#pragma once

#include <weft/record.h>

#include <string>
#include <type_traits>

namespace weft {

// Enters a region where it is made and leaves it where it ends.
class Scope {
 public:
  explicit Scope(weft_site& site) : region_(weft_is_on() ? weft_region_of(&site) : 0) { weft_enter(region_); }
  explicit Scope(weft_region region) : region_(weft_is_on() ? region : 0) { weft_enter(region_); }
  ~Scope() { weft_leave(region_); }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  weft_region region_;
};

namespace detail {
template <class T>
constexpr weft_type type_of() {
  static_assert(std::is_arithmetic_v<T>);
  return std::is_floating_point_v<T> ? WEFT_DOUBLE : std::is_signed_v<T> ? WEFT_INT64 : WEFT_UINT64;
}
}  // namespace detail

// A number that changes over time: a gauge, a running total, or what is added each time.
template <class T>
class Metric {
 public:
  explicit Metric(const std::string& name, const std::string& unit = "#", weft_metric_mode mode = WEFT_GAUGE)
      : metric_(weft_define_metric(name.c_str(), unit.c_str(), mode, detail::type_of<T>())) {}

  void operator()(T value) const {
    if constexpr (std::is_floating_point_v<T>)
      weft_metric_double(metric_, static_cast<double>(value));
    else if constexpr (std::is_signed_v<T>)
      weft_metric_int64(metric_, static_cast<std::int64_t>(value));
    else
      weft_metric_uint64(metric_, static_cast<std::uint64_t>(value));
  }

 private:
  weft_metric metric_;
};

// A key whose values travel with events: attach one before the event it belongs to.
template <class T>
class Attribute {
 public:
  explicit Attribute(const std::string& name) : attribute_(weft_define_attribute(name.c_str(), type())) {}

  void attach(const T& value) const {
    if constexpr (std::is_same_v<T, std::string>)
      weft_attach_string(attribute_, value.c_str());
    else if constexpr (std::is_floating_point_v<T>)
      weft_attach_double(attribute_, static_cast<double>(value));
    else if constexpr (std::is_signed_v<T>)
      weft_attach_int64(attribute_, static_cast<std::int64_t>(value));
    else
      weft_attach_uint64(attribute_, static_cast<std::uint64_t>(value));
  }

 private:
  static constexpr weft_type type() {
    if constexpr (std::is_same_v<T, std::string>)
      return WEFT_STRING;
    else
      return detail::type_of<T>();
  }
  weft_attribute attribute_;
};

}  // namespace weft

#define WEFT_JOIN_(a, b) a##b
#define WEFT_JOIN(a, b) WEFT_JOIN_(a, b)

#ifdef WEFT_RECORD_DISABLE
#define WEFT_REGION(name) ((void)0)
#else
// The name is a literal, or whatever outlives the first event here; it is read once.
#define WEFT_REGION(name)                                                                          \
  static weft_site WEFT_JOIN(weft_site_, __LINE__) = {name, __FILE__, std::uint32_t{__LINE__}, 0}; \
  const ::weft::Scope WEFT_JOIN(weft_scope_, __LINE__)(WEFT_JOIN(weft_site_, __LINE__))
#endif
#define WEFT_FUNCTION() WEFT_REGION(__func__)
