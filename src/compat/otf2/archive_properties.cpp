// SPDX-License-Identifier: BSD-3-Clause
// What an archive says about itself: texts, properties, numbers.
#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstdlib>
#include <cstring>

#include "compat/otf2/archive.hpp"
#include "compat/otf2/c_memory.hpp"

namespace weft::otf2::compat {

namespace {

// A name is two or more words with "::" between them; letters count as large ones.
bool make_property_name(std::string& name) {
  bool has_separator = false;
  std::size_t word = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    if (c == ':') {
      if (word == 0 || i + 1 >= name.size() || name[i + 1] != ':') return false;
      has_separator = true;
      word = 0;
      ++i;
    } else if (c < 0x80 && (std::isalnum(c) || c == '_')) {
      name[i] = static_cast<char>(std::toupper(c));
      ++word;
    } else {
      return false;
    }
  }
  return has_separator && word > 0;
}

auto find_property(Anchor& anchor, std::string_view name) {
  return std::ranges::find(anchor.properties, name, [](const auto& p) { return std::string_view(p.first); });
}

// An empty value takes the property away.
OTF2_ErrorCode set_property(const char* function, Anchor& anchor, std::string name, std::string value, bool overwrite) {
  if (!make_property_name(name))
    return WEFT_OTF2_FAIL_IN(
        function, OTF2_ERROR_PROPERTY_NAME_INVALID, "'%s': a name is made of words with :: between", name.c_str());
  const auto known = find_property(anchor, name);
  const bool exists = known != anchor.properties.end();
  if (value.empty() && !exists) return anchor.properties.empty() ? OTF2_SUCCESS : OTF2_ERROR_PROPERTY_NOT_FOUND;
  if (exists && !overwrite && !value.empty()) return OTF2_ERROR_PROPERTY_EXISTS;
  if (value.empty())
    anchor.properties.erase(known);
  else if (exists)
    known->second = std::move(value);
  else
    anchor.properties.emplace_back(std::move(name), std::move(value));
  return OTF2_SUCCESS;
}

OTF2_ErrorCode set_text(const char* function, OTF2_Archive* archive, std::string Anchor::*text, const char* value) {
  if (!archive || !value) return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INVALID_ARGUMENT, "an argument is missing");
  const std::scoped_lock guard(archive->lock);
  std::erase(archive->missing_texts, text);
  if (has_memory_for([&] { archive->anchor.*text = value; })) return OTF2_SUCCESS;
  return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_MEM_ALLOC_FAILED, "there is no memory for the text");
}

OTF2_ErrorCode hand_over(const char* function, const std::string& text, char** value) {
  *value = copy_for_program(text);
  if (*value) return OTF2_SUCCESS;
  return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_MEM_ALLOC_FAILED, "there is no memory for the text");
}

OTF2_ErrorCode get_text(const char* function, OTF2_Archive* archive, std::string Anchor::*text, char** value) {
  if (!archive || !value) return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INVALID_ARGUMENT, "an argument is missing");
  const std::scoped_lock guard(archive->lock);
  if (std::ranges::count(archive->missing_texts, text) == 0) return hand_over(function, archive->anchor.*text, value);
  return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_MEM_FAULT, "the archive was not given this text");
}

template <class From, class To>
OTF2_ErrorCode get_number(const char* function, OTF2_Archive* archive, From Anchor::*member, To* value) {
  if (!archive || !value) return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INVALID_ARGUMENT, "an argument is missing");
  const std::scoped_lock guard(archive->lock);
  *value = static_cast<To>(archive->anchor.*member);
  return OTF2_SUCCESS;
}

// How the files are kept: it never changes. An archive that is modified does not know.
template <class From, class To>
OTF2_ErrorCode get_kind(const char* function, const OTF2_Archive* archive, From Anchor::*member, To* value) {
  if (!archive || !value) return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INVALID_ARGUMENT, "an argument is missing");
  if (archive->mode == OTF2_FILEMODE_MODIFY)
    return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_MEM_FAULT, "an archive that is modified has no files");
  *value = static_cast<To>(archive->anchor.*member);
  return OTF2_SUCCESS;
}

}  // namespace
}  // namespace weft::otf2::compat

