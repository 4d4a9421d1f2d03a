// SPDX-License-Identifier: BSD-3-Clause
// RecordPrinter: any record as a line of text for people or as a JSON object for programs, from its schema.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "base/json.hpp"
#include "base/text_sink.hpp"
#include "model/batch.hpp"
#include "model/code.hpp"
#include "model/names.hpp"

namespace weft {

class RecordPrinter {
 public:
  enum class Style { text, json, json_with_names };

  RecordPrinter(TextSink& out, const Definitions& definitions, Style style)
      : out_(out), names_(definitions), style_(style) {}

  // A record that belongs to no time. `owner` says whose it is where that is not the whole trace: its key and id.
  template <class R>
  void record(const R& record, std::optional<std::pair<std::string_view, std::uint64_t>> owner = {}) {
    if (json()) {
      open(R::schema.name, "");
      if (owner) key(owner->first), out_.number(owner->second);
      fields(record);
      close(record, {});
    } else {
      out_.left(R::schema.name, 26);
      if constexpr (requires { record.self.value; })
        out_.number_right(record.self.value, 12);
      else
        out_.pad(12);
      if (owner) label(owner->first), out_.number(owner->second);
      fields(record);
      out_.put('\n');
    }
    out_.flush_if_large();
  }

  // A record at a time on a location. `suffix` is appended to the name of the record.
  template <class R>
  void timed(LocationRef location, Ticks time, const R& record, std::span<const AttributeEntry> attributes,
      std::string_view suffix = "") {
    if (json()) {
      open(R::schema.name, suffix);
      key("location"), out_.number(location.value);
      key("time"), out_.number(time);
      fields(record);
      if (!attributes.empty()) json_attributes(attributes);
      close(record, attributes);
    } else {
      out_.number_right(time, 20);
      out_.number_right(location.value, 10);
      out_.put("  ");
      out_.put(R::schema.name), out_.put(suffix);
      const std::size_t width = R::schema.name.size() + suffix.size();
      if (width < 24) out_.pad(24 - width);
      fields(record);
      for (const AttributeEntry& a : attributes) text_attribute(a);
      out_.put('\n');
    }
    out_.flush_if_large();
  }

  void event(LocationRef location, const Event& event);

  // Column headings for people; nothing in JSON.
  void heading(std::string_view title);
  void event_heading(std::string_view title);

  bool json() const { return style_ != Style::text; }

 private:
  void open(std::string_view name, std::string_view suffix) {
    out_.put("{\"record\":\""), out_.put(name), out_.put(suffix), out_.put('"');
  }
  template <class R>
  void close(const R& record, std::span<const AttributeEntry> attributes) {
    if (style_ == Style::json_with_names) json_names(record, attributes);
    out_.put("}\n");
  }
  void key(std::string_view name) { out_.put(",\""), out_.put(name), out_.put("\":"); }
  void label(std::string_view name) { out_.put("  "), out_.put(name), out_.put('='); }
  void begin_value(std::string_view name) { json() ? key(name) : label(name); }

  template <class R>
  void fields(const R& record) {
    R::schema.each([&](const auto& f) {
      using F = std::remove_cvref_t<decltype(f)>;
      const auto& value = record.*f.member;
      if constexpr (Record<typename F::Value>) {
        fields(value);
      } else if constexpr (is_list_field<F>) {
        list(f, value);
      } else if constexpr (is_typed_field<F>) {
        if (json()) key(f.type_name), out_.number(static_cast<unsigned>(value.type));
        begin_value(f.name);
        put(value);
      } else {
        if constexpr (is_ref<typename F::Value>)
          if (!json() && f.name == "self") return;  // stands in its own column
        begin_value(f.name);
        put(value);
      }
    });
  }

  // A list is its count and its elements; elements that are small records become one list for each of their fields.
  template <class F, class Sequence>
  void list(const F& f, const Sequence& sequence) {
    using Element = typename Sequence::element;
    if (json()) key(f.count_name), out_.number(sequence.size());
    if constexpr (Record<Element>) {
      Element::schema.each([&](const auto& part) {
        using P = std::remove_cvref_t<decltype(part)>;
        if constexpr (is_typed_field<P>)
          each(part.type_name, sequence, [&](const Element& e) { put((e.*part.member).type); });
        each(part.name, sequence, [&](const Element& e) { put_part(part, e); });
      });
    } else {
      each(f.name, sequence, [&](const Element& e) { put(e); });
    }
  }

