// SPDX-License-Identifier: BSD-3-Clause
// A program that records itself, in as many ways as programs live and die. It keeps a log on the side: a file in shared
// memory with one counter a thread, which survives whatever kills the program.
//
//   recorded SCENARIO LOG [THREADS [EVENTS]]
//
// Each thread records the values 0, 1, 2, ... of the metric "counter", and has logged value N once N-1 is recorded.
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <weft/record.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#if !defined(__has_feature)
#define __has_feature(feature) 0
#endif

namespace {

// How often memory was asked for, by anybody. Sanitizers have a malloc of their own.
std::atomic<std::uint64_t> allocations = 0;
// Called once, when this thread has asked for memory, or its recorder for something to be written, so many times: comes
// in between like the handler of a signal.
struct Interruption {
  void (*handler)() = nullptr;
  int until_then = 0;
  void count() {
    if (handler && until_then-- == 0) std::exchange(handler, nullptr)();
  }
};
thread_local Interruption of_asking;
thread_local Interruption of_chunks;
thread_local Interruption of_definitions;
std::atomic<bool> is_memory_locked = false;

}  // namespace

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !__has_feature(address_sanitizer) && \
    !__has_feature(thread_sanitizer)
extern "C" void* __libc_malloc(std::size_t bytes);
extern "C" void* malloc(std::size_t bytes) noexcept {
  if (is_memory_locked) std::abort();
  ++allocations;
  of_asking.count();
  return __libc_malloc(bytes);
}
// The recorder's chunks and its definitions go to the disk by these.
extern "C" ssize_t pwritev(int fd, const iovec* parts, int count, off_t offset) {
  of_chunks.count();
  return ::syscall(SYS_pwritev, fd, parts, count, offset, 0L);
}
extern "C" ssize_t pwrite(int fd, const void* from, std::size_t bytes, off_t offset) {
  of_definitions.count();
  return ::syscall(SYS_pwrite64, fd, from, bytes, offset);
}
#endif

