// SPDX-License-Identifier: BSD-3-Clause
#include "compat/dftracer/own_thread.hpp"

#include <memory>
#include <new>

#include "record/io_calls.hpp"

namespace weft::dftracer {

namespace {

[[gnu::tls_model("initial-exec")]] constinit thread_local OwnThread* own = nullptr;
[[gnu::tls_model("initial-exec")]] constinit thread_local bool is_over = false;

// Ends with the thread.
struct Owner {
  std::unique_ptr<OwnThread> thread;
  ~Owner() {
    own = nullptr;
    is_over = true;
  }
};

[[gnu::noinline]] OwnThread* make() noexcept {
  if (is_over) return nullptr;
  thread_local Owner owner;
  owner.thread.reset(new (std::nothrow) OwnThread);
  return own = owner.thread.get();
}

}  // namespace

OwnThread* own_thread() noexcept { return own ? own : make(); }

OwnThread::~OwnThread() {
  while (free_) delete std::exchange(free_, free_->next);
}

DFTracerData* OwnThread::take() {
  if (!free_) return new (std::nothrow) DFTracerData;
  return std::exchange(free_, free_->next);
}

std::uint32_t OwnThread::region(const char* name, const char* category) {
  std::uint32_t id = regions_.find(name, category);
  if (id == 0) [[unlikely]] {
    id = weft_watch_region(name, category);
    regions_.add(name, category, id);
  }
  return id;
}

std::uint32_t OwnThread::key(const char* name) {
  std::uint32_t id = keys_.find(name, "");
  if (id == 0) [[unlikely]] {
    id = weft_watch_key(name, Type::none);
    keys_.add(name, "", id);
  }
  return id;
}

}  // namespace weft::dftracer
