// SPDX-License-Identifier: BSD-3-Clause
#include "cli/adios_converters/netcdf_file.hpp"

#include <fmt/format.h>
#include <netcdf.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <type_traits>

#include "cli/adios_converters/new_file.hpp"
#include "formats/bp/elements.hpp"
#include "formats/bp/filled.hpp"
#include "formats/bp/pieces.hpp"

namespace weft::cli::adios_tools {

namespace {

constexpr std::uint64_t elements_at_once = 1 << 20;
constexpr int no_type = NC_NAT;

// Names of paths and variables in one word.
std::string mangled(std::string_view path, std::string_view name) {
  if (path.starts_with('/')) path.remove_prefix(1);
  if (name.starts_with('/')) name.remove_prefix(1);
  std::string word(path);
  if (!word.empty()) word += '_';
  word += name;
  for (char& c : word)
    if (std::string_view("[]/\\").find(c) != std::string_view::npos) c = '_';
  return word;
}

// Whole numbers of 64 bits, for which the classic format has no type, become what holds all that there are.
int type_of_large(const bp::Variable& variable) {
  const auto statistics = variable.statistics();
  if (!statistics || !statistics->all().min || !statistics->all().max) return NC_DOUBLE;
  const bool fits = *statistics->all().min >= std::numeric_limits<std::int32_t>::min() &&
                    *statistics->all().max <= std::numeric_limits<std::int32_t>::max();
  return fits ? NC_INT : NC_DOUBLE;
}

int type_of(bp::DataType type) {
  // clang-format off
  switch (type) {
    case bp::DataType::byte: case bp::DataType::unsigned_byte: return NC_BYTE;
    case bp::DataType::short_: return NC_SHORT;
    case bp::DataType::unsigned_short: case bp::DataType::integer: return NC_INT;
    case bp::DataType::unsigned_integer: case bp::DataType::double_: return NC_DOUBLE;
    case bp::DataType::real: return NC_FLOAT;
    case bp::DataType::long_: case bp::DataType::unsigned_long: return NC_INT;
    default: return no_type;
  }
  // clang-format on
}
int type_of(const bp::Variable& variable) {
  const bool is_large = variable.type() == bp::DataType::long_ || variable.type() == bp::DataType::unsigned_long;
  return is_large ? type_of_large(variable) : type_of(variable.type());
}

int put_values(int file, int variable, const std::size_t* start, const std::size_t* count, const std::byte* elements,
    bp::DataType type) {
  const void* const values = elements;
  // clang-format off
  switch (type) {
    case bp::DataType::byte: case bp::DataType::unsigned_byte:
      return nc_put_vara_schar(file, variable, start, count, static_cast<const signed char*>(values));
    case bp::DataType::short_: return nc_put_vara_short(file, variable, start, count, static_cast<const short*>(values));
    case bp::DataType::unsigned_short:
      return nc_put_vara_ushort(file, variable, start, count, static_cast<const unsigned short*>(values));
    case bp::DataType::integer: return nc_put_vara_int(file, variable, start, count, static_cast<const int*>(values));
    case bp::DataType::unsigned_integer:
      return nc_put_vara_uint(file, variable, start, count, static_cast<const unsigned*>(values));
    case bp::DataType::long_:
      return nc_put_vara_longlong(file, variable, start, count, static_cast<const long long*>(values));
    case bp::DataType::unsigned_long:
      return nc_put_vara_ulonglong(file, variable, start, count, static_cast<const unsigned long long*>(values));
    case bp::DataType::real: return nc_put_vara_float(file, variable, start, count, static_cast<const float*>(values));
    case bp::DataType::double_: return nc_put_vara_double(file, variable, start, count, static_cast<const double*>(values));
    default: return NC_EBADTYPE;
  }
  // clang-format on
}

std::optional<std::uint64_t> whole_number(Bytes element, bp::DataType type, ByteOrder order) {
  std::optional<std::uint64_t> number;
  if (element.size() < bp::bytes_of(type)) return number;
  bp::visit_element(type, [&](auto identity) {
    using T = typename decltype(identity)::type;
    if constexpr (std::is_integral_v<T>)
      if (const T value = bp::load_element<T>(element.data(), order); value >= 0)
        number = static_cast<std::uint64_t>(value);
  });
  return number;
}

class NetcdfFile {
 public:
  NetcdfFile(const bp::Reader& reader, const std::string& path) : reader_(reader), path_(path) {}

