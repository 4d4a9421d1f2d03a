/* SPDX-License-Identifier: BSD-3-Clause */
/* OTF_RBuffer: the lines of one file, element by element, with the time and process that hold for them. */
#ifndef OTF_RBUFFER_H
#define OTF_RBUFFER_H

#include <stdio.h>
#include <stdlib.h>
#include "OTF_Errno.h"
#include "OTF_File.h"
#include "OTF_KeyValue.h"
#include "OTF_inttypes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Says that the line at hand cannot be understood. */
#define PARSE_ERROR(buffer)                                                                                         \
  {                                                                                                                 \
    char* otf_rest = OTF_RBuffer_printRecord(buffer);                                                               \
    if (otf_rest)                                                                                                   \
      OTF_Error("Parse error in function %s, file: %s, line: %i:\n %s\n", __func__, __FILE__, __LINE__, otf_rest);  \
    free(otf_rest);                                                                                                 \
  }

struct struct_OTF_RBuffer {
  OTF_File* file;
  char* buffer;
  uint32_t pos;
  uint32_t end;
  uint32_t lastnewline;
  uint32_t size;
  uint32_t jumpsize;
  uint32_t* array;
  uint32_t arraysize;
  uint64_t time;
  uint32_t process;
  uint64_t filesize;
  uint64_t firstTime;
  uint64_t lastTime;
  OTF_KeyValueList* list;
  uint32_t zbuffersize;
};
typedef struct struct_OTF_RBuffer OTF_RBuffer;

OTF_RBuffer* OTF_RBuffer_open(const char* filename, OTF_FileManager* manager);
OTF_RBuffer* OTF_RBuffer_open_with_external_buffer(uint32_t len, const char* buffer, uint8_t is_compressed);
int OTF_RBuffer_close(OTF_RBuffer* rbuffer);

int OTF_RBuffer_setSize(OTF_RBuffer* rbuffer, size_t size);
void OTF_RBuffer_setZBufferSize(OTF_RBuffer* rbuffer, uint32_t size);
int OTF_RBuffer_setJumpSize(OTF_RBuffer* rbuffer, size_t size);

/* The next line that is no state line, or NULL. It ends with a newline and not with a NUL. */
char* OTF_RBuffer_getRecord(OTF_RBuffer* rbuffer);
int OTF_RBuffer_guaranteeRecord(OTF_RBuffer* rbuffer);
/* The rest of the line, in memory to be freed. */
char* OTF_RBuffer_printRecord(OTF_RBuffer* rbuffer);
int OTF_RBuffer_jump(OTF_RBuffer* rbuffer, uint64_t filepos);

/* Elements of a line. What is not there is not taken. */
uint64_t OTF_RBuffer_readUint64(OTF_RBuffer* rbuffer);
uint32_t OTF_RBuffer_readUint32(OTF_RBuffer* rbuffer);
const char* OTF_RBuffer_readString(OTF_RBuffer* rbuffer);
uint32_t OTF_RBuffer_readArray(OTF_RBuffer* rbuffer, uint32_t** array, uint32_t* size);
uint32_t OTF_RBuffer_readBytes(OTF_RBuffer* rbuffer, uint8_t* array, uint32_t max_len);
uint32_t OTF_RBuffer_readKeyValueList(OTF_RBuffer* buffer);
int OTF_RBuffer_testChar(OTF_RBuffer* rbuffer, char c);
int OTF_RBuffer_testKeyword(OTF_RBuffer* rbuffer, const char* string);
int OTF_RBuffer_testPrefix(OTF_RBuffer* rbuffer, const char* string);
int OTF_RBuffer_readNewline(OTF_RBuffer* rbuffer);
void OTF_RBuffer_skipSpaces(OTF_RBuffer* rbuffer);
void OTF_RBuffer_skipKeyword(OTF_RBuffer* rbuffer);

uint64_t OTF_RBuffer_getCurrentTime(OTF_RBuffer* rbuffer);
void OTF_RBuffer_setCurrentTime(OTF_RBuffer* rbuffer, uint64_t time);
uint32_t OTF_RBuffer_getCurrentProcess(OTF_RBuffer* rbuffer);
void OTF_RBuffer_setCurrentProcess(OTF_RBuffer* rbuffer, uint32_t process);

/* Goes to the first record that is not earlier. */
int OTF_RBuffer_searchTime(OTF_RBuffer* rbuffer, uint64_t time);
/* Fills in firstTime, lastTime and filesize. */
int OTF_RBuffer_getFileProperties(OTF_RBuffer* rbuffer);
uint64_t OTF_RBuffer_getFileSize(OTF_RBuffer* rbuffer);
uint64_t OTF_RBuffer_getFilePos(OTF_RBuffer* rbuffer);

#ifdef __cplusplus
}
#endif

#endif
