// SPDX-License-Identifier: BSD-3-Clause
// Result and Error: how anything that can fail says so. A Result holds a value or an Error, has the names of
// std::expected, and is passed on with WEFT_TRY. Nothing here throws.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/check.hpp"

namespace weft {

enum class Errc : std::uint8_t {
  not_found,         // a file or an id that should be there is not
  exists,            // something is in the way of what should be created
  io,                // the operating system refused
  no_space,          // the disk is full
  corrupt,           // bytes that do not obey their format
  unsupported,       // well formed, but something we do not do; the message says what to do instead
  invalid_argument,  // the caller asked for something that makes no sense
  too_large,         // more than the format can hold in one piece
  no_memory,         // the memory set aside for this is used up
};

// What went wrong and where. `message` starts with what was expected and what was found.
struct Error {
  Errc code;
  std::string message;
  std::string file = {};
  std::optional<std::uint64_t> offset = {};

  // "FILE: at byte N: MESSAGE", with the parts that are known.
  std::string text() const;
};

// The error of the last system call, with the code errno asks for.
Error system_error(std::string what, std::string file);

template <class T = void>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  T& value() & { return WEFT_CHECK(has_value()), std::get<0>(state_); }
  const T& value() const& { return WEFT_CHECK(has_value()), std::get<0>(state_); }
  T&& value() && { return WEFT_CHECK(has_value()), std::get<0>(std::move(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T take() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  Error& error() & { return WEFT_CHECK(!has_value()), std::get<1>(state_); }
  const Error& error() const& { return WEFT_CHECK(!has_value()), std::get<1>(state_); }
  Error&& error() && { return WEFT_CHECK(!has_value()), std::get<1>(std::move(state_)); }

 private:
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  using value_type = void;

  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  bool has_value() const noexcept { return !error_.has_value(); }
  explicit operator bool() const noexcept { return has_value(); }
  void value() const { WEFT_CHECK(has_value()); }
  void operator*() const { value(); }
  void take() const { value(); }

  Error& error() & { return WEFT_CHECK(!has_value()), *error_; }
  const Error& error() const& { return WEFT_CHECK(!has_value()), *error_; }
  Error&& error() && { return WEFT_CHECK(!has_value()), *std::move(error_); }

 private:
  std::optional<Error> error_;
};

}  // namespace weft

// The value of a Result, or a return of its error from the enclosing function.
#define WEFT_TRY(expression)                                         \
  __extension__({                                                    \
    auto weft_try_result = (expression);                             \
    if (!weft_try_result) return std::move(weft_try_result).error(); \
    std::move(weft_try_result).take();                               \
  })
