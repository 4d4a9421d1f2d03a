/* SPDX-License-Identifier: BSD-3-Clause */
/* OTF_WBuffer: text on its way to one file, with the time and process that hold at its end. */
#ifndef OTF_WBUFFER_H
#define OTF_WBUFFER_H

#include <stdio.h>
#include <stdlib.h>
#include "OTF_File.h"
#include "OTF_Filenames.h"
#include "OTF_KeyValue.h"
#include "OTF_inttypes.h"

#ifdef __cplusplus
extern "C" {
#endif

struct struct_OTF_WBuffer {
  OTF_File* file;
  char* buffer;
  uint32_t size;
  uint32_t pos;
  uint32_t process;
  uint64_t time;
  uint32_t zbuffersize;
};
typedef struct struct_OTF_WBuffer OTF_WBuffer;

OTF_WBuffer* OTF_WBuffer_open(const char* filename, OTF_FileManager* manager);
OTF_WBuffer* OTF_WBuffer_open_zlevel(
    const char* filename, OTF_FileManager* manager, OTF_FileCompression compression);
int OTF_WBuffer_close(OTF_WBuffer* wbuffer);

/* Nothing can be written before there is a size; it can only grow. */
int OTF_WBuffer_setSize(OTF_WBuffer* wbuffer, size_t size);
void OTF_WBuffer_setZBufferSize(OTF_WBuffer* wbuffer, uint32_t size);
int OTF_WBuffer_flush(OTF_WBuffer* wbuffer);
int OTF_WBuffer_guarantee(OTF_WBuffer* wbuffer, size_t space);

int OTF_WBuffer_setTimeAndProcess(OTF_WBuffer* wbuffer, uint64_t t, uint32_t p);

/* Elements of a line. They answer how many characters were written. */
uint32_t OTF_WBuffer_writeKeyword(OTF_WBuffer* wbuffer, const char* keyword);
uint32_t OTF_WBuffer_writeString(OTF_WBuffer* wbuffer, const char* string);
uint32_t OTF_WBuffer_writeChar(OTF_WBuffer* wbuffer, const char character);
uint32_t OTF_WBuffer_writeUint8(OTF_WBuffer* wbuffer, uint8_t value);
uint32_t OTF_WBuffer_writeUint16(OTF_WBuffer* wbuffer, uint16_t value);
uint32_t OTF_WBuffer_writeUint32(OTF_WBuffer* wbuffer, uint32_t value);
uint32_t OTF_WBuffer_writeUint64(OTF_WBuffer* wbuffer, uint64_t value);
uint32_t OTF_WBuffer_writeNewline(OTF_WBuffer* wbuffer);
uint32_t OTF_WBuffer_writeBytes(OTF_WBuffer* wbuffer, const uint8_t* value, uint32_t len);

/* The lines of key-values, in the words of either form. */
uint32_t OTF_WBuffer_writeKeyValuePair_short(OTF_WBuffer* buffer, OTF_KeyValuePair* pair);
uint32_t OTF_WBuffer_writeKeyValuePair_long(OTF_WBuffer* buffer, OTF_KeyValuePair* pair);
uint32_t OTF_WBuffer_writeKeyValueList_short(OTF_WBuffer* buffer, OTF_KeyValueList* list);
uint32_t OTF_WBuffer_writeKeyValueList_long(OTF_WBuffer* buffer, OTF_KeyValueList* list);

#ifdef __cplusplus
}
#endif

#endif
