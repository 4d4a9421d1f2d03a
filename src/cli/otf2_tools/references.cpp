// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf2_tools/references.hpp"

#include <fmt/format.h>

namespace weft::cli::otf2_tools {

namespace {

using Name = std::optional<std::string>;

Name text_of(const Definitions& definitions, StringRef id) {
  const auto* string = definitions.find<def::String>(id);
  if (!id.defined() || !string) return std::nullopt;
  return std::string(string->string);
}

std::string text_or_undefined(const Definitions& definitions, StringRef id) {
  return text_of(definitions, id).value_or("UNDEFINED");
}

// Names are those of the name field, except for the definitions below.
template <class R>
Name name_of(const Definitions& definitions, const R& row) {
  if constexpr (requires { row.name; }) return text_of(definitions, row.name);
  return std::nullopt;
}

Name name_of(const Definitions&, const def::String& row) { return std::string(row.string); }

Name name_of(const Definitions& definitions, const def::SystemTreeNode& row) {
  return text_or_undefined(definitions, row.class_name) + "::" + text_or_undefined(definitions, row.name);
}

Name name_of(const Definitions& definitions, const def::SourceCodeLocation& row) {
  // Line numbers are taken for signed ones and get ten columns.
  const std::string line = std::to_string(static_cast<std::int32_t>(row.line_number)).substr(0, 10);
  return text_or_undefined(definitions, row.file) + ":" + line;
}

Name name_of(const Definitions& definitions, const def::CallingContext& row) {
  const auto* region = definitions.find<def::Region>(row.region);
  std::string name = region ? name_of(definitions, *region).value_or("UNDEFINED") : "UNDEFINED";
  if (const auto* place = definitions.find<def::SourceCodeLocation>(row.source_code_location)) {
    const std::string path = *name_of(definitions, *place);
    name += "@" + path.substr(path.find_last_of('/') + 1);
  }
  return name;
}

Name name_of(const Definitions& definitions, const def::IoRegularFile& row) {
  return "file://" + text_or_undefined(definitions, row.name);
}

Name name_of(const Definitions& definitions, const def::IoDirectory& row) {
  return "directory://" + text_or_undefined(definitions, row.name);
}

Name file_name(const Definitions& definitions, IoFileRef id) {
  if (const auto* file = definitions.find<def::IoRegularFile>(id)) return name_of(definitions, *file);
  if (const auto* directory = definitions.find<def::IoDirectory>(id)) return name_of(definitions, *directory);
  return std::nullopt;
}

Name name_of(const Definitions& definitions, const def::IoHandle& row) {
  Name name = text_of(definitions, row.name);
  if (name && !name->empty()) return name;
  const auto* paradigm = definitions.find<def::IoParadigm>(row.io_paradigm);
  const std::string interface = paradigm ? text_or_undefined(definitions, paradigm->name) : "UNDEFINED";
  return "[" + interface + "]" + file_name(definitions, row.file).value_or("UNDEFINED");
}

// Calls visit(row) with the definition of `id`, whatever its type. False if there is none.
template <class Id, class Visit>
bool with_definition(const Definitions& definitions, Id id, Visit&& visit) {
  bool found = false;
  DefinitionTypes::each([&](auto type) {
    using R = typename decltype(type)::type;
    if constexpr (HasId<R>) {
      if constexpr (std::is_same_v<decltype(R::self), Id>) {
        if (found) return;
        if (const R* row = definitions.find<R>(id)) {
          found = true;
          visit(*row);
        }
      }
    }
  });
  return found;
}

// Undefined is all bits of 32 (of 64 for locations), however wide the id itself.
template <class Id>
constexpr bool is_undefined(Id id) {
  return sizeof(typename Id::rep) >= 4 && !id.defined();
}

}  // namespace

template <class Id>
std::optional<std::string> References::name(Id id) const {
  Name name;
  with_definition(definitions_, id, [&](const auto& row) { name = name_of(definitions_, row); });
  return name;
}

template <class Id>
std::string References::text(Id id) const {
  if (is_undefined(id)) return "UNDEFINED";
  Name name;
  if (!with_definition(definitions_, id, [&](const auto& row) { name = name_of(definitions_, row); }))
    return fmt::format("INVALID <{}>", id.value);
  return name ? fmt::format("\"{}\" <{}>", *name, id.value) : std::to_string(id.value);
}

#define WEFT_REFERENCES_OF(Id)                                    \
  template std::optional<std::string> References::name(Id) const; \
  template std::string References::text(Id) const;
WEFT_REFERENCES_OF(IoParadigmRef)
WEFT_REFERENCES_OF(StringRef)
WEFT_REFERENCES_OF(AttributeRef)
WEFT_REFERENCES_OF(SystemTreeNodeRef)
WEFT_REFERENCES_OF(LocationGroupRef)
WEFT_REFERENCES_OF(LocationRef)
WEFT_REFERENCES_OF(RegionRef)
WEFT_REFERENCES_OF(CallsiteRef)
WEFT_REFERENCES_OF(CallpathRef)
WEFT_REFERENCES_OF(GroupRef)
WEFT_REFERENCES_OF(MetricMemberRef)
WEFT_REFERENCES_OF(MetricRef)
WEFT_REFERENCES_OF(CommRef)
WEFT_REFERENCES_OF(ParameterRef)
WEFT_REFERENCES_OF(RmaWinRef)
WEFT_REFERENCES_OF(CartDimensionRef)
WEFT_REFERENCES_OF(CartTopologyRef)
WEFT_REFERENCES_OF(SourceCodeLocationRef)
WEFT_REFERENCES_OF(CallingContextRef)
WEFT_REFERENCES_OF(InterruptGeneratorRef)
WEFT_REFERENCES_OF(IoFileRef)
WEFT_REFERENCES_OF(IoHandleRef)
#undef WEFT_REFERENCES_OF

}  // namespace weft::cli::otf2_tools
