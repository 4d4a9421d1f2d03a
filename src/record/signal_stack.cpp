// SPDX-License-Identifier: BSD-3-Clause
#include "record/signal_stack.hpp"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>

namespace weft::recording {

namespace {

// More than we need, because handlers of the program may run there as well; it is memory only where it is used.
constexpr std::size_t stack_bytes = std::size_t{128} << 10;

// Of a thread also in the child that it forks.
[[gnu::tls_model("initial-exec")]] constinit thread_local std::byte* own_stack = nullptr;

std::size_t page_bytes() { return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)); }

bool has_stack() {
  stack_t found{};
  return ::sigaltstack(nullptr, &found) != 0 || (found.ss_flags & SS_DISABLE) == 0;
}

bool is_own_in_use() {
  stack_t found{};
  return ::sigaltstack(nullptr, &found) == 0 && found.ss_sp == own_stack + page_bytes();
}

}  // namespace

// The first page is nobody's: who needs more than there is must not write into other memory.
void begin_signal_stack() noexcept {
  if (own_stack || has_stack()) return;
  const std::size_t all = page_bytes() + stack_bytes;
  void* const memory = ::mmap(
      nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return;
  auto* const begin = static_cast<std::byte*>(memory);
  stack_t wanted{};
  wanted.ss_sp = begin + page_bytes();
  wanted.ss_size = stack_bytes;
  if (::mprotect(memory, page_bytes(), PROT_NONE) == 0 && ::sigaltstack(&wanted, nullptr) == 0)
    own_stack = begin;
  else
    ::munmap(memory, all);
}

void end_signal_stack() noexcept {
  if (!own_stack || !is_own_in_use()) return;
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  if (::sigaltstack(&none, nullptr) != 0) return;  // a handler runs on it
  ::munmap(own_stack, page_bytes() + stack_bytes);
  own_stack = nullptr;
}

}  // namespace weft::recording
