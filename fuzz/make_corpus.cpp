// SPDX-License-Identifier: BSD-3-Clause
// Writes the seeds in fuzz/corpus: files with every record type, made from the schema. Run it again when records
// change:
//   cmake --build build/fuzz --target make_corpus && build/fuzz/bin/make_corpus fuzz/corpus
#include <fmt/format.h>

#include "convert/convert.hpp"
#include "formats/bp/writer.hpp"
#include "formats/litl/archive_writer.hpp"
#include "formats/litl/event.hpp"
#include "formats/litl/trace_file.hpp"
#include "formats/otf/record_writer.hpp"
#include "formats/otf2/writer.hpp"
#include "fuzzing.hpp"
#include "samples.hpp"
#include "trace_layouts.hpp"

namespace {

using namespace weft;
using namespace weft::fuzzing;
namespace fs = std::filesystem;

constexpr std::pair<Values, std::string_view> all_values[] = {
    {Values::zero, "zero"}, {Values::ordinary, "ordinary"}, {Values::largest, "largest"}};
constexpr std::pair<ByteOrder, std::string_view> both_orders[] = {
    {ByteOrder::little, "little"}, {ByteOrder::big, "big"}};

// Places in chunk_sizes.
constexpr char small_chunks = 4;
constexpr char large_chunks = 6;
std::uint64_t chunk_bytes_of(char choice) { return chunk_sizes[static_cast<std::size_t>(choice)]; }

fs::path corpus;

void seed(const std::string& target, const std::string& name, const std::string& content) {
  fs::create_directories(corpus / target);
  replace_file((corpus / target / name).string(), std::as_bytes(std::span(content))).value();
}

std::string content_of(const std::string& path) { return std::string(as_text(read_file(path).value())); }

// A file as an input has it: the padding of full chunks becomes a break.
std::string without_padding(const std::string& file, std::uint64_t chunk_bytes) {
  std::string input;
  for (std::size_t at = 0; at < file.size(); at += chunk_bytes) {
    std::string chunk = file.substr(at, chunk_bytes);
    if (at + chunk_bytes < file.size()) {
      chunk.erase(chunk.find_last_not_of('\0') + 1);
      chunk += chunk_break;
    }
    input += chunk;
  }
  return input;
}

std::string scratch() { return workbench().directory() + "/scratch"; }

std::string samples(FileKind kind, const SampleOptions& options) {
  write_samples(kind, scratch(), options);
  return without_padding(content_of(scratch()), options.chunk_bytes);
}

void seed_files(const std::string& target, FileKind kind, std::string_view more_choices = "") {
  // All records in several chunks, with all kinds of values in both byte orders.
  for (const auto& [order, order_name] : both_orders)
    for (const auto& [values, name] : all_values)
      seed(target, fmt::format("{}-{}", name, order_name),
          fmt::format(
              "{}{}{}", small_chunks, more_choices, samples(kind, {chunk_bytes_of(small_chunks), order, values})));
  // A few records each: small inputs are quick to mutate.
  const std::size_t group = record_types(kind) > 30 ? 4 : 1;
  for (std::size_t first = 0; first < record_types(kind); first += group)
    seed(target, fmt::format("records-{:02}", first),
        fmt::format("{}{}{}", large_chunks, more_choices, samples(kind, {.first = first, .last = first + group})));
}

otf2::Anchor sample_anchor() {
  otf2::Anchor anchor = anchor_with(otf2::smallest_chunk, otf2::smallest_chunk);
  anchor.number_of_locations = 1;
  anchor.number_of_global_definitions = otf2::GlobalDefinitionRecords::size;
  anchor.trace_id = 42;
  anchor.machine_name = "machine";
  anchor.creator = "make_corpus";
  anchor.properties = {{"PACKAGE::NAME", "value"}};
  return anchor;
}

std::string serialized(const otf2::Anchor& anchor) { return std::string(as_text(otf2::serialize_anchor(anchor))); }

void seed_anchors() {
  for (const auto& [order, name] : both_orders)
    for (std::uint8_t version = 1; version <= 3; ++version) {
      otf2::Anchor anchor = sample_anchor();
      anchor.order = order;
      anchor.anchor_format = version;
      seed("anchor", fmt::format("version-{}-{}", version, name), serialized(anchor));
    }
}

// Archives with a part of the record types each, read and written in every way.
void seed_archives() {
  constexpr unsigned tasks[] = {0, 0, 0, 3, 7, 9, 25};
  constexpr std::size_t pieces = std::size(tasks);
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    std::string files = serialized(sample_anchor());
    for (const FileKind kind : {FileKind::global_definitions, FileKind::markers, FileKind::thumbnails,
             FileKind::local_definitions, FileKind::events, FileKind::snapshots}) {
      const std::size_t types = record_types(kind);
      SampleOptions options{.first = types * piece / pieces, .last = types * (piece + 1) / pieces};
      if (types < pieces) options.first = 0, options.last = types;
      if (piece % 3 == 2) options.values = Values::largest;
      files += std::string(file_break) + samples(kind, options);
    }
    seed("archive", fmt::format("records-{}", piece),
        fmt::format("{}{}{}{}{}", large_chunks, large_chunks, static_cast<char>(tasks[piece]),
            static_cast<char>(piece % ways), files));
  }
}

