// SPDX-License-Identifier: BSD-3-Clause
// weft_export_traces DIRECTORY: traces that exports have to get right, as OTF2 archives: `rich` has messages, metrics,
// operations that overlap, regions that stay open and names that are hard to write; `empty` has nothing, `silent` has a
// location without events, `large` has many events, `every` has every kind of record, and `any-1` to `any-3` have
// events of any kinds in any order.
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../must.hpp"
#include "every_kind.hpp"
#include "formats/otf2/writer.hpp"

namespace {

using namespace weft;

// An archive whose strings are defined where they are used.
class Maker {
 public:
  explicit Maker(const std::string& path) : writer_(otf2::ArchiveWriter::create(path, anchor()).take()) { text(""); }

  StringRef text(std::string_view text) {
    must(writer_.define(def::String{{strings_}, text}));
    return {strings_++};
  }
  template <class R>
  void define(const R& record) {
    must(writer_.define(record));
  }
  template <class Write>
  void location(std::uint64_t id, std::string_view name, LocationGroupRef group, Write&& write) {
    auto events = writer_.events({id});
    write(events);
    must(events.close());
    define(def::Location{{id}, text(name), LocationType::cpu_thread, events.records(), group});
  }
  void close() { must(writer_.close()); }

 private:
  static otf2::Anchor anchor() {
    otf2::Anchor anchor;
    anchor.event_chunk_bytes = otf2::smallest_chunk;
    anchor.definition_chunk_bytes = otf2::smallest_chunk;
    return anchor;
  }

