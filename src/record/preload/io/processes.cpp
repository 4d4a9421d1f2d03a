// SPDX-License-Identifier: BSD-3-Clause
// Processes, as far as calls that read and write see them: their beginning, their children, and waiting for those.
#include <pthread.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include "record/preload/io/call.hpp"
#include "record/preload/io/paths.hpp"
#include "record/preload/io/watch.hpp"

namespace weft::recording::io {

void begin_watching() {
  const char* const paths = weft_watch_paths();
  if (!paths) return;
  set_prefixes(paths);
  ::pthread_atfork(nullptr, nullptr, [] {
    inherit_descriptors();
    forget_memory_handle();
  });
  is_on = true;
}

}  // namespace weft::recording::io

namespace {

using namespace weft::recording;
using io::Key;

}  // namespace

// Told by the parent only: the child has files of its own, and nothing to tell yet.
WEFT_IO_BEGIN(POSIX, pid_t, fork, (), ())
if (!io::is_recording()) return next();
const weft::Ticks begin = weft_watch_now();
const pid_t ret = next();
if (ret != 0) io::Call(site, begin).always().arg(Key::ret, ret).tell();
return ret;
}
WEFT_IO_CALL(POSIX, pid_t, wait, (int* status), (status), always().arg(Key::ret, ret))
WEFT_IO_CALL(POSIX, pid_t, waitpid, (pid_t pid, int* status, int options), (pid, status, options),
    always().arg(Key::pid, pid).arg(Key::ret, ret))
