// SPDX-License-Identifier: BSD-3-Clause
// LinePen: writes records of DFTracer, one JSON object a line, in the order of fields of the reference. Version 1 has
// letters for phases (generations C to G); version 2 has numbers and says which layer a record comes from. Used by the
// recorder and by the writer of traces.
//
//   pen.begin(Event{...});  pen.argument("ret", 42);  pen.end();
//
// Lines stay below what the reference's tools can hold, unless somebody had longer ones before: an argument that does
// not fit is left out, a text that is too long is cut, and the pen says so.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/text_sink.hpp"
#include "formats/dftracer/record.hpp"

namespace weft::dftracer {

enum class Version : std::uint8_t { one, two };

// What produced a record; told by version 2 only.
enum class Layer : std::uint8_t {
  unknown,
  dftracer,
  c_app,
  libc_io,
  hip,
  hdf5,
  python,
  psutil,
  finstrument,
  cpp_app,
  mpi,
  papi,
  omnistat,
  variorum,
  cuda,
};

// Whom a record is about.
struct Origin {
  std::uint64_t pid = 0;
  std::uint64_t tid = 0;
  // Not where the record has texts instead, as fields of its own.
  bool has_pid = true;
  bool has_tid = true;
};

struct Event {
  std::optional<std::int64_t> id;  // records of other tools may have none
  std::string_view name;
  std::string_view category;
  Layer layer;
  Origin origin;
  std::uint64_t start;     // microseconds since 1970
  std::uint64_t duration;  // microseconds
};

struct Counter {
  std::string_view name;
  std::string_view category;
  Layer layer;
  Origin origin;
  std::uint64_t time;
  bool is_aggregate = false;  // many events folded together, which only version 2 tells apart
};

// A record of another tool, which has only some of the fields, other phases, and times with digits behind the point. In
// version 1 only.
struct Foreign {
  std::string_view phase;
  std::uint16_t fields = 0;  // Record::Field
  std::int64_t id = 0;
  std::string_view name;
  std::string_view category;
  Origin origin;
  Time time;
  Time duration;
};

// The kind is HH, FH, SH, PR, CM, thread_name, process_name, ...; `id` is not written by version 2.
struct Metadata {
  std::int64_t id;
  std::string_view kind;
  Layer layer;
  Origin origin;
  std::optional<std::string_view> name;  // the first argument of most kinds
};

// JSON as it is: a hash, an array, anything that is no string.
struct Literal {
  std::string_view json;
};

// With as many digits behind the point as it has.
void put_decimal(TextSink& out, const Time& time);

class LinePen {
 public:
  // `host` is the hash of the host, as it stands in JSON; nothing if records do not say it. It must outlive the pen.
  LinePen(TextSink& out, Version version, std::string_view host, bool is_limited = true)
      : out_(out),
        host_(host),
        version_(version),
        most_text_(is_limited ? most_text_bytes : everything),
        most_line_(is_limited ? most_line_bytes : everything) {}

  void begin(const Event& event);
  void begin(const Counter& counter);
  void begin(const Foreign& record);
  void begin(const Metadata& metadata);

  // Whether there was room for it.
  template <std::integral T>
  bool argument(std::string_view key, T value) {
    return put_argument(key, [&] { out_.number(value); });
  }
  bool argument(std::string_view key, double value);
  bool argument(std::string_view key, std::string_view text);
  bool argument(std::string_view key, const char* text) { return argument(key, std::string_view(text)); }
  bool argument(std::string_view key, Literal value);
  // Arguments may be objects: whatever is put between the two is in it.
  void begin_object(std::string_view key);
  void end_object();

  // Records have arguments if there are any; with this, also if there are none.
  void begin_arguments();
  // What follows are fields of the record itself, which no version of the format has.
  void end_arguments();

  void end();

  // Whether any text was too long.
  bool has_cut() const { return has_cut_; }

  template <class Value>
  void metadata(const Metadata& record, Value value) {
    begin(record);
    argument("value", value);
    end();
  }

  static constexpr std::size_t most_line_bytes = 16383;
  static constexpr std::size_t most_text_bytes = 4095;

 private:
  static constexpr std::size_t everything = ~std::size_t{0};

  struct Mark {
    std::size_t bytes;
    unsigned depth;
    bool has_arguments;
  };
  template <class Put>
  bool put_argument(std::string_view key, Put&& put) {
    const Mark before{out_.text().size(), depth_, has_arguments_};
    put_key(key);
    put();
    has_arguments_ = true;
    if (fits()) [[likely]]
      return true;
    take_back(before);
    return false;
  }
  bool fits() const;
  void take_back(const Mark& mark);
  void put_key(std::string_view key);
  void begin_line() { line_ = out_.text().size(), depth_ = 0, has_arguments_ = are_fields_ = false; }
  void put_text(std::string_view text);
  void put_odd_text(std::string_view text);
  void put_name_and_category(std::string_view name, std::string_view category, Layer layer);
  void put_origin(const Origin& origin);
  void put_phase(char letter, char number);
  void put_host();

  TextSink& out_;
  std::string_view host_;
  Version version_;
  std::size_t most_text_;
  std::size_t most_line_;
  bool has_cut_ = false;
  std::size_t line_ = 0;        // where this one begins
  unsigned depth_ = 0;          // of objects that are open, the record itself not counted
  bool has_arguments_ = false;  // in the innermost of them
  bool are_fields_ = false;     // arguments have been ended
};

}  // namespace weft::dftracer
