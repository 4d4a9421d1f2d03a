// SPDX-License-Identifier: BSD-3-Clause
#include "record/preload/io/paths.hpp"

#include <limits.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
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

std::string_view current_directory() {
  [[gnu::tls_model("initial-exec")]] static thread_local char path[PATH_MAX];
  [[gnu::tls_model("initial-exec")]] static thread_local unsigned known = 0;
  [[gnu::tls_model("initial-exec")]] static thread_local std::size_t size = 0;
  if (const unsigned version = directory_version.load(std::memory_order_acquire); known != version) {
    // The call of the library would be watched.
    const long bytes = ::syscall(SYS_getcwd, path, sizeof path);
    size = bytes > 0 ? static_cast<std::size_t>(bytes) - 1 : 0;
    known = version;
  }
  return {path, size};
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
