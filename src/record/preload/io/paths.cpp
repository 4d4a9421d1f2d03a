// SPDX-License-Identifier: BSD-3-Clause
#include "record/preload/io/paths.hpp"

#include <limits.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <string>
#include <vector>

namespace weft::recording::io {

namespace {

// Never destroyed: programs read and write to their very end.
std::vector<std::string>& prefixes() {
  static auto* const all = new std::vector<std::string>;
  return *all;
}

// What changes with every change of directory, and what a thread knew last.
std::atomic<unsigned> directory_version = 1;

struct Directory {
  unsigned known = 0;
  std::size_t size = 0;
  char path[PATH_MAX];
};

// Too large for the little room that threads have for libraries that are loaded late.
[[gnu::tls_model("initial-exec")]] constinit thread_local Directory* own_directory = nullptr;

pthread_key_t end_of_directory;
void forget_own_directory(void* directory) {
  own_directory = nullptr;
  delete static_cast<Directory*>(directory);
}

Directory* make_directory() {
  own_directory = new (std::nothrow) Directory;
  if (own_directory) ::pthread_setspecific(end_of_directory, own_directory);
  return own_directory;
}

std::string_view current_directory() {
  Directory* const own = own_directory ? own_directory : make_directory();
  if (!own) return {};
  if (const unsigned version = directory_version.load(std::memory_order_acquire); own->known != version) {
    // The call of the library would be watched.
    const long bytes = ::syscall(SYS_getcwd, own->path, sizeof own->path);
    own->size = bytes > 0 ? static_cast<std::size_t>(bytes) - 1 : 0;
    own->known = version;
  }
  return {own->path, own->size};
}

bool begins(std::string_view path) {
  return std::ranges::any_of(prefixes(), [&](const std::string& prefix) { return path.starts_with(prefix); });
}

// As DFTracer has it: what writes the trace and what is written in Python is not data.
bool is_excluded(std::string_view path) {
  return path.ends_with(".pfw") || path.ends_with(".pfw.gz") || path.ends_with(".py");
}

}  // namespace

void set_prefixes(std::string_view text) {
  ::pthread_key_create(&end_of_directory, forget_own_directory);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(':'), text.size());
    if (end != 0) prefixes().emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

bool has_prefixes() { return !prefixes().empty(); }

bool is_wanted(std::string_view path) {
  if (!has_prefixes()) return true;
  if (is_excluded(path)) return false;
  if (begins(path)) return true;
  if (path.starts_with('/')) return false;
  while (path.starts_with("./")) path.remove_prefix(2);
  std::string whole(current_directory());
  if (!whole.ends_with('/')) whole += '/';
  return begins(whole.append(path));
}

void forget_directory() { directory_version.fetch_add(1, std::memory_order_acq_rel); }

}  // namespace weft::recording::io
