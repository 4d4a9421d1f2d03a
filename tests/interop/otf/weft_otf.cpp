// SPDX-License-Identifier: BSD-3-Clause
// Weft's side of the comparison: weft_otf write STUB FORMAT LEVEL BUFFER | unsorted STUB | read STUB, with the same
// records as reference.c and the same lines for what is read.
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "formats/otf/reader.hpp"
#include "formats/otf/writer.hpp"
#include "otf_samples.hpp"

namespace {

using namespace weft;
using namespace weft::otf;

class Printer {
 public:
  template <class R>
  void operator()(const At& at, const R& record) {
    std::fputs(R::schema.name.data(), stdout);
    print_arguments(at, record, R::schema.arguments);
    print_values(at.values);
  }
  void unknown(const At& at, std::string_view text) {
    std::printf("UnknownRecord %llu %u", static_cast<unsigned long long>(at.time), at.process);
    print(text);
    std::puts("");
  }

 private:
  template <class R, auto... Arguments>
  void print_arguments(const At& at, const R& record, Passed<Arguments...>) {
    auto one = [&]<auto Argument>() {
      if constexpr (!std::is_same_v<decltype(Argument), From>)
        print(seen_by_reference(record, record.*Argument));
      else if constexpr (Argument == From::stream)
        print(at.stream);
      else if constexpr (Argument == From::time)
        print(at.time);
      else
        print(at.process);
    };
    (one.template operator()<Arguments>(), ...);
  }

  // Of a handle, the reference reads 32 bits.
  template <class R, class Value>
  static Value seen_by_reference(const R& record, const Value& value) {
    if constexpr (std::is_same_v<R, FileOperation> || std::is_same_v<R, OpenFileSnapshot>)
      if (static_cast<const void*>(&value) == &record.handle) return value & 0xffffffff;
    return value;
  }

  static void print(std::uint64_t value) { std::printf(" %llu", static_cast<unsigned long long>(value)); }
  static void print(std::string_view text) {
    if (is_absent(text)) return static_cast<void>(std::fputs(" NULL", stdout));
    std::printf(" \"%.*s\"", static_cast<int>(text.size()), text.data());
  }
  static void print(Numbers list) {
    std::fputs(" [", stdout);
    for (const std::uint32_t element : list) print(element);
    std::fputs(" ]", stdout);
  }
  static void print_values(const KeyValues& values) {
    for (const KeyValues::Pair& pair : values.pairs()) {
      std::printf(" %u:%u=", pair.key, static_cast<unsigned>(pair.type));
      if (pair.type != ValueType::byte_array) std::printf("%llx", static_cast<unsigned long long>(pair.bits));
      for (const char c : values.bytes(pair)) std::printf("%02x", static_cast<unsigned char>(c));
    }
    std::puts("");
  }
};

template <class T>
T checked(Result<T> result) {
  if (!result) {
    std::fprintf(stderr, "%s\n", result.error().text().c_str());
    std::exit(1);
  }
  if constexpr (!std::is_void_v<T>) return std::move(result).take();
}

void count(std::uint64_t records, const char* of) {
  std::printf("%llu %s\n", static_cast<unsigned long long>(records), of);
}

void read(const char* stub) {
  Report report;
  const auto trace = checked(TraceReader::open(stub, report));
  Printer printer;
  count(checked(trace->read_definitions(printer)), "definitions");
  count(checked(trace->merge<EventFile>()).read(printer), "events");
  count(checked(trace->merge<SnapshotFile>()).read(printer), "snapshots");
  count(checked(trace->merge<StatisticsFile>()).read(printer), "statistics");
  count(checked(trace->read_markers(printer)), "markers");
  for (const auto& [rule, group] : report.groups())
    for (const Finding& finding : group.first) std::fprintf(stderr, "%s\n", finding.text().c_str());
}

template <class R>
constexpr bool is_automatic = std::is_same_v<R, DefVersion> || std::is_same_v<R, DefUniqueId>;

void write_samples(TraceWriter& writer) {
  unsigned places = 0;
  AllRecords::each([&](auto type) { places += is_automatic<typename decltype(type)::type> ? 0 : sample_rounds; });
  unsigned place = 0;
  std::array<std::uint32_t, 4> elements;
  KeyValues values;
  for (unsigned round = 0; round < sample_rounds; ++round)
    AllRecords::each([&](auto type) {
      using R = typename decltype(type)::type;
      if constexpr (!is_automatic<R>) {
        sample_values(place, values);
        const R record = sample_record<R>(round, elements);
        if constexpr (std::is_same_v<KindOf<R>, DefinitionFile>)
          checked(writer.define(sample_stream(place), record, &values));
        else if constexpr (std::is_same_v<KindOf<R>, MarkerFile>)
          checked(writer.mark(record, &values));
        else
          checked(writer.write(sample_time(place, places), sample_process(place), record, &values));
        ++place;
      }
    });
}

void write(char** arguments) {
  const int format = std::atoi(arguments[3]);
  WriteOptions options;
  options.form = format & 1 ? Form::long_words : Form::short_words;
  options.inline_snapshots = format & 2;
  options.buffer = {static_cast<std::size_t>(std::atoi(arguments[5])), std::atoi(arguments[4])};
  options.most_streams = sample_streams;
  const auto writer = checked(TraceWriter::create(arguments[2], options));
  write_samples(*writer);
  checked(writer->close());
}

void write_unsorted(const char* stub) {
  const auto writer = checked(TraceWriter::create(stub, {.most_streams = sample_streams}));
  unsigned function = 0;
  for (const std::uint64_t time : sample_unsorted) static_cast<void>(writer->write(time, 1, Enter{function++, 0}));
  checked(writer->close());
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view task = argc > 2 ? argv[1] : "";
  if (task == "read" && argc == 3)
    read(argv[2]);
  else if (task == "write" && argc == 6)
    write(argv);
  else if (task == "unsorted" && argc == 3)
    write_unsorted(argv[2]);
  else
    return 2;
  return 0;
}
