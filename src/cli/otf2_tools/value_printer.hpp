// SPDX-License-Identifier: BSD-3-Clause
// ValuePrinter: the values of fields in the words of otf2-print, and the walk that prints all fields of a record. The
// type of a field says how it is shown; fields that mean more than their type says are named here.
#pragma once

#include <limits>
#include <optional>
#include <string_view>

#include "base/text_sink.hpp"
#include "cli/otf2_tools/communicators.hpp"
#include "cli/otf2_tools/record_text.hpp"
#include "cli/otf2_tools/references.hpp"
#include "model/batch.hpp"
#include "model/definitions.hpp"

namespace weft::cli::otf2_tools {

class ValuePrinter {
 public:
  ValuePrinter(TextSink& out, const Definitions& definitions)
      : out_(out), definitions_(definitions), references_(definitions) {}

  TextSink& out() { return out_; }
  const Definitions& definitions() const { return definitions_; }
  References& references() { return references_; }

  // Times are shown from this one on.
  void show_times_from(Ticks offset) { offset_ = offset; }

  void put(std::string_view text) { out_.put(text); }

  template <class Id>
  void reference(Id id) {
    references_.put(out_, id);
  }

  template <class E>
  void enumerator(E value) {
    if constexpr (is_flag_set(E{}))
      flags(static_cast<std::uint64_t>(value), enumerators<E>());
    else if (const auto name = name_of(value))
      out_.put(*name);
    else
      invalid(static_cast<std::uint64_t>(value));
  }

  template <class N>
  void number_or_undefined(N number) {
    // Unsigned numbers are undefined with all bits set, signed ones with the first bit alone.
    constexpr N undefined = std::is_signed_v<N> ? std::numeric_limits<N>::min() : std::numeric_limits<N>::max();
    if (number == undefined)
      out_.put("UNDEFINED");
    else
      out_.number(number);
  }

  void invalid(std::uint64_t number) { out_.put("INVALID <"), out_.number(number), out_.put('>'); }
  void paradigm(Paradigm value);
  void time(Ticks time);
  // The same, right-aligned.
  void time_column(Ticks value);
  void typed_value(const TypedValue& value);
  void real(double value);
  void rank(std::uint32_t rank, CommRef comm, LocationRef here);

  // "N Word" or "N Words".
  void count(std::size_t n, std::string_view one, std::string_view many);

  // "Label: value, Label: value", from the schema. `here` is the location of an event.
  template <std::size_t columns, class R>
  void fields(const R& record, LocationRef here) {
    const auto& text = RecordText<R, columns>::get();
    [&]<std::size_t... places>(std::index_sequence<places...>) {
      (field<R, places>(record, text.leads[places], here), ...);
    }
    (std::make_index_sequence<std::remove_cvref_t<decltype(R::schema)>::size>{});
  }

 private:
  template <class R, std::size_t place>
  void field(const R& record, std::string_view lead, LocationRef here) {
    constexpr const auto& f = std::get<place>(R::schema.fields);
    using F = std::remove_cvref_t<decltype(f)>;
    using Value = typename F::Value;
    const Value& value = record.*f.member;
    if constexpr (f.name == "self") {
      return;
    } else if constexpr (is_typed_field<F>) {
      out_.put(", Type: "), enumerator(value.type);
      out_.put(", Value: "), typed_value(value);
    } else {
      out_.put(lead);
      if constexpr (is_ref<Value>)
        reference(value);
      else if constexpr (f.name == "receiver" || f.name == "sender" || f.name == "remote" || f.name == "creatingThread")
        rank(value, communicator_of(record), here);
      else if constexpr (f.name == "root")
        root(value, communicator_of(record), here);
      else if constexpr (f.name == "unwindDistance" || f.name == "exitStatus")
        number_or_undefined(value);
      else if constexpr (f.name == "valueType")
        metric_type(value);
      else if constexpr (std::is_same_v<Value, Paradigm> && !std::is_same_v<R, def::Paradigm>)
        paradigm(value);
      else if constexpr (std::is_same_v<Value, Timestamp>)
        time(value.value);
      else if constexpr (std::is_enum_v<Value>)
        enumerator(value);
      else
        out_.number(value);
    }
  }

  // The communicator that the ranks in a record are of.
  template <class R>
  CommRef communicator_of(const R& record) const {
    if constexpr (requires { record.communicator; }) {
      return record.communicator;
    } else if constexpr (requires { record.thread_team; }) {
      return record.thread_team;
    } else {
      const auto* window = record.win.defined() ? definitions_.find<def::RmaWin>(record.win) : nullptr;
      return window ? window->comm : CommRef{};
    }
  }

  void root(std::uint32_t root, CommRef comm, LocationRef here);
  void metric_type(Type type);
  void flags(std::uint64_t value, const std::vector<Enumerator>& names);

  TextSink& out_;
  const Definitions& definitions_;
  References references_;
  std::optional<Ticks> offset_;
};

}  // namespace weft::cli::otf2_tools
