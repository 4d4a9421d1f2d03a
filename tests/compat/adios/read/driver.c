/* SPDX-License-Identifier: BSD-3-Clause
 * Everything that version 2 of the read API says of a file. Defects of ADIOS, of which nothing is asked, have the
 * numbers of docs/formats/bp.md, section 27.
 *
 *   driver file FILE     all steps at once
 *   driver stream FILE   step by step
 *   driver misuse FILE   what goes wrong, and how it is told
 *
 * With the word "apart" at the end, nothing is said of which process wrote a block: defect 13, of sub-files.
 */
#include <adios_read.h>

#include "told.h"

enum { most_bytes = 1 << 20 };

static int tells_processes = 1;

static const char* last_component(const char* path) {
  const char* slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* Defect 18: where several processes wrote, ADIOS loses the attributes of all steps of a stream but the first. */
static int has_sane_attributes(const ADIOS_FILE* file) {
  if (!file->is_streaming || file->current_step == 0) return 1;
  ADIOS_VARINFO* variable = adios_inq_var_byid((ADIOS_FILE*)file, 0);
  const int processes = variable->sum_nblocks;
  adios_free_varinfo(variable);
  return processes == 1;
}

static void tell_file(const ADIOS_FILE* file) {
  printf("file %s: steps %d to %d, stream %d, endianness %d, version %d, size %" PRIu64 "\n",
      last_component(file->path), file->current_step, file->last_step, file->is_streaming, file->endianness,
      file->version, file->file_size);
  tell_names("variables", file->var_namelist, file->nvars);
  if (has_sane_attributes(file)) tell_names("attributes", file->attr_namelist, file->nattrs);
  tell_names("meshes", file->mesh_namelist, file->nmeshes);
  tell_names("links", file->link_namelist, file->nlinks);
}

static uint64_t product(const uint64_t* sizes, int count) {
  uint64_t all = 1;
  for (int i = 0; i < count; ++i) all *= sizes[i];
  return all;
}

/* Of complex numbers, whatever they are made of, three doubles. */
static void tell_bound(int type, const void* bound) {
  if (!bound) {
    printf(" -");
  } else if (type == adios_complex || type == adios_double_complex) {
    tell_elements(adios_double, sizeof(double), bound, 3);
  } else {
    putchar(' ');
    tell_element(type, bound);
  }
}

static void tell_mean(int type, const double* mean) {
  const int parts = type == adios_complex || type == adios_double_complex ? 3 : 1;
  if (!mean) printf(" -");
  for (int i = 0; mean && i < parts; ++i) printf(isnan(mean[i]) ? " nan" : " %.10g", mean[i]);
}

/* Defect 22: ADIOS squares single values in their own type, where they wrap around or are rounded. */
static int has_sane_deviation(const ADIOS_VARINFO* variable) {
  return variable->ndim > 0 || variable->type == adios_double;
}

static void tell_summaries(
    const char* what, int type, void** mins, void** maxs, double** avgs, double** devs, int count) {
  for (int i = 0; i < count; ++i) {
    printf("  %s %d:", what, i);
    tell_bound(type, mins ? mins[i] : NULL);
    tell_bound(type, maxs ? maxs[i] : NULL);
    tell_mean(type, avgs ? avgs[i] : NULL);
    tell_mean(type, devs ? devs[i] : NULL);
    printf("\n");
  }
}

static void tell_statistics(ADIOS_FILE* file, ADIOS_VARINFO* variable) {
  const int answer = adios_inq_var_stat(file, variable, 1, 1);
  printf("  statistics %d", answer);
  const ADIOS_VARSTAT* all = variable->statistics;
  if (!all) {
    printf(": none\n");
    return;
  }
  printf(": %d %d %d", all->steps != NULL, all->blocks != NULL, all->histogram != NULL);
  tell_bound(variable->type, all->min);
  tell_bound(variable->type, all->max);
  tell_mean(variable->type, all->avg);
  tell_mean(variable->type, has_sane_deviation(variable) ? all->std_dev : NULL);
  printf("\n");
  if (all->steps)
    tell_summaries("step", variable->type, all->steps->mins, all->steps->maxs, all->steps->avgs,
        has_sane_deviation(variable) ? all->steps->std_devs : NULL, variable->nsteps);
  if (all->blocks)
    tell_summaries("block", variable->type, all->blocks->mins, all->blocks->maxs, all->blocks->avgs,
        has_sane_deviation(variable) ? all->blocks->std_devs : NULL, variable->sum_nblocks);
}

static void tell_blocks(ADIOS_FILE* file, ADIOS_VARINFO* variable) {
  printf("  blocks %d\n", adios_inq_var_blockinfo(file, variable));
  for (int i = 0; variable->blockinfo && i < variable->sum_nblocks; ++i) {
    const ADIOS_VARBLOCK* block = &variable->blockinfo[i];
    printf("  block %d:", i);
    tell_sizes("start", block->start, variable->ndim);
    tell_sizes("count", block->count, variable->ndim);
    printf(" process %u time %u\n", tells_processes ? block->process_id : 0, block->time_index);
  }
}

static void tell_transform(ADIOS_FILE* file, ADIOS_VARINFO* variable) {
  ADIOS_VARTRANSFORM* transform = adios_inq_var_transform(file, variable);
  if (!transform) {
    printf("  no transform\n");
    return;
  }
  printf(
      "  transform %d of variable %d, %d blocks:", transform->transform_type, transform->varid, transform->sum_nblocks);
  for (int i = 0; transform->transform_metadatas && i < transform->sum_nblocks; ++i) {
    const ADIOS_TRANSFORM_METADATA* metadata = &transform->transform_metadatas[i];
    printf(" [%" PRIu64, metadata->length);
    for (uint64_t b = 0; b < metadata->length; ++b) printf(" %02x", ((const unsigned char*)metadata->content)[b]);
    printf("]");
  }
  printf("\n");
  adios_free_var_transform(transform);
}

static void tell_variable_info(ADIOS_FILE* file, ADIOS_VARINFO* variable) {
  printf("  id %d type %s (%d) steps %d global %d\n  ", variable->varid, adios_type_to_string(variable->type),
      variable->type, variable->nsteps, variable->global);
  tell_sizes("dims", variable->dims, variable->ndim);
  printf(" blocks");
  for (int i = 0; i < variable->nsteps; ++i) printf(" %d", variable->nblocks[i]);
  printf(" sum %d attributes", variable->sum_nblocks);
  for (int i = 0; i < variable->nattrs; ++i) printf(" %d", variable->attr_ids[i]);
  printf(" value");
  if (!variable->value)
    printf(" none");
  else if (variable->type == adios_string)
    printf(" '%s'", (char*)variable->value);
  else
    tell_elements(variable->type, adios_type_size(variable->type, variable->value), variable->value, 1);
  printf("\n");
  printf("  mesh %d", adios_inq_var_meshinfo(file, variable));
  if (variable->meshinfo) printf(": %d %d", variable->meshinfo->meshid, variable->meshinfo->centering);
  printf("\n");
}

/* A read of `bytes` bytes: memory that is not filled stays what it was. */
static void tell_read(ADIOS_FILE* file, const ADIOS_VARINFO* variable, const char* what, ADIOS_SELECTION* selection,
    int step, int steps, uint64_t elements) {
  static unsigned char memory[most_bytes + 64 * 16];
  const int bytes = variable->type == adios_string ? 1 : adios_type_size(variable->type, NULL);
  if (elements * (uint64_t)bytes > most_bytes) return;
  memset(memory, 0x55, (size_t)(elements + 64) * (size_t)bytes);
  printf("  read %s, steps %d+%d:", what, step, steps);
  const int scheduled = adios_schedule_read_byid(file, selection, variable->varid, step, steps, memory);
  printf(" %d", scheduled);
  if (scheduled == 0) {
    printf(" %d", adios_perform_reads(file, 1));
    if (variable->type == adios_string)
      printf(" '%.*s'", (int)elements, memory);
    else
      tell_elements(variable->type, bytes, memory, elements);
    for (int i = 0; variable->type != adios_string && i < 16 * bytes; ++i)
      if (memory[elements * (uint64_t)bytes + (uint64_t)i] != 0x55) {
        printf(" and more");
        break;
      }
  }
  printf("\n");
  if (selection) adios_selection_delete(selection);
}

static void tell_chunk(const ADIOS_VARCHUNK* chunk) {
  printf("  chunk of %d type %d steps %d+%d", chunk->varid, chunk->type, chunk->from_steps, chunk->nsteps);
  uint64_t elements = 1;
  if (chunk->sel && chunk->sel->type == ADIOS_SELECTION_BOUNDINGBOX) {
    tell_sizes("box", chunk->sel->u.bb.start, chunk->sel->u.bb.ndim);
    tell_sizes("", chunk->sel->u.bb.count, chunk->sel->u.bb.ndim);
    elements = product(chunk->sel->u.bb.count, chunk->sel->u.bb.ndim);
  } else if (chunk->sel && chunk->sel->type == ADIOS_SELECTION_POINTS) {
    printf(" %" PRIu64 " points in %d", chunk->sel->u.points.npoints, chunk->sel->u.points.ndim);
    elements = chunk->sel->u.points.npoints;
  } else if (chunk->sel) {
    printf(" selection %d", chunk->sel->type);
  } else {
    printf(" no selection");
  }
  if (chunk->data && chunk->type != adios_string && chunk->sel)
    tell_elements(chunk->type, adios_type_size(chunk->type, NULL), chunk->data, elements);
  printf("\n");
}

static void tell_chunks(ADIOS_FILE* file) {
  ADIOS_VARCHUNK* chunk = NULL;
  printf("  perform %d\n", adios_perform_reads(file, 0));
  for (int i = 0; i < 1000; ++i) {
    chunk = NULL;
    const int answer = adios_check_reads(file, &chunk);
    printf("  check %d %s\n", answer, chunk ? "with a chunk" : "without");
    if (chunk) {
      tell_chunk(chunk);
      adios_free_chunk(chunk);
    }
    if (answer <= 0) break;
  }
}

/* The inner part of an array. */
static void inner_box(const ADIOS_VARINFO* variable, uint64_t* start, uint64_t* count) {
  for (int d = 0; d < variable->ndim; ++d) {
    start[d] = variable->dims[d] > 1 ? 1 : 0;
    count[d] = variable->dims[d] > 2 ? variable->dims[d] - 2 : variable->dims[d] - start[d];
  }
}

static void tell_intersections(ADIOS_FILE* file, const ADIOS_VARINFO* variable, ADIOS_SELECTION* selection) {
  ADIOS_PG_INTERSECTIONS* found = adios_find_intersecting_pgs(file, variable->varid, selection, 0, variable->nsteps);
  if (!found) {
    printf("  no intersections\n");
  } else {
    printf("  intersections: %d\n", found->npg);
    for (int i = 0; i < found->npg; ++i) {
      const ADIOS_PG_INTERSECTION* one = &found->intersections[i];
      printf("   step %d block %d %d", one->timestep, one->blockidx, one->blockidx_in_timestep);
      for (int s = 0; s < 2; ++s) {
        const ADIOS_SELECTION* part = s ? one->intersection_sel : one->pg_bounds_sel;
        if (!part) {
          printf(" none");
        } else if (part->type == ADIOS_SELECTION_BOUNDINGBOX) {
          tell_sizes("box", part->u.bb.start, part->u.bb.ndim);
          tell_sizes("", part->u.bb.count, part->u.bb.ndim);
        } else if (part->type == ADIOS_SELECTION_POINTS) {
          tell_sizes("points", part->u.points.points, part->u.points.ndim * (int)part->u.points.npoints);
        } else {
          printf(" selection %d", part->type);
        }
      }
      printf("\n");
    }
    adios_free_pg_intersections(&found);
    printf("  freed: %d\n", found == NULL);
  }
  adios_selection_delete(selection);
}

static int transform_of(ADIOS_FILE* file, const ADIOS_VARINFO* variable) {
  ADIOS_VARTRANSFORM* transform = adios_inq_var_transform(file, variable);
  const int type = transform->transform_type;
  adios_free_var_transform(transform);
  return type;
}

static void read_boxes(ADIOS_FILE* file, const ADIOS_VARINFO* variable, int is_packed) {
  uint64_t start[32] = {0}, count[32], points[4 * 32];
  const int ndim = variable->ndim;
  const uint64_t all = product(variable->dims, ndim);
  tell_read(file, variable, "box of all", adios_selection_boundingbox(ndim, start, variable->dims), 0, 1, all);
  tell_read(file, variable, "box of all", adios_selection_boundingbox(ndim, start, variable->dims), 0, variable->nsteps,
      all * (uint64_t)variable->nsteps);
  inner_box(variable, start, count);
  const uint64_t inner = product(count, ndim);
  tell_read(
      file, variable, "inner box", adios_selection_boundingbox(ndim, start, count), variable->nsteps - 1, 1, inner);
  if (is_packed && transform_of(file, variable) == adios_get_transform_type_by_uid("identity"))
    return; /* defect 17: ADIOS frees twice what it read of points */
  /* The first, a middle and the last element, and the first again. */
  for (int d = 0; d < ndim; ++d) {
    points[d] = points[3 * ndim + d] = 0;
    points[ndim + d] = variable->dims[d] / 2;
    points[2 * ndim + d] = variable->dims[d] - 1;
  }
  tell_read(file, variable, "points", adios_selection_points(ndim, 4, points), 0, 1, 4);
  tell_read(file, variable, "points", adios_selection_points(ndim, 4, points), 0, variable->nsteps,
      4 * (uint64_t)variable->nsteps);
  if (is_packed) return; /* defect 17: ADIOS does not look at what contains points */
  uint64_t zeros[32] = {0}, places[2] = {0, inner - 1};
  ADIOS_SELECTION* contained = adios_selection_points(ndim, 1, zeros);
  contained->u.points.container_selection = adios_selection_boundingbox(ndim, start, count);
  tell_read(file, variable, "a point in a box", contained, 0, 1, 1);
  if (ndim > 1) {
    contained = adios_selection_points(1, 2, places);
    contained->u.points.container_selection = adios_selection_boundingbox(ndim, start, count);
    tell_read(file, variable, "places in a box", contained, 0, 1, 2);
  }
}

static void find_blocks(ADIOS_FILE* file, const ADIOS_VARINFO* variable) {
  uint64_t start[32] = {0}, count[32], points[32];
  inner_box(variable, start, count);
  for (int d = 0; d < variable->ndim; ++d) points[d] = variable->dims[d] - 1;
  tell_intersections(file, variable, adios_selection_boundingbox(variable->ndim, start, count));
  tell_intersections(file, variable, adios_selection_points(variable->ndim, 1, points));
}

static void read_blocks(ADIOS_FILE* file, const ADIOS_VARINFO* variable) {
  int absolute = 0;
  for (int step = 0; step < variable->nsteps; ++step)
    for (int block = 0; block < variable->nblocks[step]; ++block, ++absolute) {
      const uint64_t elements = variable->blockinfo ? product(variable->blockinfo[absolute].count, variable->ndim) : 1;
      tell_read(file, variable, "block", adios_selection_writeblock(block), step, 1, elements);
      printf("  absolute index %d\n", adios_get_absolute_writeblock_index(variable, block, step));
      if (!file->is_streaming) {
        ADIOS_SELECTION* selection = adios_selection_writeblock(absolute);
        selection->u.block.is_absolute_index = 1;
        tell_read(file, variable, "absolute block", selection, step, 1, elements);
      }
      /* Defect 17: of what identity stored, ADIOS counts the offset twice. */
      if (variable->ndim > 0 && elements > 2 &&
          transform_of(file, variable) != adios_get_transform_type_by_uid("identity"))
        tell_read(file, variable, "part of a block", adios_selection_writeblock_bounded(block, 1, elements - 2, 1),
            step, 1, elements - 2);
    }
}

/* Defect 6: ADIOS does not know how large single values of these types are. */
static int has_sane_statistics(const ADIOS_VARINFO* variable) {
  const int is_wide = variable->type == adios_long_double || variable->type == adios_complex ||
                      variable->type == adios_double_complex;
  return variable->type != adios_string && (variable->ndim > 0 || !is_wide);
}

/* Defect 3: of arrays with a time dimension of their own, ADIOS has only the first step's blocks right. */
static int has_sane_blocks(const char* name) { return strstr(name, "timed") == NULL; }

static void tell_variable(ADIOS_FILE* file, const char* name) {
  ADIOS_VARINFO* variable = adios_inq_var(file, name);
  printf("variable %s\n", name);
  if (!variable) {
    printf("  error %d\n", adios_errno);
    return;
  }
  tell_variable_info(file, variable);
  if (has_sane_blocks(name)) tell_blocks(file, variable);
  if (has_sane_statistics(variable)) tell_statistics(file, variable);
  tell_transform(file, variable);
  const uint64_t all = product(variable->dims, variable->ndim);
  if (all == 0) {
    adios_free_varinfo(variable);
    return; /* defect 5 */
  }
  const uint64_t text = variable->type == adios_string && variable->value ? strlen(variable->value) : all;
  /* Defect 17: ADIOS aborts when a packed variable is asked for without saying how much of it. */
  const int is_packed = strstr(name, "packed") != NULL;
  if (!is_packed) {
    tell_read(file, variable, "everything", NULL, 0, 1, text);
    tell_read(file, variable, "automatic", adios_selection_auto("hint"), 0, 1, text);
  }
  if (variable->ndim > 0) read_boxes(file, variable, is_packed);
  if (variable->ndim > 0 && has_sane_blocks(name)) find_blocks(file, variable);
  if (variable->type != adios_string && has_sane_blocks(name)) read_blocks(file, variable);
  adios_free_varinfo(variable);
}

static void tell_attributes(ADIOS_FILE* file) {
  for (int i = 0; i < file->nattrs; ++i) {
    enum ADIOS_DATATYPES type = adios_unknown;
    int size = 0;
    void* data = NULL;
    int answer = adios_get_attr_byid(file, i, &type, &size, &data);
    printf("attribute %s: %d type %d size %d", file->attr_namelist[i], answer, type, size);
    if (answer == 0) {
      tell_attribute_value(type, size, data, type == adios_string ? 1 : adios_type_size(type, data));
      free(data);
    }
    /* The slash it begins with is of no account. */
    const char* name = file->attr_namelist[i];
    answer = adios_get_attr(file, name[0] == '/' ? name + 1 : name, &type, &size, &data);
    printf(" %d\n", answer);
    if (answer == 0) free(data);
  }
}

static void tell_views(ADIOS_FILE* file) {
  char** names = NULL;
  const int groups = adios_get_grouplist(file, &names);
  tell_names("groups", names, groups);
  for (int g = 0; g < groups; ++g) {
    printf("view %d: %d\n", g, adios_group_view(file, g));
    tell_file(file);
    for (int v = 0; v < file->nvars; ++v) {
      ADIOS_VARINFO* variable = adios_inq_var_byid(file, v);
      printf("%d:", v);
      if (variable) tell_variable_info(file, variable), adios_free_varinfo(variable);
    }
    if (file->nvars) tell_variable(file, file->var_namelist[file->nvars / 2]);
    tell_attributes(file);
  }
  printf("no view: %d\n", adios_group_view(file, -1));
  tell_file(file);
  for (int g = 0; g < groups; ++g) free(names[g]);
  free(names);
}

static void tell_meshes(ADIOS_FILE* file) {
  for (int i = 0; i < file->nmeshes; ++i) {
    ADIOS_MESH* mesh = adios_inq_mesh_byid(file, i);
    if (!mesh) {
      printf("mesh %d: error %d\n", i, adios_errno);
      continue;
    }
    printf("mesh %d %s file '%s'", mesh->id, mesh->name, mesh->file_name ? mesh->file_name : "-");
    const int answer = adios_complete_meshinfo(file, file, mesh);
    printf(" complete %d time varying %d type %d\n", answer, mesh->time_varying, mesh->type);
    if (answer != 0) {
      adios_free_meshinfo(mesh);
      continue;
    }
    if (mesh->type == ADIOS_MESH_UNIFORM && mesh->uniform) {
      const MESH_UNIFORM* uniform = mesh->uniform;
      tell_sizes(" uniform", uniform->dimensions, uniform->num_dimensions);
      for (int d = 0; d < uniform->num_dimensions; ++d)
        printf(" [%g %g %g]", uniform->origins ? uniform->origins[d] : NAN,
            uniform->spacings ? uniform->spacings[d] : NAN, uniform->maximums ? uniform->maximums[d] : NAN);
    } else if (mesh->type == ADIOS_MESH_RECTILINEAR && mesh->rectilinear) {
      const MESH_RECTILINEAR* grid = mesh->rectilinear;
      tell_sizes(" rectilinear", grid->dimensions, grid->num_dimensions);
      printf(" single %d", grid->use_single_var);
      for (int d = 0; d < (grid->use_single_var ? 1 : grid->num_dimensions); ++d) printf(" '%s'", grid->coordinates[d]);
    } else if (mesh->type == ADIOS_MESH_STRUCTURED && mesh->structured) {
      const MESH_STRUCTURED* grid = mesh->structured;
      tell_sizes(" structured", grid->dimensions, grid->num_dimensions);
      printf(" spaces %d single %d", grid->nspaces, grid->use_single_var);
      for (int d = 0; d < (grid->use_single_var ? 1 : grid->num_dimensions); ++d) printf(" '%s'", grid->points[d]);
    } else if (mesh->type == ADIOS_MESH_UNSTRUCTURED && mesh->unstructured) {
      const MESH_UNSTRUCTURED* grid = mesh->unstructured;
      printf("  unstructured spaces %d points %" PRIu64, grid->nspaces, grid->npoints);
      for (int d = 0; d < grid->nvar_points; ++d) printf(" '%s'", grid->points[d]);
      for (int c = 0; c < grid->ncsets; ++c)
        printf(" [%" PRIu64 " '%s' %d]", grid->ccounts[c], grid->cdata[c], grid->ctypes[c]);
    }
    printf("\n");
    adios_free_meshinfo(mesh);
  }
  for (int i = 0; i < file->nlinks; ++i) {
    ADIOS_LINK* link = adios_inq_link_byid(file, i);
    if (!link) {
      printf("link %d: error %d\n", i, adios_errno);
      continue;
    }
    printf("link %d %s: %d", link->id, link->name, link->nrefs);
    /* Defect 25: ADIOS leaves their types unset. */
    for (int r = 0; r < link->nrefs; ++r) printf(" ['%s' '%s']", link->ref_names[r], link->ref_files[r]);
    printf("\n");
    adios_free_linkinfo(link);
  }
}

static void tell_physical(ADIOS_FILE* file) {
  const data_view_t before = adios_read_set_data_view(file, PHYSICAL_DATA_VIEW);
  printf("physical view, before it the logical one: %d\n", before == LOGICAL_DATA_VIEW);
  for (int i = 0; i < file->nvars; ++i) {
    ADIOS_VARINFO* variable = adios_inq_var_byid(file, i);
    if (variable && strstr(file->var_namelist[i], "packed")) {
      printf("%s\n", file->var_namelist[i]);
      tell_variable_info(file, variable);
      tell_blocks(file, variable);
      tell_transform(file, variable);
      tell_read(file, variable, "block", adios_selection_writeblock(0), 0, 1, variable->blockinfo[0].count[0]);
    }
    if (variable) adios_free_varinfo(variable);
  }
  printf("back: %d\n", adios_read_set_data_view(file, LOGICAL_DATA_VIEW) == PHYSICAL_DATA_VIEW);
}

/* Several reads, with and without memory, done one by one. */
static void tell_reads_without_memory(ADIOS_FILE* file) {
  static char memory[4096];
  for (int i = 0; i < file->nvars; ++i) {
    ADIOS_VARINFO* variable = adios_inq_var_byid(file, i);
    /* Defect 17: of packed ones ADIOS leaves the steps unset, and waits in vain. */
    const uint64_t elements = variable ? product(variable->dims, variable->ndim) : 0;
    const int is_told = elements > 0 && variable->type != adios_string && !strstr(file->var_namelist[i], "packed") &&
                        elements * (uint64_t)adios_type_size(variable->type, NULL) <= sizeof memory;
    if (is_told) {
      uint64_t start[32] = {0}, points[32] = {0};
      printf("chunks of %s\n", file->var_namelist[i]);
      ADIOS_SELECTION* box = variable->ndim ? adios_selection_boundingbox(variable->ndim, start, variable->dims) : NULL;
      ADIOS_SELECTION* point = variable->ndim ? adios_selection_points(variable->ndim, 1, points) : NULL;
      printf("  schedule %d", adios_schedule_read_byid(file, box, i, 0, 1, NULL));
      printf(" %d", adios_schedule_read_byid(file, box, i, variable->nsteps - 1, 1, memory));
      if (point) printf(" %d", adios_schedule_read_byid_param(file, point, i, 0, 1, "parameter", NULL));
      printf("\n");
      tell_chunks(file);
      printf("  schedule %d", adios_schedule_read_byid(file, box, i, 0, 1, NULL));
      printf(" blocking %d\n", adios_perform_reads(file, 1));
      tell_chunks(file);
      if (box) adios_selection_delete(box);
      if (point) adios_selection_delete(point);
    }
    if (variable) adios_free_varinfo(variable);
  }
}

static void tell_all(ADIOS_FILE* file) {
  tell_file(file);
  printf("dimension order %d\n", adios_read_get_dimension_order(file));
  for (int i = 0; i < file->nvars; ++i)
    if (!strstr(file->var_namelist[i], "__adios__")) tell_variable(file, file->var_namelist[i]);
  if (has_sane_attributes(file)) tell_attributes(file);
}

static void tell_methods(void) {
  ADIOS_AVAILABLE_READ_METHODS* methods = adios_available_read_methods();
  for (int i = 0; i < methods->nmethods; ++i) printf("method %d %s\n", methods->methodID[i], methods->name[i]);
  adios_available_read_methods_free(methods);
  for (int type = -2; type < 60; ++type)
    printf("type %d: %s %d\n", type, adios_type_to_string((enum ADIOS_DATATYPES)type),
        type == adios_string || type == adios_string_array ? 0 : adios_type_size((enum ADIOS_DATATYPES)type, NULL));
  printf("a text has %d\n", adios_type_size(adios_string, "four"));
  static const char* const names[] = {"none", "identity", "zlib", "bzip2", "szip", "lz4", "blosc", "zfp", "nothing"};
  for (unsigned i = 0; i < sizeof names / sizeof names[0]; ++i)
    printf("transform %s: %d\n", names[i], adios_get_transform_type_by_uid(names[i]));
  printf("no transform: %d\n", NO_TRANSFORM);
}

static void read_file(const char* path) {
  ADIOS_FILE* file = adios_read_open_file(path, ADIOS_READ_METHOD_BP, MPI_COMM_SELF);
  if (!file) {
    printf("cannot open: %d\n", adios_errno);
    return;
  }
  adios_print_fileinfo(file);
  fflush(stdout);
  tell_all(file);
  tell_meshes(file);
  tell_physical(file);
  tell_reads_without_memory(file);
  printf("advance %d\n", adios_advance_step(file, 0, 0));
  adios_release_step(file);
  printf("close %d\n", adios_read_close(file));
  tell_methods();
  /* Defect 19: ADIOS cannot close a file of which it has shown a group. */
  static ADIOS_FILE* volatile left_open; /* not lost: whoever looks for memory that is finds it here */
  left_open = adios_read_open_file(path, ADIOS_READ_METHOD_BP, MPI_COMM_SELF);
  tell_views(left_open);
}

static void read_stream(const char* path) {
  ADIOS_FILE* file = adios_read_open(path, ADIOS_READ_METHOD_BP, MPI_COMM_SELF, ADIOS_LOCKMODE_NONE, 0);
  if (!file) {
    printf("cannot open: %d\n", adios_errno);
    return;
  }
  int answer = 0;
  while (answer == 0) {
    printf("step %d\n", file->current_step);
    tell_all(file);
    adios_release_step(file);
    answer = adios_advance_step(file, 0, 0);
    printf("advance %d errno %d\n", answer, adios_errno);
  }
  /* Defect 16: of the handle nothing can be asked any more but to close it. */
  adios_read_close(file);
}

static void misuse(const char* path) {
  static char memory[4096];
  uint64_t start[32] = {0}, count[32] = {1, 1, 1, 1}, far[32];
  for (int i = 0; i < 32; ++i) far[i] = 1000000;
#define TELL(CALL) printf(#CALL ": %d", (int)(CALL)), printf(" errno %d\n", adios_errno), adios_clear_error()
/* Defect 21: ADIOS answers 0 to reads that failed. */
#define TELL_READS(FILE) adios_perform_reads(FILE, 1), printf("reads: errno %d\n", adios_errno), adios_clear_error()
  TELL(adios_read_open_file("nowhere.bp", ADIOS_READ_METHOD_BP, MPI_COMM_SELF) != NULL);
  TELL(adios_read_open("nowhere.bp", ADIOS_READ_METHOD_BP, MPI_COMM_SELF, ADIOS_LOCKMODE_NONE, 0) != NULL);
  TELL(adios_read_open_file(path, (enum ADIOS_READ_METHOD)5, MPI_COMM_SELF) != NULL);
  TELL(adios_read_open_file(path, (enum ADIOS_READ_METHOD) - 1, MPI_COMM_SELF) != NULL);
  TELL(adios_read_init_method((enum ADIOS_READ_METHOD)77, MPI_COMM_SELF, ""));
  TELL(adios_read_close(NULL));
  ADIOS_FILE* file = adios_read_open_file(path, ADIOS_READ_METHOD_BP, MPI_COMM_SELF);
  TELL(adios_inq_var(file, "nothing") != NULL);
  TELL(adios_inq_var(file, "") != NULL);
  TELL(adios_inq_var_byid(file, -1) != NULL);
  TELL(adios_inq_var_byid(file, 100000) != NULL);
  TELL(adios_inq_var(NULL, "x") != NULL);
  enum ADIOS_DATATYPES type;
  int size;
  void* data;
  TELL(adios_get_attr(file, "nothing", &type, &size, &data));
  TELL(adios_get_attr_byid(file, -1, &type, &size, &data));
  TELL(adios_get_attr_byid(file, 100000, &type, &size, &data));
  TELL(adios_get_attr(NULL, "x", &type, &size, &data));
  TELL(adios_schedule_read(file, NULL, "nothing", 0, 1, memory));
  TELL(adios_schedule_read_byid(file, NULL, -1, 0, 1, memory));
  TELL(adios_schedule_read_byid(file, NULL, 100000, 0, 1, memory));
  TELL(adios_schedule_read(NULL, NULL, "rows", 0, 1, memory));
  TELL(adios_schedule_read(file, NULL, "rows", 0, 100, memory));
  TELL(adios_schedule_read(file, NULL, "rows", 100, 1, memory));
  TELL(adios_schedule_read(file, NULL, "rows", -1, 1, memory));
  TELL_READS(file);
  ADIOS_VARINFO* variable = adios_inq_var(file, "/global/double");
  ADIOS_SELECTION* selection = adios_selection_boundingbox(variable->ndim, far, count);
  TELL(adios_schedule_read(file, selection, "/global/double", 0, 1, memory));
  TELL_READS(file);
  adios_selection_delete(selection);
  selection = adios_selection_boundingbox(variable->ndim, start, far);
  TELL(adios_schedule_read(file, selection, "/global/double", 0, 1, memory));
  TELL_READS(file);
  adios_selection_delete(selection);
  selection = adios_selection_points(variable->ndim, 1, far);
  TELL(adios_schedule_read(file, selection, "/global/double", 0, 1, memory));
  TELL_READS(file);
  adios_selection_delete(selection);
  TELL(adios_group_view(file, 5));
  TELL(adios_group_view(file, -2));
  adios_free_varinfo(variable);
  TELL(adios_read_close(file));
  TELL(adios_read_finalize_method(ADIOS_READ_METHOD_BP));
}

int main(int argc, char** argv) {
  if (argc != 3 && argc != 4) return 2;
  tells_processes = argc == 3;
  setvbuf(stdout, NULL, _IOLBF, 0);
  MPI_Init(&argc, &argv);
  adios_read_init_method(ADIOS_READ_METHOD_BP, MPI_COMM_SELF, "quiet;max_chunk_size=1");
  if (strcmp(argv[1], "file") == 0) read_file(argv[2]);
  if (strcmp(argv[1], "stream") == 0) read_stream(argv[2]);
  if (strcmp(argv[1], "misuse") == 0) misuse(argv[2]);
  adios_read_finalize_method(ADIOS_READ_METHOD_BP);
  MPI_Finalize();
  return 0;
}
