// SPDX-License-Identifier: BSD-3-Clause
// Every value of a BP file as text or JSON: `weft print`.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/json.hpp"
#include "formats/bp/bp_file.hpp"
#include "formats/bp/element_text.hpp"
#include "formats/bp/pieces.hpp"
#include "formats/bp/rules.hpp"

namespace weft::bp {

namespace {

constexpr std::uint64_t elements_at_once = 1 << 16;
constexpr std::size_t values_per_line = 6;
// Packed arrays of several blocks are unpacked once, if that does not take too much memory.
constexpr std::uint64_t most_unpacked_bytes = std::uint64_t{64} << 20;

class Printer {
 public:
  Printer(const Reader& reader, bool json, TextSink& out) : reader_(reader), json_(json), out_(out) {
    // Blocks that share their bytes can say a small file's data many times over.
    for (std::uint32_t i = 0; i < std::max<std::uint64_t>(reader.sub_files(), 1); ++i)
      if (const auto file = reader.bytes_of_file(i)) budget_ += file->size() * times_over;
  }

  Result<> run() {
    for (const Variable& variable : reader_.variables()) {
      for (std::size_t step = 0; step < variable.steps().size(); ++step) print(variable, step);
      out_.flush_if_large();
      if (out_.failed()) break;
    }
    for (const Attribute& attribute : reader_.attributes()) print(attribute);
    return out_.flush();
  }

 private:
  static constexpr std::uint64_t times_over = 64;

  // Arrays that their blocks fill are shown whole, others block by block, and so is what is left of damaged ones.
  void print(const Variable& variable, std::size_t step) {
    const Step& what = variable.steps()[step];
    if (variable.kind() == ArrayKind::scalar) return print_scalars(variable, step);
    const Box shape = variable.table().shape(what);
    const auto elements = shape.elements();
    std::uint64_t filled = 0;
    for (std::size_t i = what.first_block; i < what.first_block + what.blocks; ++i) {
      const auto some = variable.table().box(i).elements();
      if (!some || __builtin_add_overflow(filled, *some, &filled)) filled = 0;
    }
    const bool is_packed = variable.blocks()[what.first_block].transform.has_value();
    const bool is_whole = variable.kind() != ArrayKind::local && elements && filled >= *elements;
    const bool fits = is_whole && *elements <= most_unpacked_bytes / bytes_of(variable.type());
    if (is_whole && (fits || !is_packed) && are_there(variable, what) &&
        print_box(variable, step, shape, is_packed ? most_unpacked_bytes : elements_at_once))
      return;
    for (std::size_t i = 0; i < what.blocks; ++i) print_block(variable, step, i);
  }

  void begin(const Variable& variable, std::size_t step) {
    if (json_) {
      out_.put("{\"variable\":");
      put_json_string(out_, variable.name());
      out_.put(",\"type\":");
      put_json_string(out_, name_of(variable.type()));
      out_.put(fmt::format(",\"step\":{}", step));
    } else {
      out_.put(fmt::format("{} {}  step {}", name_of(variable.type()), variable.name(), step));
    }
  }
  void put_sizes(std::string_view name, const std::array<std::uint64_t, most_dimensions>& sizes, std::size_t rank) {
    const auto list = std::span(sizes).first(rank);
    if (json_)
      out_.put(fmt::format(",\"{}\":[{}]", name, sizes_text(list, ",")));
    else
      out_.put(fmt::format("  {} {{{}}}", name, sizes_text(list)));
  }
  void begin_values() { out_.put(json_ ? ",\"values\":[" : "\n"); }
  void end_values() { out_.put(json_ ? "]}\n" : ""); }

  void print_scalars(const Variable& variable, std::size_t step) {
    const Step& what = variable.steps()[step];
    begin(variable, step);
    out_.put(json_ ? ",\"values\":[" : " ");
    bool is_first = true;
    for (const Characteristics& block : variable.blocks().subspan(what.first_block, what.blocks)) {
      const auto value = reader_.scalar(variable, block);
      if (!value || value->size() < bytes_of(variable.type())) {
        unreadable(variable, block, value ? nullptr : &value.error());
        continue;
      }
      out_.put(json_ ? (is_first ? "" : ",") : " ");
      is_first = false;
      if (is_text(variable.type()))
        put_quoted(out_, {reinterpret_cast<const char*>(value->data()), value->size()}, json_);
      else
        put_element(out_, value->data(), variable.type(), reader_.layout().order, json_);
    }
    out_.put(json_ ? "]}\n" : "\n");
  }

  bool are_there(const Variable& variable, const Step& step) const {
    return std::ranges::all_of(variable.blocks().subspan(step.first_block, step.blocks),
        [&](const Characteristics& block) { return reader_.payload(variable, block).has_value(); });
  }

