// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf/file.hpp"

#include <open-trace-format/OTF_File_iofsl.h>
#include <unistd.h>

#include <memory>
#include <new>

#include "compat/otf/errors.hpp"
#include "compat/otf/file_manager.hpp"

namespace weft::otf::compat {

namespace {

bool exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

// The plain file counts if both are there.
std::optional<FoundFile> found_file(const char* filename) {
  std::string path = filename;
  if (exists(path)) return FoundFile{path, path.ends_with(compressed_ending)};
  path += compressed_ending;
  if (exists(path)) return FoundFile{path, true};
  return std::nullopt;
}

bool prepare_reading(FileObject& file, const char* filename, OTF_FileManager& manager) {
  const auto found = found_file(filename);
  if (!found) return false;
  file.path = found->path;
  auto text = open_text(manager.pool, *found, file.report, false);
  if (!succeeded(text)) return false;
  file.text = *std::move(text);
  file.stored = std::make_unique<PooledFile>(manager.pool, file.path);
  return true;
}

void prepare_writing(FileObject& file, const char* filename, OTF_FileManager& manager, OTF_FileCompression level) {
  file.path = filename;
  file.stored = std::make_unique<PooledFile>(manager.pool, file.path, PooledFile::Use::append);
  if (file.path.ends_with(compressed_ending)) file.deflater.emplace(static_cast<int>(level));
}

// Files to write begin to exist with their first byte.
bool append(FileObject& file, Bytes bytes) {
  if (!file.is_created) {
    auto created = File::create(file.path);
    if (!succeeded(created) || !succeeded(created->close())) return false;
    file.is_created = true;
  }
  file.status = OTF_FILESTATUS_ACTIVE;
  return succeeded(file.stored->append(bytes));
}

bool append_compressed(FileObject& file, Bytes bytes) {
  std::vector<std::byte> deflated;
  if (!file.deflater->add_chunk(bytes, deflated)) {
    set_error("no memory for compression");
    return false;
  }
  return append(file, deflated);
}

Bytes bytes_of(const void* from, size_t size) { return {static_cast<const std::byte*>(from), size}; }

}  // namespace
}  // namespace weft::otf::compat

using namespace weft::otf;
using namespace weft::otf::compat;

