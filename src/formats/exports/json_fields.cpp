// SPDX-License-Identifier: BSD-3-Clause
#include "formats/exports/json_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/json.hpp"

namespace weft::exports {

void JsonFields::put_key(std::string_view key) {
  if (keys_.size() > first_key_) out_.put(',');
  // Whoever has that many keys gets all of them numbered, for nobody to compare each with all others.
  constexpr std::size_t many = 256;
  const std::size_t number = keys_.size() - first_key_;
  const auto twins = number >= many
                         ? static_cast<std::ptrdiff_t>(number)
                         : std::count(keys_.begin() + static_cast<std::ptrdiff_t>(first_key_), keys_.end(), key);
  keys_.push_back(key);
  if (twins)
    put_json_string(out_, fmt::format("{} #{}", key, twins + 1));
  else
    put_json_string(out_, key);
  out_.put(':');
}

void JsonFields::number(std::string_view key, std::uint64_t value) { put_key(key), out_.number(value); }
void JsonFields::negative(std::string_view key, std::int64_t value) { put_key(key), out_.number(value); }
void JsonFields::real(std::string_view key, double value) { put_key(key), put_json_real(out_, value); }
void JsonFields::text(std::string_view key, std::string_view value) { put_key(key), put_json_string(out_, value); }
void JsonFields::named(std::string_view key, std::uint64_t id, std::string_view name) {
  name.empty() ? number(key, id) : text(key, name);
}

void put_microseconds(TextSink& out, Nanoseconds time) {
  if (time < 0) out.put('-');
  const std::uint64_t distance = time < 0 ? ~static_cast<std::uint64_t>(time) + 1 : static_cast<std::uint64_t>(time);
  out.number(distance / 1000);
  const auto fraction = static_cast<unsigned>(distance % 1000);
  if (!fraction) return;
  const char digits[] = {'.', static_cast<char>('0' + fraction / 100), static_cast<char>('0' + fraction / 10 % 10),
      static_cast<char>('0' + fraction % 10)};
  out.put(std::string_view(digits, sizeof digits));
}

}  // namespace weft::exports
