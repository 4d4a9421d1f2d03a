/* SPDX-License-Identifier: BSD-3-Clause */
/* Error codes of ADIOS. Calls that fail say why by a number here and by a text. */
#ifndef ADIOS_ERROR_H_
#define ADIOS_ERROR_H_

#ifdef __cplusplus
extern "C" {
#endif

enum ADIOS_ERRCODES {
  err_no_error = 0,
  err_no_memory = -1,
  /* files */
  err_file_open_error = -2,
  err_file_not_found = -3,
  err_invalid_file_pointer = -4,
  err_invalid_group = -5,
  err_invalid_group_struct = -6,
  err_invalid_varid = -7,
  err_invalid_varname = -8,
  err_corrupted_variable = -9,
  err_invalid_attrid = -10,
  err_invalid_attrname = -11,
  err_corrupted_attribute = -12,
  err_invalid_attribute_reference = -13,
  err_invalid_timestep = -14,
  err_no_data_at_timestep = -15,
  err_time_at_wrong_dimension = -16,
  err_invalid_read_method = -17,
  err_connection_failed = -18,
  err_out_of_bound = -19,
  err_operation_not_supported = -20,
  err_end_of_stream = -21,
  err_step_notready = -22,
  err_step_disappeared = -23,
  err_too_many_files = -24,
  err_file_read_error = -25,
  err_unknown_char = -30,
  /* definitions and configuration */
  err_invalid_host_language = -50,
  err_global_dim_required = -51,
  err_global_offset_required = -52,
  err_invalid_method = -53,
  err_invalid_buffer_size = -54,
  err_missing_config_file = -55,
  err_expected_read_size_mismatch = -56,
  err_allocating_buffer_size = -57,
  err_invalid_xml_doc = -58,
  err_no_group_defined = -59,
  err_no_method_defined = -60,
  err_no_buffer_defined = -61,
  err_missing_invalid_group = -62,
  err_group_method_mismatch = -63,
  err_dimension_required = -64,
  err_offset_required = -65,
  err_invalid_dimension = -66,
  err_invalid_global_dimension = -67,
  err_invalid_offset = -68,
  err_invalid_var_as_dimension = -69,
  err_invalid_type_attr = -70,
  err_invalid_value_attr = -71,
  err_histogram_error = -72,
  err_invalid_type_as_dimension = -73,
  /* writing */
  err_invalid_file_mode = -100,
  err_invalid_file_version = -101,
  err_invalid_data = -102,
  err_buffer_overflow = -103,
  err_too_many_variables = -104,
  err_invalid_write_method = -105,
  err_write_error = -106,
  err_invalid_buffer = -130,
  err_invalid_buffer_version = -131,
  err_invalid_buffer_index = -132,
  err_invalid_buffer_group = -133,
  err_invalid_buffer_vars = -134,
  err_invalid_buffer_attrs = -135,
  err_invalid_argument = -140,
  /* meshes */
  err_mesh_file_missing = -146,
  err_no_matching_mesh_var = -147,
  err_mesh_missing = -148,
  err_mesh_name_attr_missing = -149,
  err_mesh_unstructured_invalid_points = -150,
  err_mesh_unstructured_invalid_num_points = -151,
  err_mesh_unstructured_invalid_dim_points = -152,
  err_mesh_unstructured_missing_one_points = -153,
  err_mesh_unstructured_missing_points = -154,
  err_mesh_unstructured_missing_ncsets = -155,
  err_mesh_unstructured_invalid_ncsets = -156,
  err_mesh_unstructured_missing_ccount = -157,
  err_mesh_unstructured_invalid_ccount = -158,
  err_mesh_unstructured_invalid_ctypes = -159,
  err_mesh_unstructured_missing_cdata = -160,
  err_mesh_unstructured_invalid_cdata = -161,
  err_mesh_unstructured_missing_ctype = -162,
  err_mesh_unstructured_invalid_ctype = -163,
  err_mesh_unstructured_centering_missing = -164,
  err_mesh_unstructured_centering_invalid = -165,
  err_mesh_unifrom_invalid_num_dims = -170,
  err_mesh_unifrom_invalid_num_max = -171,
  err_mesh_unifrom_missing_maximum = -172,
  err_mesh_unifrom_invalid_var_type = -173,
  err_mesh_unifrom_missing_one_dim = -174,
  err_mesh_unifrom_invalid_dim = -175,
  err_mesh_unifrom_missing_dims = -176,
  err_mesh_unifrom_max_conflict = -177,
  err_mesh_recti_invalid_num_dims = -180,
  err_mesh_recti_missing_dims = -181,
  err_mesh_recti_missing_one_dim = -182,
  err_mesh_recti_invalid_dim = -183,
  err_mesh_recti_invalid_coords = -184,
  err_mesh_recti_invalid_num_coords = -185,
  err_mesh_recti_missing_one_coords = -186,
  err_mesh_recti_missing_coords = -187,
  err_mesh_structured_invalid_num_dims = -190,
  err_mesh_structured_missing_dims = -191,
  err_mesh_structured_missing_one_dim = -192,
  err_mesh_structured_invalid_dim = -193,
  err_mesh_structured_invalid_dim_points = -194,
  err_mesh_structured_invalid_points = -195,
  err_mesh_structured_missing_one_points = -196,
  err_mesh_structured_missing_points = -197,
  err_mesh_structured_invalid_num_points = -198,
  /* transforms */
  err_invalid_transform_type = -300,
  err_transform_failure = -301,
  /* queries */
  err_unsupported_selection = -401,
  err_invalid_query_value = -402,
  err_incompatible_queries = -403,
  err_invalid_selection = -404,
  err_fgr = -900,
  err_unspecified = -1000
};

/* Makes an error the last one. Its text is made as printf makes one, and has at most 255 bytes. */
void adios_error(enum ADIOS_ERRCODES errcode, char* fmt, ...);
void adios_error_at_line(enum ADIOS_ERRCODES errcode, const char* filename, unsigned int linenum, char* fmt, ...);

/* The text of the last error; empty if there was none. */
const char* adios_get_last_errmsg(void);
void adios_clear_error(void);

#ifdef __cplusplus
}
#endif

#endif
