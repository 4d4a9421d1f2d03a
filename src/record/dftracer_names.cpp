// SPDX-License-Identifier: BSD-3-Clause
#include "record/dftracer_names.hpp"

#include "formats/dftracer/hashes.hpp"

namespace weft::recording {

std::string json_hash(std::string_view text) {
  const auto hash = dftracer::hexadecimal(dftracer::hash_f(dftracer::md5(text)));
  return '"' + std::string(hash.view()) + '"';
}

DftracerNames::File& DftracerNames::file(std::uint32_t id) {
  return once(files_, id, [&] {
    std::string path = dictionary_.name(IoFileRef{id});
    std::string hash = json_hash(path);
    return File{std::move(path), std::move(hash)};
  });
}

}  // namespace weft::recording
