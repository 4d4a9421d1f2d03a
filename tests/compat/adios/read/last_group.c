/* SPDX-License-Identifier: BSD-3-Clause
 * What a program gets back by adios_read of the content that Weft wrote (tests/interop/bp/content.h), in whatever order
 * of bytes.
 *
 *   last_group FILE
 */
#include <adios.h>
#include <stdio.h>

#include "content.h"

enum { elements = content_rows * content_columns };

int main(int argc, char** argv) {
  int64_t group, fd;
  char name[64], found[content_type_count][content_most_bytes], expected[content_most_bytes];
  if (argc != 2) return 2;
  adios_init_noxml(MPI_COMM_SELF);
  adios_declare_group(&group, "content", "", adios_stat_default);
  adios_select_method(group, "POSIX", "", "");
  for (int t = 0; t < content_type_count; ++t)
    adios_define_var(group, content_types[t].name, "/local", (enum ADIOS_DATATYPES)content_types[t].id, "2,3", "", "");
  int good = adios_open(&fd, "content", argv[1], "r", MPI_COMM_SELF) == 0;
  for (int t = 0; good && t < content_type_count; ++t) {
    snprintf(name, sizeof name, "/local/%s", content_types[t].name);
    good = adios_read(fd, name, found[t], sizeof found[t]) == 0;
  }
  good = good && adios_close(fd) == 0;
  for (int t = 0; good && t < content_type_count; ++t) {
    const struct content_type* type = &content_types[t];
    content_fill(type, content_seed(content_steps, 0), elements, expected);
    for (int i = 0; i < elements; ++i) /* six bytes of a long double are none of it */
      if (memcmp(found[t] + i * type->bytes, expected + i * type->bytes, type->id == 7 ? 10 : (size_t)type->bytes) != 0)
        good = 0, printf("%s: element %d is another one\n", type->name, i);
  }
  adios_finalize(0);
  if (good) printf("good\n");
  return !good;
}
