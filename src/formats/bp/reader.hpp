// SPDX-License-Identifier: BSD-3-Clause
// Reader: a BP file, mapped into memory. Opening it touches the footer only; what variables hold is decoded when they
// are first asked. The native face: data are copied to the caller's memory or not at all. Damage is reported, what is
// left is there. Everything may be called from many threads.
//
//   auto file = WEFT_TRY(Reader::open(path, report));
//   const Variable* t = file->find_variable("/temperature");
//   std::vector<double> values(elements);
//   WEFT_TRY(file->read(*t, Box(start, count), {.first = 0, .count = 1}, std::as_writable_bytes(std::span(values))));
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/file.hpp"
#include "formats/bp/block_table.hpp"
#include "formats/bp/index.hpp"
#include "formats/bp/process_group.hpp"
#include "formats/bp/statistics.hpp"
#include "model/report.hpp"
#include "model/rule.hpp"

namespace weft::bp {

class Reader;
struct Salvage;

// A named array or scalar, written once or in many steps by one or many processes.
class Variable {
 public:
  Variable(const Reader& reader, const Entry& entry);
  ~Variable();

  const Entry& entry() const { return entry_; }
  const std::string& name() const { return full_name_; }
  // Decoded when it is first asked for.
  const BlockTable& table() const;

  DataType type() const { return table().type(); }
  ArrayKind kind() const { return table().kind(); }
  std::span<const Step> steps() const { return table().steps(); }
  std::span<const Characteristics> blocks() const { return table().blocks(); }

  // From the index alone. Nothing where the writer kept none.
  std::optional<Statistics> statistics(const Characteristics& block) const;
  std::optional<Statistics> statistics(const Step& step) const;
  std::optional<Statistics> statistics() const;

 private:
  std::optional<Statistics> statistics(std::size_t first_block, std::size_t count) const;

  const Reader& reader_;
  Entry entry_;
  std::string full_name_;
  mutable std::once_flag decoded_;
  mutable std::unique_ptr<BlockTable> table_;
};

// A value beside the data, or the name of a variable that has it.
class Attribute {
 public:
  Attribute(const Entry& entry) : entry_(entry), full_name_(bp::full_name(entry.path, entry.name)) {}

  const Entry& entry() const { return entry_; }
  const std::string& name() const { return full_name_; }
  DataType type() const { return entry_.type; }
  // Those that ADIOS writes for itself.
  bool is_hidden() const { return entry_.path.find("__adios__") != std::string_view::npos; }

 private:
  Entry entry_;
  std::string full_name_;
};

struct AttributeValue {
  DataType type{};
  std::uint64_t count = 0;  // of elements
  Bytes elements;           // in the writer's byte order; texts of a string array with their counts
  ByteOrder order{};
  const Variable* variable = nullptr;  // where an attribute refers to one; type and elements are those of a scalar then

  std::vector<std::string_view> texts() const;  // of a string or a string array
};

// Which elements of a step.
struct Everything {};
struct Points {
  std::span<const std::uint64_t> coordinates;  // of one point after the other
};
struct WriterBlock {
  std::size_t index = 0;
  bool counts_all_steps = false;  // else within the step
  // A part of it, counted in elements as they lie in the block.
  std::optional<std::pair<std::uint64_t, std::uint64_t>> first_and_count = {};
};
using Selection = std::variant<Everything, Box, Points, WriterBlock>;

struct StepRange {
  std::size_t first = 0;
  std::size_t count = 1;
};

// Whether somebody may append to the file, which overwrites its index: it is copied then.
enum class Growth : std::uint8_t { finished, may_grow };

// What becomes of an index that is lost or damaged: an error and what is left of it; or a finding, and another index,
// made of the process groups that are whole.
enum class LostIndex : std::uint8_t { stays_lost, is_made_anew };

class Reader {
 public:
  // The report must live as long as the reader.
  static Result<std::unique_ptr<Reader>> open(const std::string& path, Report& report, Growth growth = Growth::finished,
      LostIndex lost = LostIndex::stays_lost);

  const std::string& path() const { return path_; }
  const Footer& footer() const { return footer_; }
  const Layout& layout() const { return footer_.layout; }
  Bytes bytes() const { return file_.bytes(); }
  const std::vector<GroupEntry>& groups() const { return groups_; }
  const std::deque<Variable>& variables() const { return variables_; }
  const std::deque<Attribute>& attributes() const { return attributes_; }
  const Variable* find_variable(std::string_view full_name) const;
  // With or without the slash it may begin with.
  const Attribute* find_attribute(std::string_view full_name) const;

