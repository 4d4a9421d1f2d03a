// SPDX-License-Identifier: BSD-3-Clause
// Prints what exists once per record: stamp TEMPLATES HEADERS SOURCES. Templates are headers with lines like
// "@writers@"; files without them are copied.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "compat/otf/stamp/c_record.hpp"

namespace weft::otf::stamp {
namespace {

using Strings = std::vector<std::string>;

// Records that came late have one function, with a list; others have one without and one with; these have none.
enum class Lists { both, only_unnamed, only_named, none };

Lists lists_of(const CRecord& record) {
  if (record.name == "NoOp") return Lists::only_named;
  if (record.name == "DefVersion" || record.name == "DefUniqueId") return Lists::none;
  for (const std::string_view late : {"DefTimeRange", "DefCounterAssignments", "DefProcessSubstitutes",
           "DefAuxSamplePoint", "CollopCountSnapshot", "CounterSnapshot"})
    if (record.name == late) return Lists::only_unnamed;
  return Lists::both;
}

bool has_stream(const CRecord& record) { return record.file == File::definition || record.name == "DefMarker"; }
// The library writes these itself.
bool is_header(const CRecord& record) { return lists_of(record) == Lists::none; }

std::string joined(const Strings& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

struct Function {
  std::string name;
  Strings parameters;
  std::string body;
  std::string_view returns = "int";

  std::string head() const { return fmt::format("{} {}({})", returns, name, joined(parameters)); }
  std::string declaration() const { return head() + ";\n"; }
  std::string definition() const { return head() + " {\n  " + body + "\n}\n"; }
};

Strings parameters_of(const CRecord& record, std::string first, bool with_stream, bool with_list) {
  Strings all{std::move(first)};
  if (with_stream) all.emplace_back("uint32_t stream");
  all.insert(all.end(), record.parameters.begin(), record.parameters.end());
  if (with_list) all.emplace_back("OTF_KeyValueList* list");
  return all;
}

std::string call(
    std::string_view function, std::string_view first, const CRecord& record, bool with_stream, bool with_list) {
  Strings all{std::string(first)};
  if (with_stream) all.emplace_back("stream");
  all.insert(all.end(), record.arguments.begin(), record.arguments.end());
  if (with_list) all.emplace_back("list");
  return fmt::format("{}({})", function, joined(all));
}

Function stream_writer(const CRecord& record, bool with_list, bool named) {
  const std::string_view list = with_list ? "list" : "nullptr";
  return {fmt::format("OTF_WStream_write{}{}", record.name, named ? "KV" : ""),
      parameters_of(record, "OTF_WStream* wstream", false, with_list),
      record.file == File::timed
          ? fmt::format("return write_timed(wstream, time, process, {}, {});", record.value, list)
          : fmt::format("return write_untimed(wstream, {}, {});", record.value, list)};
}

Function writer(const CRecord& record, bool with_list, bool named) {
  const std::string_view stream = record.file == File::timed        ? "stream_of_process(writer, process)"
                                  : record.file == File::definition ? "stream_of_definition(writer, stream)"
                                                                    : "stream_of_markers(writer)";
  const std::string suffix = record.name + (named ? "KV" : "");
  return {"OTF_Writer_write" + suffix, parameters_of(record, "OTF_Writer* writer", has_stream(record), with_list),
      fmt::format("return {};", call("OTF_WStream_write" + suffix, stream, record, false, with_list))};
}

template <class Make>
std::vector<Function> each_form(const std::vector<CRecord>& records, Make&& make) {
  std::vector<Function> all;
  for (const CRecord& record : records) {
    const Lists lists = lists_of(record);
    if (lists == Lists::both) all.push_back(make(record, false, false));
    if (lists == Lists::only_unnamed) all.push_back(make(record, true, false));
    if (lists == Lists::both || lists == Lists::only_named) all.push_back(make(record, true, true));
  }
  return all;
}

Function copy_handler(const CRecord& record, bool is_stream) {
  const std::string_view type = is_stream ? "OTF_WStream" : "OTF_Writer";
  const Lists lists = lists_of(record);
  const std::string function = fmt::format("{}_write{}{}", type, record.name, lists == Lists::only_unnamed ? "" : "KV");
  return {fmt::format("OTF_CopyHandler_{}{}", is_stream ? "stream_" : "", record.name),
      parameters_of(record, "void* userData", has_stream(record), !is_header(record)),
      fmt::format("return copied({});", call(function, fmt::format("static_cast<{}*>(userData)", type), record,
                                            has_stream(record) && !is_stream, true))};
}

std::vector<Function> copy_handlers(const std::vector<CRecord>& records, bool is_stream) {
  std::vector<Function> all;
  for (const CRecord& record : records) all.push_back(copy_handler(record, is_stream));
  return all;
}

// Those of version and unique id are written by hand.
std::vector<Function> stamped_copy_handlers(const std::vector<CRecord>& records) {
  std::vector<Function> all;
  for (const bool is_stream : {false, true})
    for (const CRecord& record : records)
      if (!is_header(record)) all.push_back(copy_handler(record, is_stream));
  return all;
}

// And those that write version and unique id are in no header.
std::vector<Function> stamped_stream_writers(const std::vector<CRecord>& records) {
  std::vector<Function> all = each_form(records, stream_writer);
  for (const CRecord& record : records)
    if (is_header(record)) all.push_back(stream_writer(record, false, false));
  return all;
}

std::vector<Function> line_parsers(const std::vector<CRecord>& records) {
  std::vector<Function> all;
  for (const CRecord& record : records) {
    Strings parameters{"OTF_RBuffer* buffer", "OTF_HandlerArray* handlers"};
    if (has_stream(record)) parameters.emplace_back("uint32_t streamid");
    all.push_back({fmt::format("OTF_Reader_read{}{}", record.name, record.name == "Marker" ? "Spot" : ""), parameters,
        fmt::format(
            "return parse_rest<{}>(buffer, handlers, {});", record.name, has_stream(record) ? "streamid" : "0")});
  }
  return all;
}

std::string declarations(const std::vector<Function>& functions) {
  std::string text;
  for (const Function& function : functions) text += function.declaration();
  return text;
}

std::string handler_types(const std::vector<CRecord>& records) {
  std::string text;
  for (const CRecord& record : records)
    text += fmt::format("typedef int(OTF_Handler_{})({});\n", record.name,
        joined(parameters_of(record, "void* userData", has_stream(record), true)));
  return text;
}

std::string source(std::string_view include, const std::vector<Function>& functions) {
  std::string text = fmt::format(
      "// SPDX-License-Identifier: BSD-3-Clause\n#include \"compat/otf/{}\"\n\nusing namespace weft::otf;\n"
      "using namespace weft::otf::compat;\n\nextern \"C\" {{\n\n",
      include);
  for (const Function& function : functions) text += function.definition() + "\n";
  return text + "}\n";
}

// The lists that fill a handler array with copying functions.
std::string copy_tables(const std::vector<CRecord>& records) {
  std::string text = "// SPDX-License-Identifier: BSD-3-Clause\n";
  for (const CRecord& record : records) text += fmt::format("WEFT_COPY({}, {})\n", record.id, record.name);
  return text;
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool write(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream file(path);
  file << text;
  return static_cast<bool>(file.flush());
}

std::string filled_in(std::string text, const std::map<std::string, std::string>& sections) {
  for (const auto& [name, content] : sections)
    if (const std::size_t at = text.find(name); at != std::string::npos) text.replace(at, name.size() + 1, content);
  return text;
}

template <class... Records>
std::vector<CRecord> c_records(TypeList<Records...>) {
  return {c_record<Records>()...};
}

int run(const std::filesystem::path& templates, const std::filesystem::path& headers,
    const std::filesystem::path& sources) {
  const auto records = c_records(AllRecords{});
  const std::map<std::string, std::string> sections{
      {"@handler_types@", handler_types(records)},
      {"@copy_handlers@", declarations(copy_handlers(records, false))},
      {"@stream_copy_handlers@", declarations(copy_handlers(records, true))},
      {"@stream_writers@", declarations(each_form(records, stream_writer))},
      {"@writers@", declarations(each_form(records, writer))},
  };
  bool good = true;
  for (const auto& entry : std::filesystem::directory_iterator(templates)) {
    std::filesystem::path name = entry.path().filename();
    if (name.extension() == ".in") name = name.stem();
    good = write(headers / name, filled_in(read(entry.path()), sections)) && good;
  }
  good = write(sources / "writers.cpp", source("writer.hpp", each_form(records, writer))) && good;
  good = write(sources / "stream_writers.cpp", source("write_records.hpp", stamped_stream_writers(records))) && good;
  good = write(sources / "copy_handlers.cpp", source("copy_records.hpp", stamped_copy_handlers(records))) && good;
  good = write(sources / "line_parsers.cpp", source("parse_records.hpp", line_parsers(records))) && good;
  good = write(sources / "copy_table.inc", copy_tables(records)) && good;
  return good ? 0 : 1;
}

}  // namespace
}  // namespace weft::otf::stamp

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  return weft::otf::stamp::run(argv[1], argv[2], argv[3]);
}