extern "C" {

void OTF_File_init(OTF_File* o) { *o = {}; }

void OTF_File_finalize(OTF_File* o) { *o = {}; }

OTF_File* OTF_File_open(const char* filename, OTF_FileManager* manager, OTF_FileMode mode) {
  return OTF_File_open_zlevel(filename, manager, mode, OTF_FILECOMPRESSION_COMPRESSED);
}

OTF_File* OTF_File_open_zlevel(
    const char* filename, OTF_FileManager* manager, OTF_FileMode mode, OTF_FileCompression compression) {
  if (!manager) {
    set_error("expected a file manager, found NULL");
    return nullptr;
  }
  return guarded(nullptr, [&]() -> OTF_File* {
    auto file = std::make_unique<FileObject>();
    if (mode == OTF_FILEMODE_WRITE)
      prepare_writing(*file, filename, *manager, compression);
    else if (!prepare_reading(*file, filename, *manager))
      return nullptr;
    file->filename = file->path.data();
    file->manager = manager;
    file->mode = mode;
    file->zbuffersize = OTF_ZBUFFER_DEFAULTSIZE;
    return file.release();
  });
}

OTF_File* OTF_File_open_with_external_buffer(
    uint32_t len, const char* buffer, uint8_t is_compressed, OTF_FileMode mode) {
  return guarded(nullptr, [&]() -> OTF_File* {
    auto file = std::make_unique<FileObject>();
    auto text = open_text(bytes_of(buffer, len), is_compressed != 0, file->report);
    if (mode == OTF_FILEMODE_WRITE || !succeeded(text)) return nullptr;
    file->text = *std::move(text);
    file->externalbuffer = buffer;
    file->externallen = len;
    file->mode = mode;
    return file.release();
  });
}

int OTF_File_close(OTF_File* file) {
  if (!file) return 0;
  delete &object(file);
  return 1;
}

size_t OTF_File_write(OTF_File* file, const void* ptr, size_t size) {
  FileObject& to = object(file);
  if (file->mode != OTF_FILEMODE_WRITE) {
    set_error("the file was not opened for writing");
    return 0;
  }
  const auto write = to.deflater ? append_compressed : append;
  return guarded(false, [&] { return write(to, bytes_of(ptr, size)); }) ? size : 0;
}

size_t OTF_File_read(OTF_File* file, void* ptr, size_t size) {
  FileObject& from = object(file);
  if (!from.text) {
    set_error("the file was not opened for reading");
    return 0;
  }
  from.status = OTF_FILESTATUS_ACTIVE;
  return guarded(0, [&] { return value_or<std::size_t>(from.text->read({static_cast<char*>(ptr), size}), 0); });
}

int OTF_File_seek(OTF_File* file, uint64_t pos) {
  FileObject& from = object(file);
  if (!from.text || from.externalbuffer) {
    set_error("only files that were opened for reading have other places to go to");
    return -1;
  }
  return guarded(false, [&] { return value_or(from.text->seek(pos), false); }) ? 0 : -1;
}

uint64_t OTF_File_tell(OTF_File* file) {
  FileObject& at = object(file);
  if (at.text) return at.text->position();
  return at.is_created ? OTF_File_size(file) : 0;
}

uint64_t OTF_File_size(OTF_File* file) {
  FileObject& of = object(file);
  if (of.text) return of.text->file_bytes();
  return of.is_created ? guarded(0, [&] { return value_or<std::uint64_t>(of.stored->size(), 0); }) : 0;
}

OTF_FileStatus OTF_File_status(OTF_File* file) {
  return file->externalbuffer ? OTF_FILESTATUS_UNKNOWN : object(file).status;
}

void OTF_File_suspend(OTF_File* file) {
  if (object(file).status != OTF_FILESTATUS_ACTIVE) return;
  file->manager->pool.close_idle(object(file).path);
  object(file).status = OTF_FILESTATUS_SUSPENDED;
}

int OTF_File_revive(OTF_File* file, OTF_FileMode) {
  if (!object(file).stored) return 0;
  object(file).status = OTF_FILESTATUS_ACTIVE;
  return 1;
}

void OTF_File_setZBufferSize(OTF_File* file, uint32_t size) {
  if (size < 32)
    set_error("a buffer for compression has at least 32 bytes");
  else
    file->zbuffersize = size;
}

size_t OTF_File_read_internal(OTF_File* file, void* dest, size_t length) {
  FileObject& from = object(file);
  if (!from.stored) return OTF_File_read(file, dest, length);
  const auto n = guarded(0, [&] {
    return value_or<std::size_t>(from.stored->read_at(file->pos, {static_cast<std::byte*>(dest), length}), 0);
  });
  file->pos += n;
  return n;
}

size_t OTF_File_write_internal(OTF_File* file, const void* src, size_t length) {
  return guarded(false, [&] { return append(object(file), bytes_of(src, length)); }) ? length : 0;
}

// Reading what servers left is the codec's; writing through them needs a library that ordinary systems do not have, and
// is refused as the reference refuses it when built without.
int OTF_File_iofsl_init(OTF_File* o) {
  o->iofsl = nullptr;
  return 0;
}
void OTF_File_iofsl_finalize(OTF_File* o) { o->iofsl = nullptr; }
OTF_File* OTF_File_iofsl_open_zlevel(
    const char* filename, OTF_FileManager* manager, OTF_FileMode mode, OTF_FileCompression compression) {
  if (mode != OTF_FILEMODE_WRITE) return OTF_File_open_zlevel(filename, manager, mode, compression);
  set_error("writing through forwarding servers is not supported");
  return nullptr;
}
int OTF_File_iofsl_close(OTF_File* file) { return OTF_File_close(file); }
int OTF_File_iofsl_seek(OTF_File* file, uint64_t pos) { return OTF_File_seek(file, pos); }
uint64_t OTF_File_iofsl_tell(OTF_File* file) { return OTF_File_tell(file); }
uint64_t OTF_File_iofsl_size(OTF_File* file) { return OTF_File_size(file); }
OTF_FileStatus OTF_File_iofsl_status(OTF_File* file) { return OTF_File_status(file); }
void OTF_File_iofsl_suspend(OTF_File* file) { OTF_File_suspend(file); }
int OTF_File_iofsl_revive(OTF_File* file, OTF_FileMode mode) { return OTF_File_revive(file, mode); }
void OTF_File_iofsl_finalizeGlobal() {}
size_t OTF_File_iofsl_read_internal(OTF_File* file, void* dest, size_t length) {
  return OTF_File_read_internal(file, dest, length);
}
size_t OTF_File_iofsl_write_internal(OTF_File* file, const void* src, size_t length) {
  return OTF_File_write_internal(file, src, length);
}
}