using namespace weft::otf2::compat;
using weft::otf2::Anchor;

OTF2_ErrorCode OTF2_Archive_SetMachineName(OTF2_Archive* archive, const char* machineName) {
  return set_text(__func__, archive, &Anchor::machine_name, machineName);
}
OTF2_ErrorCode OTF2_Archive_SetDescription(OTF2_Archive* archive, const char* description) {
  return set_text(__func__, archive, &Anchor::description, description);
}
OTF2_ErrorCode OTF2_Archive_SetCreator(OTF2_Archive* archive, const char* creator) {
  return set_text(__func__, archive, &Anchor::creator, creator);
}
OTF2_ErrorCode OTF2_Archive_GetMachineName(OTF2_Archive* archive, char** machineName) {
  return get_text(__func__, archive, &Anchor::machine_name, machineName);
}
OTF2_ErrorCode OTF2_Archive_GetDescription(OTF2_Archive* archive, char** description) {
  return get_text(__func__, archive, &Anchor::description, description);
}
OTF2_ErrorCode OTF2_Archive_GetCreator(OTF2_Archive* archive, char** creator) {
  return get_text(__func__, archive, &Anchor::creator, creator);
}

OTF2_ErrorCode OTF2_Archive_SetProperty(OTF2_Archive* archive, const char* name, const char* value, bool overwrite) {
  if (!archive || !name || !value) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "an argument is missing");
  if (!archive->is_writing()) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_CALL, "the archive is not being written");
  OTF2_ErrorCode result = OTF2_SUCCESS;
  const std::scoped_lock guard(archive->lock);
  if (has_memory_for(
          [&] { result = set_property("OTF2_Archive_SetProperty", archive->anchor, name, value, overwrite); }))
    return result;
  return WEFT_OTF2_FAIL(OTF2_ERROR_MEM_ALLOC_FAILED, "there is no memory for the property");
}
OTF2_ErrorCode OTF2_Archive_SetBoolProperty(OTF2_Archive* archive, const char* name, bool value, bool overwrite) {
  return OTF2_Archive_SetProperty(archive, name, value ? "true" : "false", overwrite);
}

OTF2_ErrorCode OTF2_Archive_GetProperty(OTF2_Archive* archive, const char* name, char** value) {
  if (!archive || !name || !value) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "an argument is missing");
  const std::scoped_lock guard(archive->lock);
  const auto known = find_property(archive->anchor, name);
  if (known == archive->anchor.properties.end()) return OTF2_ERROR_PROPERTY_NOT_FOUND;
  return hand_over(__func__, known->second, value);
}

// One block: the array of names, then the names.
OTF2_ErrorCode OTF2_Archive_GetPropertyNames(OTF2_Archive* archive, uint32_t* numberOfProperties, char*** names) {
  if (!archive || !numberOfProperties || !names)
    return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "an argument is missing");
  const std::scoped_lock guard(archive->lock);
  const auto& properties = archive->anchor.properties;
  *numberOfProperties = static_cast<uint32_t>(properties.size());
  *names = nullptr;
  if (properties.empty()) return OTF2_SUCCESS;
  std::size_t bytes = properties.size() * sizeof(char*);
  for (const auto& [name, value] : properties) bytes += name.size() + 1;
  *names = static_cast<char**>(std::malloc(bytes));
  if (!*names) return WEFT_OTF2_FAIL(OTF2_ERROR_MEM_ALLOC_FAILED, "there is no memory for the names");
  char* text = reinterpret_cast<char*>(*names + properties.size());
  for (std::size_t i = 0; i < properties.size(); ++i) {
    const std::string& name = properties[i].first;
    (*names)[i] = text;
    text = static_cast<char*>(std::memcpy(text, name.c_str(), name.size() + 1)) + name.size() + 1;
  }
  return OTF2_SUCCESS;
}

