// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/line_parser.hpp"

#include <simdjson.h>

#include <algorithm>
#include <cstring>

#include "formats/dftracer/characters.hpp"

namespace weft::dftracer {

// Where the tokens of a text begin: the brackets, colons and commas outside of texts, and the first characters of all
// values.
struct LineParser::Found {
  static constexpr std::size_t usual_bytes = 4096;

  // False if there is a text without an end, a control character in one, or no UTF-8.
  bool find(std::string_view in) {
    text = in;
    next = 0;
    has_escapes = in.find('\\') != std::string_view::npos;
    if (!tokens && simdjson::get_active_implementation()->create_dom_parser_implementation(usual_bytes, 1, tokens))
      return false;
    constexpr std::size_t is_large = std::size_t{1} << 20;
    const std::size_t wanted = in.size() < is_large ? 2 * in.size() : in.size();
    if (in.size() > tokens->capacity() && tokens->allocate(wanted, 1)) return false;
    return !tokens->stage1(reinterpret_cast<const std::uint8_t*>(in.data()), in.size(), simdjson::stage1_mode::regular);
  }

  std::unique_ptr<simdjson::internal::dom_parser_implementation> tokens;
  std::string_view text;
  std::size_t next = 0;  // of the tokens
  bool has_escapes = false;
};

LineParser::LineParser() : alone_(std::make_unique<Found>()), ahead_(std::make_unique<Found>()) {}
LineParser::~LineParser() = default;

namespace {

// Up to eight digits at once, the first of which stand at `text`, where eight bytes can be read: neighbours become
// numbers of two, four and eight digits. False if one is none.
bool parse_eight_digits(const char* text, std::size_t count, std::uint64_t& value) {
  std::uint64_t digits = 0;
  std::memcpy(&digits, text, sizeof digits);
  digits = (digits ^ 0x3030303030303030) << (64 - 8 * count);  // zeros in front of those that there are
  if (((digits + 0x0606060606060606) | digits) & 0xf0f0f0f0f0f0f0f0) return false;
  digits = digits * 10 + (digits >> 8);
  value = ((digits & 0x000000ff000000ff) * (100 + (std::uint64_t{1'000'000} << 32)) +
              (digits >> 16 & 0x000000ff000000ff) * (1 + (std::uint64_t{10'000} << 32))) >>
          32;
  return true;
}

// More than eight digits.
[[gnu::noinline]] bool parse_many_digits(std::string_view text, std::uint64_t& value) {
  const std::size_t first = (text.size() - 1) % 8 + 1;
  std::uint64_t sum = 0, eight = 0;
  if (!parse_eight_digits(text.data(), first, sum)) return false;
  for (std::size_t at = first; at < text.size(); at += 8) {
    if (!parse_eight_digits(text.data() + at, 8, eight)) return false;
    sum = 100'000'000 * sum + eight;
  }
  value = sum;
  return true;
}

// Digits alone, no more than 19 of them. Eight bytes behind them can be read.
bool parse_digits(std::string_view text, std::uint64_t& value) {
  if (text.empty() || text.size() > 19) return false;
  return text.size() <= 8 ? parse_eight_digits(text.data(), text.size(), value) : parse_many_digits(text, value);
}

// A number of any other kind.
bool parse_other_number(std::string_view text, Value& value) {
  if (!is_json_number(text)) return false;
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
    value.kind = Value::Kind::json;  // as are those with more digits than a floating-point number keeps
    return true;
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

bool is_word(std::string_view token) { return token == "true" || token == "false" || token == "null"; }
bool is_scalar(std::string_view token) { return is_json_number(token) || is_word(token); }

// A member of an object as recorders write them: a key and one token, without blanks between them.
struct Member {
  std::string_view key;
  std::string_view value;  // with its quotes; maybe with blanks behind it, or the first bracket of something larger
};

// A walk over the tokens of lines.
class Tokens {
 public:
  Tokens(std::string_view lines, const std::uint32_t* begins, std::size_t next, std::size_t count)
      : line_(lines), begins_(begins), next_(begins + next), end_(begins + count) {}

  // Where the next one begins.
  std::size_t place() const { return next_ == end_ ? line_.size() : *next_; }
  std::size_t number() const { return static_cast<std::size_t>(next_ - begins_); }
  void skip_to(std::size_t place) {
    while (next_ != end_ && *next_ < place) ++next_;
  }
  std::size_t last_place() const { return next_[-1]; }  // of the one that was taken last

  char peek() const { return next_ == end_ ? '\0' : line_[*next_]; }
  bool skip(char c) { return peek() == c && ++next_; }

  // Whoever takes many members keeps the place himself, in a register.
  const std::uint32_t* at() const { return next_; }
  void move_to(const std::uint32_t* at) { next_ = at; }
  // A key and the token that follows it, if the one behind is a comma or the end of an object.
  bool is_member_at(const std::uint32_t* at, Member& member) const {
    if (end_ - at < 4) return false;
    const char* const text = line_.data();
    const std::size_t begin = at[0], colon = at[1], from = at[2], behind = at[3];
    if (text[begin] != '"' || text[colon - 1] != '"' || text[colon] != ':' || colon - begin < 2) return false;
    if (text[behind] != ',' && text[behind] != '}') return false;
    member = {{text + begin + 1, colon - begin - 2}, {text + from, behind - from}};
    return true;
  }
  char character_at(const std::uint32_t* at) const { return line_.data()[*at]; }

  // The token at hand, up to the next one, without the blanks between them.
  std::string_view take() { return token_at(next_++); }

  // The text at hand, without its quotes.
  bool take_text(std::string_view& text) {
    if (peek() != '"') return false;
    const std::string_view token = take();
    if (token.size() < 2 || token.back() != '"') return false;
    text = token.substr(1, token.size() - 2);
    return true;
  }

  // An object or array as a whole; whether it is well-formed inside is left to whoever reads it, but for its numbers:
  // there are libraries that write some which nobody can read.
  bool take_nested(std::string_view& text) {
    const std::size_t begin = *next_;
    std::size_t depth = 0;
    for (; next_ != end_; ++next_) {
      const char c = line_[*next_];
      if (c == '{' || c == '[') ++depth;
      if ((is_digit(c) || is_letter(c) || c == '-' || c == '.' || c == '+') && !is_scalar(token_at(next_)))
        return false;
      if ((c == '}' || c == ']') && --depth == 0) {
        text = line_.substr(begin, *next_++ + 1 - begin);
        return true;
      }
    }
    return false;
  }

 private:
  std::string_view token_at(const std::uint32_t* at) const {
    const std::size_t begin = *at;
    std::size_t end = at + 1 == end_ ? line_.size() : at[1];
    while (is_blank(line_[end - 1])) --end;
    return line_.substr(begin, end - begin);
  }

  std::string_view line_;
  const std::uint32_t* begins_;
  const std::uint32_t* next_;
  const std::uint32_t* end_;
};

bool parse_number(std::string_view token, Value& value) {
  if (!parse_digits(token, value.bits)) return parse_other_number(token, value);
  value.kind = Value::Kind::natural;
  value.text = token;
  return token.size() == 1 || token.front() != '0';
}

bool parse_word(std::string_view token, Value& value) {
  value.kind = Value::Kind::json;
  value.text = token;
  return is_word(token);
}

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
      return parse_word(tokens.take(), value);
    case '\0':
      return false;
    default:
      return parse_number(tokens.take(), value);
  }
}

// Digits, as JSON has them.
[[gnu::always_inline]] inline bool parse_natural(std::string_view token, std::uint64_t& value) {
  return parse_digits(token, value) && (token.size() == 1 || token.front() != '0');
}

// What stands between quotes.
bool parse_text(std::string_view token, std::string_view& text) {
  if (token.size() < 2 || token.front() != '"' || token.back() != '"') return false;
  text = token.substr(1, token.size() - 2);
  return true;
}

// Calls usual(member) for every member of the object at hand that is written as recorders do, and rare(key) for others
// and for those where that is false; the value is at hand then.
template <class Usual, class Rare>
bool parse_object(Tokens& tokens, Usual&& usual, Rare&& rare) {
  if (!tokens.skip('{')) return false;
  if (tokens.skip('}')) return true;
  do {
    const std::uint32_t* at = tokens.at();
    for (Member member; tokens.is_member_at(at, member) && usual(member);) {
      at += 4;
      if (tokens.character_at(at - 1) == ',') continue;
      tokens.move_to(at);
      return true;
    }
    tokens.move_to(at);
    std::string_view key;
    if (!tokens.take_text(key) || !tokens.skip(':') || !rare(key)) return false;
  } while (tokens.skip(','));
  return tokens.skip('}');
}

bool parse_arguments(Tokens& tokens, std::vector<Argument>& arguments) {
  // Made where it stands: a copy in large pieces would wait for the small ones to be written.
  const auto usual = [&](const Member& member) {
    std::string_view text = member.value;
    std::uint64_t number = 0;
    const bool is_text = parse_text(member.value, text);
    if (!is_text && !parse_natural(member.value, number)) return false;
    Argument& argument = arguments.emplace_back();
    argument.key = member.key;
    argument.value.kind = is_text ? Value::Kind::text : Value::Kind::natural;
    argument.value.bits = number;
    argument.value.text = text;
    return true;
  };
  return parse_object(tokens, usual, [&](std::string_view key) {
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

// The letters of a key, if there are no more than four, as a number. At least as many can be read behind it.
constexpr std::uint32_t letters(std::string_view key) {
  std::uint32_t all = 0;
  for (std::size_t i = key.size(); i-- > 0;) all = all << 8 | static_cast<unsigned char>(key[i]);
  return all;
}
std::uint32_t letters_at(std::string_view key) {
  if (key.empty() || key.size() > sizeof(std::uint32_t)) return 0;
  std::uint32_t all = 0;
  std::memcpy(&all, key.data(), sizeof all);
  return all & ~std::uint32_t{0} >> (32 - 8 * key.size());
}

// Fields as they usually are, without a detour. False for all others.
bool take_usual_field(const Member& member, Record& record) {
  std::uint64_t number = 0;
  switch (letters_at(member.key)) {
    case letters("name"):
      return taken_if(parse_text(member.value, record.name), record, Record::has_name);
    case letters("cat"):
      return taken_if(parse_text(member.value, record.category), record, Record::has_category);
    case letters("pid"):
      return taken_if(parse_natural(member.value, record.pid), record, Record::has_pid);
    case letters("tid"):
      return taken_if(parse_natural(member.value, record.tid), record, Record::has_tid);
    case letters("ts"):
      return taken_if(
          parse_natural(member.value, record.time.units) && !(record.time.units >> 63), record, Record::has_time);
    case letters("dur"):
      return taken_if(parse_natural(member.value, record.duration.units) && !(record.duration.units >> 63), record,
          Record::has_duration);
    case letters("id"):
      if (!parse_natural(member.value, number)) return false;
      record.id = static_cast<std::int64_t>(number);
      record.fields |= Record::has_id;
      return true;
    case letters("ph"): {
      Value value{Value::Kind::text, 0, {}};
      if (!parse_text(member.value, value.text)) return false;
      record.phase = phase_of(value);
      record.is_numbered = false;
      record.phase_text = value.text;
      return true;
    }
    default:
      return false;
  }
}

// False for a field that nobody knows, or whose value is not of its kind: both are kept as they are.
bool take_field(std::string_view key, const Value& value, Record& record) {
  switch (letters_at(key)) {
    case letters("name"):
      return taken_if(take_word(value, record.name), record, Record::has_name);
    case letters("cat"):
      return taken_if(take_word(value, record.category), record, Record::has_category);
    case letters("pid"):
      return taken_if(take_number(value, record.pid, record), record, Record::has_pid);
    case letters("tid"):
      return taken_if(take_number(value, record.tid, record), record, Record::has_tid);
    case letters("ts"):
      return taken_if(take_time(value, record.time, record), record, Record::has_time);
    case letters("dur"):
      return taken_if(take_time(value, record.duration, record), record, Record::has_duration);
    case letters("id"): {
      std::uint64_t number = 0;
      const bool is_good = take_number(value, number, record);
      record.id = static_cast<std::int64_t>(number);
      return taken_if(is_good, record, Record::has_id);
    }
    case letters("ph"):
      record.phase = phase_of(value);
      record.is_numbered = value.kind == Value::Kind::natural;
      record.phase_text = value.text;
      return true;
    case letters("type"): {
      const bool is_good = value.kind == Value::Kind::natural && value.bits < 1'000'000;
      record.type = static_cast<std::uint32_t>(value.bits);
      return taken_if(is_good, record, Record::has_type);
    }
    default:
      return false;
  }
}

}  // namespace

const char* LineParser::parse_object_at(Found& found, const char* begin, Record& record) {
  record.clear();
  const auto place = static_cast<std::size_t>(begin - found.text.data());
  const auto& all = *found.tokens;
  Tokens tokens(found.text, all.structural_indexes.get(), found.next, all.n_structural_indexes);
  tokens.skip_to(place);
  found.next = tokens.number();
  if (tokens.place() != place) return nullptr;
  const auto usual = [&](const Member& member) { return take_usual_field(member, record); };
  const auto rare = [&](std::string_view key) {
    if (letters_at(key) == letters("args") && tokens.peek() == '{') {
      record.fields |= Record::has_arguments;
      return parse_arguments(tokens, record.arguments);
    }
    Value value;
    if (!parse_value(tokens, value)) return false;
    if (!take_field(key, value, record)) record.others.push_back({key, value});
    return true;
  };
  if (!parse_object(tokens, usual, rare)) return nullptr;
  const char* const end = found.text.data() + tokens.last_place() + 1;
  if (found.has_escapes && !has_good_escapes({begin, static_cast<std::size_t>(end - begin)})) return nullptr;
  found.next = tokens.number();
  return end;
}

bool LineParser::parse(Found& found, std::string_view line, Record& record) {
  return parse_object_at(found, line.data(), record) == line.data() + line.size();
}

bool LineParser::parse(std::string_view line, Record& record) {
  record.clear();
  return alone_->find(line) && parse(*alone_, line, record);
}

bool LineParser::look_ahead(std::string_view lines) { return ahead_->find(lines); }

const char* LineParser::parse_ahead(const char* begin, Record& record) {
  return parse_object_at(*ahead_, begin, record);
}

bool LineParser::parse_ahead(std::string_view line, Record& record) { return parse(*ahead_, line, record); }

}  // namespace weft::dftracer