// A tiny program with nested regions, a message and a metric on two locations: what analyses look for.
std::string program_events(std::uint32_t rank) {
  otf2::EventWriter events(otf2::ChunkWriter(scratch(), chunk_bytes_of(large_chunks), ByteOrder::little));
  const MetricValue values[] = {{Type::double_, 0x3ff8'0000'0000'0000}};
  const std::uint64_t bytes = 80;
  events.append(10 + rank, evt::Enter{{0}}).value();
  events.append(20 + rank, evt::Enter{{1}}).value();
  if (rank == 0)
    events.append(30, evt::MpiSend{1, {0}, 7, bytes}).value();
  else
    events.append(40, evt::MpiRecv{0, {0}, 7, bytes}).value();
  events.append(50, evt::MpiCollectiveBegin{}).value();
  events.append(60, evt::MpiCollectiveEnd{CollectiveOp::barrier, {0}, ~0u, 0, 0}).value();
  events.append(60, evt::Metric{{0}, values}).value();
  events.append(70, evt::Leave{{1}}).value();
  events.append(80, evt::Leave{{0}}).value();
  events.close().value();
  return content_of(scratch());
}

std::string program_definitions() {
  otf2::GlobalDefinitionWriter out(otf2::ChunkWriter(scratch(), chunk_bytes_of(large_chunks), ByteOrder::little));
  const std::uint64_t ranks[] = {0, 1};
  const MetricMemberRef members[] = {{0}};
  out.write(def::ClockProperties{1'000'000'000, 10, 70, 0}).value();
  out.write(def::String{{0}, "name"}).value();
  out.write(def::SystemTreeNode{{0}, {0}, {0}, {}}).value();
  out.write(def::LocationGroup{{0}, {0}, LocationGroupType::process, {0}, {}}).value();
  for (const std::uint64_t rank : ranks)
    out.write(def::Location{{rank}, {0}, LocationType::cpu_thread, 8, {0}}).value();
  for (const std::uint32_t region : {0u, 1u})
    out.write(def::Region{{region}, {0}, {0}, {0}, RegionRole::function, Paradigm::user, {}, {}, 0, 0}).value();
  out.write(def::Group{{0}, {0}, GroupType::comm_locations, Paradigm::mpi, {}, ranks}).value();
  out.write(def::Group{{1}, {0}, GroupType::comm_group, Paradigm::mpi, {}, ranks}).value();
  out.write(def::Comm{{0}, {0}, {1}, {}, {}}).value();
  out.write(def::MetricMember{{0}, {0}, {0}, {}, {}, Type::double_, {}, 0, {0}}).value();
  out.write(def::MetricClass{{0}, members, MetricOccurrence::asynchronous, {}}).value();
  out.close().value();
  return content_of(scratch());
}

void seed_program() {
  const std::string between(file_break);
  otf2::Anchor anchor = sample_anchor();
  anchor.number_of_locations = 2;
  anchor.number_of_global_definitions = 13;
  const std::string files = serialized(anchor) + between + program_definitions() + between + between + between +
                            between + program_events(0) + between + between + between + program_events(1);
  auto seed_with = [&](unsigned tasks, Way way) {
    seed("archive", fmt::format("program-{}-{}", tasks, static_cast<unsigned>(way)),
        fmt::format("{}{}{}{}{}", large_chunks, large_chunks, static_cast<char>(tasks), static_cast<char>(way), files));
  };
  for (unsigned way = 0; way < ways; ++way) seed_with(0, static_cast<Way>(way));
  for (const unsigned tasks : {3u, 7u, 9u, 25u}) seed_with(tasks, Way::check);
}

// Events of all kinds, some with a meaning in `litl_map`.
constexpr std::string_view litl_map =
    "0x20 enter main\n0x21 leave main\n0x23 event pair i32:a f64:b\n0x24 enter main\n0x26 event \"a b\" i8\n";

std::vector<std::byte> litl_events(std::uint32_t code) {
  constexpr std::string_view text = "text";
  std::vector<std::byte> bytes(512);
  std::byte* at = bytes.data();
  at = litl::put_regular(at, 10, code);
  at = litl::put_regular(at, 20, code + 1, 1, 2, 3);
  at = litl::put_regular(at, 15, code + 2, 7);
  at = litl::put_packed(at, 30, code + 3, 42, 2.5);
  at = litl::put_packed(at, 30, code + 4);
  at = litl::put_raw(at, 40, code + 5, std::as_bytes(std::span(text)));
  at = litl::put_packed(at, 50, code + 6, 'c');
  bytes.resize(static_cast<std::size_t>(at - bytes.data()));
  return bytes;
}

void seed_litl() {
  const auto events = litl_events(0x20);
  const auto others = litl_events(0x1000);
  auto file = litl::TraceFile::create(scratch(), {"p", 512, "Linux here", "0.1.9"}).value();
  std::vector<litl::TraceFile::ThreadIndex> threads;
  for (std::uint64_t tid = 1; tid < 4; ++tid) threads.push_back(file.add_thread(tid).value());
  for (const auto thread : {threads[0], threads[1], threads[0], threads[1]}) file.append_chunk(thread, events).value();
  for (std::uint64_t tid = 4; tid < 40; ++tid) file.append_chunk(file.add_thread(tid).value(), others).value();
  file.finish().value();
  const std::string late = content_of(scratch());
  litl::write_archive(
      scratch(), {"0.1.9", "Linux here",
                     {{"a", 512, {{1, {events, others}}, {2, {}}}}, {"b", 99, {}}, {"c", 512, {{7, {others}}}}}})
      .value();
  const std::string archive = content_of(scratch());
  litl::write_archive(scratch(), {"0.1.9", "Linux here", {{"a", 512, {{1, {events}}}}}}).value();
  const std::string plain = content_of(scratch());
  for (unsigned tasks : {0u, 1u, 2u, 4u})
    for (unsigned way = 0; way < (tasks ? 1 : ways); ++way)
      for (const auto& [name, content] : {std::pair{"late", &late}, {"archive", &archive}, {"plain", &plain}})
        seed("litl", fmt::format("{}-{}-{}", name, tasks, way),
            fmt::format(
                "{}{}{}{}{}", static_cast<char>(tasks), static_cast<char>(way), litl_map, file_break, *content));
}

template <class R>
R otf_record() {
  static constexpr std::uint32_t list[] = {1, 2};
  R record;
  std::uint8_t field = 0;
  R::schema.each([&](const auto& f) {
    auto& value = record.*f.member;
    using Value = std::remove_reference_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, std::string_view>)
      value = "text";
    else if constexpr (is_sequence<Value>)
      value = list;
    else
      value = static_cast<Value>(++field);
  });
  return record;
}

// All records of a kind of file; `tasks` are those of fuzz_otf.cpp.
template <class Kind>
void seed_otf_file(unsigned tasks) {
  constexpr unsigned compressed = 8, long_form = 16;
  HandlePool pool;
  otf::KeyValues values;
  values.add(1, otf::ValueType::uint32, 5);
  values.add_bytes(2, "bytes");
  const auto form = tasks & long_form ? otf::Form::long_words : otf::Form::short_words;
  auto writer = otf::RecordWriter::create(pool, scratch(), {form, {200, tasks & compressed ? 4 : 0}}).value();
  otf::Ticks time = 100;
  Kind::Records::each([&](auto type) {
    const auto record = otf_record<typename decltype(type)::type>();
    const otf::KeyValues* const some = time % 4 == 0 ? &values : nullptr;
    ++time;
    if constexpr (Kind::timed)
      writer->write(time, 1 + time % 2, record, some).value();
    else
      writer->write(record, some).value();
  });
  writer->close().value();
  seed("otf", fmt::format("{}-{}", Kind::suffix, tasks), static_cast<char>(tasks) + content_of(scratch()));
}

void seed_otf() {
  unsigned kind = 0;
  otf::FileKinds::each([&](auto type) {
    for (const unsigned tasks : {0u, 8u, 16u, 32u, 40u}) seed_otf_file<typename decltype(type)::type>(kind + tasks);
    ++kind;
  });
  seed("otf", "master",
      "\x05"
      "1:1,2\n2:3,a\ni1:2:ff\n");
}

// A small file of two processes and two steps: all that a footer and a process group can say.
std::string bp_file(const bp::Layout& layout, bp::StatisticsLevel statistics) {
  bp::GroupDefinition definition("g");
  definition.time_name = "t";
  definition.statistics = statistics;
  const auto n = definition.define(bp::VariableDefinition{"n", "", bp::DataType::integer}).value();
  const auto text = definition.define(bp::VariableDefinition{"s", "/p", bp::DataType::string}).value();
  const auto global = definition
                          .define(bp::VariableDefinition{"g", "/p", bp::DataType::double_, {bp::Size::of(2)},
                              {bp::Size::of(4)}, {bp::Size::member(n)}})
                          .value();
  const auto joined = definition
                          .define(bp::VariableDefinition{"j", "", bp::DataType::complex,
                              {bp::Size::time(), bp::Size::of(2)}, {bp::Size::joined()}})
                          .value();
  const auto local = definition.define(bp::VariableDefinition{"l", "", bp::DataType::byte, {bp::Size::of(3)}}).value();
  definition.define(bp::AttributeDefinition{"a", "/p", std::string("text")}).value();
  definition.define(bp::AttributeDefinition{"r", "", n}).value();
  if (layout.has_array_attributes())
    definition.define(bp::AttributeDefinition{"b", "", std::vector<std::string>{"x", "yz"}}).value();
  auto writer = bp::Writer::create(scratch(), {layout}).value();
  for (std::uint32_t step = 1; step < 3; ++step)
    for (std::uint32_t process = 0; process < 2; ++process) {
      bp::GroupWriter group(definition, layout, step, process);
      const auto first = static_cast<std::int32_t>(2 * process);
      const double numbers[] = {1.5, -2};
      group.write(n, std::as_bytes(std::span(&first, 1))).value();
      group.write(text, "abc").value();
      group.write(global, std::as_bytes(std::span(numbers))).value();
      group.write(joined, std::as_bytes(std::span(numbers))).value();
      group.write(local, std::as_bytes(std::span("xyz", 3))).value();
      writer->add(std::move(group).finish(process == 0).value()).value();
    }
  writer->close().value();
  return content_of(scratch());
}

// The events of a LiTL archive, as columns.
std::string bp_trace() {
  const std::string from = workbench().directory() + "/events.trace", to = workbench().directory() + "/events.bp";
  litl::write_archive(from, {"0.1.9", "Linux here", {{"a", 512, {{1, {litl_events(0x20)}}, {2, {litl_events(0x20)}}}}}})
      .value();
  LossReport loss;
  Report report;
  convert(from, to, "bp", {}, loss, report).value();
  return content_of(to);
}

void seed_bp() {
  seed("bp", "trace", bp_trace());
  for (const unsigned version : {1u, 2u, 3u})
    for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) {
      const auto statistics = version == 2 ? bp::StatisticsLevel::full : bp::StatisticsLevel::min_max;
      const std::string file = bp_file({version, order}, statistics);
      const std::string name = fmt::format("version-{}-{}", version, order == ByteOrder::big ? "big" : "little");
      const auto end = load<std::uint64_t>(
          std::as_bytes(std::span(file)).data() + file.size() - bp::mini_footer_bytes, order);
      seed("bp", name, file);
      seed("bp_groups", name, file.substr(0, static_cast<std::size_t>(end)));
    }
}

std::string files_of(const TraceLayout& layout, const std::string& path) {
  std::string joined;
  for (const std::string& file : layout.files(path)) {
    if (fs::exists(file)) joined += content_of(file);
    joined += file_break;
  }
  return joined.substr(0, joined.find_last_not_of(file_break) + 1);
}

// Larger ones take long, and others have the same in them.
constexpr std::size_t largest_seed = 30'000;

// One trace, as all formats have it, to be written as all formats.
void seed_conversions(const std::string& name, const std::string& archive) {
  for (const TraceLayout& from : trace_layouts) {
    const std::string directory = workbench().directory() + fmt::format("/convert-{}-{}", name, from.format);
    fs::create_directories(directory);
    const std::string trace = from.path(directory);
    LossReport loss;
    Report report;
    convert(archive, trace, std::string(from.format), {}, loss, report).value();
    const std::string files = files_of(from, trace);
    if (files.size() > largest_seed) continue;
    for (std::size_t to = 0; to < all_formats().size(); ++to)
      seed("convert", fmt::format("{}-{}-{}", name, from.format, all_formats()[to]->name),
          fmt::format("{}{}{}{}", static_cast<char>(&from - trace_layouts), static_cast<char>(to), '\0', files));
  }
}

void seed_conversions() {
  const std::string directory = workbench().directory() + "/archive";
  const auto paths = *otf2::ArchivePaths::from_anchor(directory + "/t.otf2");
  fs::create_directories(paths.locations());
  const auto put = [](const std::string& path, const std::string& content) {
    Workbench::put(path, std::as_bytes(std::span(content)));
  };
  otf2::Anchor anchor = sample_anchor();
  anchor.number_of_locations = 2;
  anchor.number_of_global_definitions = 13;
  put(paths.anchor(), serialized(anchor));
  put(paths.global_definitions(), program_definitions());
  for (const std::uint32_t rank : {0u, 1u}) put(paths.events(LocationRef{rank}), program_events(rank));
  seed_conversions("program", paths.anchor());
  put(paths.global_definitions(), samples(FileKind::global_definitions, {}));
  put(paths.markers(), samples(FileKind::markers, {}));
  for (const std::uint32_t rank : {0u, 1u}) put(paths.events(LocationRef{rank}), samples(FileKind::events, {}));
  seed_conversions("every", paths.anchor());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: make_corpus DIRECTORY\n");
    return 2;
  }
  corpus = argv[1];
  seed_anchors();
  seed_files("definitions", FileKind::global_definitions);
  seed_files("local_definitions", FileKind::local_definitions);
  seed_files("events", FileKind::events, "\x0f");
  seed_files("snapshots", FileKind::snapshots);
  seed_files("markers", FileKind::markers);
  seed_files("thumbnails", FileKind::thumbnails);
  seed_archives();
  seed_program();
  seed_litl();
  seed_otf();
  seed_bp();
  seed_conversions();
}
