// SPDX-License-Identifier: BSD-3-Clause
#include "compat/dftracer/own_thread.hpp"

#include <memory>
#include <new>
#include <utility>

#include "record/io_calls.hpp"

namespace weft::dftracer {

[[gnu::tls_model("initial-exec")]] constinit thread_local OwnThread* known_own_thread = nullptr;

namespace {

[[gnu::tls_model("initial-exec")]] constinit thread_local bool is_over = false;
// Meanwhile a handler of a signal must not make it again.
[[gnu::tls_model("initial-exec")]] constinit thread_local bool is_being_made = false;

// Ends with the thread.
struct Owner {
  std::unique_ptr<OwnThread> thread;
  ~Owner() {
    known_own_thread = nullptr;
    is_over = true;
  }
};

}  // namespace

OwnThread* make_own_thread() noexcept {
  if (is_over || std::exchange(is_being_made, true)) return nullptr;
  thread_local Owner owner;
  owner.thread.reset(new (std::nothrow) OwnThread);
  is_being_made = false;
  return known_own_thread = owner.thread.get();
}

OwnThread::~OwnThread() {
  while (free_) delete std::exchange(free_, free_->next);
}

DFTracerData* OwnThread::make() { return new (std::nothrow) DFTracerData; }

std::uint32_t OwnThread::define_region(const char* name, const char* category) {
  const std::uint32_t id = weft_watch_region(name, category);
  regions_.add(name, category, id);
  return id;
}

std::uint32_t OwnThread::define_key(const char* name) {
  const std::uint32_t id = weft_watch_key(name, Type::none);
  keys_.add(name, nullptr, id);
  return id;
}

}  // namespace weft::dftracer
