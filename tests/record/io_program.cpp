// SPDX-License-Identifier: BSD-3-Clause
// A program that reads and writes in many ways, knows nothing of Weft, and counts for itself what it does.
//
//   io_program SCENARIO DIRECTORY
//
// Prints one line "CALL COUNT BYTES" for each call, where BYTES is what the call moved.
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace {

struct Tally {
  std::uint64_t calls = 0;
  std::uint64_t bytes = 0;
};
std::map<std::string, Tally> tallies;
std::mutex tallies_mutex;
std::string directory;

// What the call answered; it moved as many bytes as that, times `size`, if `size` is given.
template <class T>
T did(const char* call, T answer, std::uint64_t size = 0) {
  const int kept = errno;
  const std::lock_guard lock(tallies_mutex);
  Tally& tally = tallies[call];
  ++tally.calls;
  if constexpr (std::is_integral_v<T>)
    if (answer > 0) tally.bytes += static_cast<std::uint64_t>(answer) * size;
  errno = kept;
  return answer;
}

void print_tallies() {
  for (const auto& [call, tally] : tallies)
    std::printf("%s %llu %llu\n", call.c_str(), static_cast<unsigned long long>(tally.calls),
        static_cast<unsigned long long>(tally.bytes));
}

std::string path(const std::string& name) { return directory + "/" + name; }

// The numbers of bytes are all different, so that none can be mistaken for another.
void use_descriptors(const std::string& name) {
  char buffer[8192] = {};
  const std::string file = path(name);
  const int fd = did("open", ::open(file.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0644));
  for (int i = 0; i < 10; ++i) did("write", ::write(fd, buffer, 4097), 1);
  for (int i = 0; i < 5; ++i) did("pwrite", ::pwrite(fd, buffer, 333, 100 * i), 1);
  did("lseek", ::lseek(fd, 10, SEEK_SET));
  for (int i = 0; i < 7; ++i) did("read", ::read(fd, buffer, 1000), 1);
  for (int i = 0; i < 3; ++i) did("pread", ::pread(fd, buffer, 8000, 36000), 1);
  iovec parts[] = {{buffer, 11}, {buffer + 100, 22}};
  did("writev", ::writev(fd, parts, 2), 1);
  did("preadv", ::preadv(fd, parts, 2, 5), 1);
  did("pwritev2", ::pwritev2(fd, parts, 1, 40000, 0), 1);
  did("preadv2", ::preadv2(fd, parts, 2, 6, 0), 1);
  did("fsync", ::fsync(fd));
  did("ftruncate", ::ftruncate(fd, 50000));
  struct stat info {};
  did("fstat", ::fstat(fd, &info));
  void* const memory = did("mmap", ::mmap(nullptr, 4096, PROT_READ, MAP_SHARED, fd, 0));
  ::munmap(memory, 4096);
  // Whatever it is called now, it is the same file.
  const int second = did("dup", ::dup(fd));
  did("write", ::write(second, buffer, 13), 1);
  const int third = did("fcntl", ::fcntl(fd, F_DUPFD_CLOEXEC, 2000));
  did("write", ::write(third, buffer, 14), 1);
  did("dup2", ::dup2(third, second));
  did("read", ::read(second, buffer, 3), 1);
  for (const int each : {fd, second, third}) did("close", ::close(each));
  errno = 0;
  if (did("open", ::open((file + ".none").c_str(), O_RDONLY)) != -1 || errno != ENOENT) std::abort();
}

void use_names() {
  const std::string deep = path("deep");
  did("mkdir", ::mkdir(deep.c_str(), 0755));
  const int at = did("open", ::open(deep.c_str(), O_RDONLY | O_DIRECTORY));
  const int fd = did("openat", ::openat(at, "inner", O_WRONLY | O_CREAT, 0600));
  did("write", ::write(fd, "0123456789", 10), 1);
  did("close", ::close(fd));
  struct stat info {};
  did("fstatat", ::fstatat(at, "inner", &info, 0));
  did("stat", ::stat((deep + "/inner").c_str(), &info));
  did("lstat", ::lstat((deep + "/inner").c_str(), &info));
  did("access", ::access(deep.c_str(), R_OK));
  did("rename", std::rename((deep + "/inner").c_str(), (deep + "/renamed").c_str()));
  did("symlink", ::symlink((deep + "/renamed").c_str(), (deep + "/link").c_str()));
  char target[4096];
  did("readlink", ::readlink((deep + "/link").c_str(), target, sizeof target));
  DIR* const listed = did("opendir", ::opendir(deep.c_str()));
  while (did("readdir", ::readdir(listed))) continue;
  did("closedir", ::closedir(listed));
  did("unlink", ::unlink((deep + "/link").c_str()));
  did("unlinkat", ::unlinkat(at, "renamed", 0));
  did("close", ::close(at));
  did("rmdir", ::rmdir(deep.c_str()));
  // From here, what is relative is inside.
  did("chdir", ::chdir(directory.c_str()));
  const int relative = did("openat", ::openat(AT_FDCWD, "relative", O_WRONLY | O_CREAT, 0600));
  did("write", ::write(relative, "abc", 3), 1);
  did("close", ::close(relative));
}

// Each reads from one file and writes to another.
void use_copies() {
  const int from = did("open", ::open(path("copied").c_str(), O_RDWR | O_CREAT | O_TRUNC, 0644));
  const int to = did("open", ::open(path("copy").c_str(), O_RDWR | O_CREAT | O_TRUNC, 0644));
  const std::string text(5000, 'c');
  did("write", ::write(from, text.data(), text.size()), 1);
  off_t offset = 0;
  did("sendfile", ::sendfile(to, from, &offset, 4001), 1);
  did("sendfile", ::sendfile(to, from, &offset, 9000), 1);
  did("sendfile", ::sendfile(to, from, &offset, 9000), 1);
  offset = 17;
  did("copy_file_range", ::copy_file_range(from, &offset, to, nullptr, 2002, 0), 1);
  did("copy_file_range", ::copy_file_range(from, &offset, -1, nullptr, 2002, 0), 1);
  off_t behind = 4000;
  offset = 0;
  did("copy_file_range", ::copy_file_range(from, &offset, from, &behind, 300, 0), 1);
  for (const int each : {from, to}) did("close", ::close(each));
}

void use_streams() {
  char buffer[4096] = {};
  const std::string file = path("stream");
  FILE* const out = did("fopen", std::fopen(file.c_str(), "w"));
  for (int i = 0; i < 9; ++i) did("fwrite", std::fwrite(buffer, 7, 100, out), 7);
  did("fputs", std::fputs("a line of text\n", out));
  did("fputc", std::fputc('x', out));
  did("fflush", std::fflush(out));
  did("fclose", std::fclose(out));
  FILE* const in = did("fopen", std::fopen(file.c_str(), "r"));
  for (int i = 0; i < 4; ++i) did("fread", std::fread(buffer, 5, 50, in), 5);
  did("fseek", std::fseek(in, 6300, SEEK_SET));
  did("ftell", std::ftell(in));
  did("fgets", std::fgets(buffer, sizeof buffer, in));
  did("fgetc", std::fgetc(in));
  did("feof", std::feof(in));
  did("fclose", std::fclose(in));
}

// What the tools of GNU call: without locks, of lines, and on files that had no name before.
void use_other_streams() {
  char buffer[4096] = {};
  std::string file = path("unlocked-XXXXXX");
  const int fd = did("mkstemp", ::mkstemp(file.data()));
  FILE* const out = did("fdopen", ::fdopen(fd, "w+"));
  for (int i = 0; i < 3; ++i) did("fwrite", ::fwrite_unlocked(buffer, 10, 30, out), 10);
  did("fputs", ::fputs_unlocked("\none\ntwo\nthree;four\n", out));
  // As functions: some are written out where they are called.
  int (*volatile put)(int, FILE*) = ::putc_unlocked;
  did("fputc", put('x', out));
  put = ::fputc_unlocked;
  did("fputc", put('y', out));
  put = std::putc;
  did("fputc", put('z', out));
  did("fseek", std::fseek(out, 0, SEEK_SET));
  did("fread", ::fread_unlocked(buffer, 7, 100, out), 7);
  did("fseek", std::fseek(out, 901, SEEK_SET));
  did("fgets", ::fgets_unlocked(buffer, sizeof buffer, out));
  char* line = nullptr;
  std::size_t room = 0;
  ssize_t (*volatile read_line)(char**, std::size_t*, FILE*) = ::getline;
  did("getline", read_line(&line, &room, out), 1);
  did("getdelim", ::getdelim(&line, &room, ';', out), 1);
  std::free(line);
  int (*volatile get)(FILE*) = ::fgetc_unlocked;
  did("fgetc", get(out));
  did("fclose", std::fclose(out));
}

void in_threads(int threads, const std::function<void(int)>& work) {
  struct Start {
    const std::function<void(int)>* work;
    int number;
  };
  std::vector<Start> starts;
  std::vector<pthread_t> running(static_cast<std::size_t>(threads));
  for (int i = 0; i < threads; ++i) starts.push_back({&work, i});
  for (std::size_t i = 0; i < running.size(); ++i)
    ::pthread_create(
        &running[i], nullptr,
        [](void* start) -> void* {
          const auto& [function, number] = *static_cast<Start*>(start);
          (*function)(number);
          return nullptr;
        },
        &starts[i]);
  for (const pthread_t thread : running) ::pthread_join(thread, nullptr);
}

// Children of every kind, which disturb what the parent knows of its descriptors as far as they can.
void have_children() {
  const int fd = did("open", ::open(path("shared").c_str(), O_RDWR | O_CREAT, 0644));
  const pid_t forked = ::fork();
  if (forked == 0) {
    if (::write(fd, "from the child", 14) != 14) ::_exit(1);
    ::close(fd);
    ::_exit(0);
  }
  ::waitpid(forked, nullptr, 0);
  did("write", std::int64_t{14}, 1);  // by the child
  did("close", 0);
  const std::string other = path("other");
  const pid_t quick = ::vfork();
  if (quick == 0) {
    ::close(fd);
    ::open(other.c_str(), O_WRONLY | O_CREAT, 0644);
    ::execl("/no/such/program", "program", static_cast<char*>(nullptr));
    ::execl("/bin/true", "true", static_cast<char*>(nullptr));
    ::_exit(1);
  }
  int status = 0;
  if (::waitpid(quick, &status, 0) != quick || status != 0) std::abort();
  did("write", ::write(fd, "still the same file", 19), 1);
  pid_t spawned = 0;
  char name[] = "true";
  char* arguments[] = {name, nullptr};
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addclose(&actions, fd);
  if (::posix_spawn(&spawned, "/bin/true", &actions, nullptr, arguments, environ) != 0) std::abort();
  ::posix_spawn_file_actions_destroy(&actions);
  ::waitpid(spawned, nullptr, 0);
  did("write", ::write(fd, "and still", 9), 1);
  did("close", ::close(fd));
}

void handle_signal(int) {
  const int kept = errno;
  const int fd = ::open("/dev/null", O_WRONLY);
  if (::write(fd, "x", 1) != 1) std::abort();
  ::close(fd);
  errno = kept;
}

// A handler that reads and writes, whatever it interrupts.
void be_interrupted() {
  handle_signal(SIGALRM);  // a file that was never opened needs memory, which handlers must not ask for
  ::signal(SIGALRM, handle_signal);
  const itimerval often{{0, 200}, {0, 200}};
  ::setitimer(ITIMER_REAL, &often, nullptr);
  for (int i = 0; i < 2000; ++i) {
    const int fd = ::open(path("interrupted").c_str(), O_RDWR | O_CREAT, 0644);
    if (fd < 0) std::abort();
    while (::write(fd, "0123456789", 10) != 10) continue;
    ::close(fd);
  }
  const itimerval never{};
  ::setitimer(ITIMER_REAL, &never, nullptr);
}

// How often it did is in a file as well, which outlives everybody.
void write_until_killed() {
  using Count = std::atomic<std::uint64_t>;
  char buffer[512] = {};
  const int counted = ::open(path("count").c_str(), O_RDWR | O_CREAT, 0644);
  if (::ftruncate(counted, sizeof(Count)) != 0) std::abort();
  void* const shared = ::mmap(nullptr, sizeof(Count), PROT_READ | PROT_WRITE, MAP_SHARED, counted, 0);
  if (shared == MAP_FAILED) std::abort();
  const int fd = ::open(path("endless").c_str(), O_RDWR | O_CREAT, 0644);
  for (;; ++*static_cast<Count*>(shared))
    if (::pwrite(fd, buffer, sizeof buffer, 0) < 0) std::abort();
}

void write_much() {
  char buffer[512] = {};
  const int fd = did("open", ::open(path("much").c_str(), O_RDWR | O_CREAT, 0644));
  for (int i = 0; i < 20'000; ++i) did("pwrite", ::pwrite(fd, buffer, sizeof buffer, 0), 1);
  did("close", ::close(fd));
}

// Threads that are cancelled wherever they are; most of the time that is in a call, or where it is recorded.
void be_cancelled() {
  for (int i = 0; i < 30; ++i) {
    pthread_t thread{};
    ::pthread_create(
        &thread, nullptr,
        [](void*) -> void* {
          write_until_killed();
          return nullptr;
        },
        nullptr);
    ::usleep(static_cast<useconds_t>(1000 + 37 * i));
    ::pthread_cancel(thread);
    void* result = nullptr;
    ::pthread_join(thread, &result);
    if (result != PTHREAD_CANCELED) std::abort();
  }
}

void everything() {
  use_descriptors("single");
  use_names();
  use_streams();
  use_other_streams();
  use_copies();
  in_threads(4, [](int number) { use_descriptors("of thread " + std::to_string(number)); });
}

// What is told in other ways than most, where it is told by events: positions, failures, what is closed on the way, and
// what has no descriptor.
void be_odd() {
  char buffer[4096] = {};
  const std::string file = path("odd");
  FILE* stream = did("fopen", std::fopen(file.c_str(), "w+"));
  did("fwrite", std::fwrite(buffer, 10, 300, stream), 10);
  did("rewind", (std::rewind(stream), 0));
  did("fread", std::fread(buffer, 1, 1000, stream), 1);
  did("fseek", std::fseek(stream, -500, SEEK_CUR));
  did("fread", std::fread(buffer, 1, 10, stream), 1);
  did("fseek", std::fseek(stream, -5000, SEEK_SET));
  did("fread", std::fread(buffer, 1, 10, stream), 1);
  fpos_t position;
  did("fgetpos", std::fgetpos(stream, &position));
  did("fsetpos", std::fsetpos(stream, &position));
  did("fread", std::fread(buffer, 1, 10, stream), 1);
  did("fseek", std::fseek(stream, 2996, SEEK_SET));
  did("getw", ::getw(stream));
  did("getw", ::getw(stream));  // at the end
  stream = did("freopen", std::freopen(path("odder").c_str(), "w", stream));
  did("putw", ::putw(77, stream));
  did("fclose", std::fclose(stream));
  const int fd = did("open", ::open(file.c_str(), O_RDWR));
  for (const off_t offset : {2000, 1000, 0}) did("pread", ::pread(fd, buffer, 1000, offset), 1);
  did("lseek", ::lseek(fd, -1, SEEK_SET));
  void* const memory = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  did("msync", ::msync(memory, 4096, MS_SYNC));
  ::munmap(memory, 4096);
  FILE* const twice = did("fdopen", ::fdopen(fd, "r"));
  did("fgetc", std::fgetc(twice));
  did("fclose", std::fclose(twice));
  FILE* const in_memory = ::fmemopen(buffer, sizeof buffer, "r+");
  did("fwrite", std::fwrite("12345", 1, 5, in_memory), 1);
  did("rewind", (std::rewind(in_memory), 0));
  did("fread", std::fread(buffer + 2000, 1, 3, in_memory), 1);
  std::fclose(in_memory);
  const int directory_fd = did("open", ::open(directory.c_str(), O_RDONLY | O_DIRECTORY));
  did("close", ::close(directory_fd));
  did("opendir", ::opendir((file + "/none").c_str()));
  did("fopen", std::fopen((file + ".none").c_str(), "r"));
  did("unlink", ::unlink((file + ".none").c_str()));
  did("remove", std::remove(file.c_str()));
}

// What is open is closed by calls that go on with a file outside of the directory.
void lead_elsewhere() {
  const int outside = ::open("/dev/null", O_WRONLY);
  const int fd = did("open", ::open(path("left").c_str(), O_RDWR | O_CREAT, 0644));
  did("write", ::write(fd, "abc", 3), 1);
  did("dup2", ::dup2(outside, fd));
  FILE* const stream = did("fopen", std::fopen(path("left").c_str(), "r"));
  did("freopen", std::freopen("/dev/null", "w", stream));
  std::fclose(stream);
  for (const int each : {outside, fd}) ::close(each);
}

void everything_and_more() {
  everything();
  be_odd();
  std::printf("pid %010d 0\n", ::getpid());
}

const std::map<std::string, void (*)()> scenarios = {{"everything", everything},
    {"everything and more", everything_and_more}, {"odd", be_odd}, {"elsewhere", lead_elsewhere},
    {"children", have_children}, {"interrupted", be_interrupted}, {"killed", write_until_killed}, {"much", write_much},
    {"cancelled", be_cancelled}};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3 || !scenarios.contains(argv[1])) return 2;
  directory = argv[2];
  scenarios.at(argv[1])();
  print_tallies();
  return 0;
}
