// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf2_tools/value_printer.hpp"

#include <array>
#include <cstdio>

#include "cli/otf2_tools/paradigms.hpp"
#include "model/references.hpp"

namespace weft::cli::otf2_tools {

void ValuePrinter::paradigm(Paradigm value) {
  if (const auto* row = find_paradigm(definitions_, value)) return out_.put(paradigm_text(references_, *row));
  enumerator(value);
}

void ValuePrinter::time(Ticks time) {
  if (time == ~Ticks{0}) return out_.put("UNDEFINED");
  if (!offset_) return out_.number(time);
  if (time < *offset_) out_.put('-');
  out_.number(time < *offset_ ? *offset_ - time : time - *offset_);
}

void ValuePrinter::time_column(Ticks value) {
  constexpr std::size_t columns = 20;
  if (!offset_ && value != ~Ticks{0}) return out_.number_right(value, columns);
  TextSink text;
  ValuePrinter printer(text, definitions_);
  printer.offset_ = offset_;
  printer.time(value);
  if (text.text().size() < columns) out_.pad(columns - text.text().size());
  out_.put(text.text());
}

void ValuePrinter::real(double value) {
  std::array<char, 32> digits{};
  const int size = std::snprintf(digits.data(), digits.size(), "%g", value);
  out_.put(std::string_view(digits.data(), static_cast<std::size_t>(size)));
}

void ValuePrinter::typed_value(const TypedValue& value) {
  if (visit_reference(value, [&](auto id) { reference(id); })) return;
  if (is_signed(value.type)) return out_.number(value.as_signed());
  if (is_floating(value.type)) return real(value.as_double());
  out_.number(value.bits);
}

void ValuePrinter::rank(std::uint32_t rank, CommRef comm, LocationRef here) {
  if (rank == ~std::uint32_t{0}) return out_.put("UNDEFINED");
  out_.number(rank), out_.put(" (");
  if (const auto location = location_of_rank(definitions_, comm, rank, here))
    reference(*location);
  else
    out_.put("INVALID");
  out_.put(')');
}

void ValuePrinter::root(std::uint32_t root, CommRef comm, LocationRef here) {
  // The largest numbers say why there is no root.
  constexpr std::uint32_t none = 0xffffffff, self = 0xfffffffe, this_group = 0xfffffffd;
  if (root == none) return out_.put("NONE");
  if (root == self) return out_.put("SELF");
  if (root == this_group) return out_.put("THIS_GROUP");
  rank(root, comm, here);
}

void ValuePrinter::metric_type(Type type) {
  if (type == Type::int64 || type == Type::uint64 || type == Type::double_) return enumerator(type);
  invalid(static_cast<std::uint64_t>(type));
}

void ValuePrinter::count(std::size_t n, std::string_view one, std::string_view many) {
  out_.number(n), out_.put(' '), out_.put(n == 1 ? one : many);
}

void ValuePrinter::flags(std::uint64_t value, const std::vector<Enumerator>& names) {
  if (value == 0 && !names.empty() && names.front().value == 0) return out_.put(names.front().name);
  out_.put('{');
  bool first = true;
  auto separate = [&] {
    if (!first) out_.put(", ");
    first = false;
  };
  for (const Enumerator& name : names) {
    if (name.value == 0 || (value & name.value) != name.value) continue;
    separate(), out_.put(name.name);
    value &= ~name.value;
  }
  if (value) separate(), out_.put("INVALID <"), out_.put(fmt::format("{:#x}", value)), out_.put('>');
  out_.put('}');
}

}  // namespace weft::cli::otf2_tools
