// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/pseudonyms.hpp"

#include <algorithm>

#include "formats/dftracer/hashes.hpp"

namespace weft::dftracer {

std::string Pseudonyms::of(std::string_view kind, std::string_view name) const {
  constexpr std::size_t digits = 12;
  const auto inner = hexadecimal(hash_f(md5(std::string(secret_).append(name))));
  const auto outer = hexadecimal(hash_f(md5(std::string(secret_).append(inner.view()))));
  return std::string(kind).append("-").append(outer.view().substr(0, digits));
}

std::string Pseudonyms::of_path(std::string_view path) const {
  std::string out;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t slash = std::min(path.find('/', at), path.size());
    const std::string_view part = path.substr(at, slash - at);
    out += part.empty() || part == "." || part == ".." ? std::string(part) : of("name", part);
    if (slash < path.size()) out += '/';
    at = slash + 1;
  }
  return out;
}

}  // namespace weft::dftracer