  Result<std::vector<std::string>> write() {
    NewFile output(path_);
    WEFT_TRY(check(nc_create(output.path().c_str(), NC_CLOBBER | NC_64BIT_OFFSET, &file_)));
    if (auto written = write_all(); !written) {
      nc_abort(file_);
      return std::move(written).error();
    }
    WEFT_TRY(check(nc_close(file_)));
    WEFT_TRY(output.finish());
    return std::move(left_out_);
  }

 private:
  struct Converted {
    const bp::Variable* variable = nullptr;
    int id = -1;
    bool has_time = false;
    bp::Box shape;  // without time
  };

  Result<> check(int code) const {
    if (code == NC_NOERR) return {};
    return Error{Errc::io, nc_strerror(code), path_};
  }

  Result<> write_all() {
    for (const bp::Variable& variable : reader_.variables())
      if (!variable.blocks().empty() && variable.name().find("__adios__") == std::string::npos) define(variable);
    for (const bp::Attribute& attribute : reader_.attributes())
      if (!attribute.is_hidden()) define(attribute);
    WEFT_TRY(check(nc_enddef(file_)));
    for (const Converted& one : converted_) WEFT_TRY(put(one));
    return {};
  }

  void leave_out(const bp::Variable& variable, std::string_view why) {
    left_out_.push_back(fmt::format("'{}' is left out: {}", variable.name(), why));
  }

  std::optional<int> dimension(const std::string& name, std::uint64_t size) {
    const auto known = dimensions_.find(name);
    if (known != dimensions_.end()) return known->second;
    int id = -1;
    if (nc_def_dim(file_, name.c_str(), static_cast<std::size_t>(size), &id) != NC_NOERR) return std::nullopt;
    dimensions_.emplace(name, id);
    return id;
  }

  std::optional<bp::StoredVariable> stored(const bp::Variable& variable) const {
    const bp::Characteristics& block = variable.blocks().front();
    const auto file = reader_.bytes_of_file(block.file_index);
    if (!file) return std::nullopt;
    auto found = parse_stored_variable(*file, *block.offset, reader_.layout(), reader_.path_of_file(block.file_index));
    if (!found) return std::nullopt;
    return std::move(found).take();
  }

  // Time first, in the order of the file; then what the variable is about.
  void define(const bp::Variable& variable) {
    const auto items = stored(variable);
    if (!items) return leave_out(variable, "its process group is damaged");
    const bp::GroupEntry* const group = reader_.group_of(variable.blocks().front());
    const std::string time_name = group ? std::string(group->time_name) : "";
    if (!time_name.empty() && !unlimited_) {
      unlimited_ = time_name;
      dimension(time_name, NC_UNLIMITED);
    }
    if (variable.kind() == bp::ArrayKind::scalar && items->is_dimension && items->dimensions.empty())
      return define_size(variable);
    const int type = type_of(variable);
    if (type == no_type)
      return leave_out(variable, fmt::format("netCDF has no type for {}", bp::name_of(variable.type())));
    Converted one{&variable, -1, false, bp::largest_block(variable)};
    for (const bp::DimensionItems& item : items->dimensions) one.has_time = one.has_time || item.is_time();
    std::vector<int> ids;
    if (one.has_time) {
      if (time_name.empty() || unlimited_ != time_name) return leave_out(variable, "there is more than one time");
      ids.push_back(dimensions_[time_name]);
    }
    if (variable.kind() == bp::ArrayKind::scalar) {
      if (!one.has_time) ids.push_back(dimension("one", 1).value_or(-1));
    } else if (!define_dimensions(variable, *items, one.shape, ids)) {
      return;
    }
    const std::string name = mangled(variable.entry().path, variable.entry().name);
    const int code = nc_def_var(file_, name.c_str(), type, static_cast<int>(ids.size()), ids.data(), &one.id);
    if (code != NC_NOERR) return leave_out(variable, nc_strerror(code));
    variables_[variable.name()] = one.id;
    converted_.push_back(one);
  }

  // A scalar that is a size becomes a dimension; nobody needs one of 0.
  void define_size(const bp::Variable& variable) {
    for (const bp::Characteristics& block : variable.blocks()) {
      const auto value = reader_.scalar(variable, block);
      const auto size = value ? whole_number(*value, variable.type(), reader_.layout().order) : std::nullopt;
      if (!size || *size == 0) continue;
      const std::string name = mangled(variable.entry().path, variable.entry().name);
      if (dimension(name, *size)) sizes_[name] = *size;
      return;
    }
  }

