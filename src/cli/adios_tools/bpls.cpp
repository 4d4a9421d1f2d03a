// SPDX-License-Identifier: BSD-3-Clause
// bpls: what a file holds: variables with their sizes, statistics and values, attributes, meshes.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <set>

#include "cli/adios_tools/data_dump.hpp"
#include "cli/adios_tools/list_options.hpp"
#include "cli/adios_tools/mesh_list.hpp"
#include "cli/adios_tools/name_masks.hpp"
#include "cli/adios_tools/statistics_text.hpp"

namespace weft::cli::adios_tools {

namespace {

std::string_view type_name(bp::DataType type) {
  return type == bp::DataType::string_array ? "char*[]" : bp::name_of(type);
}

// "81 KB", rounded.
std::string size_text(std::uint64_t bytes) {
  static constexpr std::string_view units[] = {"bytes", "KB", "MB", "GB", "TB", "PB", "EB"};
  std::size_t unit = 0;
  std::uint64_t rest = 0;
  while (bytes >= 1024) rest = bytes % 1024, bytes /= 1024, ++unit;
  return fmt::format("{} {}", rest > 511 ? bytes + 1 : bytes, units[unit]);
}

// Names of groups, in the order in which they first appear.
std::vector<std::string> group_names(const bp::Reader& reader) {
  std::vector<std::string> names;
  std::set<std::string_view> seen;
  for (const bp::GroupEntry& group : reader.groups())
    if (seen.insert(group.group).second) names.emplace_back(group.group);
  return names;
}

class Listing {
 public:
  // What is told of the listing itself goes to `log`.
  Listing(const bp::Reader& reader, const ListOptions& options, const NameMasks& masks, TextSink& out, TextSink& log)
      : reader_(reader), options_(options), masks_(masks), out_(out), log_(log), dump_(reader, options, out) {}

  void header() {
    const bp::Footer& footer = reader_.footer();
    const auto attributes = std::ranges::count_if(
        reader_.attributes(), [&](const bp::Attribute& attribute) { return is_listed(attribute); });
    out_.put("File info:\n");
    out_.put(fmt::format("  of groups:     {}\n", group_names(reader_).size()));
    out_.put(fmt::format("  of variables:  {}\n", reader_.variables().size()));
    out_.put(fmt::format("  of attributes: {}\n", attributes));
    out_.put(fmt::format("  of meshes:     {}\n", mesh_names(reader_).size()));
    out_.put(fmt::format("  time steps:    0 - {}\n", reader_.steps() ? reader_.steps() - 1 : 0));
    out_.put(fmt::format("  file size:     {}\n", size_text(reader_.bytes().size())));
    out_.put(fmt::format("  bp version:    {}\n", footer.layout.version));
    out_.put(fmt::format("  endianness:    {} Endian\n", footer.layout.order == ByteOrder::little ? "Little" : "Big"));
    if (options_.values) out_.put("  statistics:    Min / Max / Avg / Std_dev\n");
    out_.put('\n');
  }

  void list() { list_items(nullptr); }
  void list(const std::string& group) {
    if (!options_.dump) out_.put("Group "), out_.put(group), out_.put(":\n");
    list_items(&group);
  }

  std::size_t matches() const { return matches_; }
  bool failed() const { return failed_; }

 private:
  bool is_listed(const bp::Attribute& attribute) const { return options_.hidden_attributes || !attribute.is_hidden(); }

  void list_items(const std::string* group) {
    std::vector<const bp::Variable*> variables;
    std::vector<const bp::Attribute*> attributes;
    auto belongs = [&](const bp::Entry& entry) { return !group || entry.group == *group; };
    if (!options_.only_attributes)
      for (const bp::Variable& variable : reader_.variables())
        if (belongs(variable.entry()) && !variable.steps().empty()) variables.push_back(&variable);
    if (options_.attributes || options_.only_attributes)
      for (const bp::Attribute& attribute : reader_.attributes())
        if (belongs(attribute.entry()) && is_listed(attribute)) attributes.push_back(&attribute);
    type_width_ = 7, name_width_ = 4;
    for (const bp::Variable* const variable : variables) widen(variable->type(), variable->name());
    for (const bp::Attribute* const attribute : attributes) widen(type_of(*attribute), attribute->name());
    for (const bp::Variable* const variable : variables)
      if (is_wanted(variable->name())) ++matches_, put(*variable);
    for (const bp::Attribute* const attribute : attributes)
      if (is_wanted(attribute->name())) ++matches_, put(*attribute);
  }

  bool is_wanted(const std::string& name) {
    const auto mask = masks_.find(name);
    if ((!mask && !options_.masks.empty()) || out_.failed()) return false;
    if (mask && options_.tells_how())
      log_.put(fmt::format("Name {} matches {} {} {}\n", name, options_.expressions ? "regexp" : "varmask", *mask,
          options_.masks[*mask]));
    return true;
  }

