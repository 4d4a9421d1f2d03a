// SPDX-License-Identifier: BSD-3-Clause
// What of fmt is no template, for libraries that go into other people's programs and must not need libfmt: compiled here
// once, not in every object that formats a text.
#include <fmt/format-inl.h>

FMT_BEGIN_NAMESPACE
namespace detail {

// Headers promise that these are somewhere.
template auto thousands_sep_impl<char>(locale_ref) -> thousands_sep_result<char>;
template auto decimal_point_impl<char>(locale_ref) -> char;
template auto dragonbox::to_decimal(float) noexcept -> dragonbox::decimal_fp<float>;
template auto dragonbox::to_decimal(double) noexcept -> dragonbox::decimal_fp<double>;

}  // namespace detail
FMT_END_NAMESPACE
