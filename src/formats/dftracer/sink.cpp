// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/sink.hpp"

#include <fmt/format.h>

#include <optional>

#include "formats/dftracer/file_writer.hpp"
#include "formats/dftracer/find_files.hpp"
#include "formats/dftracer/location_writer.hpp"

namespace weft::dftracer {

namespace {

class LocationSink final : public EventSink {
 public:
  LocationSink(const FromModel& from_model, LocationRef location, FileWriter& file, LossReport& loss)
      : writer_(from_model, location, text_), file_(file), loss_(loss) {}

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
    for (std::size_t i = 0; i < losses.kinds.size(); ++i)
      if (losses.kinds[i])
        loss_.lost(std::string(weft::name_of(static_cast<Kind>(i))), "DFTracer has no such record", losses.kinds[i]);
    if (losses.cut_times) loss_.translated("event time", "cut to microseconds", losses.cut_times);
    if (losses.moved_times)
      loss_.translated("event time", "moved to the begin of its call, because time went backwards", losses.moved_times);
    if (losses.unmatched_leaves) loss_.lost("Leave", "it leaves what was not entered last", losses.unmatched_leaves);
    if (losses.open_regions) loss_.translated("Enter", "without a leave: ends with its location", losses.open_regions);
    if (losses.unquoted) loss_.translated("number in quotes", "written without them", losses.unquoted);
    if (losses.long_arguments) loss_.lost("argument", "no room in a line of 16 KiB", losses.long_arguments);
    for (std::size_t i = 0; i < losses.further_operations.size(); ++i)
      if (losses.further_operations[i])
        loss_.lost(std::string(weft::name_of(static_cast<Kind>(i))), "the call around it tells another operation",
            losses.further_operations[i]);
    if (losses.same_names) loss_.lost("argument", "its call has another one of this name", losses.same_names);
    if (losses.parameters) loss_.translated("parameter", "an argument of the call around it", losses.parameters);
  }

  TextSink text_;
  LocationWriter writer_;
  FileWriter& file_;
  LossReport& loss_;
  weft::Event event_;
};

using CarriedDefinitions = TypeList<def::ClockProperties, def::String, def::Attribute, def::LocationGroup,
    def::Location, def::Region, def::Parameter, def::MetricMember, def::MetricClass, def::MetricInstance,
    def::IoRegularFile, def::IoHandle, def::SystemTreeNode>;

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
    definitions_.each_table([&](const auto& table) {
      using R = typename std::remove_cvref_t<decltype(table.rows())>::value_type;
      if constexpr (!CarriedDefinitions::contains<R>)
        if (table.size()) loss_.lost(std::string(R::schema.name), "DFTracer has no such definition", table.size());
    });
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
