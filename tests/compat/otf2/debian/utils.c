/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls the functions that no header declares but that Debian's programs import, and prints what they do. `abort` as
   argument ends in OTF2_UTILS_Error_Abort. */
#include <errno.h>
#include <otf2/otf2.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

OTF2_ErrorCode OTF2_UTILS_Error_Handler(const char* sources, const char* file, uint64_t line, const char* function,
    OTF2_ErrorCode code, const char* format, ...);
void OTF2_UTILS_Error_Abort(
    const char* sources, const char* file, uint64_t line, const char* function, const char* format, ...);
OTF2_ErrorCode OTF2_UTILS_Error_FromPosix(int number);
const char* OTF2_UTILS_IO_GetWithoutPath(const char* path);

#define TELL(call) printf("%s -> %d\n", #call, (int)(call))

static OTF2_ErrorCode listen(void* data, const char* file, uint64_t line, const char* function, OTF2_ErrorCode code,
    const char* format, va_list arguments) {
  printf("%s hears of %d at %s:%d in %s: ", (const char*)data, (int)code, file, (int)line, function);
  vprintf(format, arguments);
  putchar('\n');
  return OTF2_ERROR_INVALID_DATA;
}

static void errors(void) {
  static const OTF2_ErrorCode codes[] = {
      OTF2_SUCCESS, OTF2_WARNING, OTF2_ABORT, OTF2_DEPRECATED, OTF2_ERROR_INVALID_CALL};
  for (unsigned i = 0; i < sizeof codes / sizeof *codes; ++i) {
    TELL(OTF2_UTILS_Error_Handler("../", "../src/a.c", 12, "f", codes[i], "%s and %d", "text", 3));
    TELL(OTF2_UTILS_Error_Handler("../", "src/../a.c", 12, "f", codes[i], ""));
    TELL(OTF2_UTILS_Error_Handler("", "a.c", UINT64_C(5000000000), "f", codes[i], NULL));
  }
}

int main(int argc, char** argv) {
  static const char* const paths[] = {"a/b.c", "/a", "a", "", "a/", "/", "a//b/", "./x", "a\\b"};
  setvbuf(stdout, NULL, _IONBF, 0);
  if (argc == 2 && strcmp(argv[1], "abort") == 0) OTF2_UTILS_Error_Abort("../", "../src/a.c", 3, "f", "%d reasons", 2);
  errors();
  OTF2_Error_RegisterCallback(listen, (void*)"the listener");
  errors();
  for (unsigned i = 0; i < sizeof paths / sizeof *paths; ++i)
    printf("%s: from %d\n", paths[i], (int)(OTF2_UTILS_IO_GetWithoutPath(paths[i]) - paths[i]));
  for (int number = -1; number < 140; ++number)
    if (number != E2BIG) /* the reference forgot it */
      printf("%d is %d\n", number, (int)OTF2_UTILS_Error_FromPosix(number));
  return EXIT_SUCCESS;
}
