// SPDX-License-Identifier: BSD-3-Clause
#include "formats/exports/perfetto.hpp"

#include "formats/exports/perfetto_pen.hpp"
#include "formats/exports/story_sink.hpp"

namespace weft::exports {

namespace {

struct PerfettoStyle {
  static constexpr std::string_view title = "Perfetto's trace format";
  static constexpr const auto& fates = perfetto_fates;
  static constexpr std::size_t handed_over_bytes = std::size_t{1} << 18;
  static constexpr std::string_view trailer = "";
  using Pen = PerfettoPen;

  static std::string header(const Stage& stage) {
    protobuf::Buffer packets;
    put_clock(packets, stage.timeline);
    for (const Process& process : stage.places.processes()) put_process_track(packets, process);
    for (const Thread& thread : stage.places.threads()) put_thread_track(packets, thread);
    return std::string(packets.text());
  }
};

}  // namespace

Result<std::unique_ptr<Sink>> create_perfetto(const std::string& path, LossReport& loss) {
  return create_story<PerfettoStyle>(path, loss);
}

}  // namespace weft::exports