  otf2::ArchiveWriter writer_;
  std::uint32_t strings_ = 0;
};

enum : std::uint32_t { main_region, work, quoted, broken, semicolons, undefined_region = 77 };

void define_program(Maker& maker) {
  const StringRef file = maker.text("main.c");
  // Three ticks are a nanosecond and a bit: times have to be rounded.
  maker.define(def::ClockProperties{2'700'000'000, 1'000'000, 900'000'000, 1'700'000'000'123'456'789});
  const std::string_view names[] = {
      "main", "work", "say \"hi\",\n\ttwice\\", "not \xff\xfe UTF-8 \xc3", "a;b\r\nc f\xc3\xbcr"};
  for (std::uint32_t i = 0; i < std::size(names); ++i)
    maker.define(def::Region{{i}, maker.text(names[i]), {}, {}, RegionRole::function,
        i == work ? Paradigm::mpi : Paradigm::user, RegionFlag::none, file, 10 * i, 10 * i + 9});
  maker.define(def::SystemTreeNode{{0}, maker.text("node"), maker.text("node"), {}});
  for (std::uint32_t i = 0; i < 2; ++i)
    maker.define(def::LocationGroup{
        {i}, maker.text(i ? "rank \"1\"" : "rank 0"), LocationGroupType::process, {0}, LocationGroupRef{}});
  const std::uint64_t ranks[] = {7, 1ull << 40};
  const std::uint64_t both[] = {0, 1};
  maker.define(def::Group{{0}, {0}, GroupType::comm_locations, Paradigm::mpi, GroupFlag::none, ranks});
  maker.define(def::Group{{1}, {0}, GroupType::comm_group, Paradigm::mpi, GroupFlag::none, both});
  maker.define(def::Comm{{0}, maker.text("WORLD"), {1}, {}, CommFlag::none});
  const MetricMemberRef members[] = {{0}, {1}, {2}};
  const std::string_view metrics[] = {"cycles", "power", "balance"};
  const Type types[] = {Type::uint64, Type::double_, Type::int64};
  for (std::uint32_t i = 0; i < 3; ++i)
    maker.define(def::MetricMember{{i}, maker.text(metrics[i]), {0}, MetricType::other, MetricMode::absolute_point,
        types[i], Base::decimal, 0, maker.text(i == 1 ? "W" : "")});
  maker.define(def::MetricClass{{0}, members, MetricOccurrence::asynchronous, RecorderKind::cpu});
  maker.define(
      def::IoParadigm{{0}, maker.text("POSIX"), maker.text("POSIX"), IoParadigmClass::serial, IoParadigmFlag::os, {}});
  maker.define(def::IoRegularFile{{0}, maker.text("/tmp/a \"file\""), {0}});
  for (std::uint32_t i = 0; i < 2; ++i) maker.define(def::IoHandle{{i}, {0}, {0}, {0}, IoHandleFlag::none, {}, {}});
  const Type attributes[] = {Type::string, Type::int32, Type::float_, Type::uint64, Type::region, Type::double_};
  for (std::uint32_t i = 0; i < std::size(attributes); ++i)
    maker.define(def::Attribute{{i}, maker.text(i == 3 ? "step" : "key " + std::to_string(i)), {0}, attributes[i]});
  maker.define(def::Attribute{{6}, maker.text("step"), {0}, Type::uint64});  // another one of the same name
  maker.define(def::Parameter{{0}, maker.text("size"), ParameterType::int64});
  maker.define(def::SourceCodeLocation{{0}, file, 12});
  maker.define(def::CallingContext{{0}, {main_region}, {0}, {}});
}

std::vector<AttributeEntry> some_attributes(std::uint32_t text) {
  return {{{0}, {Type::string, text}}, {{1}, {Type::int32, static_cast<std::uint32_t>(-5)}},
      {{2}, {Type::float_, std::bit_cast<std::uint32_t>(0.1f)}}, {{3}, TypedValue::of(~std::uint64_t{0})},
      {{4}, {Type::region, quoted}}, {{5}, TypedValue::of(-0.5)}, {{6}, TypedValue::of(std::uint64_t{1})}};
}

template <class Events>
void write_calls(Events& events, Ticks& now) {
  const auto attributes = some_attributes(3);
  const auto late = std::span(attributes).last(2);
  must(events.append(now, evt::Enter{{main_region}}));
  for (std::uint32_t i = 0; i < 200; ++i) {
    const std::uint32_t region = work + i % 4;
    must(events.append(now += i % 3, evt::Enter{{region}},
        i % 5 == 0 ? std::span<const AttributeEntry>(attributes) : std::span<const AttributeEntry>{}));
    must(events.append(now += 7 * (i % 2), evt::Enter{{region}}));
    must(events.append(now += 1000 * (i % 7), evt::Leave{{region}}));
    must(events.append(now += 3, evt::Leave{{region}}, i % 10 == 0 ? late : std::span<const AttributeEntry>{}));
  }
  must(events.append(now += 5, evt::Leave{{quoted}}));  // which nobody entered
  must(events.append(now += 5, evt::CallingContextEnter{{0}, 1}));
  must(events.append(now += 5, evt::Enter{{undefined_region}}));
  must(events.append(now += 9, evt::Leave{{undefined_region}}));
  must(events.append(now += 5, evt::CallingContextLeave{{0}}));
  must(events.append(now += 5, evt::ParameterInt{{0}, -3}, attributes));
  must(events.append(now += 5, evt::MpiCollectiveBegin{}));
  must(events.append(now += 5, evt::MpiCollectiveEnd{CollectiveOp::bcast, {0}, 0, 8, 0}));
  must(events.append(now, evt::BufferFlush{{now + 500}}));
}

template <class Events>
void write_metrics(Events& events, Ticks& now) {
  const double powers[] = {
      0.0, -1.5, 1e300, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1.0 / 3};
  for (std::uint64_t i = 0; i < 30; ++i) {
    const MetricValue values[] = {{Type::uint64, i % 10 == 9 ? ~std::uint64_t{0} : i * i},
        {Type::double_, std::bit_cast<std::uint64_t>(powers[i % std::size(powers)])},
        {Type::int64, static_cast<std::uint64_t>(-static_cast<std::int64_t>(i))}};
    must(events.append(now += 11, evt::Metric{{0}, values}));
  }
  const MetricValue single[] = {{Type::uint64, 5}};
  must(events.append(now += 11, evt::Metric{{44}, single}));  // not defined
}

// Three operations that overlap, one after the other and one that never ends.
template <class Events>
void write_operations(Events& events, Ticks& now) {
  const auto begin = [&](std::uint64_t id, IoOperationMode mode) {
    must(events.append(
        now += 10, evt::IoOperationBegin{{id % 2 ? 1u : 0u}, mode, IoOperationFlag::non_blocking, 64, id}));
  };
  const auto end = [&](std::uint64_t id) {
    must(events.append(now += 10, evt::IoOperationComplete{{id % 2 ? 1u : 0u}, 60, id}));
  };
  begin(1, IoOperationMode::read), begin(2, IoOperationMode::write), begin(3, IoOperationMode::flush);
  must(events.append(now += 1, evt::IoOperationIssued{{0}, 2}));
  end(2), begin(4, IoOperationMode::read), end(1), end(3), end(4), begin(5, IoOperationMode::write);
  end(99);
  must(events.append(now += 2, evt::IoOperationTest{{1}, 5}));
}

template <class Events>
void write_messages(Events& events, Ticks& now, std::uint32_t other, bool is_first) {
  for (std::uint32_t i = 0; i < 40; ++i) {
    const std::uint32_t tag = i % 3;
    const std::uint64_t request = i;
    const bool sends = (i % 2 == 0) == is_first;
    if (sends && i % 4 < 2)
      must(events.append(now += 50, evt::MpiSend{other, {0}, tag, 100 + i}));
    else if (sends)
      must(events.append(now += 50, evt::MpiIsend{other, {0}, tag, 100 + i, request}));
    else if (i % 4 < 2)
      must(events.append(now += 50, evt::MpiRecv{other, {0}, tag, 100 + i}));
    else
      must(events.append(now += 50, evt::MpiIrecvRequest{request}));
    if (i % 4 < 2) continue;
    must(events.append(now += 50, evt::MpiRequestTest{request}));
    if (sends)
      must(events.append(now += 50, evt::MpiIsendComplete{request}));
    else
      must(events.append(now += 50, evt::MpiIrecv{other, {0}, tag, 100 + i, request}));
  }
  if (is_first) must(events.append(now += 50, evt::MpiSend{other, {0}, 1000, 1}));  // never received
  must(events.append(now += 50, evt::MpiSend{9, {0}, 0, 1}));                       // no such rank
}

void make_rich(const std::string& path) {
  Maker maker(path);
  define_program(maker);
  const auto all = [&](auto& events, std::uint32_t other, bool is_first) {
    Ticks now = 1'000'000;
    write_calls(events, now);
    write_metrics(events, now);
    write_operations(events, now);
    write_messages(events, now, other, is_first);
    // Left open, and the last event of all has the last word.
    must(events.append(now += 100, evt::Enter{{work}}));
    must(events.append(now += 100, evt::MeasurementOnOff{MeasurementMode::off}));
  };
  maker.location(7, "master, \"first\"", {0}, [&](auto& events) { all(events, 1, true); });
  maker.location(1ull << 40, "master", {1}, [&](auto& events) { all(events, 0, false); });
  // Its times lie before the first tick of the clock.
  maker.location(8, "", {0}, [&](auto& events) {
    must(events.append(500'000, evt::Enter{{main_region}}));
    must(events.append(1'500'000, evt::Leave{{main_region}}));
  });
  maker.location(9, "alone \xff;", {}, [&](auto&) {});
  maker.close();
}

void make_large(const std::string& path, std::uint64_t calls) {
  Maker maker(path);
  define_program(maker);
  for (const std::uint64_t id : {0u, 1u, 2u, 3u})
    maker.location(id, "thread", {static_cast<std::uint32_t>(id % 2)}, [&](auto& events) {
      Ticks now = 1'000'000;
      for (std::uint64_t i = 0; i < calls; ++i) {
        const RegionRef region{static_cast<std::uint32_t>(i % 2)};
        must(events.append(now += 1000, evt::Enter{region}));
        must(events.append(now += 1000, evt::Leave{region}));
      }
    });
  maker.close();
}

// Every kind of definition, and events as `write_events(filler, write)` has them.
template <class WriteEvents>
void make_made(const std::string& path, std::uint64_t seed, WriteEvents&& write_events) {
  Maker maker(path);
  made::Filler filler(seed);
  for (const char* const text : {"one", "two", "three"}) maker.text(text);
  maker.define(def::ClockProperties{1'000'000'000, 0, 1'000'000, 1'700'000'000'000'000'000});
  maker.define(def::Attribute{{0}, maker.text("count"), {0}, Type::uint64});
  maker.define(def::Attribute{{1}, maker.text("label"), {0}, Type::string});
  const std::uint64_t both[] = {0, 1};
  maker.define(def::Group{{0}, {0}, GroupType::comm_locations, Paradigm::mpi, GroupFlag::none, both});
  maker.define(def::Group{{1}, {1}, GroupType::comm_group, Paradigm::mpi, GroupFlag::none, both});
  for (std::uint32_t i = 0; i < 2; ++i)
    maker.define(def::Comm{{i}, maker.text(i ? "other" : "world"), {1}, {}, CommFlag::none});
  made::define_every_kind(filler, [&](const auto& record) { maker.define(record); });
  for (std::uint64_t location = 0; location < 2; ++location) {
    filler.now = 0;
    maker.location(location, "thread", {static_cast<std::uint32_t>(location)}, [&](auto& events) {
      std::size_t count = 0;
      write_events(filler, [&](Ticks time, const auto& record) {
        const AttributeEntry attributes[] = {{{0}, TypedValue::of(count)}, {{1}, {Type::string, 1}}};
        must(events.append(time, record, std::span(attributes).first(count++ % 3 == 2 ? 2 : 0)));
      });
    });
  }
  maker.close();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) return 2;
  const std::string directory = argv[1];
  make_rich(directory + "/rich/trace.otf2");
  make_made(directory + "/every/trace.otf2", 11,
      [](made::Filler& filler, auto&& write) { made::write_every_kind(filler, write); });
  for (const std::uint64_t seed : {1u, 2u, 3u})
    make_made(directory + "/any-" + std::to_string(seed) + "/trace.otf2", seed,
        [](made::Filler& filler, auto&& write) { made::write_any_kinds(filler, 500, write); });
  // Long enough to have parts, in most of which little is open that began before: nothing happens in tasks.
  make_made(directory + "/many/trace.otf2", 4, [](made::Filler& filler, auto&& write) {
    filler.numbers = 20;
    made::write_any_kinds<TypeList<evt::Unknown, evt::OmpTaskSwitch, evt::ThreadTaskSwitch>>(filler, 20'000, write);
  });
  Maker(directory + "/empty/trace.otf2").close();
  Maker silent(directory + "/silent/trace.otf2");
  silent.location(3, "nothing", {}, [](auto&) {});
  silent.close();
  make_large(directory + "/large/trace.otf2", argc == 3 ? std::stoull(argv[2]) : 100'000);
  return 0;
}