  bp::DataType type_of(const bp::Attribute& attribute) const {
    if (attribute.type() != bp::DataType::unknown) return attribute.type();
    const auto value = reader_.value(attribute);
    return value ? value->type : bp::DataType::unknown;
  }
  void widen(bp::DataType type, const std::string& name) {
    type_width_ = std::max(type_width_, type_name(type).size());
    name_width_ = std::max(name_width_, name.size());
  }

  void begin(bp::DataType type, const std::string& name) {
    out_.put(options_.comment()), out_.put(' ');
    out_.left(type_name(type), type_width_), out_.put("  ");
    out_.left(name, name_width_), out_.put("  ");
  }

  void check(const Result<>& result) {
    if (result) return;
    static_cast<void>(out_.flush());
    failed_ = true;
    fail("bpls", result.error(), list_cannot_read);
  }

  // Where blocks do not say their step, every variable is thought to be in all of them.
  std::uint64_t steps_of(const bp::Variable& variable) const {
    const std::uint64_t steps = variable.steps().size();
    return reader_.footer().has_time_index ? steps : std::max(steps, reader_.steps());
  }

  void put(const bp::Variable& variable) {
    begin(variable.type(), variable.name());
    const std::uint64_t steps = steps_of(variable);
    const bool is_scalar = variable.kind() == bp::ArrayKind::scalar;
    const bool is_value = is_scalar && steps == 1;
    if (steps > 1) out_.number(steps), out_.put('*');
    if (is_scalar)
      out_.put("scalar");
    else
      put_sizes(variable.table().shape(variable.steps().front()));
    if (options_.values && is_value)
      put_scalar(variable);
    else if (options_.values && options_.steps && steps > 1)
      put_statistics_of_steps(variable, steps);
    else if (options_.values)
      out_.put(" = "), put_statistics(out_, variable);
    out_.put('\n');
    if (options_.blocks)
      put_blocks(variable, steps);
    else if (options_.dump && !(is_value && options_.values))
      check(dump_.variable(variable));
    out_.flush_if_large();
  }

  void put_statistics_of_steps(const bp::Variable& variable, std::uint64_t steps) {
    const std::uint64_t sizes[] = {steps};
    const auto slice = slice_of(sizes, options_.start, options_.count, variable.name());
    if (!slice) return check(slice.error());
    put_step_statistics(out_, variable, slice->box.start[0], slice->box.count[0]);
  }

  void put_sizes(const bp::Box& shape) {
    out_.put('{');
    for (std::size_t d = 0; d < shape.rank; ++d) out_.put(d ? ", " : ""), out_.number(shape.count[d]);
    out_.put('}');
  }

  void put_scalar(const bp::Variable& variable) {
    const auto value = reader_.scalar(variable, variable.blocks().front());
    if (!value) return check(value.error());
    out_.put(" = ");
    if (bp::is_text(variable.type()))
      put_plain_text(out_, text_of(*value));
    else if (value->size() >= bp::bytes_of(variable.type()))
      ValueText().put(out_, value->data(), variable.type(), reader_.layout().order);
  }

  void put_blocks(const bp::Variable& variable, std::uint64_t listed_steps) {
    const auto steps = variable.steps();
    const std::size_t step_width = digits_of(listed_steps - 1);
    const bp::Box shape = variable.table().shape(steps.front());  // as wide as that, whatever the others are
    for (std::uint64_t s = 0; s < listed_steps && !out_.failed(); ++s) {
      out_.put("        step "), out_.number_right(s, step_width), out_.put(": ");
      if (s >= steps.size()) {
        out_.put(variable.kind() == bp::ArrayKind::scalar ? "0 instances available\n" : "\n");
        continue;
      }
      if (variable.kind() == bp::ArrayKind::scalar) {
        out_.number(steps[s].blocks), out_.put(" instances available\n");
        if (options_.dump && (steps.size() == 1 || options_.values)) check(dump_.instances(variable, steps[s]));
        continue;
      }
      out_.put('\n');
      for (std::size_t b = 0; b < steps[s].blocks; ++b) put_block(variable, shape, s, b);
    }
  }