  bool define_dimensions(
      const bp::Variable& variable, const bp::StoredVariable& stored, const bp::Box& shape, std::vector<int>& ids) {
    if (const auto filled = check_filled(reader_, variable, shape, 0); !filled)
      return leave_out(variable, filled.error().message), false;
    for (std::size_t d = 0; d < shape.rank; ++d) {
      if (shape.count[d] == 0) return leave_out(variable, "one of its dimensions has no elements"), false;
      const auto id = dimension_of(variable, stored, d, shape);
      if (!id) return leave_out(variable, "a dimension of this name has another size"), false;
      ids.push_back(*id);
    }
    return true;
  }

  // The one of the variable that is its size, if that has this size; else one of its own.
  std::optional<int> dimension_of(
      const bp::Variable& variable, const bp::StoredVariable& stored, std::size_t d, const bp::Box& shape) {
    const std::size_t count = stored.dimensions.size();
    const bool is_fortran = reader_.is_fortran();
    const bool has_time = count > shape.rank;
    const std::size_t written = is_fortran ? shape.rank - 1 - d : d;
    // With time in front, global sizes stand one place before local ones.
    const std::size_t local = written + (has_time && !is_fortran ? 1 : 0);
    if (!variable.blocks().front().transform && local < count) {
      for (const bp::DimensionItem& item : {stored.dimensions[written].global, stored.dimensions[local].local}) {
        if (!item.is_reference || item.value == 0) continue;
        const auto name = name_of_member(variable, static_cast<std::uint32_t>(item.value));
        if (!name) continue;
        const auto size = sizes_.find(*name);
        if (size != sizes_.end() && size->second == shape.count[d]) return dimension(*name, shape.count[d]);
      }
    }
    const std::string own = fmt::format("{}_{}", mangled(variable.entry().path, variable.entry().name), local);
    return dimension(own, shape.count[d]);
  }

  // Of a variable or attribute with this id in the same group.
  std::optional<std::string> name_of_member(const bp::Variable& user, std::uint32_t id) {
    for (const bp::Variable& variable : reader_.variables())
      if (variable.entry().id == id && variable.entry().group == user.entry().group)
        return mangled(variable.entry().path, variable.entry().name);
    for (const bp::Attribute& attribute : reader_.attributes()) {
      if (attribute.entry().id != id || attribute.entry().group != user.entry().group) continue;
      const std::string name = mangled(attribute.entry().path, attribute.entry().name);
      const auto value = reader_.value(attribute);
      const auto size = value ? whole_number(value->elements, value->type, value->order) : std::nullopt;
      if (size && *size && dimension(name, *size)) sizes_.emplace(name, *size);
      return name;
    }
    return std::nullopt;
  }

  // Those of the root belong to the file, others to the variable that their path names, if it is there.
  void define(const bp::Attribute& attribute) {
    int owner = NC_GLOBAL;
    const std::string& full_name = attribute.name();
    const std::size_t slash = full_name.rfind('/');
    if (slash != std::string::npos && slash > 0) {
      const std::string path = full_name.substr(0, slash);
      auto found = variables_.find(path);
      if (found == variables_.end()) found = variables_.find(path.starts_with('/') ? path.substr(1) : "/" + path);
      if (found == variables_.end()) return;
      owner = found->second;
    }
    const auto value = reader_.value(attribute);
    if (!value || (value->variable && value->elements.empty())) return;
    const std::string name = mangled("", std::string_view(full_name).substr(slash + 1));
    int code = NC_NOERR;
    if (value->type == bp::DataType::string) {
      const std::string text(value->texts().front());
      code = nc_put_att_text(file_, owner, name.c_str(), text.size(), text.data());
    } else if (type_of(value->type) != no_type) {
      code = put_numbers(owner, name, *value);
    } else {
      code = NC_EBADTYPE;
    }
    if (code != NC_NOERR)
      left_out_.push_back(fmt::format("attribute '{}' is left out: {}", attribute.name(), nc_strerror(code)));
  }

