// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf2_tools/print_anchor.hpp"

#include <fmt/format.h>

namespace weft::cli::otf2_tools {

namespace {

std::string version_text(const otf2::Anchor& anchor) {
  return fmt::format("{}.{}.{}", anchor.version[0], anchor.version[1], anchor.version[2]);
}

template <class E>
std::string spelled(E value) {
  if (const auto name = name_of(value)) return std::string(*name);
  return fmt::format("INVALID <{}>", static_cast<unsigned>(value));
}

template <class Numbers>
void put_list(TextSink& out, const Numbers& numbers) {
  std::string_view lead = ": ";
  for (const std::uint64_t number : numbers) {
    out.put(lead), out.number(number);
    lead = ", ";
  }
  out.put('\n');
}

}  // namespace

void print_anchor(const otf2::Anchor& anchor, PrintSteps& steps, TextSink& out) {
  auto line = [&](std::string_view key, std::string_view value) {
    out.left(key, 30), out.put(' '), out.put(value), out.put('\n');
  };
  auto number = [&](std::string_view key, std::uint64_t value) { line(key, std::to_string(value)); };
  steps.done("Read version.");
  out.put("\nContent of OTF2 anchor file:\n");
  line("Version", version_text(anchor));
  steps.done("Read chunk size.");
  number("Chunk size events", anchor.event_chunk_bytes);
  number("Chunk size definitions", anchor.definition_chunk_bytes);
  steps.done("Read file substrate.");
  line("File substrate", spelled(anchor.substrate));
  steps.done("Read compression mode.");
  line("Compression", spelled(anchor.compression));
  steps.done("Read number of locations.");
  number("Number of locations", anchor.number_of_locations);
  steps.done("Read number of global definitions.");
  number("Number of global definitions", anchor.number_of_global_definitions);
  steps.done("Read machine name.");
  line("Machine name", anchor.machine_name);
  steps.done("Read creator.");
  line("Creator", anchor.creator);
  steps.done("Read description.");
  line("Description", anchor.description);
  steps.done("Read names of properties.");
  number("Number of properties", anchor.properties.size());
  for (const auto& [name, value] : anchor.properties) {
    line("Property name", name);
    steps.done("Read value of property.");
    line("Property value", value);
  }
  steps.done("Read trace identifier.");
  line("Trace identifier", fmt::format("{:x}", anchor.trace_id));
  steps.done("Read number of snapshots.");
  number("Number of snapshots", anchor.number_of_snapshots);
  steps.done("Read Number of thumbnails.");
  number("Number of thumbnails", anchor.number_of_thumbnails);
}

void print_thumbnails(otf2::Archive& archive, bool samples, TextSink& out) {
  const std::uint32_t thumbnails = archive.anchor().number_of_thumbnails;
  if (thumbnails == 0) return;
  out.put("\nThumbnail headers:\n");
  for (std::uint32_t i = 0; i < thumbnails; ++i) {
    const auto stream = archive.thumbnail(i);
    if (!stream) return;
    auto head = [&](std::string_view label) {
      out.left(label, 16), out.put(' '), out.number_right(i, 12), out.put("  ");
    };
    stream->each<otf2::ThumbnailRecords>(
        [&](const auto& record) {
          if constexpr (requires { record.baseline; }) {
            if (!samples) return;
            head("THUMBNAIL_SAMPLE");
            out.put("Baseline: "), out.number(record.baseline), out.put(", Metrics");
            put_list(out, record.metric_samples);
          } else {
            head("THUMBNAIL_HEADER");
            out.put(fmt::format("Name: \"{}\", Description: \"{}\", Type: {}, Samples: {}, {} Metric{}", record.name,
                record.description, spelled(record.type), record.number_of_samples, record.refs_to_defs.size(),
                record.refs_to_defs.size() == 1 ? "" : "s"));
            put_list(out, record.refs_to_defs);
          }
        },
        [](const otf2::RawRecord&) {});
  }
}

}  // namespace weft::cli::otf2_tools
