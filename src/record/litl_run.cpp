// SPDX-License-Identifier: BSD-3-Clause
#include "record/litl_run.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "formats/litl/archive_writer.hpp"
#include "formats/litl/mapping.hpp"
#include "formats/otf2/anchor.hpp"
#include "formats/otf2/record_stream.hpp"
#include "model/definitions.hpp"
#include "record/litl_stream.hpp"

namespace weft::recording {

namespace {

namespace fs = std::filesystem;

void add_kinds(litl::Mapping& mapping) {
  EventTypes::each([&](auto type) {
    using R = typename decltype(type)::type;
    if constexpr (requires { R::schema.name; }) {
      litl::Meaning meaning{litl::Role::event, std::string(R::schema.name), {}};
      R::schema.each([&](const auto& field) {
        using Value = typename std::remove_cvref_t<decltype(field)>::Value;
        if constexpr (!is_sequence<Value>)
          meaning.parameters.push_back({std::is_signed_v<Value> ? Type::int64 : Type::uint64, std::string(field.name)});
      });
      mapping[kind_code<R>] = std::move(meaning);
    }
  });
}

// The regions of a process have codes of their own; how they are called stands in its definitions.
void add_regions(litl::Mapping& mapping, const std::string& part, std::uint32_t process) {
  HandlePool pool;
  Report report;
  otf2::RecordStream stream(pool, part, otf2::Anchor{}.definition_chunk_bytes, otf2::Timed::no, report);
  if (!stream.open()) return;
  Definitions definitions;
  stream.each<otf2::GlobalDefinitionRecords>([&](const auto& row) { definitions.add(row); }, [](const auto&) {});
  for (const def::Region& region : definitions.all<def::Region>()) {
    const std::string name(definitions.text(region.name));
    mapping[enter_code(process, region.self)] = {litl::Role::enter, name, {}};
    mapping[leave_code(process, region.self)] = {litl::Role::leave, name, {}};
  }
}

}  // namespace

bool is_unfinished_litl_run(const std::string& path) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(path, error))
    if (entry.path().extension() == ".litl") return true;
  return false;
}

Result<std::size_t> gather_litl_run(const std::string& path, const std::string& output) {
  litl::Mapping mapping;
  add_kinds(mapping);
  mapping[marker_code] = {litl::Role::event, "marker", {}};
  std::vector<std::pair<std::uint32_t, std::string>> traces;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(path, error)) {
    const auto process = static_cast<std::uint32_t>(std::strtoul(entry.path().stem().c_str(), nullptr, 10));
    if (entry.path().extension() == ".litl") traces.emplace_back(process, entry.path());
    if (entry.path().extension() == ".part") add_regions(mapping, entry.path(), process);
  }
  if (error) return Error{Errc::io, error.message(), path};
  std::ranges::sort(traces);
  std::vector<std::string> inputs;
  for (const auto& [process, file] : traces) inputs.push_back(file);
  if (inputs.empty()) return Error{Errc::not_found, "nothing was recorded", path};
  WEFT_TRY(litl::merge_traces(inputs, output));
  const std::string text = litl::mapping_text(mapping);
  WEFT_TRY(replace_file(litl::mapping_path(output), std::as_bytes(std::span(text))));
  return inputs.size();
}

Result<> complete_litl_run(const std::string& path) {
  WEFT_TRY(gather_litl_run(path, path + ".trace"));
  std::error_code error;
  fs::remove_all(path, error);
  return {};
}

}  // namespace weft::recording
