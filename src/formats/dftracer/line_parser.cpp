// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/line_parser.hpp"

#include <simdjson.h>

#include <algorithm>
#include <cstring>

#include "formats/dftracer/characters.hpp"

namespace weft::dftracer {

struct LineParser::State {
  static constexpr std::size_t usual_bytes = 4096;

  // Finds where the tokens of the line begin: the brackets, colons and commas outside of texts, and the first
  // characters of all values. False if there is a text without an end, a control character in one, or no UTF-8.
  bool find_tokens(std::string_view line) {
    if (!tokens && simdjson::get_active_implementation()->create_dom_parser_implementation(usual_bytes, 1, tokens))
      return false;
    if (line.size() > tokens->capacity() && tokens->allocate(2 * line.size(), 1)) return false;
    return !tokens->stage1(
        reinterpret_cast<const std::uint8_t*>(line.data()), line.size(), simdjson::stage1_mode::regular);
  }

  std::unique_ptr<simdjson::internal::dom_parser_implementation> tokens;
};

LineParser::LineParser() : state_(std::make_unique<State>()) {}
LineParser::~LineParser() = default;

namespace {

// Eight digits at once: pairs of neighbours become numbers, of one, two and four digits. False if one is none.
bool parse_eight_digits(const char* text, std::uint64_t& value) {
  std::uint64_t digits = 0;
  std::memcpy(&digits, text, sizeof digits);
  digits -= 0x3030303030303030;
  if ((digits | (digits + 0x7676767676767676)) & 0x8080808080808080) return false;
  digits = digits * 10 + (digits >> 8);
  digits = ((digits & 0x000000ff000000ff) * (100 + (std::uint64_t{1'000'000} << 32)) +
               (digits >> 16 & 0x000000ff000000ff) * (1 + (std::uint64_t{10'000} << 32))) >>
           32;
  value = digits;
  return true;
}

// Digits alone, no more than 19 of them.
bool parse_digits(std::string_view text, std::uint64_t& value) {
  if (text.empty() || text.size() > 19) return false;
  std::uint64_t sum = 0;
  for (std::uint64_t eight = 0; text.size() >= 8; text.remove_prefix(8)) {
    if (!parse_eight_digits(text.data(), eight)) return false;
    sum = 100'000'000 * sum + eight;
  }
  for (const char c : text) {
    const auto digit = static_cast<unsigned char>(c - '0');
    if (digit > 9) return false;
    sum = 10 * sum + digit;
  }
  value = sum;
  return true;
}

// A number of any other kind.
bool parse_other_number(std::string_view text, Value& value) {
  const char* const end = text.data() + text.size();
  value.text = text;
  if (text.find_first_of(".eE") == std::string_view::npos) {
    std::int64_t negative = 0;
    const auto as_integer = std::from_chars(text.data(), end, negative);
    if (as_integer.ec == std::errc{} && as_integer.ptr == end) {
      value.kind = negative < 0 ? Value::Kind::integer : Value::Kind::natural;
      value.bits = static_cast<std::uint64_t>(negative);
      return true;
    }
    const auto as_natural = std::from_chars(text.data(), end, value.bits);
    if (as_natural.ec == std::errc{} && as_natural.ptr == end) {
      value.kind = Value::Kind::natural;
      return true;
    }
  }
  double real = 0;
  const auto as_real = std::from_chars(text.data(), end, real);
  if (as_real.ptr != end) return false;
  if (as_real.ec == std::errc{}) {
    value.kind = Value::Kind::real;
    value.bits = std::bit_cast<std::uint64_t>(real);
  } else {
    value.kind = Value::Kind::json;  // beyond what any type holds
  }
  return true;
}

// A walk over the tokens of a line.
class Tokens {
 public:
  Tokens(std::string_view line, const std::uint32_t* begins, std::size_t count)
      : line_(line), next_(begins), end_(begins + count) {}

  bool at_end() const { return next_ == end_; }
  char peek() const { return next_ == end_ ? '\0' : line_[*next_]; }
  bool skip(char c) { return peek() == c && ++next_; }

  // The token at hand, up to the next one, without the blanks between them.
  std::string_view take() {
    const std::size_t begin = *next_++;
    std::size_t end = next_ == end_ ? line_.size() : *next_;
    while (is_blank(line_[end - 1])) --end;
    return line_.substr(begin, end - begin);
  }

  // The text at hand, without its quotes.
  bool take_text(std::string_view& text) {
    if (peek() != '"') return false;
    const std::string_view token = take();
    if (token.size() < 2 || token.back() != '"') return false;
    text = token.substr(1, token.size() - 2);
    return true;
  }

  // An object or array as a whole; whether it is well-formed inside is left to whoever reads it.
  bool take_nested(std::string_view& text) {
    const std::size_t begin = *next_;
    std::size_t depth = 0;
    for (; next_ != end_; ++next_) {
      const char c = line_[*next_];
      if (c == '{' || c == '[') ++depth;
      if ((c == '}' || c == ']') && --depth == 0) {
        text = line_.substr(begin, *next_++ + 1 - begin);
        return true;
      }
    }
    return false;
  }

 private:
  std::string_view line_;
  const std::uint32_t* next_;
  const std::uint32_t* end_;
};

// Values are taken as they stand in the line.
bool parse_value(Tokens& tokens, Value& value) {
  switch (tokens.peek()) {
    case '"':
      value.kind = Value::Kind::text;
      return tokens.take_text(value.text);
    case '{':
    case '[':
      value.kind = Value::Kind::json;
      return tokens.take_nested(value.text);
    case 't':
    case 'f':
    case 'n':
      value.kind = Value::Kind::json;
      value.text = tokens.take();
      return value.text == "true" || value.text == "false" || value.text == "null";
    case '\0':
      return false;
    default: {
      const std::string_view token = tokens.take();
      if (!parse_digits(token, value.bits)) return parse_other_number(token, value);
      value.kind = Value::Kind::natural;
      value.text = token;
      return token.size() == 1 || token.front() != '0';
    }
  }
}

// Calls member(key) with every key of the object at hand; it takes the value.
template <class Member>
bool parse_object(Tokens& tokens, Member&& member) {
  if (!tokens.skip('{')) return false;
  if (tokens.skip('}')) return true;
  do {
    std::string_view key;
    if (!tokens.take_text(key) || !tokens.skip(':') || !member(key)) return false;
  } while (tokens.skip(','));
  return tokens.skip('}');
}

bool parse_arguments(Tokens& tokens, std::vector<Argument>& arguments) {
  return parse_object(tokens, [&](std::string_view key) {
    Argument& argument = arguments.emplace_back();
    argument.key = key;
    return parse_value(tokens, argument.value);
  });
}

// Whether every backslash stands before what it may: texts are not looked into otherwise.
bool has_good_escapes(std::string_view line) {
  std::size_t at = line.find('\\');
  for (; at != std::string_view::npos; at = line.find('\\', at)) {
    const char c = at + 1 < line.size() ? line[at + 1] : '\0';
    if (c == 'u') {
      if (at + 6 > line.size() || !std::all_of(line.begin() + static_cast<std::ptrdiff_t>(at) + 2,
                                      line.begin() + static_cast<std::ptrdiff_t>(at) + 6, is_hexadecimal))
        return false;
    } else if (c == '\0' || std::string_view("\"\\/bfnrt").find(c) == std::string_view::npos) {
      return false;
    }
    at += 2;
  }
  return true;
}

Phase phase_of(const Value& value) {
  if (value.kind == Value::Kind::natural) {
    constexpr Phase phases[] = {Phase::unknown, Phase::complete, Phase::counter, Phase::aggregate, Phase::metadata};
    return value.bits < std::size(phases) ? phases[value.bits] : Phase::unknown;
  }
  if (value.kind != Value::Kind::text || value.text.size() != 1) return Phase::unknown;
  switch (value.text.front()) {
    case 'X':
      return Phase::complete;
    case 'C':
      return Phase::counter;
    case 'A':
      return Phase::aggregate;
    case 'M':
    case 'H':
      return Phase::metadata;
    case 'B':
      return Phase::begin;
    case 'E':
      return Phase::end;
    case 'b':
    case 'S':
      return Phase::async_begin;
    case 'e':
    case 'F':
      return Phase::async_end;
    case 'i':
    case 'I':
    case 'R':
      return Phase::instant;
    default:
      return Phase::other;
  }
}

// Unlike other values, "12" in quotes is a number here.
bool take_number(const Value& value, std::uint64_t& number, Record& record) {
  if (value.kind == Value::Kind::natural) {
    number = value.bits;
    return true;
  }
  if (value.kind == Value::Kind::text && parse_digits(value.text, number)) {
    record.is_quoted = true;
    return true;
  }
  const auto other = value.number();
  if (!other) return false;
  number = static_cast<std::uint64_t>(*other);
  return value.kind != Value::Kind::text || (record.is_quoted = true);
}

// Digits behind the point beyond the third are below what anybody measures.
bool take_time(const Value& value, Time& time, Record& record) {
  if (value.kind != Value::Kind::real) {
    return value.kind != Value::Kind::integer && take_number(value, time.units, record) && !(time.units >> 63);
  }
  const std::size_t point = value.text.find('.');
  if (point != std::string_view::npos && value.text.find_first_of("eE") == std::string_view::npos &&
      parse_digits(value.text.substr(0, point), time.units)) {
    std::uint16_t thousandths = 0;
    for (std::size_t i = 1; i <= 3; ++i)
      thousandths = static_cast<std::uint16_t>(
          10 * thousandths + (point + i < value.text.size() ? value.text[point + i] - '0' : 0));
    time.thousandths = thousandths;
    return true;
  }
  if (!(value.real() >= 0 && value.real() < 9e15)) return false;
  const auto scaled = static_cast<std::uint64_t>(value.real() * 1000 + 0.5);
  time = {scaled / 1000, static_cast<std::uint16_t>(scaled % 1000)};
  return true;
}

bool taken_if(bool is_good, Record& record, Record::Field field) {
  if (is_good) record.fields |= field;
  return is_good;
}

bool take_word(const Value& value, std::string_view& text) {
  if (value.kind == Value::Kind::json || value.kind == Value::Kind::none) return false;
  text = value.text;
  return true;
}

// False for a field that nobody knows, or whose value is not of its kind: both are kept as they are.
bool take_field(std::string_view key, const Value& value, Record& record) {
  std::uint64_t number = 0;
  if (key == "name") return taken_if(take_word(value, record.name), record, Record::has_name);
  if (key == "cat") return taken_if(take_word(value, record.category), record, Record::has_category);
  if (key == "pid") return taken_if(take_number(value, record.pid, record), record, Record::has_pid);
  if (key == "tid") return taken_if(take_number(value, record.tid, record), record, Record::has_tid);
  if (key == "ts") return taken_if(take_time(value, record.time, record), record, Record::has_time);
  if (key == "dur") return taken_if(take_time(value, record.duration, record), record, Record::has_duration);
  if (key == "id") {
    const bool is_good = take_number(value, number, record);
    record.id = static_cast<std::int64_t>(number);
    return taken_if(is_good, record, Record::has_id);
  }
  if (key == "ph") {
    record.phase = phase_of(value);
    record.is_numbered = value.kind == Value::Kind::natural;
    record.phase_text = value.text;
    return true;
  }
  if (key == "type") {
    const bool is_good = value.kind == Value::Kind::natural && value.bits < 1'000'000;
    record.type = static_cast<std::uint32_t>(value.bits);
    return taken_if(is_good, record, Record::has_type);
  }
  return false;
}

}  // namespace

bool LineParser::parse(std::string_view line, Record& record) {
  record.clear();
  if (!state_->find_tokens(line) || !has_good_escapes(line)) return false;
  Tokens tokens(line, state_->tokens->structural_indexes.get(), state_->tokens->n_structural_indexes);
  const auto member = [&](std::string_view key) {
    if (key == "args" && tokens.peek() == '{') {
      record.fields |= Record::has_arguments;
      return parse_arguments(tokens, record.arguments);
    }
    Value value;
    if (!parse_value(tokens, value)) return false;
    if (!take_field(key, value, record)) record.others.push_back({key, value});
    return true;
  };
  return parse_object(tokens, member) && tokens.at_end();
}

}  // namespace weft::dftracer
