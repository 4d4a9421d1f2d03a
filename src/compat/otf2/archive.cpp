// SPDX-License-Identifier: BSD-3-Clause
// Opening, setting up and closing an archive.
#include "compat/otf2/archive.hpp"

#include "compat/otf2/readers.hpp"
#include "compat/otf2/writers.hpp"

OTF2_Archive_struct::OTF2_Archive_struct() = default;
OTF2_Archive_struct::~OTF2_Archive_struct() = default;

namespace weft::otf2::compat {

namespace {

bool is_chunk_size(std::uint64_t bytes) { return bytes >= smallest_chunk && bytes <= largest_chunk; }

OTF2_ErrorCode set_collectives(const char* function, OTF2_Archive* archive, const Collectives& collectives) {
  if (archive->collectives.is_set)
    return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INVALID_CALL, "the processes of the archive are known already");
  const std::scoped_lock guard(archive->lock);
  archive->collectives = collectives;
  archive->collectives.is_set = true;
  if (archive->mode == OTF2_FILEMODE_MODIFY)
    return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_FILE_INTERACTION, "an archive that is modified has no files");
  if (!archive->is_writing()) return OTF2_SUCCESS;
  const auto is_primary = archive->collectives.is_primary();
  if (!is_primary) return fail_to_ask(function);
  std::int64_t outcome = OTF2_SUCCESS;
  if (*is_primary && archive->policy.to_disk)
    if (const auto made = archive->paths.create_directories(); !made) outcome = code_of(made.error());
  if (!archive->collectives.broadcast(outcome))
    return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_COLLECTIVE_CALLBACK, "the processes cannot be told");
  if (outcome == OTF2_SUCCESS) return OTF2_SUCCESS;
  return WEFT_OTF2_FAIL_IN(function, static_cast<OTF2_ErrorCode>(outcome), "%s: the directory cannot be created",
      archive->paths.locations().c_str());
}

// Those that an archive has no word of before the program gives them.
std::vector<std::string Anchor::*> all_texts() {
  return {&Anchor::machine_name, &Anchor::creator, &Anchor::description};
}

// The interface has this mode, but nothing can be done in it: nothing is loaded, nothing is written.
OTF2_Archive* open_to_modify() {
  std::unique_ptr<OTF2_Archive> archive;
  has_memory_for([&] {
    archive = std::make_unique<OTF2_Archive>();
    archive->mode = OTF2_FILEMODE_MODIFY;
    archive->anchor.event_chunk_bytes = archive->anchor.definition_chunk_bytes = OTF2_UNDEFINED_UINT64;
    archive->anchor.substrate = FileSubstrate::undefined;
    archive->anchor.compression = Compression::undefined;
    archive->missing_texts = all_texts();
    archive->policy.to_disk = false;
  });
  return archive.release();
}

// The anchor goes through the callbacks like every other file: a program may refuse it.
OTF2_ErrorCode write_anchor(OTF2_Archive& archive) {
  constexpr std::uint64_t anchor_bytes = std::uint64_t{256} * 1024;
  const BufferPolicy& policy = archive.policy;
  if (archive.anchor.definition_chunk_bytes == OTF2_UNDEFINED_UINT64)
    return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_DATA, "no chunk size of definitions was set; there will be no anchor");
  if (archive.anchor.trace_id == 0) archive.anchor.trace_id = invent_trace_id();
  const auto bytes = serialize_anchor(archive.anchor);
  if (bytes.size() > anchor_bytes)
    return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_SIZE_GIVEN, "the texts of the archive are too long");
  void* per_buffer_data = nullptr;
  if (policy.memory && !policy.memory->otf2_allocate(policy.memory_data, OTF2_FILETYPE_ANCHOR, OTF2_UNDEFINED_LOCATION,
                           &per_buffer_data, anchor_bytes))
    return WEFT_OTF2_FAIL(OTF2_ERROR_MEM_FAULT, "there is no memory for the anchor");
  const auto release = [&](bool final) {
    if (policy.memory)
      policy.memory->otf2_free_all(
          policy.memory_data, OTF2_FILETYPE_ANCHOR, OTF2_UNDEFINED_LOCATION, &per_buffer_data, final);
  };
  const bool write = !policy.flush || !policy.flush->otf2_pre_flush ||
                     policy.flush->otf2_pre_flush(
                         policy.flush_data, OTF2_FILETYPE_ANCHOR, OTF2_UNDEFINED_LOCATION, nullptr, true) == OTF2_FLUSH;
  Result<> written;
  if (write) {
    if (policy.to_disk) written = replace_file(archive.paths.anchor(), bytes);
    release(false);
  }
  release(true);
  if (written) return OTF2_SUCCESS;
  return WEFT_OTF2_FAIL(code_of(written.error()), "%s", written.error().text().c_str());
}

}  // namespace

