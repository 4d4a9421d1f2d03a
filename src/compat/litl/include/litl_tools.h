/* SPDX-License-Identifier: BSD-3-Clause */
/* Bytes that events take. */
#ifndef LITL_TOOLS_H_
#define LITL_TOOLS_H_

#include "litl_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of a regular event with this many parameters. */
litl_size_t __litl_get_reg_event_size(litl_data_t nb_params);

/* Of an event of any type, by its number of parameters (regular) or bytes (others). */
litl_size_t __litl_get_event_size(litl_type_t type, int param_size);

/* Of an event that has been recorded. */
litl_size_t __litl_get_gen_event_size(litl_t* event);

#ifdef __cplusplus
}
#endif

#endif