  void put_block(const bp::Variable& variable, const bp::Box& shape, std::size_t step, std::size_t block) {
    const bp::Step& of = variable.steps()[step];
    const bp::Characteristics& what = variable.blocks()[of.first_block + block];
    out_.put("          block "), out_.number_right(block, digits_of(of.blocks - 1));
    if (options_.verbosity) {
      const bp::GroupEntry* const group = reader_.group_of(what);
      out_.put(fmt::format(" proc {} time {}", group ? group->process : 0, *what.time_index));
    }
    out_.put(": [");
    const bp::Box box = variable.table().box(of.first_block + block);
    for (std::size_t d = 0; d < box.rank; ++d) {
      const std::size_t width = digits_of(shape.count[d] ? shape.count[d] - 1 : 0);
      if (d) out_.put(", ");
      if (box.count[d] == 0) {
        out_.left("null", 2 * width + 1);
        continue;
      }
      out_.number_right(box.start[d], width), out_.put(':');
      out_.number_right(box.start[d] + box.count[d] - 1, width);
    }
    out_.put(']');
    if (options_.values) out_.put(" = "), put_block_statistics(out_, variable, what);
    out_.put('\n');
    if (options_.dump) check(dump_.block(variable, step, block));
    out_.flush_if_large();
  }

  void put(const bp::Attribute& attribute) {
    const auto value = reader_.value(attribute);
    begin(value ? value->type : attribute.type(), attribute.name());
    out_.put("attr");
    if (value && (options_.values || options_.dump)) out_.put("   = "), put_value(*value);
    out_.put('\n');
    out_.flush_if_large();
  }

  void put_value(const bp::AttributeValue& value) {
    const std::size_t bytes = bp::bytes_of(value.type);
    std::string_view between;
    auto separate = [&] { out_.put(between), between = ", "; };
    if (value.count > 1) out_.put('{');
    if (bp::is_text(value.type) && !(value.variable && value.elements.empty()))
      for (const std::string_view text : value.texts()) separate(), put_plain_text(out_, text);
    for (std::uint64_t i = 0; bytes && i < value.count; ++i)
      separate(), ValueText().put(out_, value.elements.data() + i * bytes, value.type, value.order);
    if (value.count > 1) out_.put('}');
  }

  const bp::Reader& reader_;
  const ListOptions& options_;
  const NameMasks& masks_;
  TextSink& out_;
  TextSink& log_;
  DataDump dump_;
  std::size_t type_width_ = 0;
  std::size_t name_width_ = 0;
  std::size_t matches_ = 0;
  bool failed_ = false;
};

int no_match(std::string_view message) { return fail("bpls", message, list_no_match); }

int list(const bp::Reader& reader, const ListOptions& options, const NameMasks& masks, int fd) {
  // What was found out about the file goes to standard output, whatever the rest does.
  TextSink standard(STDOUT_FILENO);
  if (options.hidden_attributes) standard.put(std::string_view("Processing default: \0\n", 22));
  if (options.tells_how()) put_settings(standard, options);
  if (options.verbosity) Listing(reader, options, masks, standard, standard).header();
  if (const int status = finish("bpls", standard, success, list_cannot_write)) return status;
  TextSink out(fd);
  TextSink& log = fd == STDOUT_FILENO ? out : standard;
  if (options.meshes) put_meshes(out, reader);
  Listing listing(reader, options, masks, out, log);
  if (!options.group) {
    listing.list();
  } else {
    auto wanted = NameMasks::compile({*options.group}, options.expressions);
    if (!wanted) return fail("bpls", wanted.error(), list_bad_expression);
    auto groups = group_names(reader);
    std::erase_if(groups, [&](const std::string& name) { return !wanted->match(name); });
    if (groups.empty()) {
      if (const int status = finish("bpls", out, success, list_cannot_write)) return status;
      return no_match(fmt::format("no group has a name like '{}'", *options.group));
    }
    for (const std::string& group : groups) {
      if (options.tells_how())
        log.put(fmt::format(
            "Name {} matches {} {}\n", group, options.expressions ? "regexp" : "groupmask", *options.group));
      listing.list(group);
    }
  }
  if (const int status = finish("bpls", log, success, list_cannot_write)) return status;
  if (const int status = finish("bpls", out, success, list_cannot_write)) return status;
  if (listing.failed()) return list_cannot_read;
  if (listing.matches() == 0 && !options.masks.empty())
    return no_match("no variable or attribute has a name like those given");
  return success;
}

}  // namespace

int run_bpls(Words words) {
  ListOptions options;
  if (const auto done = parse_list_options(words, options)) return *done;
  const auto masks = NameMasks::compile(options.masks, options.expressions);
  if (!masks) return fail("bpls", masks.error(), list_bad_expression);
  Report report;
  const auto reader = bp::Reader::open(options.file, report);
  if (!reader) return fail("bpls", reader.error(), list_cannot_open);
  int fd = STDOUT_FILENO;
  if (!options.output.empty()) {
    fd = ::open(options.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) return fail("bpls", system_error("cannot create", options.output), list_cannot_write);
  }
  const int status = list(**reader, options, *masks, fd);
  tell("bpls", report);
  return status == success && !report.empty() ? list_cannot_read : status;
}

}  // namespace weft::cli::adios_tools
