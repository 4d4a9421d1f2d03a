// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf2/stamp/stamp_sources.hpp"

#include "compat/otf2/stamp/stamp_readers.hpp"
#include "compat/otf2/stamp/stamp_values.hpp"
#include "compat/otf2/stamp/stamp_writers.hpp"

namespace weft::otf2::stamp {

std::map<std::string, std::string> sources() {
  std::map<std::string, std::string> all;
  for (const Writer& writer : writers()) all.emplace(writer.name + ".cpp", writer_source(writer));
  for (const Reader& reader : readers()) {
    all.emplace(reader.table() + ".hpp", callbacks_header(reader));
    all.emplace(reader.table() + ".cpp", callbacks_source(reader));
  }
  all.emplace("Values.cpp", values_source());
  return all;
}

}  // namespace weft::otf2::stamp