Result<> load(const std::string& path, OTF2_Archive& archive) {
  archive.mode = OTF2_FILEMODE_READ;
  archive.paths = WEFT_TRY(ArchivePaths::from_anchor(path));
  const auto bytes = WEFT_TRY(read_file(path));
  archive.anchor = WEFT_TRY(parse_anchor(bytes, path));
  return check_readable(archive.anchor, path);
}

void shut_down(OTF2_Archive& archive) {
  if (archive.is_writing()) {
    const auto is_primary = archive.collectives.is_primary();
    static_cast<void>(!is_primary   ? fail_to_ask("OTF2_Archive_Close")
                      : *is_primary ? write_anchor(archive)
                                    : OTF2_SUCCESS);
  }
  close_writers(archive);
  archive.collectives.release();
  archive.lock.release();
}

}  // namespace weft::otf2::compat

using namespace weft::otf2::compat;

OTF2_Archive* OTF2_Archive_Open(const char* archivePath, const char* archiveName, const OTF2_FileMode fileMode,
    const uint64_t chunkSizeEvents, const uint64_t chunkSizeDefs, const OTF2_FileSubstrate fileSubstrate,
    const OTF2_Compression compression) {
  const auto refuse = [](OTF2_ErrorCode code, const char* why) {
    WEFT_OTF2_FAIL_IN("OTF2_Archive_Open", code, "%s", why);
    return nullptr;
  };
  if (!archivePath || !archiveName) return refuse(OTF2_ERROR_INVALID_ARGUMENT, "path or name is missing");
  const auto anchor_path = [&] { return std::string(archivePath) + "/" + archiveName + ".otf2"; };
  if (fileMode == OTF2_FILEMODE_READ) return open_to_read<OTF2_Archive>(__func__, anchor_path);
  if (fileMode == OTF2_FILEMODE_MODIFY) {
    OTF2_Archive* const archive = open_to_modify();
    return archive ? archive : refuse(OTF2_ERROR_MEM_ALLOC_FAILED, "there is no memory for an archive");
  }
  if (fileMode != OTF2_FILEMODE_WRITE) return refuse(OTF2_ERROR_INVALID_ARGUMENT, "an archive is read or written");
  if (!is_chunk_size(chunkSizeEvents)) return refuse(OTF2_ERROR_INVALID_ARGUMENT, "no chunk size for events");
  if (chunkSizeDefs != OTF2_UNDEFINED_UINT64 && !is_chunk_size(chunkSizeDefs))
    return refuse(OTF2_ERROR_INVALID_ARGUMENT, "no chunk size for definitions");
  if (fileSubstrate != OTF2_SUBSTRATE_POSIX && fileSubstrate != OTF2_SUBSTRATE_NONE)
    return refuse(OTF2_ERROR_FILE_SUBSTRATE_NOT_SUPPORTED, "this substrate is not there");
  if (compression != OTF2_COMPRESSION_NONE)
    return refuse(OTF2_ERROR_FILE_COMPRESSION_NOT_SUPPORTED, "compression is not there");
  std::unique_ptr<OTF2_Archive> archive;
  const bool made = has_memory_for([&] {
    auto paths = weft::otf2::ArchivePaths::from_anchor(anchor_path());
    if (!paths) return;
    archive = std::make_unique<OTF2_Archive>();
    archive->paths = std::move(paths).take();
    archive->anchor.event_chunk_bytes = chunkSizeEvents;
    archive->anchor.definition_chunk_bytes = chunkSizeDefs;
    archive->missing_texts = all_texts();
    archive->anchor.substrate = static_cast<weft::otf2::FileSubstrate>(fileSubstrate);
    archive->policy.to_disk = fileSubstrate == OTF2_SUBSTRATE_POSIX;
  });
  if (!made) return refuse(OTF2_ERROR_MEM_ALLOC_FAILED, "there is no memory for an archive");
  if (!archive) return refuse(OTF2_ERROR_INVALID_ARGUMENT, "this is no name for an archive");
  return archive.release();
}

OTF2_ErrorCode OTF2_Archive_Close(OTF2_Archive* archive) {
  if (!archive) return OTF2_SUCCESS;
  const std::unique_ptr<OTF2_Archive> owner(archive);
  shut_down(*archive);
  return OTF2_SUCCESS;
}

OTF2_ErrorCode OTF2_Archive_SetFlushCallbacks(
    OTF2_Archive* archive, const OTF2_FlushCallbacks* flushCallbacks, void* flushData) {
  if (!archive || !flushCallbacks) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "an argument is missing");
  if (!archive->is_writing()) return WEFT_OTF2_FAIL(OTF2_ERROR_INTEGRITY_FAULT, "the archive is not being written");
  const std::scoped_lock guard(archive->lock);
  archive->policy.flush = flushCallbacks;
  archive->policy.flush_data = flushData;
  return OTF2_SUCCESS;
}