OTF2_ErrorCode OTF2_Archive_IsPrimary(OTF2_Archive* archive, bool* result) {
  if (!archive || !result) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "an argument is missing");
  if (!archive->collectives.is_set)
    return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_CALL, "collective callbacks are needed first");
  const auto is_primary = archive->collectives.is_primary();
  if (!is_primary) return fail_to_ask(__func__);
  *result = *is_primary;
  return OTF2_SUCCESS;
}
OTF2_ErrorCode OTF2_Archive_IsMaster(OTF2_Archive* archive, bool* result) {
  static std::atomic_flag told;
  if (!told.test_and_set()) WEFT_OTF2_FAIL(OTF2_DEPRECATED, "use OTF2_Archive_IsPrimary");
  return OTF2_Archive_IsPrimary(archive, result);
}

OTF2_ErrorCode OTF2_Archive_GetNumberOfLocations(OTF2_Archive* archive, uint64_t* numberOfLocations) {
  return get_number(__func__, archive, &Anchor::number_of_locations, numberOfLocations);
}
OTF2_ErrorCode OTF2_Archive_GetNumberOfGlobalDefinitions(OTF2_Archive* archive, uint64_t* numberOfDefinitions) {
  return get_number(__func__, archive, &Anchor::number_of_global_definitions, numberOfDefinitions);
}
OTF2_ErrorCode OTF2_Archive_GetNumberOfSnapshots(OTF2_Archive* archive, uint32_t* number) {
  return get_number(__func__, archive, &Anchor::number_of_snapshots, number);
}
OTF2_ErrorCode OTF2_Archive_GetNumberOfThumbnails(OTF2_Archive* archive, uint32_t* number) {
  return get_number(__func__, archive, &Anchor::number_of_thumbnails, number);
}
OTF2_ErrorCode OTF2_Archive_SetNumberOfSnapshots(OTF2_Archive* archive, uint32_t number) {
  if (!archive) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "there is no archive");
  const std::scoped_lock guard(archive->lock);
  archive->anchor.number_of_snapshots = number;
  return OTF2_SUCCESS;
}
OTF2_ErrorCode OTF2_Archive_GetFileSubstrate(OTF2_Archive* archive, OTF2_FileSubstrate* substrate) {
  return get_kind(__func__, archive, &Anchor::substrate, substrate);
}
OTF2_ErrorCode OTF2_Archive_GetCompression(OTF2_Archive* archive, OTF2_Compression* compression) {
  return get_kind(__func__, archive, &Anchor::compression, compression);
}
OTF2_ErrorCode OTF2_Archive_GetTraceId(OTF2_Archive* archive, uint64_t* id) {
  if (!archive || !id) return fail_for_null(__func__);
  if (!archive->is_reading()) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_CALL, "the archive is not being read");
  *id = archive->anchor.trace_id;
  return OTF2_SUCCESS;
}
OTF2_ErrorCode OTF2_Archive_GetVersion(OTF2_Archive* archive, uint8_t* major, uint8_t* minor, uint8_t* bugfix) {
  if (!archive || !major || !minor || !bugfix)
    return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "an argument is missing");
  *major = archive->anchor.version[0];
  *minor = archive->anchor.version[1];
  *bugfix = archive->anchor.version[2];
  return OTF2_SUCCESS;
}
OTF2_ErrorCode OTF2_Archive_GetChunkSize(OTF2_Archive* archive, uint64_t* chunkSizeEvents, uint64_t* chunkSizeDefs) {
  if (!archive || !chunkSizeEvents || !chunkSizeDefs)
    return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "an argument is missing");
  const std::scoped_lock guard(archive->lock);
  using Size = std::pair<std::uint64_t Anchor::*, uint64_t*>;
  for (const auto& [member, size] :
      {Size{&Anchor::event_chunk_bytes, chunkSizeEvents}, Size{&Anchor::definition_chunk_bytes, chunkSizeDefs}}) {
    if (archive->anchor.*member == OTF2_UNDEFINED_UINT64)
      return WEFT_OTF2_FAIL(OTF2_ERROR_INTEGRITY_FAULT, "a chunk size is not known yet");
    *size = archive->anchor.*member;
  }
  return OTF2_SUCCESS;
}
