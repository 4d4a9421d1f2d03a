// SPDX-License-Identifier: BSD-3-Clause
#include "cli/adios_converters/hdf5_file.hpp"

#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "cli/adios_converters/new_file.hpp"
#include "formats/bp/elements.hpp"
#include "formats/bp/filled.hpp"
#include "formats/bp/pieces.hpp"

namespace weft::cli::adios_tools {

namespace {

constexpr std::uint64_t chunk_bytes = std::uint64_t{10} << 20;

// Anything that HDF5 lends, given back with the function that belongs to its kind.
class Handle {
 public:
  Handle(hid_t id, herr_t (*give_back)(hid_t)) : id_(id), close_(give_back) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Handle& operator=(Handle&&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }

  hid_t id() const { return id_; }
  explicit operator bool() const { return id_ >= 0; }
  bool close() { return close_(std::exchange(id_, H5I_INVALID_HID)) >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

Handle copy_of(hid_t type) { return {H5Tcopy(type), H5Tclose}; }

Handle complex_type(hid_t part, std::size_t bytes) {
  Handle type(H5Tcreate(H5T_COMPOUND, 2 * bytes), H5Tclose);
  H5Tinsert(type.id(), "real", 0, part);
  H5Tinsert(type.id(), "imaginary", bytes, part);
  return type;
}

Handle text_type(std::size_t bytes) {
  Handle type = copy_of(H5T_C_S1);
  H5Tset_size(type.id(), bytes);
  return type;
}

Handle type_of(bp::DataType type) {
  // clang-format off
  switch (type) {
    case bp::DataType::byte: return copy_of(H5T_NATIVE_INT8);
    case bp::DataType::short_: return copy_of(H5T_NATIVE_INT16);
    case bp::DataType::integer: return copy_of(H5T_NATIVE_INT32);
    case bp::DataType::long_: return copy_of(H5T_NATIVE_INT64);
    case bp::DataType::unsigned_byte: return copy_of(H5T_NATIVE_UINT8);
    case bp::DataType::unsigned_short: return copy_of(H5T_NATIVE_UINT16);
    case bp::DataType::unsigned_integer: return copy_of(H5T_NATIVE_UINT32);
    case bp::DataType::unsigned_long: return copy_of(H5T_NATIVE_UINT64);
    case bp::DataType::real: return copy_of(H5T_NATIVE_FLOAT);
    case bp::DataType::double_: return copy_of(H5T_NATIVE_DOUBLE);
    case bp::DataType::long_double: return copy_of(H5T_NATIVE_LDOUBLE);
    case bp::DataType::complex: return complex_type(H5T_NATIVE_FLOAT, sizeof(float));
    case bp::DataType::double_complex: return complex_type(H5T_NATIVE_DOUBLE, sizeof(double));
    default: return {H5I_INVALID_HID, H5Tclose};
  }
  // clang-format on
}

// Texts of one length, filled up with zeros, of which each has one at least.
struct FixedTexts {
  std::size_t size = 1;
  std::vector<char> bytes;

  explicit FixedTexts(const std::vector<std::string_view>& texts) {
    for (const std::string_view text : texts) size = std::max(size, text.size() + 1);
    bytes.resize(size * texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i)
      if (!texts[i].empty()) std::memcpy(bytes.data() + i * size, texts[i].data(), texts[i].size());
  }
};

using Sizes = std::vector<hsize_t>;

// Sizes of chunks: whole rows as long as they fit.
Sizes chunk_of(const Sizes& sizes, std::size_t element_bytes) {
  Sizes chunk(sizes.size(), 1);
  std::uint64_t room = std::max<std::uint64_t>(chunk_bytes / element_bytes, 1);
  for (std::size_t d = sizes.size(); d > 0; --d) {
    chunk[d - 1] = std::clamp<std::uint64_t>(sizes[d - 1], 1, room);
    if (chunk[d - 1] < sizes[d - 1]) break;
    room = std::max<std::uint64_t>(room / chunk[d - 1], 1);
  }
  return chunk;
}

class Hdf5File {
 public:
  Hdf5File(const bp::Reader& reader, const std::string& path) : reader_(reader), path_(path) {
    H5dont_atexit();  // after a write that failed, its last attempt to write would be a crash
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // what fails is said by us
  }

  Result<std::vector<std::string>> write() {
    NewFile output(path_);
    Handle file(H5Fcreate(output.path().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
    if (!file) return failed("cannot create the file");
    file_ = file.id();
    WEFT_TRY(write_all());
    // HDF5 keeps much of it in memory until now.
    if (H5Fflush(file_, H5F_SCOPE_LOCAL) < 0 || !file.close()) return failed("cannot write the file");
    WEFT_TRY(output.finish());
    return std::move(left_out_);
  }

 private:
  Error failed(std::string what) const { return {Errc::io, std::move(what), path_}; }

  Result<> write_all() {
    for (const bp::Variable& variable : reader_.variables())
      if (!variable.blocks().empty()) WEFT_TRY(put(variable));
    const Handle root(H5Gopen2(file_, "/", H5P_DEFAULT), H5Gclose);
    for (const bp::Attribute& attribute : reader_.attributes())
      if (!attribute.is_hidden()) put(attribute, root.id());
    return {};
  }

  void leave_out(std::string_view kind, const std::string& name, std::string_view why) {
    left_out_.push_back(fmt::format("{} '{}' is left out: {}", kind, name, why));
  }

  // With the groups that its name goes through.
  Handle create(const std::string& name, hid_t type, const Sizes& sizes, std::size_t element_bytes) const {
    const Handle space(H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr), H5Sclose);
    const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    H5Pset_create_intermediate_group(links.id(), 1);
    const Handle layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    const bool has_elements = std::ranges::find(sizes, hsize_t{0}) == sizes.end();
    if (has_elements && sizes.size() <= bp::most_dimensions) {
      const Sizes chunk = chunk_of(sizes, element_bytes);
      H5Pset_chunk(layout.id(), static_cast<int>(chunk.size()), chunk.data());
    }
    return {H5Dcreate2(file_, name.c_str(), type, space.id(), links.id(), layout.id(), H5P_DEFAULT), H5Dclose};
  }

  Result<> put(const bp::Variable& variable) {
    if (bp::is_text(variable.type())) return put_texts(variable);
    const bool is_scalar = variable.kind() == bp::ArrayKind::scalar;
    const bp::Box shape = bp::largest_step(variable);
    for (std::size_t step = 0; step < variable.steps().size() && !is_scalar; ++step)
      if (const auto filled = check_filled(reader_, variable, variable.table().shape(variable.steps()[step]), step);
          !filled)
        return leave_out("variable", variable.name(), filled.error().message), Result<>();
    Sizes sizes;
    if (variable.steps().size() > 1) sizes.push_back(variable.steps().size());
    sizes.insert(sizes.end(), shape.count.begin(), shape.count.begin() + static_cast<std::ptrdiff_t>(shape.rank));
    if (sizes.empty()) sizes.push_back(1);
    const Handle type = type_of(variable.type());
    const Handle dataset = create(variable.name(), type.id(), sizes, bp::bytes_of(variable.type()));
    if (!dataset) return leave_out("variable", variable.name(), "HDF5 takes no dataset of this name"), Result<>();
    const bool is_local = variable.kind() == bp::ArrayKind::local;
    if (is_local && variable.blocks().size() > variable.steps().size())
      left_out_.push_back(fmt::format("of '{}' only the first block of each step is kept", variable.name()));
    for (std::size_t step = 0; step < variable.steps().size(); ++step)
      WEFT_TRY(is_scalar ? put_scalar(variable, step, dataset.id(), type.id())
                         : put_step(variable, step, dataset.id(), type.id()));
    return {};
  }

  Result<> put_elements(
      hid_t dataset, hid_t type, const Sizes& start, const Sizes& count, const std::string& name) const {
    const Handle target(H5Dget_space(dataset), H5Sclose);
    H5Sselect_hyperslab(target.id(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr);
    const Handle memory(H5Screate_simple(static_cast<int>(count.size()), count.data(), nullptr), H5Sclose);
    if (H5Dwrite(dataset, type, memory.id(), target.id(), H5P_DEFAULT, elements_.data()) >= 0) return {};
    return failed(fmt::format("cannot write '{}'", name));
  }

  Result<> put_scalar(const bp::Variable& variable, std::size_t step, hid_t dataset, hid_t type) {
    const std::size_t bytes = bp::bytes_of(variable.type());
    elements_.assign(bytes, std::byte{0});
    WEFT_TRY(reader_.read(variable, bp::Everything{}, {step, 1}, elements_));
    return put_elements(dataset, type, {step}, {1}, variable.name());
  }

  Result<> put_step(const bp::Variable& variable, std::size_t step, hid_t dataset, hid_t type) {
    const std::size_t bytes = bp::bytes_of(variable.type());
    const bool has_steps = variable.steps().size() > 1;
    Result<> written;
    each_piece(variable.table().shape(variable.steps()[step]), chunk_bytes / bytes, [&](const bp::Box& piece) {
      elements_.assign(static_cast<std::size_t>(*piece.elements()) * bytes, std::byte{0});
      Sizes start;
      Sizes count;
      if (has_steps) start.push_back(step), count.push_back(1);
      start.insert(start.end(), piece.start.begin(), piece.start.begin() + static_cast<std::ptrdiff_t>(piece.rank));
      count.insert(count.end(), piece.count.begin(), piece.count.begin() + static_cast<std::ptrdiff_t>(piece.rank));
      written = reader_.read(variable, piece, {step, 1}, elements_);
      if (written) written = put_elements(dataset, type, start, count, variable.name());
      return written.has_value();
    });
    return written;
  }

  Result<> put_texts(const bp::Variable& variable) {
    std::vector<std::string_view> texts;
    for (const bp::Step& step : variable.steps()) {
      const Bytes value = WEFT_TRY(reader_.scalar(variable, variable.blocks()[step.first_block]));
      texts.emplace_back(reinterpret_cast<const char*>(value.data()), value.size());
    }
    const FixedTexts fixed(texts);
    const Handle type = text_type(fixed.size);
    const Handle dataset = create(variable.name(), type.id(), {texts.size()}, fixed.size);
    if (!dataset) return leave_out("variable", variable.name(), "HDF5 takes no dataset of this name"), Result<>();
    if (H5Dwrite(dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, fixed.bytes.data()) >= 0) return {};
    return failed(fmt::format("cannot write '{}'", variable.name()));
  }

  void put(const bp::Attribute& attribute, hid_t root) {
    const auto value = reader_.value(attribute);
    if (!value || (value->variable && value->elements.empty() && value->type != bp::DataType::string)) return;
    const Sizes sizes{value->count};
    const Handle space(H5Screate_simple(1, sizes.data(), nullptr), H5Sclose);
    bool is_written = false;
    auto write = [&](const Handle& type, const void* elements) {
      const Handle made(
          H5Acreate2(root, attribute.name().c_str(), type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
      is_written = made && H5Awrite(made.id(), type.id(), elements) >= 0;
    };
    if (bp::is_text(value->type)) {
      const auto texts = value->texts();
      const FixedTexts fixed(texts);
      if (texts.size() == value->count) write(text_type(fixed.size), fixed.bytes.data());
    } else if (const std::size_t bytes = bp::bytes_of(value->type)) {
      elements_.resize(static_cast<std::size_t>(value->count) * bytes);
      bp::copy_elements(
          elements_.data(), value->elements.data(), elements_.size(), bp::swapped_bytes_of(value->type), value->order);
      write(type_of(value->type), elements_.data());
    }
    // They all share the room of one group's header.
    if (!is_written) leave_out("attribute", attribute.name(), "HDF5 takes no attribute of this name or size");
  }

  const bp::Reader& reader_;
  const std::string& path_;
  hid_t file_ = H5I_INVALID_HID;
  std::vector<std::byte> elements_;
  std::vector<std::string> left_out_;
};

}  // namespace

Result<std::vector<std::string>> write_hdf5(const bp::Reader& reader, const std::string& path) {
  return Hdf5File(reader, path).write();
}

}  // namespace weft::cli::adios_tools
