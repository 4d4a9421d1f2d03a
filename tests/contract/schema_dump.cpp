// SPDX-License-Identifier: BSD-3-Clause
// Prints the schema of OTF2 as the code has it, one JSON object per line, for compare_schema.py: every record with its
// fields in the order of the schema, its encodings in the order of the file, and every enumeration it uses.
#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <vector>

#include "formats/otf2/local_definitions.hpp"
#include "formats/otf2/records.hpp"

namespace weft::otf2 {
namespace {

std::string quoted(std::string_view text) { return fmt::format("\"{}\"", text); }

std::string joined(const std::vector<std::string>& parts) { return fmt::format("[{}]", fmt::join(parts, ",")); }

template <class T>
std::string enumeration() {
  if constexpr (std::is_enum_v<T>) {
    std::vector<std::string> values;
    for (const Enumerator& e : enumerators<T>()) values.push_back(fmt::format("[{},{}]", quoted(e.name), e.value));
    return fmt::format("{{\"flags\":{},\"bytes\":{},\"values\":{}}}", is_flag_set(T{}), sizeof(T), joined(values));
  } else {
    return "null";
  }
}

template <class T>
std::string encoding() {
  if constexpr (std::is_same_v<T, Timestamp>)
    return "u64full";
  else if constexpr (std::is_same_v<T, double>)
    return "f64";
  else if constexpr (std::is_same_v<T, std::string_view>)
    return "string";
  else if constexpr (std::is_same_v<T, IdMap>)
    return "id_map";
  else {
    using Number = decltype(plain(T{}));
    if (sizeof(Number) == 1) return "u8";
    return fmt::format("c{}{}", std::is_signed_v<Number> ? "i" : "u", 8 * sizeof(Number));
  }
}

// One plain value: what it is called, how it is encoded, what it refers to.
template <class T>
std::string leaf(std::string_view name) {
  std::string refers = "null", mapping = "null";
  if constexpr (is_ref<T>) {
    refers = quoted(T::space::name);
    if (mapping_of<T>()) mapping = quoted(*name_of(*mapping_of<T>()));
  }
  return fmt::format("{{\"name\":{},\"encoding\":{},\"refers_to\":{},\"mapping\":{},\"enum\":{}}}", quoted(name),
      quoted(encoding<T>()), refers, mapping, enumeration<T>());
}

std::string value_leaf(std::string_view name) {
  return fmt::format(
      "{{\"name\":{},\"encoding\":\"attribute_value\",\"refers_to\":null,\"mapping\":null,\"enum\":null}}",
      quoted(name));
}

template <class R>
void add_fields(std::vector<std::string>& out) {
  R::schema.each([&](const auto& f) {
    using F = std::remove_cvref_t<decltype(f)>;
    using Value = typename F::Value;
    if constexpr (is_typed_field<F>) {
      out.push_back(leaf<Type>(f.type_name));
      out.push_back(value_leaf(f.name));
    } else if constexpr (is_list_field<F>) {
      out.push_back(leaf<typename Value::count_type>(f.count_name));
      if constexpr (Record<typename Value::element>)
        add_fields<typename Value::element>(out);
      else
        out.push_back(leaf<typename Value::element>(f.name));
    } else if constexpr (Record<Value>) {
      add_fields<Value>(out);
    } else {
      out.push_back(leaf<Value>(f.name));
    }
  });
}

// A coder that notes how the walk over a record goes: encodings in the order of the file, "|" where a later version's
// fields begin. Lists have one element.
class Notes {
 public:
  static constexpr bool reading = false;

  bool more() {
    notes_.push_back(quoted("|"));
    return true;
  }
  template <class T>
  void operator()(const T& value) {
    if constexpr (std::is_same_v<T, TypedValue>) {
      notes_.push_back(quoted("u8")), notes_.push_back(quoted("attribute_value"));
    } else if constexpr (is_sequence<T>) {
      notes_.push_back(quoted(encoding<typename T::count_type>()));
      typename T::element element{};
      (*this)(element);
    } else if constexpr (Record<T>) {
      code(*this, value);
    } else {
      notes_.push_back(quoted(encoding<T>()));
    }
  }
  std::vector<std::string> notes_;
};

std::string version(Version v) { return v == never ? "null" : fmt::format("\"{}.{}\"", v >> 8, v & 0xff); }

template <class List>
void dump(std::string_view file) {
  [&]<class... Wires>(TypeList<Wires...>) {
    auto one = [&]<class W>(std::type_identity<W>) {
      using R = typename W::Record;
      std::vector<std::string> fields;
      add_fields<R>(fields);
      Notes notes;
      const R record{};
      code(notes, record);
      const bool is_snapshot_of_event = requires { typename R::Event; };
      fmt::print(
          "{{\"file\":{},\"name\":\"{}{}\",\"id\":{},\"since\":{},\"deprecated\":{},\"bare\":{},\"fields\":{},\"wire\":"
          "{}}}\n",
          quoted(file), R::schema.name, is_snapshot_of_event ? "Snap" : "", W::id, version(W::since),
          version(W::deprecated), W::framing == Framing::bare, joined(fields), joined(notes.notes_));
    };
    (one(std::type_identity<Wires>{}), ...);
  }(List{});
}

}  // namespace
}  // namespace weft::otf2

int main() {
  using namespace weft::otf2;
  dump<GlobalDefinitionRecords>("global");
  dump<LocalDefinitionRecords>("local");
  dump<EventRecords>("events");
  dump<SnapshotRecords>("snapshots");
  dump<MarkerRecords>("markers");
  dump<ThumbnailRecords>("thumbnails");
  // Enumerations that no field has: they are in the table all the same.
  fmt::print("{{\"file\":\"types\",\"enum\":{}}}\n", enumeration<weft::Type>());
  fmt::print("{{\"file\":\"mapping_types\",\"enum\":{}}}\n", enumeration<MappingType>());
}
