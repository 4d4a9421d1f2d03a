// SPDX-License-Identifier: BSD-3-Clause
// How names of the schema are spelled in C: RmaWin, rmaWin, RMA_WIN, and the name of a C++ type.
#pragma once

#include <string>
#include <string_view>

namespace weft::otf2::stamp {

// "RmaWin" -> "RMA_WIN".
std::string upper_snake(std::string_view camel);

// "RMA_WIN" -> "RmaWin".
std::string camel(std::string_view upper_snake);

// "RmaWin" -> "rmaWin".
std::string lower_first(std::string_view name);

namespace detail {
// Of the text a compiler gives for a function template, what stands between "T = " and the end of that argument.
std::string_view type_in(std::string_view function);
}  // namespace detail

// "weft::evt::MpiSend", "weft::otf2::Snap<weft::evt::Enter>".
template <class T>
std::string_view qualified_name() {
  return detail::type_in(__PRETTY_FUNCTION__);
}

// "MpiSend"; not for templates.
template <class T>
std::string_view unqualified_name() {
  const std::string_view name = qualified_name<T>();
  return name.substr(name.rfind(':') + 1);
}

}  // namespace weft::otf2::stamp
