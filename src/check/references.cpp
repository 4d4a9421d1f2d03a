// SPDX-License-Identifier: BSD-3-Clause
#include "check/references.hpp"

namespace weft::check {

namespace {

// "Region 5", or "LocationProperty number 3" for records without an id.
template <class R>
std::string title(const R& record, std::size_t row) {
  if constexpr (HasId<R>)
    return fmt::format("{} {}", R::schema.name, record.self.value);
  else
    return fmt::format("{} number {}", R::schema.name, row + 1);
}

class DefinitionReferences {
 public:
  DefinitionReferences(const Definitions& definitions, Findings& findings)
      : definitions_(definitions), findings_(findings) {}

  template <class R>
  void table(const Table<R>& rows) {
    for (std::size_t row = 0; row < rows.size(); ++row) record(rows.rows()[row], row);
  }

 private:
  template <class R>
  void record(const R& r, std::size_t row) {
    R::schema.each([&](const auto& f) {
      using Field = std::remove_cvref_t<decltype(f)>;
      using Value = typename Field::Value;
      const auto& value = r.*f.member;
      if constexpr (HasId<R>) {
        if (f.name == "self") return;
      }
      if constexpr (is_ref<Value>) {
        one(value, r, row, f.name, is_optional<Field>);
      } else if constexpr (std::is_same_v<Value, TypedValue>) {
        visit_reference(value, [&](auto id) { one(id, r, row, f.name, true); });
      } else if constexpr (is_sequence<Value>) {
        for (const auto& element : value) this->element(element, r, row, f.name);
      }
    });
    if constexpr (std::is_same_v<R, def::MetricInstance>) scope(r, row);
  }

  template <class E, class R>
  void element(const E& element, const R& r, std::size_t row, std::string_view field) {
    if constexpr (is_ref<E>)
      one(element, r, row, field, false);
    else if constexpr (std::is_same_v<E, IoParadigmPropertyValue>)
      visit_reference(element.value, [&](auto id) { one(id, r, row, field, true); });
  }

  void scope(const def::MetricInstance& r, std::size_t row) {
    const auto small = static_cast<std::uint32_t>(r.scope);
    switch (r.metric_scope) {
      case MetricScope::location:
        return one(LocationRef{r.scope}, r, row, "scope", false);
      case MetricScope::location_group:
        return one(LocationGroupRef{small}, r, row, "scope", false);
      case MetricScope::system_tree_node:
        return one(SystemTreeNodeRef{small}, r, row, "scope", false);
      case MetricScope::group:
        return one(GroupRef{small}, r, row, "scope", false);
    }
  }

  template <class Id, class R>
  void one(Id id, const R& r, std::size_t row, std::string_view field, bool optional) {
    if (definitions_.contains(id)) return;
    if (id.defined())
      findings_.add(undefined_reference, [&] {
        return fmt::format(
            "{} names {} {} as its {}, which is not defined", title(r, row), Id::space::name, id.value, field);
      });
    else if (!optional)
      findings_.add(missing_reference, [&] { return fmt::format("{} names no {}", title(r, row), field); });
  }

  const Definitions& definitions_;
  Findings& findings_;
};

}  // namespace

void check_references(const Definitions& definitions, Findings& findings) {
  DefinitionReferences references(definitions, findings);
  definitions.each_table([&](const auto& rows) { references.table(rows); });
}

void References::attributes(std::span<const AttributeEntry> entries, std::string_view event, const Place& at) {
  for (const AttributeEntry& entry : entries) {
    one(entry.attribute, event, "attribute", at, false);
    visit_reference(entry.value, [&](auto id) { one(id, event, "attribute value", at, true); });
  }
}

}  // namespace weft::check
