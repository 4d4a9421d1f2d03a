// SPDX-License-Identifier: BSD-3-Clause
// Record: one line of a DFTracer trace, or one object of a Chrome trace, with everything it holds. Texts borrow from
// the line and are as they stand there: between their quotes, with their escapes.
#pragma once

#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::dftracer {

enum class Phase : std::uint8_t {
  unknown,      // none, or one that nobody has written yet
  complete,     // "X", 1: something with a start and a duration
  counter,      // "C", 2
  aggregate,    // "A", 3: many complete events folded together
  metadata,     // "M", 4: a definition or remark without a time; "H" of one day in September 2024
  begin,        // "B" and
  end,          // "E": what other tools write instead of one complete event
  async_begin,  // "b", "S" and
  async_end,    // "e", "F": of what is under way in a process whatever its threads do, known by an id
  instant,      // "i", "I", "R"
  other,        // of Chrome traces: flow, object, sample and clock events, and what happens in something async
};
inline constexpr std::string_view phase_names[] = {"unknown", "complete", "counter", "aggregate", "metadata", "begin",
    "end", "async_begin", "async_end", "instant", "other"};
static_assert(std::size(phase_names) == static_cast<std::size_t>(Phase::other) + 1);

struct Value {
  enum class Kind : std::uint8_t { none, natural, integer, real, text, json };

  Kind kind = Kind::none;
  std::uint64_t bits = 0;      // of numbers; an integer is a negative one
  std::string_view text = {};  // as it stands in the line: without the quotes of a text, with the brackets of others

  double real() const { return std::bit_cast<double>(bits); }

  // The number that this is or, in quotes, says.
  std::optional<std::int64_t> number() const {
    if (kind == Kind::natural) return static_cast<std::int64_t>(bits);
    if (kind == Kind::integer) return static_cast<std::int64_t>(bits);
    if (kind == Kind::real) {
      if (!(real() > -9e18 && real() < 9e18)) return std::nullopt;
      return static_cast<std::int64_t>(real());
    }
    if (kind != Kind::text) return std::nullopt;
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
  }
};

struct Argument {
  std::string_view key;
  Value value;
};

// Times as they stand in the line, in its own unit: with up to three digits behind the point, as other tools have them.
struct Time {
  std::uint64_t units = 0;
  std::uint16_t thousandths = 0;

  // None if it is too large. A sum of two has room.
  std::optional<std::uint64_t> nanoseconds(std::uint64_t per_unit) const {
    if (units > (~std::uint64_t{0} >> 1) / per_unit - 1) return std::nullopt;
    return units * per_unit + thousandths * per_unit / 1000;
  }
};

// Other tools have processes and threads below 0.
constexpr std::int64_t as_written(std::uint64_t pid_or_tid) { return static_cast<std::int64_t>(pid_or_tid); }

struct Record {
  // Which fields the line has.
  enum Field : std::uint16_t {
    has_id = 1,
    has_pid = 2,
    has_tid = 4,
    has_time = 8,
    has_duration = 16,
    has_type = 32,
    has_arguments = 64,
    has_name = 128,
    has_category = 256,
    is_async = 512,  // not a field: the record is known by its id, category and, in older traces, name
  };

  // Of all that recorders of DFTracer write.
  static constexpr std::uint16_t usual_fields = has_name | has_category | has_pid | has_tid;

  Phase phase = Phase::unknown;
  bool is_numbered = false;  // phases are numbers: the newer dialect
  bool is_quoted = false;    // numbers stand in quotes: the oldest generation
  std::uint16_t fields = 0;
  std::int64_t id = 0;
  std::uint64_t pid = 0;
  std::uint64_t tid = 0;
  std::uint32_t type = 0;  // of the layer that produced it
  Time time;
  Time duration;
  std::string_view name;
  std::string_view category;
  std::string_view phase_text;
  std::vector<Argument> arguments;
  std::vector<Argument> others;  // fields that no generation of the format has

  bool has(Field field) const { return (fields & field) != 0; }
  const Value* find(std::string_view key) const {
    for (const Argument& argument : arguments)
      if (argument.key == key) return &argument.value;
    return nullptr;
  }

  // Other tools have texts where we expect the numbers of a process and a thread. Empty if there is none.
  std::string_view text_of_field(std::string_view key) const {
    for (const Argument& other : others)
      if (other.key == key && other.value.kind == Value::Kind::text) return other.value.text;
    return {};
  }

  // Numbers to tell processes and threads apart, also those that have a text instead: by a hash of it.
  std::uint64_t process() const { return has(has_pid) ? pid : number_for(text_of_field("pid")); }
  std::uint64_t thread() const { return has(has_tid) ? tid : number_for(text_of_field("tid")); }
  static std::uint64_t number_for(std::string_view text) {
    constexpr std::uint64_t beyond_numbers = std::uint64_t{1} << 63;
    return text.empty() ? 0 : std::hash<std::string_view>{}(text) | beyond_numbers;
  }

  void clear() {
    arguments.clear();
    others.clear();
    fields = 0;
    phase = Phase::unknown;
    is_numbered = is_quoted = false;
    pid = tid = 0;
    name = category = phase_text = {};
    time = duration = {};
  }
};

// The text of a JSON string without its escapes. \udcXX is the byte XX, which is no character (see base/json.hpp);
// other halves of characters, and NUL, become U+FFFD.
void append_unescaped(std::string_view escaped, std::string& to);

}  // namespace weft::dftracer
