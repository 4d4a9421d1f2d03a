// SPDX-License-Identifier: BSD-3-Clause
// The calls that replace a program: those that succeed have nobody left to tell of them.
#include <cstring>

#include "record/preload/io/call.hpp"
#include "record/preload/io/watch.hpp"

namespace weft::recording::io {

void tell_failed_exec(const char* name, Ticks begin, const char* path, char* const arguments[]) {
  static constinit Site sites[] = {{"execl", "POSIX", "execl"}, {"execlp", "POSIX", "execlp"},
      {"execv", "POSIX", "execv"}, {"execve", "POSIX", "execve"}, {"execvp", "POSIX", "execvp"},
      {"execvpe", "POSIX", "execvpe"}};
  constexpr Key keys[] = {Key::arg0, Key::arg1, Key::arg2, Key::arg3, Key::arg4, Key::arg5};
  if (!is_recording()) return;
  for (Site& site : sites) {
    if (std::strcmp(site.name(), name) != 0) continue;
    Call call(site, begin);
    call.always().path(Key::pathname_hash, path);
    const bool is_list = name[std::strlen("exec")] == 'l';
    if (is_list && arguments[0])
      call.text(Key::arg, arguments[0]);
    else
      for (std::size_t i = 0; i < std::size(keys) && arguments[i]; ++i) call.text(keys[i], arguments[i]);
    call.arg(Key::ret, -1).tell();
  }
}

}  // namespace weft::recording::io
