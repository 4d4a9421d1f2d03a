// SPDX-License-Identifier: BSD-3-Clause
// AnyRecord: one record of any type in a list, by value, without allocation. Records are trivially copyable and
// borrow their texts and lists.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>

#include "base/check.hpp"
#include "schema/schema.hpp"

namespace weft {

template <class List>
class AnyRecord;

template <class... Types>
class AnyRecord<TypeList<Types...>> {
 public:
  using List = TypeList<Types...>;

  AnyRecord() = default;
  template <class R>
  requires(List::template contains<R>) AnyRecord(const R& record)
      : index_(static_cast<std::uint8_t>(List::template index_of<R>())) {
    static_assert(std::is_trivially_copyable_v<R>);
    new (storage_) R(record);
  }

  std::size_t index() const { return index_; }

  template <class R>
  bool is() const {
    return index_ == List::template index_of<R>();
  }
  template <class R>
  const R& as() const {
    WEFT_CHECK(is<R>());
    return *std::launder(reinterpret_cast<const R*>(storage_));
  }
  template <class R>
  const R* get_if() const {
    return is<R>() ? &as<R>() : nullptr;
  }

  // Calls `visit` with the record as its own type.
  template <class Visit>
  decltype(auto) visit(Visit&& visit) const {
    return List::dispatch(
        index_, [&](auto type) -> decltype(auto) { return visit(as<typename decltype(type)::type>()); });
  }

 private:
  static_assert(sizeof...(Types) < 256);
  alignas(8) std::byte storage_[std::max({sizeof(Types)...})] = {};
  std::uint8_t index_ = 0;
};

}  // namespace weft
