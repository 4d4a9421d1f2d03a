// SPDX-License-Identifier: BSD-3-Clause
// A program that knows nothing of Weft. Compiled with -finstrument-functions; it has its own way to get memory,
// handlers for forks, threads, and children that are programs themselves.
//
//   instrumented DEPTH                 children that are this program, so deep
//   instrumented threads               threads of both interfaces, waited for in every way
//   instrumented plugins LIBRARY...    loads each, calls its `works`, and unloads it; says where the function was
//   instrumented forks LIBRARY         children of a process whose threads meet new functions, create threads and
//   unload
//                                      libraries all the time; they do the same. Ends with 1 if one of them does not
//                                      end
#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <new>
#include <thread>

extern "C" void __cyg_profile_func_enter(void* function, void* caller);
extern "C" void __cyg_profile_func_exit(void* function, void* caller);
extern "C" void* __libc_malloc(std::size_t bytes);
extern "C" void* malloc(std::size_t bytes) noexcept { return __libc_malloc(bytes); }

namespace {

void* take_memory(std::size_t bytes) { return std::malloc(bytes); }
void give_memory_back(void* memory) { std::free(memory); }

}  // namespace

void* operator new(std::size_t bytes) {
  void* const memory = take_memory(bytes);
  if (!memory) std::abort();
  return memory;
}
void operator delete(void* memory) noexcept { give_memory_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_memory_back(memory); }

namespace {

// Called while a fork is under way before anybody else calls it.
int shared(int n) { return n + 1; }
void at_fork() { shared(1); }
[[gnu::no_instrument_function]] void handle_forks() { pthread_atfork(at_fork, at_fork, at_fork); }
// Before anybody else registers a handler, who would otherwise be first.
[[gnu::section(".preinit_array"), gnu::used]] void (*const first_of_all)() = handle_forks;

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

int ends_with_a_number(void* n) { return branch(*static_cast<int*>(n)); }

void* ends_soon(void*) {
  branch(1);
  return nullptr;
}

timespec in_a_minute(clockid_t clock) {
  timespec end{};
  clock_gettime(clock, &end);
  end.tv_sec += 60;
  return end;
}

// Of five threads four are waited for, each in another way.
int run_threads() {
  int n = 4, answer = 0;
  thrd_t thread{};
  thrd_create(&thread, ends_with_a_number, &n);
  thrd_join(thread, &answer);
  pthread_t threads[3];
  for (pthread_t& each : threads) pthread_create(&each, nullptr, ends_soon, nullptr);
  while (pthread_tryjoin_np(threads[0], nullptr) != 0) sched_yield();
  const timespec real = in_a_minute(CLOCK_REALTIME), steady = in_a_minute(CLOCK_MONOTONIC);
  pthread_timedjoin_np(threads[1], nullptr, &real);
  pthread_clockjoin_np(threads[2], nullptr, CLOCK_MONOTONIC, &steady);
  thrd_create(&thread, ends_with_a_number, &n);
  thrd_detach(thread);
  return answer;
}

int run_plugins(char** libraries) {
  for (; *libraries; ++libraries) {
    void* const library = dlopen(*libraries, RTLD_NOW);
    if (!library) return 1;
    void* const works = dlsym(library, "works");
    std::printf("%p\n", works);
    reinterpret_cast<void (*)()>(works)();
    dlclose(library);
  }
  return 0;
}

// What a thread is in the middle of when another one forks. A library that is loaded anyway stays; the loader's own
// locks are no concern of ours.
void (*const works[])(const char* library) = {
    [](const char*) {
      static std::atomic<std::uintptr_t> next = reinterpret_cast<std::uintptr_t>(&leaf);
      for (int i = 0; i < 20; ++i) {
        auto* const function = reinterpret_cast<void*>(next++);  // nobody has seen this one before
        __cyg_profile_func_enter(function, nullptr);
        __cyg_profile_func_exit(function, nullptr);
      }
    },
    [](const char*) {
      pthread_t thread;
      pthread_create(&thread, nullptr, ends_soon, nullptr);
      pthread_join(thread, nullptr);
    },
    [](const char* library) { dlclose(dlopen(library, RTLD_NOW)); }};

int run_forks(const char* library) {
  constexpr int children = 40;
  constexpr unsigned most_seconds = 15;
  std::atomic<bool> is_over = false;
  void* const loaded = dlopen(library, RTLD_NOW);
  if (!loaded) return 1;
  std::thread threads[std::size(works)];
  for (std::size_t i = 0; i < std::size(works); ++i)
    threads[i] = std::thread([&, i] {
      while (!is_over) works[i](library);
    });
  int status = 0;
  for (int i = 0; i < children && status == 0; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(most_seconds);
      for (const auto work : works) work(library);
      _exit(0);
    }
    waitpid(child, &status, 0);
  }
  is_over = true;
  for (std::thread& thread : threads) thread.join();
  return status != 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "threads") == 0) return run_threads();
  if (argc > 1 && std::strcmp(argv[1], "plugins") == 0) return run_plugins(argv + 2);
  if (argc > 2 && std::strcmp(argv[1], "forks") == 0) return run_forks(argv[2]);
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
  shared(2);
  return 7;
}
