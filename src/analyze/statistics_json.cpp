// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/statistics_json.hpp"

#include <algorithm>
#include <concepts>
#include <string_view>

#include "analyze/ranked.hpp"
#include "base/json.hpp"

namespace weft {

namespace {

// Lays out objects and lists; keeps track of the commas.
class Json {
 public:
  explicit Json(TextSink& out) : out_(out) {}

  template <class Fill>
  void object(Fill&& fill) {
    nested('{', '}', fill);
  }
  template <class Fill>
  void object(std::string_view name, Fill&& fill) {
    key(name);
    nested('{', '}', fill);
  }
  template <class Fill>
  void list(std::string_view name, Fill&& fill) {
    key(name);
    nested('[', ']', fill);
  }

  template <class T>
  void put(std::string_view name, const T& value) {
    key(name);
    if constexpr (std::floating_point<T>)
      put_json_real(out_, value);
    else if constexpr (std::integral<T>)
      out_.number(value);
    else if constexpr (std::convertible_to<T, std::string_view>)
      put_json_string(out_, value);
    else
      out_.put(fmt::format("{}", value));  // a sum
    needs_comma_ = true;
  }
  // A name, or null if there is none.
  void put_name(std::string_view name, std::string_view text) { text.empty() ? put_null(name) : put(name, text); }
  void put_null(std::string_view name) {
    key(name);
    out_.put("null");
    needs_comma_ = true;
  }

 private:
  void separate() {
    if (needs_comma_) out_.put(',');
    needs_comma_ = true;
  }
  void key(std::string_view name) {
    separate();
    put_json_string(out_, name);
    out_.put(':');
    needs_comma_ = false;
  }
  template <class Fill>
  void nested(char open, char close, Fill&& fill) {
    separate();
    out_.put(open);
    needs_comma_ = false;
    fill();
    needs_comma_ = true;
    out_.put(close);
    out_.flush_if_large();
  }

  TextSink& out_;
  bool needs_comma_ = false;
};

class Writer {
 public:
  Writer(TextSink& out, const Statistics& statistics, const Definitions& definitions, std::size_t top)
      : json_(out), all_(statistics), definitions_(definitions), top_(top) {
    if (const auto* clock = definitions.clock()) resolution_ = clock->timer_resolution;
  }

  void write() {
    json_.object([&] {
      clock();
      json_.object("totals", [&] { totals(all_.totals); });
      json_.list("regions", [&] { profile(all_.regions); });
      json_.list("locations", [&] {
        for (const LocationStatistics& location : all_.locations) json_.object([&] { this->location(location); });
      });
      messages();
      json_.list("collectives", [&] { collectives(all_.messages.by_operation); });
      rma();
      io();
      json_.list("metrics", [&] { metrics(); });
    });
  }

 private:
  // Calls `one` for the first entries of a list.
  template <class Entries, class One>
  void each(const Entries& entries, One&& one) {
    std::size_t left = top_;
    for (const auto& entry : entries) {
      if (left-- == 0) return;
      json_.object([&] { one(entry); });
    }
  }

  template <class Map, class One>
  void each_ranked(const Map& counts, One&& one) {
    each(ranked(counts), [&](const auto* entry) { one(*entry); });
  }

  template <class Id>
  void id(std::string_view key, Id ref) {
    json_.put(key, ref.value);
    json_.put_name("name", definitions_.name(ref));
  }

  template <class T>
  void time(std::string_view key, const T& ticks) {
    json_.object(key, [&] {
      json_.put("ticks", ticks);
      if (resolution_)
        json_.put("seconds", static_cast<double>(ticks) / static_cast<double>(resolution_));
      else
        json_.put_null("seconds");
    });
  }

  void clock() {
    json_.object("clock", [&] {
      const auto* clock = definitions_.clock();
      if (!clock) return;
      json_.put("ticksPerSecond", clock->timer_resolution);
      json_.put("globalOffset", clock->global_offset);
      time("traceLength", clock->trace_length);
    });
  }

  void totals(const ProfileTotals& totals) {
    json_.put("events", totals.events);
    json_.put("visits", totals.visits);
    if (totals.events)
      json_.put("first", totals.first), json_.put("last", totals.last);
    else
      json_.put_null("first"), json_.put_null("last");
    time("span", totals.span());
    time("inRegions", totals.in_regions);
    json_.put("open", totals.open);
    json_.put("unmatchedLeaves", totals.unmatched);
    json_.put("skippedLeaves", totals.skipped);
    json_.put("tooDeep", totals.too_deep);
    json_.put("movedTimes", totals.moved);
  }

  void profile(const std::vector<RegionTimes>& regions) {
    each(regions, [&](const RegionTimes& region) {
      id("region", region.region);
      json_.put("visits", region.visits);
      json_.put("open", region.open);
      time("inclusive", region.inclusive);
      time("exclusive", region.exclusive);
      time("min", region.shortest);
      time("mean", region.mean());
      time("max", region.longest);
    });
  }

  void location(const LocationStatistics& location) {
    id("location", location.location);
    totals(location.totals);
    if (!location.regions.empty()) json_.list("regions", [&] { profile(location.regions); });
  }

