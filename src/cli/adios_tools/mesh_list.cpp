// SPDX-License-Identifier: BSD-3-Clause
#include "cli/adios_tools/mesh_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>

#include "cli/adios_tools/value_text.hpp"
#include "formats/bp/elements.hpp"

namespace weft::cli::adios_tools {

namespace {

constexpr std::string_view schema = "/adios_schema/";

struct CellType {
  std::string_view name;
  int number;
};
constexpr CellType cell_types[] = {{"pt", 1}, {"point", 1}, {"line", 2}, {"triangle", 3}, {"quad", 4}, {"hex", 5},
    {"pri", 6}, {"prism", 6}, {"tet", 7}, {"pyr", 8}, {"pyramid", 8}};

std::optional<double> number_in(std::string_view text) {
  double number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  return parsed.ec == std::errc{} && parsed.ptr == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

double number_of(Bytes element, bp::DataType type, ByteOrder order) {
  double number = 0;
  if (element.size() < bp::bytes_of(type)) return 0;
  bp::visit_element(type, [&](auto identity) {
    using T = typename decltype(identity)::type;
    if constexpr (!bp::is_complex_value<T>) number = static_cast<double>(bp::load_element<T>(element.data(), order));
  });
  return number;
}

class Mesh {
 public:
  Mesh(const bp::Reader& reader, const std::string& name, TextSink& out)
      : reader_(reader), prefix_(std::string(schema) + name + "/"), out_(out) {}

  void put() {
    const std::string type = text("type").value_or("");
    line("type:", type);
    if (type == "uniform") uniform();
    if (type == "rectilinear") dimensions(), variables("coordinates:", "coords");
    if (type == "structured") dimensions(), variables("points:", "points"), spaces();
    if (type == "unstructured") unstructured();
    line("time varying:", text("time-varying") == "yes" ? "yes" : "no");
  }

 private:
  std::optional<bp::AttributeValue> value(const std::string& key) const {
    const bp::Attribute* const attribute = reader_.find_attribute(prefix_ + key);
    if (!attribute) return std::nullopt;
    auto found = reader_.value(*attribute);
    return found ? std::optional(*std::move(found)) : std::nullopt;
  }
  std::optional<std::string> text(const std::string& key) const {
    const auto found = value(key);
    if (!found || found->type != bp::DataType::string) return std::nullopt;
    return std::string(found->texts().front());
  }
  // A number, or the name of the scalar that has it.
  std::optional<double> number(const std::string& key) const {
    const auto found = value(key);
    if (!found) return std::nullopt;
    if (found->type != bp::DataType::string) return number_of(found->elements, found->type, found->order);
    const std::string said(found->texts().front());
    if (const auto number = number_in(said)) return number;
    const bp::Variable* variable = reader_.find_variable(said);
    if (!variable) variable = reader_.find_variable("/" + said);
    if (!variable || variable->blocks().empty() || variable->kind() != bp::ArrayKind::scalar) return std::nullopt;
    const auto element = reader_.scalar(*variable, variable->blocks().front());
    if (!element) return std::nullopt;
    return number_of(*element, variable->type(), reader_.layout().order);
  }
  // There cannot be more than attributes.
  std::size_t count(const std::string& key) const {
    const double said = number(key).value_or(0);
    return static_cast<std::size_t>(std::clamp(said, 0.0, static_cast<double>(reader_.attributes().size())));
  }
  std::vector<double> numbers(const std::string& key) const {
    std::vector<double> all;
    for (std::size_t i = 0; i < count(key + "-num"); ++i) all.push_back(number(key + std::to_string(i)).value_or(0));
    return all;
  }

  void line(std::string_view title, std::string_view said) { out_.put(fmt::format("    {:<14}{}\n", title, said)); }
  void list(std::string_view title, const std::vector<double>& all) {
    out_.put(fmt::format("    {:<14}{{", title));
    for (std::size_t i = 0; i < all.size(); ++i) out_.put(i ? ", " : ""), put_general(out_, all[i]);
    out_.put("}\n");
  }

  void dimensions() { list("dimensions:", numbers("dimensions")); }
  void spaces() {
    const auto said = number("nspace");
    line("nspaces:", fmt::format("{}", said ? *said : static_cast<double>(count("dimensions-num"))));
  }

  // Points lie between two bounds, or so far from one another; what is not said follows from the rest.
  void uniform() {
    const auto sizes = numbers("dimensions");
    auto origins = numbers("origins");
    auto spacings = numbers("spacings");
    auto maximums = numbers("maximums");
    const bool has_spacings = !spacings.empty();
    const bool has_maximums = !maximums.empty();
    origins.resize(sizes.size(), 0), spacings.resize(sizes.size(), 1), maximums.resize(sizes.size(), 0);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (has_maximums && !has_spacings && sizes[i] > 1) spacings[i] = (maximums[i] - origins[i]) / (sizes[i] - 1);
      if (!has_maximums) maximums[i] = origins[i] + spacings[i] * (sizes[i] - 1);
    }
    list("dimensions:", sizes), list("origins:", origins), list("spacings:", spacings), list("maximums:", maximums);
  }

  void variables(std::string_view title, const std::string& key) {
    if (const auto one = text(key + "-single-var")) return line(title, fmt::format("single-var: \"{}\"", *one));
    std::string names;
    for (std::size_t i = 0; i < count(key + "-multi-var-num"); ++i)
      names += fmt::format(
          "{}\"{}\"", names.empty() ? "" : ", ", text(key + "-multi-var" + std::to_string(i)).value_or(""));
    line(title, "multi-var: " + names);
  }

  void unstructured() {
    if (const auto points = number("npoints"); points && text("points-single-var"))
      line("npoints:", fmt::format("{}", *points));
    variables("points:", "points");
    const std::size_t sets = count("ncsets");
    line("ncsets:", std::to_string(sets));
    for (std::size_t i = 0; i < sets; ++i) {
      const std::string which = sets > 1 ? std::to_string(i) : "";
      out_.put(fmt::format("    cell set {}:\n", i));
      const std::string name = text("ctype" + which).value_or("");
      const auto* const type = std::ranges::find(cell_types, name, &CellType::name);
      out_.put(fmt::format("      cell type:  {}\n", type == std::end(cell_types) ? 0 : type->number));
      out_.put(fmt::format("      ncells:     {}\n", number("ccount" + which).value_or(0)));
      out_.put(fmt::format("      cells var:  \"{}\"\n", text("cdata" + which).value_or("")));
    }
    spaces();
  }

  const bp::Reader& reader_;
  std::string prefix_;
  TextSink& out_;
};

}  // namespace

std::vector<std::string> mesh_names(const bp::Reader& reader) {
  std::vector<std::string> names;
  for (const bp::Attribute& attribute : reader.attributes()) {
    std::string_view name = attribute.name();
    if (!name.starts_with(schema) || !name.ends_with("/type")) continue;
    name.remove_prefix(schema.size());
    name.remove_suffix(std::min(name.size(), std::string_view("/type").size()));
    if (!name.empty() && name.find('/') == std::string_view::npos) names.emplace_back(name);
  }
  return names;
}

void put_meshes(TextSink& out, const bp::Reader& reader) {
  const auto names = mesh_names(reader);
  if (names.empty()) return out.put("Mesh info: There are no meshes defined in this file\n");
  out.put("Mesh info: \n");
  for (const std::string& name : names) {
    out.put("  "), out.put(name), out.put('\n');
    Mesh(reader, name, out).put();
  }
  out.put('\n');
}

}  // namespace weft::cli::adios_tools
