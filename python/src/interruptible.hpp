// SPDX-License-Identifier: BSD-3-Clause
// Python's lock and Ctrl-C. Python hears of signals on its main thread only, and only where that thread asks: so long
// work is done by another one, and told to stop.
#pragma once

#include <atomic>
#include <chrono>
#include <future>
#include <system_error>
#include <type_traits>

#include "object.hpp"

namespace weft::python {

// Without Python's lock, which the thread has, while this lives.
class Unlocked {
 public:
  Unlocked() : thread_(PyEval_SaveThread()) {}
  ~Unlocked() { PyEval_RestoreThread(thread_); }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  PyThreadState* thread_;
};

// Marks what has no lock of its own as in use while this lives: others may come when Python's lock is given up.
class Busy {
 public:
  explicit Busy(bool& mark) : mark_(mark) { mark_ = true; }
  ~Busy() { mark_ = false; }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  bool& mark_;
};

// How long nobody asks.
inline constexpr std::chrono::milliseconds between_signals{50};

// Whether a signal has made Python raise an exception. For threads of Python that gave up its lock.
inline bool is_interrupted() {
  const PyGILState_STATE state = PyGILState_Ensure();
  const bool is_raised = PyErr_CheckSignals() != 0;
  PyGILState_Release(state);
  return is_raised;
}

// A thread that does the work; nothing if the system has none to give.
template <class Work>
auto begun_beside(Work&& work) {
  std::future<std::invoke_result_t<Work&>> beside;
  try {
    beside = std::async(std::launch::async, work);
  } catch (const std::system_error&) {
  }
  return beside;
}

// What `work` answers, without Python's lock. If Ctrl-C is pressed `stop` is set, for the work to end soon, and the
// exception is raised when it has. Where no thread can be had, nobody hears of it before the work is done.
template <class Work>
auto interruptibly(std::atomic<bool>& stop, Work&& work) {
  auto done = [&] {
    const Unlocked unlocked;
    auto beside = begun_beside(work);
    if (!beside.valid()) return work();
    while (beside.wait_for(between_signals) != std::future_status::ready)
      if (!stop && is_interrupted()) stop = true;
    return beside.get();
  }();
  if (stop) throw PythonError{};
  return done;
}

}  // namespace weft::python
