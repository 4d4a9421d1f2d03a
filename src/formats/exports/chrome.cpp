// SPDX-License-Identifier: BSD-3-Clause
#include "formats/exports/chrome.hpp"

#include <fmt/format.h>

#include <map>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/json.hpp"
#include "base/text_sink.hpp"
#include "formats/exports/json_fields.hpp"
#include "formats/exports/metric_name.hpp"
#include "formats/exports/story_sink.hpp"

namespace weft::exports {

namespace {

std::string json_of(std::string_view text) {
  TextSink quoted;
  put_json_string(quoted, text);
  return std::string(quoted.text());
}

template <class E>
void put_enumerator(TextSink& out, std::string_view key, E value) {
  out.put(key);
  if (const auto name = weft::name_of(value))
    put_json_string(out, *name);
  else
    out.number(static_cast<std::uint64_t>(value));
}

// Its name, and where it stands among the others.
void put_named(
    TextSink& out, std::string_view what, std::uint32_t process, std::uint32_t thread, std::string_view name) {
  const auto head = [&](std::string_view record) {
    out.put(",\n{\"name\":\""), out.put(what), out.put(record), out.put("\",\"ph\":\"M\",\"pid\":");
    out.number(process), out.put(",\"tid\":"), out.number(thread), out.put(",\"args\":{");
  };
  head("_name"), out.put("\"name\":"), put_json_string(out, name), out.put("}}");
  head("_sort_index"), out.put("\"sort_index\":"), out.number(thread), out.put("}}");
}
void put_process(TextSink& out, const Process& process) {
  put_named(out, "process", process.number, process.number, process.name);
}
void put_thread(TextSink& out, const Thread& thread) {
  put_named(out, "thread", thread.process, thread.number, thread.name);
}

// Events have a comma in front, for the first of the file is none of a location.
class ChromePen {
 public:
  ChromePen(const Stage& stage, const Places::Found& place, Losses& losses)
      : stage_(stage),
        losses_(losses),
        whose_(fmt::format(",\"pid\":{},\"tid\":{}", place.thread.process, place.thread.number)),
        thread_(place.thread.number) {
    if (!place.is_defined) put_process(out_, place.process), put_thread(out_, place.thread);
  }

  std::string_view text() const { return out_.text(); }
  void clear() { out_.clear(); }

  void enter(Nanoseconds at, Frame frame, std::span<const AttributeEntry> attributes) {
    open_.push_back({at, frame, arguments_.text().size(), fields_.keys()});
    if (attributes.empty()) return;
    fields_.begin_object();
    tell_attributes(attributes, stage_.definitions, fields_);
  }

  void leave(Nanoseconds at, Frame frame, std::span<const AttributeEntry> attributes) {
    const Open span = open_.back();
    open_.pop_back();
    fields_.continue_object(span.first_key);
    tell_attributes(attributes, stage_.definitions, fields_);
    out_.put(head_of(frame));
    out_.put(",\"ph\":\"X\",\"ts\":"), put_microseconds(out_, span.begin);
    out_.put(",\"dur\":"), put_microseconds(out_, at - span.begin);
    out_.put(whose_);
    put_arguments(span.first_text);
    out_.put('}');
  }

  void counter(Nanoseconds at, MetricRef metric, std::size_t place, const MetricValue& value) {
    const double real = TypedValue{value.type, value.bits}.as_double();
    if (value.type == Type::double_ && real - real != 0.0) {
      losses_.count(losses_.strange_values);
      return;
    }
    const auto [name, is_new] = metrics_.try_emplace(std::uint64_t{metric.value} << 8 | place);
    if (is_new) name->second = json_of(metric_name(stage_.definitions, metric, place).name);
    out_.put(",\n{\"name\":"), out_.put(name->second);
    out_.put(",\"cat\":\"metric\",\"ph\":\"C\",\"id\":\""), out_.number(thread_), out_.put("\",\"ts\":");
    put_microseconds(out_, at);
    out_.put(whose_), out_.put(",\"args\":{\"value\":");
    if (value.type == Type::double_)
      out_.real(real);
    else if (value.type == Type::int64)
      out_.number(static_cast<std::int64_t>(value.bits));
    else
      out_.number(value.bits);
    out_.put("}}");
  }

  void begin(Nanoseconds at, const Lane& lane) { put_operation(at, lane, 'b'); }
  void end(Nanoseconds at, const Lane& lane) { put_operation(at, lane, 'e'); }

  void instant(Nanoseconds at, const Event& event, const Flow& flow) {
    const std::size_t first_text = arguments_.text().size();
    fields_.begin_object();
    tell_fields(event.record, stage_.definitions, &stage_.timeline, fields_);
    tell_attributes(event.attributes, stage_.definitions, fields_);
    out_.put(",\n{\"name\":\""), out_.put(weft::name_of(static_cast<Kind>(event.record.index())));
    out_.put("\",\"cat\":\"event\",\"ph\":\"i\",\"s\":\"t\",\"ts\":"), put_microseconds(out_, at);
    out_.put(whose_);
    put_arguments(first_text);
    out_.put('}');
    if (!flow.id) return;
    out_.put(",\n{\"name\":\"message\",\"cat\":\"message\",\"ph\":");
    out_.put(flow.end == Flow::End::send ? std::string_view("\"s\"") : std::string_view("\"f\",\"bp\":\"e\""));
    out_.put(fmt::format(",\"id\":\"{:#x}\",\"ts\":", *flow.id)), put_microseconds(out_, at);
    out_.put(whose_), out_.put('}');
  }

