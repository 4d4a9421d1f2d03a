// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/sink.hpp"

#include <fmt/format.h>

#include <optional>

#include "formats/dftracer/file_writer.hpp"
#include "formats/dftracer/find_files.hpp"
#include "formats/dftracer/location_writer.hpp"
#include "model/examples.hpp"

namespace weft::dftracer {

namespace {

class LocationSink final : public EventSink {
 public:
  LocationSink(const FromModel& from_model, LocationRef location, FileWriter& file, LossReport& loss)
      : from_model_(from_model), writer_(from_model, location, text_), file_(file), loss_(loss) {}

  Result<> write(const EventBatch& batch) override {
    for (std::size_t row = 0; row < batch.size(); ++row) {
      if (!batch.read(row, event_)) continue;
      writer_.write(event_);
      if (text_.text().size() >= handed_over_bytes) WEFT_TRY(hand_over());
    }
    return {};
  }

  Result<> close() override {
    writer_.finish();
    tell_losses();
    return hand_over();
  }

 private:
  static constexpr std::size_t handed_over_bytes = std::size_t{1} << 18;

  Result<> hand_over() {
    WEFT_TRY(file_.append(text_.text()));
    text_.clear();
    return {};
  }

  void tell_losses() {
    const Losses& losses = writer_.losses();
    losses.fields.tell(loss_);
    tell(losses.outside, "there is no call around it");
    losses.undefined_metrics.lost(loss_, "Metric", "its metric is not defined");
    tell(losses.further_operations, "the call around it tells another operation");
    for (const auto& [attribute, counted] : losses.attributes)
      counted.lost(
          loss_, fmt::format("attribute {}", from_model_.definitions().name(attribute)), "its event is no line");
    losses.begin_attributes.translated(loss_, "Enter.attributes", "arguments of the call, told when it ends");
    losses.begin_attributes.translated(loss_, "Leave.attributes", "together with those of its Enter");
    losses.cut_times.translated(loss_, "event time", "cut to microseconds");
    losses.moved_times.translated(loss_, "event time", "moved to the begin of its call, because time went backwards");
    losses.unmatched_leaves.lost(loss_, "Leave", "it leaves what was not entered last");
    losses.open_regions.translated(loss_, "Enter", "without a leave: ends with its location");
    losses.unquoted.translated(loss_, "number in quotes", "written without them");
    losses.long_arguments.lost(loss_, "argument", "no room in a line of 16 KiB");
    losses.cut_texts.translated(loss_, "text", "cut to 4,095 bytes");
    losses.unreadable_lines.lost(loss_, "ParameterString", "it is no line of DFTracer");
    losses.other_units.translated(loss_, "time_metric", "told once: a file counts time in one unit");
    losses.same_names.lost(loss_, "argument", "its call has another one of this name");
  }
  void tell(const std::array<CountedLoss, EventTypes::size>& counts, const char* why) {
    for (std::size_t i = 0; i < counts.size(); ++i)
      counts[i].lost(loss_, std::string(weft::name_of(static_cast<Kind>(i))), why);
  }

  const FromModel& from_model_;
  TextSink text_;
  LocationWriter writer_;
  FileWriter& file_;
  LossReport& loss_;
  weft::Event event_;
};

class TraceSink final : public Sink {
 public:
  TraceSink(std::unique_ptr<FileWriter> file, Version version, LossReport& loss)
      : file_(std::move(file)), version_(version), loss_(loss) {}

  // A copy: the source's definitions need not live as long as we do.
  Result<> define(const Definitions& definitions) override {
    definitions.each_table([&](const auto& table) {
      for (const auto& row : table) definitions_.add(row);
    });
    from_model_.emplace(definitions_, version_);
    count_lost_definitions();
    TextSink text;
    from_model_->put_definitions(text);
    return file_->append(text.text());
  }

  Result<std::unique_ptr<EventSink>> events(LocationRef location) override {
    return std::unique_ptr<EventSink>(std::make_unique<LocationSink>(*from_model_, location, *file_, loss_));
  }

  Result<> close() override { return file_->close(); }

 private:
  void count_lost_definitions() {
    if (from_model_->is_coming_home()) return;
    FateCounts<DefinitionTypes, definition_fates> counts;
    count_definitions(counts, definitions_, *from_model_);
    counts.tell(loss_);
  }

  std::unique_ptr<FileWriter> file_;
  Version version_;
  LossReport& loss_;
  Definitions definitions_;
  std::optional<FromModel> from_model_;
};

}  // namespace

Result<std::unique_ptr<Sink>> create_sink(const std::string& path, Version version, LossReport& loss) {
  WEFT_TRY(check_free(path));
  FileWriter::Settings settings;
  settings.has_brackets = version == Version::one;
  return std::unique_ptr<Sink>(
      std::make_unique<TraceSink>(WEFT_TRY(FileWriter::create(path, settings)), version, loss));
}

}  // namespace weft::dftracer