  int put_numbers(int owner, const std::string& name, const bp::AttributeValue& value) {
    int code = NC_NOERR;
    bp::visit_element(value.type, [&](auto identity) {
      using T = typename decltype(identity)::type;
      if constexpr (!bp::is_complex_value<T> && !std::is_same_v<T, long double>) {
        std::vector<T> numbers;
        bool fits = true;
        for (std::uint64_t i = 0; i < value.count; ++i) {
          numbers.push_back(bp::load_element<T>(value.elements.data() + i * sizeof(T), value.order));
          if constexpr (sizeof(T) == 8 && std::is_integral_v<T>)
            fits = fits && std::in_range<std::int32_t>(numbers.back());
        }
        const auto count = numbers.size();
        if constexpr (std::is_same_v<T, double>) {
          code = nc_put_att_double(file_, owner, name.c_str(), NC_DOUBLE, count, numbers.data());
        } else if constexpr (std::is_same_v<T, float>) {
          code = nc_put_att_float(file_, owner, name.c_str(), NC_FLOAT, count, numbers.data());
        } else if constexpr (sizeof(T) == 1) {
          code = nc_put_att_schar(file_, owner, name.c_str(), NC_BYTE, count,
              static_cast<const signed char*>(static_cast<const void*>(numbers.data())));
        } else {
          const std::vector<long long> wide(numbers.begin(), numbers.end());
          const int type = fits ? type_of(value.type) : NC_DOUBLE;
          code = nc_put_att_longlong(file_, owner, name.c_str(), type, count, wide.data());
        }
      }
    });
    return code;
  }

  Result<> put(const Converted& one) {
    const bp::Variable& variable = *one.variable;
    for (const bp::Step& step : variable.steps())
      for (std::size_t i = step.first_block; i < step.first_block + step.blocks; ++i)
        WEFT_TRY(variable.kind() == bp::ArrayKind::scalar ? put_scalar(one, step, i) : put_block(one, step, i));
    return {};
  }

  Result<> put_scalar(const Converted& one, const bp::Step& step, std::size_t block) {
    const Bytes value = WEFT_TRY(reader_.scalar(*one.variable, one.variable->blocks()[block]));
    const bp::DataType type = one.variable->type();
    alignas(std::max_align_t) std::byte element[16] = {};
    if (value.size() < bp::bytes_of(type)) return {};
    bp::copy_elements(element, value.data(), bp::bytes_of(type), bp::swapped_bytes_of(type), reader_.layout().order);
    const std::size_t start[] = {one.has_time ? record_of(step) : 0};
    const std::size_t count[] = {1};
    return check(put_values(file_, one.id, start, count, element, type));
  }

  static std::size_t record_of(const bp::Step& step) { return step.time_index ? step.time_index - 1 : 0; }

  Result<> put_block(const Converted& one, const bp::Step& step, std::size_t block) {
    const bp::Variable& variable = *one.variable;
    const bp::DataType type = variable.type();
    std::vector<std::byte> unpacked;
    const Bytes elements = WEFT_TRY(reader_.elements(variable, block, unpacked));
    const bp::Box box = variable.table().box(block);
    const bp::ElementLayout layout{bp::bytes_of(type), bp::swapped_bytes_of(type), reader_.layout().order};
    if (!one.shape.contains(box)) {
      leave_out(variable, "a block of it lies outside");
      return {};
    }
    Result<> written;
    each_piece(box, elements_at_once, [&](const bp::Box& piece) {
      elements_.resize(static_cast<std::size_t>(*piece.elements()) * layout.bytes);
      copy_box(elements.data(), box, elements_.data(), piece, piece, layout);
      std::vector<std::size_t> start;
      std::vector<std::size_t> count;
      if (one.has_time) start.push_back(record_of(step)), count.push_back(1);
      start.insert(start.end(), piece.start.begin(), piece.start.begin() + static_cast<std::ptrdiff_t>(piece.rank));
      count.insert(count.end(), piece.count.begin(), piece.count.begin() + static_cast<std::ptrdiff_t>(piece.rank));
      written = check(put_values(file_, one.id, start.data(), count.data(), elements_.data(), type));
      return written.has_value();
    });
    return written;
  }

  const bp::Reader& reader_;
  const std::string& path_;
  int file_ = -1;
  std::optional<std::string> unlimited_;        // the one dimension that grows
  std::map<std::string, int> dimensions_;       // by name
  std::map<std::string, std::uint64_t> sizes_;  // of dimensions that variables and attributes are
  std::map<std::string, int> variables_;        // by full name
  std::vector<Converted> converted_;
  std::vector<std::byte> elements_;
  std::vector<std::string> left_out_;
};

}  // namespace

Result<std::vector<std::string>> write_netcdf(const bp::Reader& reader, const std::string& path) {
  return NetcdfFile(reader, path).write();
}

}  // namespace weft::cli::adios_tools
