/* SPDX-License-Identifier: BSD-3-Clause */
/* OTF_File: a file of a trace, plain or compressed, which is open only while its manager has a handle for it. */
#ifndef OTF_FILE_H
#define OTF_FILE_H

#include <stdio.h>
#include "OTF_FileManager.h"
#include "OTF_Filenames.h"

#ifdef __cplusplus
extern "C" {
#endif

enum enum_OTF_FileMode {
  OTF_FILEMODE_NOTHING = 0,
  OTF_FILEMODE_READ = 1,
  OTF_FILEMODE_WRITE = 2,
  OTF_FILEMODE_SEEK = 3
};
typedef enum enum_OTF_FileMode OTF_FileMode;

enum enum_OTF_FileStatus {
  OTF_FILESTATUS_UNKNOWN = 0,
  OTF_FILESTATUS_ACTIVE = 1,
  OTF_FILESTATUS_SUSPENDED = 2,
  OTF_FILESTATUS_CLOSED = 3
};
typedef enum enum_OTF_FileStatus OTF_FileStatus;

struct struct_OTF_File {
  char* filename;
  FILE* file;
  void* z;
  unsigned char* zbuffer;
  uint32_t zbuffersize;
  uint64_t zbuffer_seek_further;
  uint64_t pos;
  OTF_FileMode mode;
  OTF_FileManager* manager;
  const char* externalbuffer;
  uint64_t externalpos;
  uint64_t externallen;
  OTF_File_iofsl* iofsl;
};

void OTF_File_init(OTF_File* o);
void OTF_File_finalize(OTF_File* o);

/* To read, the compressed file is taken if there is no plain one; to write, names that end in ".z" are compressed. */
OTF_File* OTF_File_open(const char* filename, OTF_FileManager* manager, OTF_FileMode mode);
OTF_File* OTF_File_open_zlevel(
    const char* filename, OTF_FileManager* manager, OTF_FileMode mode, OTF_FileCompression compression);
/* Reads from memory, which stays the caller's. */
OTF_File* OTF_File_open_with_external_buffer(
    uint32_t len, const char* buffer, uint8_t is_compressed, OTF_FileMode mode);
int OTF_File_close(OTF_File* file);

size_t OTF_File_write(OTF_File* file, const void* ptr, size_t size);
size_t OTF_File_read(OTF_File* file, void* ptr, size_t size);
int OTF_File_seek(OTF_File* file, uint64_t pos);
/* Position and size in the file itself, also of compressed ones. */
uint64_t OTF_File_tell(OTF_File* file);
uint64_t OTF_File_size(OTF_File* file);

OTF_FileStatus OTF_File_status(OTF_File* file);
void OTF_File_suspend(OTF_File* file);
int OTF_File_revive(OTF_File* file, OTF_FileMode mode);
void OTF_File_setZBufferSize(OTF_File* file, uint32_t size);

/* The bytes of the file as they are. */
size_t OTF_File_read_internal(OTF_File* file, void* dest, size_t length);
size_t OTF_File_write_internal(OTF_File* file, const void* src, size_t length);

/* Declared by the reference, too, and in no library. */
int OTF_File_rename(const char* from, const char* to);
int OTF_File_access(const char* filename, int mode);
int OTF_File_remove(const char* filename);
int OTF_File_clean(const char* filename);

#ifdef __cplusplus
}
#endif

#endif