OTF2_ErrorCode OTF2_Archive_SetMemoryCallbacks(
    OTF2_Archive* archive, const OTF2_MemoryCallbacks* memoryCallbacks, void* memoryData) {
  if (!archive || !memoryCallbacks) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "an argument is missing");
  if (!archive->is_writing() || !memoryCallbacks->otf2_allocate || !memoryCallbacks->otf2_free_all)
    return WEFT_OTF2_FAIL(OTF2_ERROR_INTEGRITY_FAULT, "an archive that is being written and both callbacks are needed");
  const std::scoped_lock guard(archive->lock);
  archive->policy.memory = memoryCallbacks;
  archive->policy.memory_data = memoryData;
  return OTF2_SUCCESS;
}

OTF2_ErrorCode OTF2_Archive_SetCollectiveCallbacks(OTF2_Archive* archive,
    const OTF2_CollectiveCallbacks* collectiveCallbacks, void* collectiveData,
    OTF2_CollectiveContext* globalCommContext, OTF2_CollectiveContext* localCommContext) {
  if (!archive || !collectiveCallbacks || !is_complete(*collectiveCallbacks))
    return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "an archive and all necessary callbacks are needed");
  return set_collectives(
      __func__, archive, {false, collectiveCallbacks, collectiveData, globalCommContext, localCommContext});
}

OTF2_ErrorCode OTF2_Archive_SetSerialCollectiveCallbacks(OTF2_Archive* archive) {
  if (!archive) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "there is no archive");
  return set_collectives(__func__, archive, {});
}

OTF2_ErrorCode OTF2_Archive_SetDefChunkSize(OTF2_Archive* archive, uint64_t chunkSize) {
  if (!archive) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "there is no archive");
  if (!archive->collectives.broadcast(chunkSize))
    return WEFT_OTF2_FAIL(OTF2_ERROR_COLLECTIVE_CALLBACK, "the processes cannot be told");
  if (!is_chunk_size(chunkSize)) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "this is no size for a chunk");
  const std::scoped_lock guard(archive->lock);
  if (archive->anchor.definition_chunk_bytes != OTF2_UNDEFINED_UINT64)
    return WEFT_OTF2_FAIL(OTF2_ERROR_PROCESSED_WITH_FAULTS, "the chunk size of definitions is set already");
  archive->anchor.definition_chunk_bytes = chunkSize;
  return OTF2_SUCCESS;
}

OTF2_ErrorCode OTF2_Archive_SwitchFileMode(OTF2_Archive* archive, OTF2_FileMode newFileMode) {
  if (!archive) return fail_for_null(__func__);
  if (newFileMode > OTF2_FILEMODE_MODIFY)
    return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "there is no mode %u", newFileMode);
  if (archive->mode != OTF2_FILEMODE_READ || newFileMode != OTF2_FILEMODE_WRITE)
    return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_FILE_MODE_TRANSITION, "an archive can only go from reading to writing");
  archive->mode = OTF2_FILEMODE_WRITE;
  return OTF2_SUCCESS;
}

OTF2_ErrorCode OTF2_Archive_SetHint(OTF2_Archive* archive, OTF2_Hint hint, void* value) {
  if (!archive || !value) return fail_for_null(__func__);
  const std::scoped_lock guard(archive->lock);
  if (hint != OTF2_HINT_GLOBAL_READER) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "there is no hint %u", hint);
  if (!archive->is_reading()) return WEFT_OTF2_FAIL(OTF2_ERROR_HINT_INVALID, "the hint is for archives that are read");
  if (archive->has_hint) return WEFT_OTF2_FAIL(OTF2_ERROR_HINT_LOCKED, "the hint was given already");
  archive->has_hint = true;  // the readers open files when they need them, whatever is to come
  const OTF2_Boolean answer = *static_cast<const OTF2_Boolean*>(value);
  if (answer != OTF2_FALSE && answer != OTF2_TRUE)
    return WEFT_OTF2_FAIL(OTF2_ERROR_HINT_INVALID_VALUE, "%u is neither true nor false", answer);
  return OTF2_SUCCESS;
}

OTF2_ErrorCode OTF2_Archive_SelectLocation(OTF2_Archive* archive, OTF2_LocationRef) {
  if (!archive) return fail_for_null(__func__);
  if (!archive->is_reading()) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_CALL, "the archive is not being read");
  const std::scoped_lock guard(archive->lock);
  return OTF2_SUCCESS;  // each location has files of its own, which are opened with its readers
}
