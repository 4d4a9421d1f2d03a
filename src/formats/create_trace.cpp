// SPDX-License-Identifier: BSD-3-Clause
#include "formats/create_trace.hpp"

#include <fmt/format.h>

#include "formats/bp/trace/format.hpp"
#include "formats/bp/trace/sink.hpp"
#include "formats/otf2/format.hpp"
#include "formats/otf2/sink.hpp"

namespace weft {

Result<std::unique_ptr<Sink>> create_trace(
    const Format& format, const std::string& path, const CopyOptions& options, LossReport& loss) {
  if (!options.chunk_bytes) return format.create(path, loss);
  if (&format == &otf2::format) return otf2::create_sink(path, loss, options.chunk_bytes);
  if (&format == &bptrace::format) return bptrace::create_sink(path, static_cast<std::size_t>(*options.chunk_bytes));
  return Error{Errc::invalid_argument, fmt::format("there are no chunks of events in a {}", format.title), path};
}

}  // namespace weft
