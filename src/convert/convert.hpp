// SPDX-License-Identifier: BSD-3-Clause
// Conversion: a trace of one format becomes a trace of another, or of the same.
#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "formats/registry.hpp"

namespace weft {

// An error if both are the same file or directory.
Result<> check_apart(const std::string& in, const std::string& out);

// Writes `in` as `out`. `format` names the target ("otf2"); empty takes it from the name of `out`. When `stop` is set
// it ends with an error and without an `out`; a copy within the format does not hear of it.
Result<> convert(const std::string& in, const std::string& out, const std::string& format, const CopyOptions& options,
    LossReport& loss, Report& report, const std::atomic<bool>* stop = nullptr);

// All definitions and events of a source, location by location, several at a time. If the report is strict and
// something is lost, or damage was found, or `stop` was set, the sink is not closed. Progress is told in events, of as
// many as `events` says or the definitions announce; 0 is unknown.
Result<> copy_events(Source& source, Sink& sink, std::size_t threads, const Progress& progress, LossReport& loss,
    std::optional<std::uint64_t> events = {}, const std::atomic<bool>* stop = nullptr);

// Of a trace that is copied within its format, where nobody looks at records: how many of each kind it has.
Result<> tell_records(Trace& trace, std::size_t threads, LossReport& loss);

}  // namespace weft