  // In pieces, each read when it is its turn. False if there is nothing to show, because a block cannot be unpacked.
  bool print_box(const Variable& variable, std::size_t step, const Box& shape, std::uint64_t at_once) {
    const std::size_t bytes = bytes_of(variable.type());
    if (!spend(variable, step, *shape.elements() * bytes)) return true;
    std::vector<std::byte> elements;
    std::uint64_t done = 0;
    auto begin_box = [&] {
      begin(variable, step);
      put_sizes("shape", shape.count, shape.rank);
      begin_values();
    };
    each_piece(shape, at_once, [&](const Box& piece) {
      elements.assign(static_cast<std::size_t>(*piece.elements()) * bytes, std::byte{0});
      if (!reader_.read(variable, piece, {step, 1}, elements)) return false;
      if (done == 0) begin_box();
      put_elements(variable, elements, shape, done);
      done += elements.size() / bytes;
      return true;
    });
    if (*shape.elements() == 0) begin_box();
    if (done || *shape.elements() == 0) end_values();
    return done == *shape.elements();
  }

  void print_block(const Variable& variable, std::size_t step, std::size_t block) {
    const std::size_t place = variable.steps()[step].first_block + block;
    const Box box = variable.table().box(place);
    std::vector<std::byte> unpacked;
    const auto stored = reader_.elements(variable, place, unpacked);
    if (!stored) return unreadable(variable, variable.blocks()[place], &stored.error());
    if (!spend(variable, step, stored->size())) return;
    begin(variable, step);
    out_.put(json_ ? ",\"block\":" : "  block "), out_.number(block);
    if (variable.kind() != ArrayKind::local) put_sizes("start", box.start, box.rank);
    put_sizes("shape", box.count, box.rank);
    begin_values();
    std::vector<std::byte> elements(stored->size());
    const auto read = reader_.read(variable, WriterBlock{block}, {step, 1}, elements);
    if (read)
      put_elements(variable, elements, box, 0);
    else
      unreadable(variable, variable.blocks()[place], &read.error());
    end_values();
  }

  void put_elements(const Variable& variable, Bytes elements, const Box& shape, std::uint64_t first) {
    const std::size_t bytes = bytes_of(variable.type());
    const std::uint64_t count = elements.size() / bytes;
    for (std::uint64_t i = 0; i < count; ++i) {
      if (json_) {
        if (first + i) out_.put(',');
      } else if ((first + i) % values_per_line == 0) {
        if (first + i) out_.put('\n');
        put_place(shape, first + i);
      } else {
        out_.put(' ');
      }
      put_element(out_, elements.data() + i * bytes, variable.type(), ByteOrder::little, json_);
      out_.flush_if_large();
    }
    const bool is_last = first + count == shape.elements();
    if (!json_ && is_last && count) out_.put('\n');
  }

  // "    (i,j)    "
  void put_place(const Box& shape, std::uint64_t element) {
    std::array<std::uint64_t, most_dimensions> place{};
    for (std::size_t d = shape.rank; d > 0; --d) {
      place[d - 1] = element % shape.count[d - 1];
      element /= shape.count[d - 1];
    }
    out_.put(fmt::format("    ({})    ", sizes_text(std::span(place).first(shape.rank), ",")));
  }

  void print(const Attribute& attribute) {
    const auto value = reader_.value(attribute);
    if (!value) return;  // it has been reported
    const std::size_t bytes = bytes_of(value->type);
    if (json_) {
      out_.put("{\"attribute\":");
      put_json_string(out_, attribute.name());
      out_.put(",\"type\":");
      put_json_string(out_, name_of(value->type));
      if (value->variable) out_.put(",\"variable\":"), put_json_string(out_, value->variable->name());
      out_.put(",\"values\":[");
    } else {
      out_.put(fmt::format("attribute {} {} ", name_of(value->type), attribute.name()));
      if (value->variable) out_.put(fmt::format(" of {}", value->variable->name()));
    }
    bool is_first = true;
    auto separate = [&] { out_.put(json_ ? (is_first ? "" : ",") : " "), is_first = false; };
    if (is_text(value->type) && !(value->variable && value->elements.empty())) {
      for (const std::string_view text : value->texts()) separate(), put_quoted(out_, text, json_);
    } else {
      for (std::uint64_t i = 0; bytes && i < value->count; ++i)
        separate(), put_element(out_, value->elements.data() + i * bytes, value->type, value->order, json_);
    }
    out_.put(json_ ? "]}\n" : "\n");
    out_.flush_if_large();
  }

  bool spend(const Variable& variable, std::size_t step, std::uint64_t bytes) {
    if (bytes <= budget_) return budget_ -= bytes, true;
    reader_.report(payload_outside, *variable.blocks()[variable.steps()[step].first_block].offset,
        fmt::format("blocks of '{}' share their bytes so often that they are left out", variable.name()));
    return false;
  }

  void unreadable(const Variable& variable, const Characteristics& block, const Error* error) {
    const bool is_missing = error && error->code == Errc::not_found;
    const Rule& rule = is_missing ? sub_file_missing : block.transform ? transform_failed : payload_outside;
    reader_.report(rule, *block.offset, error ? error->message : fmt::format("'{}' has no value", variable.name()),
        block.file_index);
  }

  const Reader& reader_;
  bool json_;
  TextSink& out_;
  std::uint64_t budget_ = 0;
};

}  // namespace

Result<> BpFile::print(bool json, TextSink& out) { return Printer(*reader_, json, out).run(); }

}  // namespace weft::bp
