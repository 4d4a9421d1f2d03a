// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/retell.hpp"

#include "formats/dftracer/io_actions.hpp"
#include "formats/dftracer/one_line.hpp"

namespace weft::dftracer {

namespace {

// Values keep their text; only what is between them is new.
class Teller {
 public:
  explicit Teller(TextSink& out) : out_(out) {}

  void key(std::string_view name) {
    out_.put(is_first_ ? '{' : ',');
    is_first_ = false;
    quoted(name);
    out_.put(':');
  }
  void quoted(std::string_view text) {
    out_.put('"');
    out_.put(text);
    out_.put('"');
  }
  void value(const Value& value) {
    if (value.kind == Value::Kind::text) return quoted(value.text);
    out_.put(value.text);
  }
  void time(std::string_view name, const Time& time) {
    key(name);
    put_decimal(out_, time);
  }
  void begin_arguments() {
    key("args");
    is_first_ = true;
  }
  void end_arguments() {
    if (is_first_) out_.put('{');
    out_.put('}');
    is_first_ = false;
  }

 private:
  TextSink& out_;
  bool is_first_ = true;
};

std::string_view letter_of(const Record& record) {
  switch (record.phase) {
    case Phase::complete:
      return "X";
    case Phase::counter:
    case Phase::aggregate:
      return "C";
    case Phase::metadata:
      return "M";
    default:
      return "";
  }
}

char digit_of(const Record& record) {
  switch (record.phase) {
    case Phase::complete:
      return '1';
    case Phase::counter:
      return '2';
    case Phase::aggregate:
      return '3';
    case Phase::metadata:
      return '4';
    default:
      return '\0';
  }
}

}  // namespace

Layer layer_of(std::string_view category) {
  if (category == "dftracer") return Layer::dftracer;
  if (category == posix_category || category == stdio_category) return Layer::libc_io;
  if (category == "CPP_APP") return Layer::cpp_app;
  if (category == "C_APP") return Layer::c_app;
  if (category == "FUNC") return Layer::finstrument;
  if (category == "MPI") return Layer::mpi;
  return Layer::python;
}

void retell(const Record& record, std::string_view text, Version version, TextSink& out) {
  const bool is_two = version == Version::two;
  const bool is_known = is_two ? digit_of(record) != '\0' : !letter_of(record).empty();
  if ((record.is_numbered == is_two && !record.is_quoted) || !is_known) return put_line(out, text);
  Teller teller(out);
  const bool wants_id = !is_two || record.phase == Phase::complete;
  if (record.has(Record::has_id) && wants_id) teller.key("id"), out.number(record.id);
  teller.key("name"), teller.quoted(record.name);
  teller.key("cat"), teller.quoted(record.category);
  if (is_two) {
    teller.key("type");
    out.number(record.has(Record::has_type) ? record.type : static_cast<std::uint32_t>(layer_of(record.category)));
  }
  if (record.has(Record::has_pid)) teller.key("pid"), out.number(as_written(record.pid));
  if (record.has(Record::has_tid)) teller.key("tid"), out.number(as_written(record.tid));
  if (record.has(Record::has_time)) teller.time("ts", record.time);
  if (record.has(Record::has_duration)) teller.time("dur", record.duration);
  teller.key("ph");
  if (is_two)
    out.put(digit_of(record));
  else
    teller.quoted(letter_of(record));
  if (record.has(Record::has_arguments)) {
    teller.begin_arguments();
    for (const Argument& argument : record.arguments) teller.key(argument.key), teller.value(argument.value);
    teller.end_arguments();
  }
  for (const Argument& other : record.others) teller.key(other.key), teller.value(other.value);
  out.put("}\n");
}

}  // namespace weft::dftracer