  // Arrays are column-major.
  bool is_fortran() const { return !groups_.empty() && groups_.front().is_fortran; }
  std::uint32_t first_time_index() const { return groups_.empty() ? 1 : groups_.front().time_index; }
  std::uint32_t last_time_index() const { return groups_.empty() ? 0 : groups_.back().time_index; }
  std::uint64_t steps() const {
    return last_time_index() >= first_time_index() ? last_time_index() - first_time_index() + 1ull : 0;
  }
  std::uint64_t sub_files() const { return sub_file_groups_.size(); }  // 0 where the data are in this file

  // The process group that a block is in.
  const GroupEntry* group_of(const Characteristics& block) const;
  // The file that holds a process group or block, which is this one unless it has sub-files.
  Result<Bytes> bytes_of_file(std::uint32_t file_index) const;
  std::string path_of_file(std::uint32_t file_index) const;

  // The value of the last step, or else the first one; or that of one of its sets.
  Result<AttributeValue> value(const Attribute& attribute) const;
  Result<AttributeValue> value(const Attribute& attribute, std::uint64_t set) const;
  // Which of its sets an attribute has of a step, if it was written in that.
  std::optional<std::uint64_t> set_in_step(const Attribute& attribute, std::uint32_t time_index) const;

  // The value of a scalar; the bytes of a text.
  Result<Bytes> scalar(const Variable& variable, const Characteristics& block) const;
  // What a block has in its file: elements in the writer's byte order, or what a transform made of them.
  Result<Bytes> payload(const Variable& variable, const Characteristics& block) const;
  // The elements of a block, in the writer's byte order. `unpacked` keeps them where a transform must be undone.
  Result<Bytes> elements(const Variable& variable, std::size_t block, std::vector<std::byte>& unpacked) const;

  // Bytes that `read` needs.
  Result<std::uint64_t> selected_bytes(const Variable& variable, const Selection& selection, StepRange steps) const;
  // Fills `out` with the selected elements of each step, one step after the other, in the byte order of this machine.
  // Of a local array a box is one of the first block. Where no block lies `out` stays as it is; where several do, the
  // last one wins. `threads` = 0: as many as pay.
  Result<> read(const Variable& variable, const Selection& selection, StepRange steps, std::span<std::byte> out,
      std::size_t threads = 0) const;

  // Says what is wrong with this file or, where given, one of its sub-files.
  void report(
      const Rule& rule, std::uint64_t offset, std::string message, std::optional<std::uint32_t> file_index = {}) const;

 private:
  friend class BlockTableBuilder;

  struct SubFile {
    std::once_flag opened;
    std::optional<Result<MappedFile>> file;
  };
  struct GroupPlace {
    std::uint64_t offset = 0;
    const GroupEntry* group = nullptr;
  };

  Reader(std::string path, MappedFile file, const Footer& footer, Report& report);
  static Result<std::unique_ptr<Reader>> open_without_footer(
      const std::string& path, MappedFile& file, Report& report, const Error& why);
  Result<> copy_index();
  Result<> take_index(const Salvage& salvage);
  Result<> make_index_anew(const IndexDamage& damage);
  std::optional<IndexDamage> read_indices();
  void place_groups();
  Result<AttributeValue> value_in_set(
      const Attribute& attribute, const Characteristics& set, const std::vector<Dimension>& pool) const;
  Result<Bytes> slice(
      std::uint32_t file_index, std::uint64_t offset, std::uint64_t bytes, const Variable& variable) const;

  std::string path_;
  MappedFile file_;
  Footer footer_;
  std::vector<std::byte> own_index_;
  Bytes index_;  // from the first index to the end of the file
  Report* report_;
  std::vector<GroupEntry> groups_;
  std::deque<Variable> variables_;
  std::deque<Attribute> attributes_;
  std::map<std::string_view, const Variable*> variables_by_name_;
  std::vector<std::vector<GroupPlace>> sub_file_groups_;  // by offset, of each sub-file
  std::vector<GroupPlace> own_groups_;                    // by offset
  mutable std::deque<SubFile> sub_files_;
  mutable std::once_flag ids_known_;
  mutable std::multimap<std::uint32_t, const Variable*> variables_by_id_;  // once an attribute refers to one
};

}  // namespace weft::bp
