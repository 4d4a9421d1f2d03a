// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/sink.hpp"

namespace weft::otf {

Result<std::unique_ptr<Sink>> create_sink(const std::string& path, LossReport&) {
  return Error{Errc::unsupported, "OTF can be read but not written", path};
}

}  // namespace weft::otf