namespace {

constexpr std::size_t most_threads = 1 << 16;

using Counter = std::atomic<std::uint64_t>;
Counter* counters = nullptr;

Counter* open_log(const char* path) {
  const int fd = ::open(path, O_RDWR | O_CREAT, 0666);
  if (fd < 0 || ::ftruncate(fd, most_threads * sizeof(Counter)) != 0) std::abort();
  void* const memory = ::mmap(nullptr, most_threads * sizeof(Counter), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  ::close(fd);
  if (memory == MAP_FAILED) std::abort();
  return static_cast<Counter*>(memory);
}

const weft::Metric<std::uint64_t>& counter_metric() {
  static const weft::Metric<std::uint64_t> metric("counter");
  return metric;
}

// The number of a log is recorded too: it says whose counter a location is.
void count(std::size_t log, std::uint64_t events) {
  static const weft::Metric<std::uint64_t> number("log");
  number(log);
  for (std::uint64_t i = 0; i < events; ++i) {
    counter_metric()(i);
    counters[log].store(i + 1, std::memory_order_relaxed);
  }
}

void count_in_threads(std::size_t first_log, std::size_t threads, std::uint64_t events) {
  std::vector<std::thread> running;
  for (std::size_t i = 0; i < threads; ++i) running.emplace_back(count, first_log + i, events);
  for (std::thread& thread : running) thread.join();
}

// --- scenarios -------------------------------------------------------------------------------------------------------

std::size_t threads = 1;
std::uint64_t events = 1000;
constexpr std::uint64_t for_ever = ~std::uint64_t{0};

void plain() { count_in_threads(0, threads, events); }

void until_killed() { count_in_threads(0, threads, for_ever); }

// A few at a time, until there have been as many as asked for.
void many_threads() {
  constexpr std::size_t at_once = 32;
  for (std::size_t first = 0; first < threads; first += at_once)
    count_in_threads(first, std::min(at_once, threads - first), events);
}

void all_at_once() {
  std::atomic<std::size_t> ready = 0;
  std::vector<std::thread> running;
  for (std::size_t i = 0; i < threads; ++i)
    running.emplace_back([&, i] {
      for (++ready; ready < threads;) std::this_thread::yield();
      count(i, events);
    });
  for (std::thread& thread : running) thread.join();
}

// Threads that are still recording, or waiting, while the program ends.
void never_ending() {
  std::atomic<int> begun = 0;
  for (int i = 0; i < 2; ++i)
    std::thread([&begun, i] {
      const weft::Metric<std::uint64_t> metric("endless");
      metric(0);
      ++begun;
      for (std::uint64_t n = 1;; ++n)
        if (i == 0)
          metric(n);
        else
          ::pause();
    }).detach();
  while (begun < 2) std::this_thread::yield();
  count(0, events);
}

// A child, a grandchild, and a child that records nothing; the parent goes on.
void forks() {
  count(0, events);
  const auto child = [](const std::function<void()>& work) {
    const pid_t pid = ::fork();
    if (pid == 0) {
      work();
      std::exit(0);
    }
    return pid;
  };
  child([&] {
    count(1, events);
    child([&] { count_in_threads(2, 2, events); });
    ::wait(nullptr);
  });
  child([] {});
  while (::wait(nullptr) > 0) {
  }
  count(4, events);
}

// Many short processes at once, some of them killed in the middle.
void fork_storm() {
  constexpr int at_once = 16;
  for (std::size_t first = 0; first < threads; first += at_once) {
    for (std::size_t i = first; i < std::min(first + at_once, threads); ++i) {
      if (::fork() != 0) continue;
      count(i, events);
      if (i % 5 == 4) ::raise(SIGKILL);
      std::exit(0);
    }
    while (::wait(nullptr) > 0) {
    }
  }
}

// A child that is there when its parent is gone.
void outlives_parent() {
  count(0, events);
  int ends[2];
  if (::pipe(ends) != 0) std::abort();
  if (::fork() == 0) {
    ::close(ends[1]);
    char c = 0;
    while (::read(ends[0], &c, 1) > 0) {
    }
    ::usleep(20'000);
    count(1, events);
    std::exit(0);
  }
}

void exits_early() {
  std::thread([] {
    count(0, events);
    std::exit(3);
  }).detach();
  ::pause();
}

// Regions that are left in the wrong order, never, or without having been entered.
void unbalanced() {
  weft_region regions[4];
  for (std::size_t i = 0; i < 4; ++i) regions[i] = weft_define_region(std::string(1, "abcd"[i]).c_str(), "", 0);
  for (const weft_region region : {regions[0], regions[1], regions[2]}) weft_enter(region);
  weft_leave(regions[0]);
  weft_leave(regions[3]);
  weft_enter(regions[3]);
}

void quits_at_once() {
  count(0, events);
  ::_exit(4);
}

void quits_quickly() {
  count(0, events);
  std::quick_exit(5);
}

// A thread that somebody wants to end does so, but not in the middle of our writing.
void* count_and_end(void*) {
  ::pthread_cancel(::pthread_self());
  count(0, events);
  ::pthread_testcancel();
  return nullptr;
}
void cancelled() {
  pthread_t thread{};
  void* result = nullptr;
  ::pthread_create(&thread, nullptr, count_and_end, nullptr);
  ::pthread_join(thread, &result);
  if (result != PTHREAD_CANCELED) std::abort();
}

// More than definitions have room for.
void too_long() {
  const std::string text(5'000'000, 'x');
  { const weft::Scope scope(weft_define_region(text.c_str(), "", 0)); }
  if (weft_define_comm("world", 3'000'000, 0) != 0) std::abort();
  count(0, events);
}

void crashes() {
  count_in_threads(1, threads, events);
  count(0, events);
  ::raise(SIGSEGV);
}

// In the middle of asking for memory: whoever does so before the program is dead waits for ever.
void crashes_asking() {
  count_in_threads(1, threads, events);
  count(0, events);
  of_asking.handler = [] {
    is_memory_locked = true;
    ::raise(SIGSEGV);
  };
  void* volatile memory = std::malloc(1);
  std::free(memory);
}

// A real one, which comes again as long as nobody ends the program.
void fault() {
  static int* volatile nowhere = nullptr;
  *nowhere = 1;
}

// All threads at the same moment.
void crash_together() {
  std::atomic<std::size_t> ready = 0;
  std::vector<std::thread> running;
  for (std::size_t i = 0; i < threads; ++i)
    running.emplace_back([&, i] {
      count(i, events);
      for (++ready; ready < threads;) {
      }
      fault();
    });
  for (std::thread& thread : running) thread.join();
}

// An event at every level, and no end that is ever reached: the stack is used up.
[[gnu::noinline]] std::uint64_t recurse(std::size_t log, std::uint64_t level) {
  if (level == for_ever) return 0;
  volatile std::uint64_t on_the_stack[64];
  counter_metric()(level);
  counters[log].store(level + 1, std::memory_order_relaxed);
  on_the_stack[level % 64] = level;
  return recurse(log, level + 1) + on_the_stack[(level + 1) % 64];
}

void overflow(std::size_t log) {
  count(log, 0);
  recurse(log, 0);
}
void overflows() {
  count_in_threads(1, threads, events);
  overflow(0);
}
void overflows_in_thread() {
  count(0, events);
  std::thread(overflow, 1).join();
}

void replaces_itself() {
  count(0, events);
  ::execl("/bin/true", "true", nullptr);
}

// What a handler does that never comes back, or that leaves a child behind which records as well.
void end_in_handler() {
  const std::string how = std::getenv("HOW");
  if (how == "_exit") ::_exit(3);
  if (how == "exit") std::exit(3);
  if (how == "exec") ::execl("/bin/false", "false", nullptr);
  if (::fork() == 0) {
    count(2, 5);
    std::exit(0);
  }
  int status = -1;
  ::wait(&status);
  if (status != 0) std::abort();
}
void interrupted_in_chunk() {
  of_chunks = {end_in_handler, 1};
  count(0, events);
}
void interrupted_in_definition() {
  count(0, events);
  std::thread([] {
    of_definitions.handler = end_in_handler;
    weft_record_begin();  // if it has not begun already
    weft_define_region("in a thread", "", 0);
  }).join();
}

void signals() {
  static weft_region handler_region = weft_define_region("handler", "", 0);
  struct sigaction action {};
  action.sa_handler = [](int) {
    weft_enter(handler_region);
    weft_leave(handler_region);
  };
  ::sigaction(SIGALRM, &action, nullptr);
  const itimerval often{{0, 100}, {0, 100}};
  ::setitimer(ITIMER_REAL, &often, nullptr);
  count(0, events);
  const itimerval never{};
  ::setitimer(ITIMER_REAL, &never, nullptr);
  std::printf("%llu\n", static_cast<unsigned long long>(weft_record_lost()));
}

// What is recorded for the first time in the middle of a definition has its name nevertheless: later, if not at once.
void defines_in_between() {
  constexpr std::size_t most = 16;
  static weft_site sites[most] = {};
  static std::size_t current = 0;
  for (current = 0; current < most; ++current) {
    sites[current] = {"in between", "", static_cast<std::uint32_t>(current + 1), 0};
    of_asking = {[] { const weft::Scope scope(sites[current]); }, static_cast<int>(current)};
    weft_define_region(("around " + std::to_string(current)).c_str(), "", 0);
    of_asking = {};
    const weft::Scope scope(sites[current]);
    if (weft_region_of(&sites[current]) == 0) std::abort();
  }
}

// A library that records is loaded and unloaded again and again.
void unloads() {
  for (std::uint64_t i = 0; i < events; ++i) {
    void* const library = ::dlopen(std::getenv("PLUGIN"), RTLD_NOW);
    if (!library) std::abort();
    reinterpret_cast<void (*)()>(::dlsym(library, "plugin_works"))();
    ::dlclose(library);
    counters[0] = i + 1;
  }
}

// Two events, and before and after each the time of the system.
void clocks() {
  const weft::Metric<std::uint64_t> metric("moment");
  metric(0);
  const auto now = [] {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<long long>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
  };
  for (std::uint64_t moment = 1; moment <= 2; ++moment) {
    const long long before = now();
    metric(moment);
    std::printf("%lld %lld\n", before, now());
    ::usleep(100'000);
  }
}

// All handles in use: nothing can be opened until the end.
void without_handles() {
  count(0, 1);
  const rlimit few{32, 32};
  ::setrlimit(RLIMIT_NOFILE, &few);
  std::vector<int> taken;
  for (int fd; (fd = ::open("/dev/null", O_RDONLY)) >= 0;) taken.push_back(fd);
  count(1, events);
  for (const int fd : taken) ::close(fd);
  count(2, events);
}

// What it opens then has the numbers of what it closed, and is its own. A child does the same before its first event.
void close_handles() {
  for (int fd = 3; fd < 1024; ++fd) ::close(fd);
}
void closes_every_handle() {
  count(0, events);
  close_handles();
  const int own = ::memfd_create("own", 0);
  if (::write(own, "mine", 4) != 4) std::abort();
  count(1, events);
  char found[8] = {};
  if (::pread(own, found, sizeof found, 0) != 4 || std::strcmp(found, "mine") != 0) std::abort();
  if (::fork() == 0) {
    close_handles();
    count(2, events);
    std::exit(0);
  }
  ::wait(nullptr);
}

void pauses() {
  count(0, events);
  weft_record_pause();
  count(1, events);
  weft_record_resume();
  count(2, events);
}

void flushes() {
  count(0, events);
  if (weft_record_flush() != 0) std::abort();
  count(1, events);
  if (weft_record_flush() != 0) std::abort();
  ::raise(SIGKILL);
}

void dumps() {
  count_in_threads(1, threads, events);
  count(0, events);
  weft_marker(weft_define_marker("phases", "dump", WEFT_LOW), "before the dump");
  if (const int error = weft_record_dump(std::getenv("DUMP"))) std::exit(error);
  count(0, events);
}

// While another thread records.
void dumps_meanwhile() {
  std::atomic<bool> is_over = false;
  std::thread recording([&] {
    for (std::size_t log = 0; !is_over; ++log) count(log, events);
  });
  for (std::size_t i = 0; i < 5; ++i) {
    while (counters[2 * i] < events) std::this_thread::yield();
    const std::string place = std::getenv("DUMP") + std::to_string(i) + std::getenv("DUMP_ENDING");
    if (const int error = weft_record_dump(place.c_str())) std::exit(error);
  }
  is_over = true;
  recording.join();
}

void dumps_on_signal() {
  count(0, events);
  ::raise(SIGUSR1);
  ::raise(SIGUSR1);
  for (int i = 0; i < 6000 && ::access(std::getenv("DUMP"), F_OK) != 0; ++i) ::usleep(10'000);
}

// One of everything.
void everything() {
  weft_name_process("the process");
  weft_name_thread("the thread");
  WEFT_FUNCTION();
  const weft::Attribute<std::uint64_t> size("size");
  const weft::Attribute<std::int64_t> depth("depth");
  const weft::Attribute<double> weight("weight");
  const weft::Attribute<std::string> label("label");
  size.attach(41);
  size.attach(42);
  depth.attach(-7);
  weight.attach(0.5);
  label.attach("red");
  {
    WEFT_REGION("with attributes");
    {
      label.attach("of nobody");
      WEFT_REGION("filtered, out");
      label.attach("of nobody");
    }
  }
  const weft::Metric<std::int64_t> temperature("temperature", "C");
  const weft::Metric<double> load("load", "%", WEFT_COUNTER);
  const weft::Metric<std::uint64_t> bytes("bytes", "B", WEFT_DELTA);
  temperature(-40);
  load(12.5);
  bytes(4096);
  const weft_comm world = weft_define_comm("world", 2, 0);
  weft_send(world, 1, 5, 1000);
  std::thread([&] {
    weft_define_comm("world", 2, 1);
    weft_receive(world, 0, 5, 1000);
  }).join();
  const weft_io_file file = weft_define_io_file("/tmp/data");
  const weft_io_handle handle = weft_define_io_handle(file, "POSIX");
  weft_io_open(handle, WEFT_READ_WRITE);
  weft_io_seek(handle, 10, SEEK_SET, 10);
  weft_io_begin(handle, WEFT_WRITE, 100, 1);
  weft_io_end(handle, 99, 1);
  weft_io_close(handle);
  weft_marker(weft_define_marker("phases", "start", WEFT_LOW), "here it begins");
  weft_enter(0);
}

// What an event needs is there: fewer than a chunk holds ask for no memory, once all names and texts are known.
void steady() {
  const weft::Metric<std::uint64_t> number("log");
  number(0);
  const weft::Attribute<std::uint64_t> size("size");
  const weft::Attribute<std::string> label("label");
  const auto do_something = [&](int i) {
    size.attach(events);
    label.attach(i % 2 == 0 ? "even" : "odd");
    weft_define_io_file("/a/file/that/has/been/there/before");
    WEFT_REGION("step");
    counter_metric()(events);
  };
  for (int i = 0; i < 2; ++i) do_something(i);
  const std::uint64_t before = allocations;
  for (int i = 0; i < 1000; ++i) do_something(i);
  if (allocations != before) std::abort();
}

// Events with texts that are known, and then the end without a word.
void labelled() {
  const weft::Attribute<std::string> label("label");
  for (const char* text : {"even", "odd"}) label.attach(text);
  for (std::uint64_t i = 0; i < events; ++i) {
    label.attach(i % 2 == 0 ? "even" : "odd");
    counter_metric()(i);
  }
  ::_exit(0);
}

const std::map<std::string, void (*)()> scenarios = {{"plain", plain}, {"until_killed", until_killed},
    {"many_threads", many_threads}, {"all_at_once", all_at_once}, {"never_ending", never_ending}, {"forks", forks},
    {"fork_storm", fork_storm}, {"outlives_parent", outlives_parent}, {"exits_early", exits_early},
    {"quits_at_once", quits_at_once}, {"quits_quickly", quits_quickly}, {"cancelled", cancelled},
    {"too_long", too_long}, {"crashes", crashes}, {"crashes_asking", crashes_asking},
    {"interrupted_in_chunk", interrupted_in_chunk}, {"interrupted_in_definition", interrupted_in_definition},
    {"clocks", clocks}, {"crash_together", crash_together}, {"overflows", overflows},
    {"overflows_in_thread", overflows_in_thread}, {"replaces_itself", replaces_itself}, {"signals", signals},
    {"defines_in_between", defines_in_between}, {"unloads", unloads}, {"without_handles", without_handles},
    {"closes_every_handle", closes_every_handle}, {"pauses", pauses}, {"flushes", flushes}, {"dumps", dumps},
    {"dumps_meanwhile", dumps_meanwhile}, {"dumps_on_signal", dumps_on_signal}, {"everything", everything},
    {"unbalanced", unbalanced}, {"steady", steady}, {"labelled", labelled}};

// --- before and after main -------------------------------------------------------------------------------------------

weft_region outside(const char* name) { return weft_define_region(name, "", 0); }

[[gnu::constructor]] void before_main() { const weft::Scope scope(outside("before main")); }

// Others have handlers for fork, too, which here find the recorder locked, or its child not yet one.
void at_fork() { const weft::Scope scope(outside("at a fork")); }
[[gnu::constructor(101)]] void handle_forks() { ::pthread_atfork(at_fork, at_fork, at_fork); }

struct Destroyed {
  ~Destroyed() { const weft::Scope scope(outside("in a destructor")); }
} destroyed;

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3 || !scenarios.contains(argv[1])) return 2;
  counters = open_log(argv[2]);
  if (argc > 3) threads = std::strtoul(argv[3], nullptr, 10);
  if (argc > 4) events = std::strtoull(argv[4], nullptr, 10);
  std::atexit([] { const weft::Scope scope(outside("at exit")); });
  scenarios.at(argv[1])();
  return 0;
}
