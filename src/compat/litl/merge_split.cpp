// SPDX-License-Identifier: BSD-3-Clause
// What goes wrong ends the program, as in the reference: these functions return nothing that could tell.
#include <litl_merge.h>
#include <litl_split.h>

#include <cstdlib>
#include <new>

#include "compat/litl/archives.hpp"

using namespace weft::litl::compat;

namespace {

template <class Action>
void do_or_exit(Action action) {
  try {
    if (action()) return;
  } catch (const std::bad_alloc&) {
  }
  std::exit(EXIT_FAILURE);
}

}  // namespace

extern "C" {

// The names were handed over.
void litl_merge_traces(const char* archive_name, char** traces_names, const int nb_traces) {
  do_or_exit([&] {
    const std::vector<std::string> names(traces_names, traces_names + (nb_traces > 0 ? nb_traces : 0));
    for (int i = 0; i < nb_traces; ++i) std::free(traces_names[i]);
    std::free(traces_names);
    return merge_with_messages(names, archive_name);
  });
}

void litl_split_archive(const char* archive_name, const char* dir) {
  do_or_exit([&] { return split_with_messages(archive_name, dir); });
}
}
