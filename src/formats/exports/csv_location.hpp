// SPDX-License-Identifier: BSD-3-Clause
// CsvLocation: the events of a location as rows of the tables that hold events. Times are ticks, as the trace has them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/text_sink.hpp"
#include "formats/exports/csv_row.hpp"
#include "formats/exports/fields.hpp"
#include "formats/exports/frame.hpp"
#include "formats/exports/json_fields.hpp"
#include "formats/exports/losses.hpp"
#include "formats/exports/stage.hpp"

namespace weft::exports {

// In the order of csv_tables.
enum class CsvTable : std::uint8_t { events, spans, messages, metrics, attributes };
inline constexpr std::size_t csv_event_tables = 5;
struct CsvTableInfo {
  std::string_view name;
  std::string_view columns;
};
inline constexpr CsvTableInfo csv_tables[csv_event_tables] = {
    {"events", "location,event,time,kind,value,name,fields"},
    {"spans", "location,region,calling_context,name,begin,end,depth"},
    {"messages", "location,event,time,direction,peer,communicator,tag,bytes,flow"},
    {"metrics", "location,event,time,metric,place,name,type,value"},
    {"attributes", "location,event,attribute,name,type,value,text"},
};

class CsvLocation {
 public:
  CsvLocation(Stage& stage, LocationRef location);

  void take(const EventBatch& batch);
  void finish();

  const Losses& losses() const { return losses_; }
  TextSink& rows(CsvTable table) { return rows_[static_cast<std::size_t>(table)]; }

 private:
  struct Open {
    Frame frame;
    Ticks begin;
  };

  // The first field goes into columns, the others together into one.
  class Columns;

  void take_record(std::uint64_t number, const Event& event);
  void take_enter(Frame frame, Ticks time) { open_.push_back({frame, time}); }
  void take_leave(Frame frame, Ticks time);
  void put_span(const Open& span, const Ticks* end);
  void put_simple(std::uint64_t number, Ticks time, Kind kind, std::uint32_t region);
  void put_message(std::uint64_t number, const Event& event);
  void put_metric(std::uint64_t number, Ticks time, const evt::Metric& metric);
  void put_attributes(std::uint64_t number, const Event& event);
  std::string_view cell_of(Frame frame);

  Stage& stage_;
  LocationRef location_;
  Losses losses_;
  LocationChannels channels_;
  std::array<TextSink, csv_event_tables> rows_;
  std::vector<Open> open_;
  std::unordered_map<std::uint64_t, std::string> cells_;  // names, ready to be put
  TextSink json_;
  JsonFields json_fields_{json_};
  Event event_;
};

}  // namespace weft::exports
