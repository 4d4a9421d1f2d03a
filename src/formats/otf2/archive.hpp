// SPDX-License-Identifier: BSD-3-Clause
// Archive: an OTF2 archive open for reading. It gives access to every file of the archive, as typed records (the native
// face), and is a Trace: a Source of batches for the rest of Weft (the bridge; OTF2's vocabulary is the common one, so
// records need no translation).
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "formats/otf2/anchor.hpp"
#include "formats/otf2/event_reader.hpp"
#include "formats/otf2/local_definitions.hpp"
#include "formats/otf2/paths.hpp"
#include "formats/otf2/record_stream.hpp"
#include "model/trace.hpp"

namespace weft::otf2 {

// How event readers treat what local definition files say.
enum class Adjust : bool { no, yes };

class Archive final : public Trace {
 public:
  // `path` is the anchor, or a directory with one archive in it. Reads the anchor and the global definitions.
  static Result<std::unique_ptr<Archive>> open(const std::string& path);
  // The anchor alone: definitions are not read.
  static Result<std::unique_ptr<Archive>> open_anchor(ArchivePaths paths);

  // With an anchor from elsewhere; nothing is read but what the global definition file holds.
  Archive(ArchivePaths paths, Anchor anchor);
  void load_definitions();

  const Anchor& anchor() const { return anchor_; }
  const ArchivePaths& paths() const { return paths_; }
  std::uint64_t global_definition_records() const { return global_definition_records_; }

  // The native face. Files that may be absent give nothing when they are.
  Result<std::unique_ptr<RecordStream>> global_definitions();
  std::unique_ptr<RecordStream> local_definitions(LocationRef location);
  std::unique_ptr<RecordStream> snapshots(LocationRef location);
  std::unique_ptr<RecordStream> markers();
  std::unique_ptr<RecordStream> thumbnail(std::uint32_t number);
  Result<std::unique_ptr<EventReader>> event_reader(LocationRef location, const StreamOptions& options, Adjust adjust);

  // The bridge.
  const Definitions& definitions() const override { return definitions_; }
  std::span<const LocationRef> locations() const override { return locations_; }
  std::uint64_t parts(LocationRef location) override;
  Result<std::unique_ptr<EventStream>> events(LocationRef location, const StreamOptions& options) override;
  Report& report() override { return report_; }

  TraceInfo info() override;
  std::uint64_t event_bytes(LocationRef location) override;
  Result<> print(const PrintOptions& options, TextSink& out) override;
  void examine(Report& findings) override;
  void read_markers(Markers& into) override;
  void tell_unmodelled(LossReport& loss) override;

 private:
  std::unique_ptr<RecordStream> open_if_there(std::string path, std::uint64_t chunk_bytes, Timed timed);
  std::shared_ptr<const LocalDefinitions> local(LocationRef location);
  std::shared_ptr<const LocalDefinitions> load_local(LocationRef location);
  void examine_anchor();

  ArchivePaths paths_;
  Anchor anchor_;
  HandlePool pool_;
  Report report_;
  Definitions definitions_;
  std::vector<LocationRef> locations_;
  std::uint64_t global_definition_records_ = 0;

  // The local definitions used last: parts of one location are read by several readers.
  std::mutex local_mutex_;
  std::optional<std::pair<LocationRef, std::shared_ptr<const LocalDefinitions>>> last_local_;
};

}  // namespace weft::otf2