 private:
  struct Open {
    Nanoseconds begin;
    Frame frame;
    std::size_t first_text;  // of its arguments
    std::size_t first_key;
  };

  // Name and category.
  std::string_view head_of(Frame frame) {
    const auto [head, is_new] = heads_.try_emplace(frame.key());
    if (is_new)
      head->second = fmt::format(",\n{{\"name\":{},\"cat\":{}", json_of(name_of(stage_.definitions, frame)),
          json_of(category_of(stage_.definitions, frame)));
    return head->second;
  }

  // Those from here on, which are forgotten.
  void put_arguments(std::size_t first_text) {
    const std::string_view text = arguments_.text().substr(first_text);
    if (!text.empty()) out_.put(",\"args\":{"), out_.put(text), out_.put('}');
    arguments_.wrote_to(text.data());
    fields_.end_object();
  }

  void put_operation(Nanoseconds at, const Lane& lane, char phase) {
    out_.put(",\n{\"name\":\""), out_.put(lane.name());
    out_.put("\",\"cat\":\""), out_.put(lane.family_name());
    out_.put("\",\"ph\":\""), out_.put(phase);
    out_.put("\",\"id\":\""), out_.number(thread_), out_.put('.'), out_.number(lane.number);
    out_.put("\",\"ts\":"), put_microseconds(out_, at);
    out_.put(whose_), out_.put('}');
  }

  const Stage& stage_;
  Losses& losses_;
  std::string whose_;
  std::uint32_t thread_;
  TextSink out_;
  TextSink arguments_;  // of the open calls, each behind that of its caller
  JsonFields fields_{arguments_};
  std::vector<Open> open_;
  std::unordered_map<std::uint64_t, std::string> heads_;
  std::unordered_map<std::uint64_t, std::string> metrics_;
};

struct ChromeStyle {
  static constexpr std::string_view title = "Chrome's trace format";
  static constexpr const auto& fates = chrome_fates;
  static constexpr std::size_t handed_over_bytes = std::size_t{1} << 20;
  static constexpr std::string_view trailer = "\n]}\n";
  using Pen = ChromePen;

  static std::string header(const Stage& stage) {
    TextSink out;
    out.put("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"exporter\":\"weft\"");
    // In quotes: readers take numbers for real ones, which have fewer digits.
    if (const auto epoch = stage.timeline.epoch())
      out.put(",\"nanosecondsSince1970\":\""), out.number(*epoch), out.put('"');
    out.put("},\"traceEvents\":[\n");
    out.put("{\"name\":\"exporter\",\"ph\":\"M\",\"pid\":0,\"tid\":0,\"args\":{\"name\":\"weft\"}}");
    for (const Process& process : stage.places.processes()) put_process(out, process);
    for (const Thread& thread : stage.places.threads()) put_thread(out, thread);
    return std::string(out.text());
  }

  // On the thread of their location, or across all.
  static std::string remarks(Stage& stage, const Markers& markers) {
    std::map<std::uint32_t, const DefMarker*> kinds;
    for (const DefMarker& kind : markers.kinds()) kinds.emplace(kind.self, &kind);
    TextSink out;
    for (const Marker& marker : markers.markers()) {
      const auto kind = kinds.find(marker.marker);
      out.put(",\n{\"name\":");
      put_json_string(out, kind == kinds.end() ? std::string_view("marker") : kind->second->marker_category);
      out.put(",\"cat\":\"marker\",\"ph\":\"i\",\"ts\":");
      put_microseconds(out, stage.timeline.nanoseconds(marker.timestamp));
      if (marker.marker_scope == MarkerScope::location) {
        const Thread thread = stage.places.of(LocationRef{marker.scope}).thread;
        out.put(fmt::format(",\"s\":\"t\",\"pid\":{},\"tid\":{}", thread.process, thread.number));
      } else {
        out.put(",\"s\":\"g\",\"pid\":0,\"tid\":0");
      }
      out.put(",\"args\":{\"text\":");
      put_json_string(out, marker.text);
      if (kind != kinds.end()) {
        out.put(",\"group\":"), put_json_string(out, kind->second->marker_group);
        put_enumerator(out, ",\"severity\":", kind->second->severity);
      }
      // Viewers know threads and everybody.
      if (marker.marker_scope != MarkerScope::location && marker.marker_scope != MarkerScope::global) {
        put_enumerator(out, ",\"scope\":", marker.marker_scope);
        out.put(",\"scopeId\":"), out.number(marker.scope);
      }
      const Ticks end = marker.timestamp + marker.duration;
      if (marker.duration) {
        out.put(",\"durationNs\":");
        out.number(stage.timeline.nanoseconds(end) - stage.timeline.nanoseconds(marker.timestamp));
      }
      out.put("}}");
    }
    return std::string(out.text());
  }
};

}  // namespace

Result<std::unique_ptr<Sink>> create_chrome(const std::string& path, LossReport& loss) {
  return create_story<ChromeStyle>(path, loss);
}

}  // namespace weft::exports
