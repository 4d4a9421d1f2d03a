// SPDX-License-Identifier: BSD-3-Clause
#include "model/printer.hpp"

#include <bit>

namespace weft {

void RecordPrinter::event(LocationRef location, const Event& event) {
  event.record.visit([&](const auto& record) { timed(location, event.time, record, event.attributes); });
}

void RecordPrinter::heading(std::string_view title) {
  if (json()) return;
  out_.put('\n'), out_.put(title), out_.put("\n\n");
  out_.left("record", 26), out_.pad(10), out_.put("id\n");
}

void RecordPrinter::event_heading(std::string_view title) {
  if (json()) return;
  out_.put('\n'), out_.put(title), out_.put("\n\n");
  out_.pad(16), out_.put("time  location  record\n");
}

void RecordPrinter::put_flags(std::uint64_t bits, const std::vector<Enumerator>& flags) {
  bool any = false;
  for (const Enumerator& flag : flags) {
    if (flag.value == 0 ? bits != 0 : (bits & flag.value) == 0) continue;
    if (any) out_.put('|');
    any = true;
    out_.put(flag.name);
    bits &= ~flag.value;
  }
  if (bits || !any) {
    if (any) out_.put('|');
    out_.number(bits);
  }
}

void RecordPrinter::put_typed(const TypedValue& value) {
  if (is_signed(value.type)) return out_.number(value.as_signed());
  if (value.type == Type::double_) return put_json_real(out_, value.as_double());
  if (value.type == Type::float_) {
    // The shortest text of the float itself, not of the double it widens to.
    const auto real = std::bit_cast<float>(static_cast<std::uint32_t>(value.bits));
    if (real != real || real - real != 0.0f) return put_json_real(out_, real);
    return out_.put(fmt::format("{}", real));
  }
  if (!json()) {
    const auto id = static_cast<std::uint32_t>(value.bits);
    switch (value.type) {
      case Type::string:
        return out_.put(names_.text(StringRef{id}));
      case Type::attribute:
        return out_.put(names_.text(AttributeRef{id}));
      case Type::location:
        return out_.put(names_.text(LocationRef{value.bits}));
      case Type::region:
        return out_.put(names_.text(RegionRef{id}));
      case Type::group:
        return out_.put(names_.text(GroupRef{id}));
      case Type::metric:
        return out_.put(names_.text(MetricRef{id}));
      case Type::comm:
        return out_.put(names_.text(CommRef{id}));
      case Type::parameter:
        return out_.put(names_.text(ParameterRef{id}));
      case Type::rma_win:
        return out_.put(names_.text(RmaWinRef{id}));
      case Type::source_code_location:
        return out_.put(names_.text(SourceCodeLocationRef{id}));
      case Type::calling_context:
        return out_.put(names_.text(CallingContextRef{id}));
      case Type::interrupt_generator:
        return out_.put(names_.text(InterruptGeneratorRef{id}));
      case Type::io_file:
        return out_.put(names_.text(IoFileRef{id}));
      case Type::io_handle:
        return out_.put(names_.text(IoHandleRef{id}));
      case Type::location_group:
        return out_.put(names_.text(LocationGroupRef{id}));
      default:
        break;
    }
  }
  out_.number(value.bits);
}

void RecordPrinter::put_metric(const MetricValue& value) {
  if (value.type == Type::int64)
    out_.number(static_cast<std::int64_t>(value.bits));
  else if (value.type == Type::double_)
    put_json_real(out_, std::bit_cast<double>(value.bits));
  else
    out_.number(value.bits);
}

void RecordPrinter::text_attribute(const AttributeEntry& attribute) {
  out_.put("  @"), out_.put(names_.text(attribute.attribute)), out_.put('=');
  put_typed(attribute.value);
}

void RecordPrinter::json_attributes(std::span<const AttributeEntry> attributes) {
  key("attributes");
  out_.put('[');
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    out_.put(i ? ",{\"attribute\":" : "{\"attribute\":"), out_.number(attributes[i].attribute.value);
    out_.put(",\"type\":"), out_.number(static_cast<unsigned>(attributes[i].value.type));
    out_.put(",\"value\":"), put_typed(attributes[i].value);
    out_.put('}');
  }
  out_.put(']');
}

}  // namespace weft
