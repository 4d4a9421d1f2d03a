// SPDX-License-Identifier: BSD-3-Clause
// A program that knows nothing of Weft. Compiled with -finstrument-functions; it has threads, and children that are
// programs themselves.
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>

namespace {

int leaf(int n) { return n * 2; }

int branch(int n) {
  int sum = 0;
  for (int i = 0; i < 3; ++i) sum += leaf(n + i);
  return sum;
}

void* ends_by_itself(void*) {
  branch(1);
  pthread_exit(nullptr);
}

}  // namespace

int main(int argc, char** argv) {
  const int depth = argc > 1 ? std::atoi(argv[1]) : 0;
  branch(depth);
  std::thread([] { branch(2); }).join();
  pthread_t thread;
  pthread_create(&thread, nullptr, ends_by_itself, nullptr);
  pthread_join(thread, nullptr);
  if (depth == 0) return 7;
  const char deeper[] = {static_cast<char>('0' + depth - 1), 0};
  if (fork() == 0) {
    execl(argv[0], argv[0], deeper, nullptr);
    _exit(1);
  }
  if (fork() == 0) {
    branch(5);
    _exit(0);
  }
  while (wait(nullptr) > 0) {
  }
  return 7;
}