  void traffic(std::string_view key, const Traffic& traffic) {
    json_.object(key, [&] {
      json_.put("count", traffic.count);
      json_.put("bytes", traffic.bytes);
    });
  }

  void messages() {
    MessageCounts total;
    for (const auto& [communicator, counts] : all_.messages.by_communicator) total.merge(counts);
    json_.object("messages", [&] {
      traffic("sent", total.sent);
      traffic("received", total.received);
      json_.list("communicators", [&] {
        each_ranked(all_.messages.by_communicator, [&](const auto& entry) {
          id("communicator", entry.first);
          traffic("sent", entry.second.sent);
          traffic("received", entry.second.received);
        });
      });
    });
  }

  void collectives(const std::map<CollectiveOp, CollectiveCounts>& operations) {
    each_ranked(operations, [&](const auto& entry) {
      json_.put("operation", static_cast<unsigned>(entry.first));
      json_.put_name("name", name_of(entry.first).value_or(""));
      json_.put("calls", entry.second.calls);
      json_.put("nonBlocking", entry.second.non_blocking);
      json_.put("bytesSent", entry.second.bytes_sent);
      json_.put("bytesReceived", entry.second.bytes_received);
    });
  }

  void rma() {
    json_.object("rma", [&] {
      json_.list("windows", [&] {
        each_ranked(all_.rma.by_window, [&](const auto& entry) {
          id("window", entry.first);
          traffic("puts", entry.second.puts);
          traffic("gets", entry.second.gets);
          json_.object("atomics", [&] {
            json_.put("count", entry.second.atomics);
            json_.put("bytesSent", entry.second.atomic_bytes_sent);
            json_.put("bytesReceived", entry.second.atomic_bytes_received);
          });
        });
      });
      json_.list("collectives", [&] { collectives(all_.rma.by_operation); });
    });
  }

  void io_counts(std::string_view key, const IoCounts& counts) {
    json_.object(key, [&] {
      json_.put("count", counts.begun);
      json_.put("completed", counts.completed);
      json_.put("cancelled", counts.cancelled);
      json_.put("bytesRequested", counts.bytes_requested);
      json_.put("bytes", counts.bytes_moved);
    });
  }

  void io_counts(const HandleCounts& counts) {
    io_counts("reads", counts.reads());
    io_counts("writes", counts.writes());
    io_counts("flushes", counts.flushes());
    if (counts.others().begun) io_counts("others", counts.others());
    json_.put("unmatched", counts.unmatched);
  }

  void io() {
    json_.object("io", [&] {
      json_.list("handles", [&] {
        each_ranked(all_.io.by_handle(), [&](const auto& entry) {
          id("handle", entry.first);
          const auto* handle = definitions_.find<def::IoHandle>(entry.first);
          handle && handle->file.defined() ? json_.put("file", handle->file.value) : json_.put_null("file");
          io_counts(entry.second);
        });
      });
      json_.list("files", [&] {
        each_ranked(all_.io.by_file(definitions_), [&](const auto& entry) {
          entry.first.defined() ? json_.put("file", entry.first.value) : json_.put_null("file");
          json_.put_name("name", definitions_.name(entry.first));
          json_.put("handles", entry.second.handles);
          io_counts(entry.second.counts);
        });
      });
    });
  }

  void metrics() {
    each(all_.metrics.by_member(definitions_), [&](const MetricSummary& summary) {
      const auto* member = definitions_.find<def::MetricMember>(summary.member);
      if (summary.member.defined()) {
        id("member", summary.member);
      } else {
        json_.put("metric", summary.metric.value);
        json_.put("position", summary.position);
      }
      if (member) {
        json_.put_name("unit", definitions_.text(member->unit));
        json_.put("base", member->base == Base::binary ? 2 : 10);
        json_.put("exponent", member->exponent);
        json_.put("mode", name_of(member->metric_mode).value_or("?"));
      }
      const auto property = member ? property_of(member->metric_mode) : MetricProperty::absolute;
      std::visit([&](const auto& series) { values(series, property); }, summary.values);
    });
  }

  template <class T>
  void values(const Series<T>& series, MetricProperty property) {
    json_.put("type", std::is_same_v<T, double> ? "DOUBLE" : std::is_signed_v<T> ? "INT64" : "UINT64");
    json_.put("count", series.count);
    json_.put("min", series.least);
    json_.put("mean", series.mean());
    json_.put("max", series.greatest);
    if (property == MetricProperty::accumulated)
      json_.put("total", series.sum_of_last);
    else if (property == MetricProperty::relative)
      json_.put("total", series.sum);
    else
      json_.put("last", series.last);
  }

  Json json_;
  const Statistics& all_;
  const Definitions& definitions_;
  std::size_t top_;
  std::uint64_t resolution_ = 0;
};

}  // namespace

void put_json(TextSink& out, const Statistics& statistics, const Definitions& definitions, std::size_t top) {
  Writer(out, statistics, definitions, top).write();
  out.put('\n');
}

}  // namespace weft
