// SPDX-License-Identifier: BSD-3-Clause
// litl_print: headers, then events, one process after the other, each in the order of time.
#include <fmt/format.h>
#include <unistd.h>

#include <iterator>

#include "base/text_sink.hpp"
#include "cli/litl_tools/tool.hpp"
#include "formats/litl/process_merge.hpp"

namespace weft::cli::litl_tools {

namespace {

template <class... Values>
void put(TextSink& out, fmt::format_string<Values...> format, Values&&... values) {
  fmt::memory_buffer text;
  fmt::format_to(std::back_inserter(text), format, std::forward<Values>(values)...);
  out.put({text.data(), text.size()});
}

void print_event(TextSink& out, std::uint64_t tid, const litl::NativeEvent& event) {
  switch (event.type) {
    case litl::EventType::regular:
      put(out, "{} \t{} \t  Reg   {:x} \t {}", event.time, tid, event.code, event.count);
      for (std::size_t i = 0; i < event.count; ++i) put(out, "\t {:x}", event.parameter(i));
      break;
    case litl::EventType::raw: {
      const std::string_view bytes(reinterpret_cast<const char*>(event.data), event.count);
      put(out, "{}\t{} \t  Raw   {:x} \t {}\t {}", event.time, tid, event.code, event.count,
          bytes.substr(0, bytes.find('\0')));
      break;
    }
    case litl::EventType::packed:
      put(out, "{} \t{} \t  Packed   {:x} \t {}\t", event.time, tid, event.code, event.count);
      for (const std::byte byte : event.payload()) put(out, " {:x}", std::to_integer<unsigned>(byte));
      break;
    case litl::EventType::offset:
      break;
  }
  out.put('\n');
  out.flush_if_large();
}

void print_headers(TextSink& out, const litl::TraceReader& reader) {
  const litl::GeneralHeader& header = reader.header();
  put(out, " LiTL v.{}\n {}\n nb_processes \t {}\n", header.version, header.sysinfo, header.processes);
  if (!reader.processes().empty()) {
    const litl::ProcessHeader& first = reader.processes().front().header;
    if (header.processes == 1) put(out, " nb_threads \t {}\n", first.threads);
    put(out, " buffer_size \t {}\n", static_cast<std::int32_t>(first.buffer_bytes));
  }
  put(out, "[Timestamp]\t[ThreadID]\t[EventType]\t[EventCode]\t[NbParam]\t[Parameters]\n");
}

void print_process(TextSink& out, const litl::TraceReader& reader, const litl::Process& process) {
  litl::ProcessMerge merge(reader, process);
  while (merge.next()) print_event(out, process.threads[merge.thread()].pair.tid, merge.event());
  for (std::size_t i = 0; i < process.threads.size(); ++i)
    if (const litl::Damage& damage = merge.damage(i); damage.rule)
      reader.report(*damage.rule, process, damage.offset, damage.message);
}

}  // namespace

int run_print(Words words) {
  std::string file[1];
  if (!words.take("f", file) || file->empty()) return usage(words, "[-f input_filename]");
  Report report;
  const auto reader = litl::TraceReader::open(*file, report);
  if (!reader) {
    fmt::print(stderr, "Cannot open {}\n", *file);
    return failure;
  }
  TextSink out(STDOUT_FILENO);
  print_headers(out, **reader);
  for (const litl::Process& process : (*reader)->processes()) print_process(out, **reader, process);
  if (const auto written = out.flush(); !written) {
    fmt::print(stderr, "{}: {}\n", words.name, written.error().text());
    return failure;
  }
  for (const auto& [rule, group] : report.groups())
    for (const Finding& finding : group.first) fmt::print(stderr, "{}: {}\n", words.name, finding.text());
  return report.empty() ? success : failure;
}

}  // namespace weft::cli::litl_tools
