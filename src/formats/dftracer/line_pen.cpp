// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/line_pen.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/json.hpp"
#include "base/utf8.hpp"
#include "formats/dftracer/one_line.hpp"

namespace weft::dftracer {

namespace {

constexpr auto is_plain = [] {
  std::array<bool, 256> table{};
  for (std::size_t c = 0x20; c < 0x7f; ++c) table[c] = c != '"' && c != '\\';
  return table;
}();

std::size_t plain_bytes(std::string_view text) {
  std::size_t n = 0;
  while (n < text.size() && is_plain[static_cast<unsigned char>(text[n])]) ++n;
  return n;
}

// The first character of a text as it stands in JSON. As \u00XX also bytes that are no UTF-8: half of a pair of
// surrogates, which could tell them apart, is more than some readers of JSON accept.
struct Escape {
  char text[6] = {'\\', 'u', '0', '0'};
  std::size_t size = 6;

  explicit Escape(char c) {
    constexpr char digits[] = "0123456789abcdef";
    const auto code = static_cast<unsigned char>(c);
    text[4] = digits[code >> 4];
    text[5] = digits[code & 0xf];
    if (c == '"' || c == '\\') text[1] = c, size = 2;
  }
};

// What the pen writes behind the last argument, at most: objects that are open, the record, the end of the line.
constexpr std::size_t end_bytes = 8;

}  // namespace

void put_decimal(TextSink& out, const Time& time) {
  out.number(time.units);
  if (time.thousandths == 0) return;
  char digits[] = {'.', '0', '0', '0'};
  for (int i = 3, rest = time.thousandths; i > 0; --i, rest /= 10) digits[i] = static_cast<char>('0' + rest % 10);
  out.put(std::string_view(digits, sizeof digits));
}

void LinePen::put_text(std::string_view text) {
  if (text.size() > most_text_ || plain_bytes(text) != text.size()) return put_odd_text(text);
  char* const to = out_.room(text.size() + 2);
  to[0] = '"';
  if (!text.empty()) std::memcpy(to + 1, text.data(), text.size());
  to[text.size() + 1] = '"';
  out_.wrote_to(to + text.size() + 2);
}

// What is too long is cut, though not in the middle of a character.
void LinePen::put_odd_text(std::string_view text) {
  std::size_t room = most_text_;
  out_.put('"');
  while (!text.empty() && room > 0) {
    std::size_t n = std::min(plain_bytes(text), room);
    if (n == 0 && static_cast<unsigned char>(text.front()) >= 0x80) n = utf8_length(text);
    const Escape escape(text.front());
    const std::string_view piece = n ? text.substr(0, n) : std::string_view(escape.text, escape.size);
    if (piece.size() > room) break;
    out_.put(piece);
    room -= piece.size();
    text.remove_prefix(n ? n : 1);
  }
  has_cut_ |= !text.empty();
  out_.put('"');
}

void LinePen::put_name_and_category(std::string_view name, std::string_view category, Layer layer) {
  out_.put("\"name\":");
  put_text(name);
  out_.put(",\"cat\":");
  put_text(category);
  if (version_ == Version::one) return;
  out_.put(",\"type\":");
  out_.number(static_cast<unsigned>(layer));
}

void LinePen::put_origin(const Origin& origin) {
  if (origin.has_pid) out_.put(",\"pid\":"), out_.number(as_written(origin.pid));
  if (origin.has_tid) out_.put(",\"tid\":"), out_.number(as_written(origin.tid));
}

void LinePen::put_phase(char letter, char number) {
  const char as_letter[] = {',', '"', 'p', 'h', '"', ':', '"', letter, '"'};
  const char as_number[] = {',', '"', 'p', 'h', '"', ':', number};
  out_.put(version_ == Version::one ? std::string_view(as_letter, sizeof as_letter)
                                    : std::string_view(as_number, sizeof as_number));
}

// The first argument, before any other.
void LinePen::put_host() {
  if (host_.empty()) return;
  out_.put(",\"args\":{\"hhash\":");
  out_.put(host_);
  depth_ = 1;
  has_arguments_ = true;
}

void LinePen::begin(const Event& event) {
  begin_line();
  out_.put('{');
  if (event.id) {
    out_.put("\"id\":");
    out_.number(*event.id);
    out_.put(',');
  }
  put_name_and_category(event.name, event.category, event.layer);
  put_origin(event.origin);
  out_.put(",\"ts\":");
  out_.number(event.start);
  out_.put(",\"dur\":");
  out_.number(event.duration);
  put_phase('X', '1');
  put_host();
}

void LinePen::begin(const Counter& counter) {
  begin_line();
  out_.put('{');
  put_name_and_category(counter.name, counter.category, counter.layer);
  out_.put(",\"ts\":");
  out_.number(counter.time);
  put_phase('C', counter.is_aggregate ? '3' : '2');
  put_origin(counter.origin);
  put_host();
}

void LinePen::begin(const Foreign& record) {
  begin_line();
  const auto has = [&](Record::Field field) { return (record.fields & field) != 0; };
  out_.put("{\"ph\":");
  put_text(record.phase);
  if (has(Record::has_name)) out_.put(",\"name\":"), put_text(record.name);
  if (has(Record::has_category)) out_.put(",\"cat\":"), put_text(record.category);
  if (has(Record::has_id)) out_.put(",\"id\":"), out_.number(record.id);
  if (has(Record::has_pid)) out_.put(",\"pid\":"), out_.number(as_written(record.origin.pid));
  if (has(Record::has_tid)) out_.put(",\"tid\":"), out_.number(as_written(record.origin.tid));
  if (has(Record::has_time)) out_.put(",\"ts\":"), put_decimal(out_, record.time);
  if (has(Record::has_duration)) out_.put(",\"dur\":"), put_decimal(out_, record.duration);
}

void LinePen::begin(const Metadata& metadata) {
  begin_line();
  out_.put('{');
  if (version_ == Version::one) {
    out_.put("\"id\":");
    out_.number(metadata.id);
    out_.put(',');
  }
  put_name_and_category(metadata.kind, "dftracer", metadata.layer);
  put_origin(metadata.origin);
  put_phase('M', '4');
  put_host();
  if (metadata.name) argument("name", *metadata.name);
}

void LinePen::put_key(std::string_view key) {
  if (depth_ == 0 && !are_fields_) {
    begin_arguments();
  } else if (has_arguments_ || depth_ == 0) {
    out_.put(',');
  }
  put_text(key);
  out_.put(':');
}

bool LinePen::fits() const { return out_.text().size() - line_ + end_bytes <= most_line_; }

void LinePen::take_back(const Mark& mark) {
  out_.wrote_to(out_.text().data() + mark.bytes);
  depth_ = mark.depth;
  has_arguments_ = mark.has_arguments;
}

bool LinePen::argument(std::string_view key, double value) {
  return put_argument(key, [&] {
    const std::size_t begin = out_.text().size();
    put_json_real(out_, value);
    // A whole number stays one with a point, so that readers do not take it for another type.
    if (out_.text().substr(begin).find_first_not_of("-0123456789") == std::string_view::npos) out_.put(".0");
  });
}
bool LinePen::argument(std::string_view key, std::string_view text) {
  return put_argument(key, [&] { put_text(text); });
}
bool LinePen::argument(std::string_view key, Literal value) {
  return put_argument(key, [&] { put_in_line(out_, value.json); });
}

void LinePen::begin_object(std::string_view key) {
  put_key(key);
  out_.put('{');
  ++depth_;
  has_arguments_ = false;
}

void LinePen::end_object() {
  out_.put('}');
  --depth_;
  has_arguments_ = true;
}

void LinePen::begin_arguments() {
  if (depth_ > 0) return;
  out_.put(",\"args\":{");
  depth_ = 1;
  has_arguments_ = false;
}

void LinePen::end_arguments() {
  for (; depth_ > 0; --depth_) out_.put('}');
  are_fields_ = true;
}

void LinePen::end() {
  for (; depth_ > 0; --depth_) out_.put('}');
  out_.put("}\n");
}

}  // namespace weft::dftracer
