/* SPDX-License-Identifier: BSD-3-Clause
 * All datasets of an HDF5 file, and all attributes of its root, as lines of JSON. Exact: numbers have all their digits.
 *
 *   read_h5 FILE
 */
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_text(const char* text, size_t most) {
  putchar('"');
  for (size_t i = 0; i < most && text[i]; ++i) {
    if (text[i] == '"' || text[i] == '\\') putchar('\\');
    if ((unsigned char)text[i] < 0x20)
      printf("\\u%04x", (unsigned char)text[i]);
    else
      putchar(text[i]);
  }
  putchar('"');
}

static void put_real(long double value, size_t bytes) {
  char digits[64];
  snprintf(digits, sizeof digits, "%.*Lg", bytes == 4 ? 9 : bytes == 8 ? 17 : 21, value);
  const int is_word = strpbrk(digits, "ni") != NULL;
  printf(is_word ? "\"%s\"" : "%s", strcmp(digits, "-nan") == 0 ? "nan" : digits);
}

/* What a value is read as, and how that is shown. */
static hid_t memory_type(hid_t type) {
  switch (H5Tget_class(type)) {
    case H5T_INTEGER:
      return H5Tcopy(H5Tget_sign(type) == H5T_SGN_NONE ? H5T_NATIVE_ULLONG : H5T_NATIVE_LLONG);
    case H5T_FLOAT:
      return H5Tcopy(H5T_NATIVE_LDOUBLE);
    case H5T_COMPOUND: {
      const hid_t pair = H5Tcreate(H5T_COMPOUND, 2 * sizeof(double));
      H5Tinsert(pair, "real", 0, H5T_NATIVE_DOUBLE);
      H5Tinsert(pair, "imaginary", sizeof(double), H5T_NATIVE_DOUBLE);
      return pair;
    }
    default:
      return H5Tcopy(type);
  }
}

static void put_value(hid_t type, const char* at, size_t bytes) {
  switch (H5Tget_class(type)) {
    case H5T_INTEGER:
      if (H5Tget_sign(type) == H5T_SGN_NONE)
        printf("%llu", *(const unsigned long long*)(const void*)at);
      else
        printf("%lld", *(const long long*)(const void*)at);
      break;
    case H5T_FLOAT:
      put_real(*(const long double*)(const void*)at, H5Tget_size(type) > 8 ? 16 : H5Tget_size(type));
      break;
    case H5T_COMPOUND: {
      const double* const parts = (const double*)(const void*)at;
      putchar('['), put_real(parts[0], 8), putchar(','), put_real(parts[1], 8), putchar(']');
      break;
    }
    default:
      put_text(at, bytes);
  }
}

static void put(const char* kind, const char* name, hid_t object, int is_dataset) {
  const hid_t type = is_dataset ? H5Dget_type(object) : H5Aget_type(object);
  const hid_t space = is_dataset ? H5Dget_space(object) : H5Aget_space(object);
  const hid_t memory = memory_type(type);
  hsize_t sizes[H5S_MAX_RANK];
  const int rank = H5Sget_simple_extent_dims(space, sizes, NULL);
  const size_t count = (size_t)H5Sget_simple_extent_npoints(space);
  const size_t bytes = H5Tget_size(memory);
  char* const values = malloc(count * bytes + 1);
  const herr_t read = count == 0   ? 0
                      : is_dataset ? H5Dread(object, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values)
                                   : H5Aread(object, memory, values);
  if (read < 0) exit(1);
  printf("{\"%s\":", kind), put_text(name, strlen(name)),
      printf(",\"class\":%d,\"bytes\":%zu,\"sizes\":[", (int)H5Tget_class(type), H5Tget_size(type));
  for (int d = 0; d < rank; ++d) printf("%s%llu", d ? "," : "", (unsigned long long)sizes[d]);
  printf("],\"values\":[");
  for (size_t i = 0; i < count; ++i) {
    if (i) putchar(',');
    put_value(type, values + i * bytes, bytes);
  }
  printf("]}\n");
  free(values);
  H5Tclose(memory), H5Sclose(space), H5Tclose(type);
}

static herr_t visit_object(hid_t file, const char* name, const H5O_info_t* info, void* unused) {
  (void)unused;
  if (info->type != H5O_TYPE_DATASET) return 0;
  const hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
  put("dataset", name, dataset, 1);
  H5Dclose(dataset);
  return 0;
}

static herr_t visit_attribute(hid_t file, const char* name, const H5A_info_t* info, void* unused) {
  (void)info, (void)unused;
  const hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
  put("attribute", name, attribute, 0);
  H5Aclose(attribute);
  return 0;
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const hid_t file = H5Fopen(argv[1], H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file < 0) return 1;
  H5Ovisit(file, H5_INDEX_NAME, H5_ITER_NATIVE, visit_object, NULL);
  hsize_t at = 0;
  H5Aiterate2(file, H5_INDEX_NAME, H5_ITER_NATIVE, &at, visit_attribute, NULL);
  return H5Fclose(file) < 0;
}
