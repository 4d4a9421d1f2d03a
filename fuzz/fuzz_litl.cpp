// SPDX-License-Identifier: BSD-3-Clause
// A LiTL trace or archive and its mapping: read in every way the commands read it, through the model and back, copied,
// repaired. Input: what to do, how to read, the mapping, a break, the trace.
#include <fmt/format.h>

#include "convert/convert.hpp"
#include "formats/litl/rewrite.hpp"
#include "formats/litl/rules.hpp"
#include "formats/litl/sink.hpp"
#include "formats/litl/trace.hpp"
#include "fuzzing.hpp"

namespace {

using namespace weft;

// What to do, as bits of the first byte.
enum Task : unsigned { copies = 1, repairs = 2, translates = 4 };

// All events, as bytes of the standard layout would say them, so that two traces can be compared.
std::string content_of(const litl::LitlTrace& trace) {
  std::string content;
  const std::uint32_t word_bytes = trace.reader().layout().word_bytes;
  for (const litl::SurveyedProcess& process : trace.survey())
    for (const litl::SurveyedThread& thread : process) {
      content += "thread\n";
      for (const litl::Chunk& chunk : thread.chunks) {
        const std::byte* at = chunk.bytes.data();
        for (std::uint64_t i = 0; i < chunk.events; ++i) {
          const litl::NativeEvent event = litl::event_at(at, word_bytes);
          content += fmt::format("{} {} {} {}", event.time, event.code, static_cast<int>(event.type), event.count);
          if (event.type == litl::EventType::regular)
            for (std::size_t p = 0; p < event.count; ++p) content += fmt::format(" {}", event.parameter(p));
          else
            content += fuzzing::as_text(event.payload());
          at += event.bytes().size();
        }
        WEFT_CHECK(at == chunk.bytes.data() + chunk.bytes.size());
      }
    }
  return content;
}

// What Weft wrote holds the same events, and nothing is wrong with it but names and sizes that nobody can mend.
void check_written(const litl::LitlTrace& original, const std::string& path) {
  const auto written = litl::LitlTrace::open(path);
  WEFT_CHECK(written);
  for (const auto& [rule, group] : (*written)->report().groups()) {
    if (rule == litl::process_name.name || rule == litl::event_too_large.name || rule == litl::map_damaged.name)
      continue;
    fmt::print(stderr, "{} [{}]\n", group.first.front().text(), rule);
    WEFT_CHECK(false && "what Weft writes has no damage");
  }
  WEFT_CHECK(content_of(**written) == content_of(original));
}

}  // namespace

WEFT_FUZZ(input) {
  const unsigned tasks = input.byte();
  const auto way = static_cast<fuzzing::Way>(input.byte() % fuzzing::ways);
  const std::string path = fuzzing::workbench().directory() + "/trace";
  const std::string out = fuzzing::workbench().directory() + "/out.litl";
  fuzzing::Workbench::put(litl::mapping_path(path), input.piece(fuzzing::file_break));
  fuzzing::Workbench::put(path, input.rest());
  for (const std::string& old : {out, litl::mapping_path(out)}) std::filesystem::remove(old);

  const auto trace = litl::LitlTrace::open(path);
  if (!trace) return;
  fuzzing::read_everything(**trace, way);
  const bool is_empty = (*trace)->reader().processes().empty();
  LossReport loss;
  Report report;
  if (tasks & copies) {
    WEFT_CHECK(litl::copy_trace(path, out, {}, loss, report) || is_empty);
  } else if (tasks & repairs) {
    WEFT_CHECK(litl::repair_trace(path, out, {}) || is_empty);
  } else if (tasks & translates && (*trace)->report().count(litl::event_too_large.name) == 0) {
    auto sink = litl::create_sink(out, loss);
    WEFT_CHECK(sink);
    WEFT_CHECK(copy_events(**trace, **sink, 1, {}, loss) || is_empty);
    WEFT_CHECK(loss.entries().empty());
  } else {
    return;
  }
  if (!is_empty) check_written(**trace, out);
}
