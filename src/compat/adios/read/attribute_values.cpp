// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/read/attribute_values.hpp"

#include <fmt/format.h>

#include <climits>
#include <cstring>
#include <span>
#include <vector>

#include "compat/adios/common/tool.hpp"
#include "compat/adios/common/words.hpp"
#include "compat/adios/read/kept_memory.hpp"
#include "compat/adios/read/types.hpp"
#include "formats/bp/elements.hpp"

namespace weft::adios {

namespace {

// Bytes in the byte order of this machine, as they are handed out.
struct Content {
  bp::DataType type{};
  std::vector<std::byte> bytes;
};

std::vector<std::byte> with_end(Bytes text) {
  std::vector<std::byte> bytes(text.begin(), text.end());
  bytes.push_back(std::byte{0});
  return bytes;
}

// An array of bytes that an attribute refers to is a text; other arrays are not what an attribute can say.
Result<Content> referred_array(const bp::Reader& reader, const bp::Variable& variable) {
  const bool is_bytes = variable.type() == bp::DataType::byte || variable.type() == bp::DataType::unsigned_byte;
  if (!is_bytes || variable.table().rank() != 1 || variable.steps().empty())
    return Error{Errc::unsupported, fmt::format("an attribute refers to '{}', an array", variable.name())};
  const std::uint64_t size = WEFT_TRY(reader.selected_bytes(variable, bp::Everything{}, {}));
  if (size > reader.bytes().size() && !reader.footer().has_sub_files)
    return Error{Errc::corrupt, fmt::format("'{}' is larger than its file", variable.name()), reader.path()};
  Content content{bp::DataType::string, std::vector<std::byte>(static_cast<std::size_t>(size) + 1)};
  WEFT_TRY(reader.read(variable, bp::Everything{}, {}, std::span(content.bytes).first(static_cast<std::size_t>(size))));
  return content;
}

Result<Content> content_of(const bp::Reader& reader, const bp::AttributeValue& value) {
  if (value.variable && value.variable->kind() != bp::ArrayKind::scalar) return referred_array(reader, *value.variable);
  if (value.type == bp::DataType::string) return Content{value.type, with_end(value.elements)};
  Content content{value.type, std::vector<std::byte>(value.elements.size())};
  bp::copy_elements(content.bytes.data(), value.elements.data(), value.elements.size(),
      bp::swapped_bytes_of(value.type), value.order);
  return content;
}

// In one piece, so that a program that frees the list has freed the texts.
void* kept_texts(const std::vector<std::string_view>& texts) {
  std::size_t bytes = texts.size() * sizeof(char*);
  for (const std::string_view text : texts) bytes += text.size() + 1;
  auto* const memory = kept_array<char>(bytes);
  char* to = memory + texts.size() * sizeof(char*);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::memcpy(memory + i * sizeof(char*), &to, sizeof to);
    to += texts[i].copy(to, texts[i].size()) + 1;
  }
  return memory;
}

const bp::Attribute* find(const OpenFile& file, std::string_view name) {
  const int place = file.find_attribute(name);
  return place < 0 ? nullptr : file.attributes()[static_cast<std::size_t>(place)];
}

}  // namespace

int keep_attribute(const OpenFile& file, int attribute, ADIOS_DATATYPES* type, int* size, void** data) {
  const auto value = file.value(*file.attributes()[static_cast<std::size_t>(attribute)]);
  if (!value) return fail(err_corrupted_attribute, value.error());
  if (value->type == bp::DataType::string_array) {
    const auto texts = value->texts();
    *type = adios_string_array;
    *size = static_cast<int>(texts.size() * sizeof(char*));
    *data = kept_texts(texts);
    return 0;
  }
  const auto content = content_of(file.reader(), *value);
  if (!content) return fail(err_invalid_attribute_reference, content.error());
  if (content->bytes.size() > INT_MAX)
    return fail(err_corrupted_attribute, "an attribute has more bytes than its size can say");
  *type = c_type(content->type);
  *size = static_cast<int>(content->bytes.size());
  *data = kept_copy(std::span<const std::byte>(content->bytes));
  return 0;
}

std::optional<std::string> text_attribute(const OpenFile& file, std::string_view name) {
  const bp::Attribute* const attribute = find(file, name);
  if (!attribute) return std::nullopt;
  const auto value = file.value(*attribute);
  if (!value || value->type != bp::DataType::string) return std::nullopt;
  return std::string(value->texts().front());
}

std::optional<double> number_attribute(const OpenFile& file, std::string_view name) {
  const bp::Attribute* const attribute = find(file, name);
  if (!attribute) return std::nullopt;
  const auto value = file.value(*attribute);
  if (!value) return std::nullopt;
  if (value->type == bp::DataType::string) return to_number<double>(value->texts().front());
  std::optional<double> number;
  bp::visit_element(value->type, [&](auto identity) {
    using T = typename decltype(identity)::type;
    if constexpr (!bp::is_complex_value<T>)
      if (value->elements.size() >= sizeof(T))
        number = static_cast<double>(bp::load_element<T>(value->elements.data(), value->order));
  });
  return number;
}

}  // namespace weft::adios

using namespace weft::adios;

extern "C" {

int adios_get_attr_byid(ADIOS_FILE* fp, int attrid, enum ADIOS_DATATYPES* type, int* size, void** data) {
  const auto watch = watching<adiost_event_get_attr_byid>(
      [&](auto tell) { tell(fp, attrid, type, size, const_cast<const void**>(data)); });
  forget_error();
  return guarded([&]() -> int {
    const OpenFile* const file = open_file_of(fp);
    if (!file) return err_invalid_file_pointer;
    if (attrid < 0 || attrid >= file->nattrs)
      return fail(
          err_invalid_attrid, fmt::format("expected an attribute from 0 to {}, found {}", file->nattrs - 1, attrid));
    return keep_attribute(*file, attrid, type, size, data);
  });
}

int adios_get_attr(ADIOS_FILE* fp, const char* attrname, enum ADIOS_DATATYPES* type, int* size, void** data) {
  const auto watch = watching<adiost_event_get_attr>(
      [&](auto tell) { tell(fp, attrname, type, size, const_cast<const void**>(data)); });
  forget_error();
  return guarded([&]() -> int {
    const OpenFile* const file = open_file_of(fp);
    if (!file) return err_invalid_file_pointer;
    const int attribute = file->find_attribute(attrname ? attrname : "");
    if (attribute < 0)
      return fail(err_invalid_attrname, fmt::format("there is no attribute '{}'", attrname ? attrname : ""));
    return keep_attribute(*file, attribute, type, size, data);
  });
}
}
