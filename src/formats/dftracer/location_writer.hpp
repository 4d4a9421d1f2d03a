// SPDX-License-Identifier: BSD-3-Clause
// LocationWriter: the events of a location as lines: what is entered and left becomes one line when it is left.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text_sink.hpp"
#include "formats/dftracer/fates.hpp"
#include "formats/dftracer/from_model.hpp"
#include "formats/dftracer/line_parser.hpp"
#include "formats/dftracer/retell.hpp"
#include "model/counted_loss.hpp"
#include "model/examples.hpp"

namespace weft::dftracer {

// What a location could not carry, counted by what it was.
struct Losses {
  FateCounts<EventTypes, event_fates> fields;
  std::array<CountedLoss, EventTypes::size> outside;  // of calls, which could have told them
  std::map<AttributeRef, CountedLoss> attributes;     // of events that are no lines
  CountedLoss undefined_metrics;
  CountedLoss begin_attributes;  // of calls, told when they end
  CountedLoss cut_times;         // below what the unit can say
  CountedLoss moved_times;       // of ends before their begins
  CountedLoss unmatched_leaves;
  CountedLoss open_regions;
  CountedLoss unquoted;        // records whose numbers stood in quotes
  CountedLoss long_arguments;  // without room in their line
  CountedLoss cut_texts;
  CountedLoss unreadable_lines;  // kept whole, but not by us
  CountedLoss other_units;       // of time than that of the file
  CountedLoss same_names;        // arguments whose call has another one of this name
  // Of input and output, inside of a call that did something else before.
  std::array<CountedLoss, EventTypes::size> further_operations;
};

class LocationWriter {
 public:
  LocationWriter(const FromModel& from_model, LocationRef location, TextSink& out)
      : from_model_(from_model), location_(location), speaker_(from_model.speaker(location)), out_(out) {}

  void write(const weft::Event& event);
  // Regions that are still open end with the last event.
  void finish();
  const Losses& losses() const { return losses_; }

 private:
  // An argument that an event inside of a region gave to it, or the event that entered it. Texts live in the
  // definitions.
  struct Given {
    std::string_view key;
    TypedValue value;
    std::string_view text;  // instead of a value
    bool is_json = false;
  };
  struct Open {
    RegionRef region;
    std::uint64_t begin;                          // nanoseconds
    Ticks entered;                                // the same, as the event said it
    std::size_t first_given;                      // all that are given from there on are its own
    std::optional<std::uint64_t> operation = {};  // the id of its input or output, of which a line can tell one
    bool is_half = false;                         // its begin has been told, its end has a line of its own
    bool has_attributes = false;                  // from its beginning
    IoHandleRef file = {};                        // whose name might be told nowhere else
    std::string_view hash = {};                   // of the file that it opens, closes or removes
  };
  struct Fields {
    std::optional<std::int64_t> id;
    std::int64_t type = 0;
    bool has_no_arguments = false;
    std::uint16_t has = Record::usual_fields;
    std::optional<std::uint64_t> tid;  // where it is not that of the location
    bool has_text_for_pid = false;
    bool has_text_for_tid = false;
    std::string_view name, category, phase;

    Layer layer(std::string_view of_category) const {
      return type > 0 && type <= static_cast<std::int64_t>(Layer::cuda) ? static_cast<Layer>(type)
                                                                        : layer_of(of_category);
    }
  };

  template <class R>
  void take(const R& record, const weft::Event& event);
  // False if the call around it has told another one.
  template <class R>
  bool take_operation(const R& record);
  void take_enter(RegionRef region, const weft::Event& event);
  void take_leave(RegionRef region, const weft::Event& event);
  void take_metric(const evt::Metric& metric, const weft::Event& event);
  void take_text(const evt::ParameterString& text, const weft::Event& event);
  void write_instant(std::string_view name, const weft::Event& event);
  template <class R>
  bool take_offset(const AttributeEntry& entry);
  template <class R>
  void take_argument(const R& record, const weft::Event& event);
  template <class R>
  void name_file(const R& record);
  void retell_line(StringRef line);
  template <class R>
  void note(const R& record, const weft::Event& event);
  template <class R>
  void count_fields(const R& record, const weft::Event& event);
  // The event at hand, as an example.
  auto here() const {
    return [this] { return example_of(from_model_.definitions(), location_, *event_); };
  }
  template <class R>
  void lose_outside() {
    losses_.outside[EventTypes::index_of<R>()].add(here());
  }
  // Whether readers take a call for a read, write, seek or flush.
  bool names_an_operation(RegionRef region);
  template <class R>
  bool is_named_otherwise(const R& record);
  bool is_given(const Given& argument);
  void give(std::string_view key, TypedValue value, std::string_view text = {});
  void drop_repeated_arguments();
  void name_attributes(const weft::Event& event);
  Fields fields() const;
  Origin origin(const Fields& fields) const;
  void put_arguments(LinePen& pen);
  void define_file(IoHandleRef handle);
  void put(LinePen& pen, std::string_view key, TypedValue value, bool is_json);
  LinePen pen();
  void end_line(LinePen& pen);
  std::uint64_t units(std::uint64_t nanoseconds);
  Time decimal(std::uint64_t nanoseconds) const;
  bool is_foreign(const Fields& fields, std::uint64_t begin, std::uint64_t end) const;
  Foreign foreign(const Fields& fields, const std::pair<std::string, std::string>& names, std::uint64_t time) const;
  const std::pair<std::string, std::string>& names_of(RegionRef region);
  void write_half(RegionRef region, const Fields& fields);
  void write_last_span(std::uint64_t end, const weft::Event& event);

  const FromModel& from_model_;
  LocationRef location_;
  const Speaker& speaker_;
  TextSink& out_;
  const weft::Event* event_ = nullptr;  // at hand
  std::vector<Open> open_;
  std::vector<Given> given_;
  std::vector<std::pair<AttributeName, TypedValue>> named_;         // the attributes of the event at hand
  std::map<RegionRef, std::pair<std::string, std::string>> names_;  // and categories
  std::set<std::string> defined_;                                   // hashes
  std::uint64_t last_ = 0;
  std::int64_t next_id_ = 1;
  LineParser parser_;
  Record record_;
  std::string line_;
  Losses losses_;
};

}  // namespace weft::dftracer