  template <class Part, class Element>
  void put_part(const Part& part, const Element& element) {
    if constexpr (std::is_same_v<Element, MetricValue> && std::is_same_v<typename Part::Value, std::uint64_t>)
      put_metric(element);
    else
      put(element.*part.member);
  }

  template <class Sequence, class Put>
  void each(std::string_view name, const Sequence& sequence, Put&& put_element) {
    begin_value(name);
    elements(sequence, put_element);
  }
  template <class Sequence, class Put>
  void elements(const Sequence& sequence, Put&& put_element) {
    out_.put('[');
    bool first = true;
    for (const auto& element : sequence) {
      if (!first) out_.put(',');
      first = false;
      put_element(element);
    }
    out_.put(']');
  }

  template <class T>
  void put(const T& value) {
    if constexpr (std::is_same_v<T, std::string_view>)
      put_json_string(out_, value);
    else if constexpr (std::is_same_v<T, double>)
      put_json_real(out_, value);
    else if constexpr (std::is_same_v<T, Timestamp>)
      out_.number(value.value);
    else if constexpr (std::is_same_v<T, Code>)
      json() ? out_.number(value.value) : out_.put(fmt::format("{:#x}", value.value));
    else if constexpr (std::is_same_v<T, TypedValue>)
      put_typed(value);
    else if constexpr (is_ref<T>)
      json() ? out_.number(value.value) : out_.put(names_.text(value));
    else if constexpr (std::is_enum_v<T>)
      put_enum(value);
    else if constexpr (requires { value.entries; })
      put_map(value);
    else if constexpr (is_sequence<T>)
      elements(value, [&](const auto& element) { put(element); });
    else
      out_.number(value);
  }

  template <class E>
  void put_enum(E value) {
    const auto number = static_cast<std::uint64_t>(static_cast<std::underlying_type_t<E>>(value));
    if (json()) return out_.number(number);
    if constexpr (is_flag_set(E{}))
      put_flags(number, enumerators<E>());
    else if (const auto name = name_of(value))
      out_.put(*name);
    else
      out_.put('<'), out_.number(number), out_.put('>');
  }
  void put_flags(std::uint64_t bits, const std::vector<Enumerator>& flags);

  template <class Map>
  void put_map(const Map& map) {
    if (json()) out_.put("{\"mode\":"), out_.number(static_cast<unsigned>(map.mode)), out_.put(",\"entries\":");
    out_.put('[');
    bool first = true;
    for (const auto& pair : map.entries) {
      if (!first) out_.put(',');
      first = false;
      if (json())
        out_.put('['), out_.number(pair.local), out_.put(','), out_.number(pair.global), out_.put(']');
      else
        out_.number(pair.local), out_.put(':'), out_.number(pair.global);
    }
    out_.put(']');
    if (json()) out_.put('}');
  }

  void put_typed(const TypedValue& value);
  void put_metric(const MetricValue& value);
  void text_attribute(const AttributeEntry& attribute);
  void json_attributes(std::span<const AttributeEntry> attributes);

  // {"region":"main"}: the names behind the ids and enumerators of a record.
  template <class R>
  void json_names(const R& record, std::span<const AttributeEntry> attributes) {
    bool any = false;
    auto begin = [&](std::string_view name) {
      out_.put(any ? ",\"" : ",\"names\":{\"");
      any = true;
      out_.put(name), out_.put("\":");
    };
    names_of_fields(record, begin);
    if (!attributes.empty()) {
      begin("attributes");
      out_.put('[');
      for (std::size_t i = 0; i < attributes.size(); ++i) {
        if (i) out_.put(',');
        const auto name = names_.json(attributes[i].attribute);
        out_.put(name.empty() ? std::string_view("null") : name);
      }
      out_.put(']');
    }
    if (any) out_.put('}');
  }
  template <class R, class Begin>
  void names_of_fields(const R& record, Begin& begin) {
    R::schema.each([&](const auto& f) {
      using Value = typename std::remove_cvref_t<decltype(f)>::Value;
      const auto& value = record.*f.member;
      if constexpr (Record<Value>) {
        names_of_fields(value, begin);
      } else if constexpr (is_ref<Value>) {
        if (const auto name = names_.json(value); !name.empty()) begin(f.name), out_.put(name);
      } else if constexpr (std::is_enum_v<Value>) {
        if constexpr (!is_flag_set(Value{}))
          if (const auto name = name_of(value)) begin(f.name), put_json_string(out_, *name);
      }
    });
  }

  TextSink& out_;
  NameCache names_;
  Style style_;
};

}  // namespace weft
