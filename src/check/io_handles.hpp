// SPDX-License-Identifier: BSD-3-Clause
// Rules on I/O handles: they are opened before they are used and closed once. All threads of a process share a handle,
// so this is settled process by process.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "check/findings.hpp"
#include "model/event_types.hpp"

namespace weft::check {

inline constexpr Rule io_handle_closed{"io-handle-closed", "An I/O handle is used that is not open.",
    "Handles are open after IoCreateHandle or IoDuplicateHandle, or from the beginning with the flag PRE_CREATED."};
inline constexpr Rule io_handle_reopened{"io-handle-reopened", "An I/O handle is opened that is open already.",
    "The event that closed it was lost, or the writer gave one id to two handles."};
inline constexpr Rule io_handle_destroyed{"io-handle-destroyed", "An I/O handle is closed that is not open.",
    "It was closed before, or the event that opened it was lost."};
inline constexpr Rule io_handle_proxy{"io-handle-proxy",
    "A handle that stands for all others is opened, closed or changed.",
    "Handles with the flag ALL_PROXY have no life of their own; only operations may name them."};

inline constexpr Rule io_handle_rules[] = {io_handle_closed, io_handle_reopened, io_handle_destroyed, io_handle_proxy};

// The life of the handles as one location saw it.
class IoHandles {
 public:
  enum class Change : std::uint8_t { open, duplicate, close };

  struct Turn {
    Change change;
    Place at;
    LocationRef location;
  };
  // Uses with no turn of this location between them.
  struct Uses {
    Place first;
    Place last;
    std::uint64_t count;
    LocationRef location;
  };
  struct Life {
    std::vector<Turn> turns;
    std::vector<Uses> uses;
    bool turned = true;  // since the last use
  };

  IoHandles(const Definitions& definitions, LocationRef location, Findings& findings)
      : definitions_(definitions), location_(location), findings_(findings) {}

  void see(const evt::IoCreateHandle& e, const Place& at) { turn(e.handle, Change::open, "IoCreateHandle", at); }
  void see(const evt::IoDestroyHandle& e, const Place& at) { turn(e.handle, Change::close, "IoDestroyHandle", at); }
  void see(const evt::IoDuplicateHandle& e, const Place& at);
  void see(const evt::IoSeek& e, const Place& at) { use(e.handle, at); }
  void see(const evt::IoChangeStatusFlags& e, const Place& at);
  void see(const evt::IoOperationBegin& e, const Place& at) { use(e.handle, at); }
  void see(const evt::IoOperationTest& e, const Place& at) { use(e.handle, at); }
  void see(const evt::IoOperationIssued& e, const Place& at) { use(e.handle, at); }
  void see(const evt::IoOperationComplete& e, const Place& at) { use(e.handle, at); }
  void see(const evt::IoOperationCancelled& e, const Place& at) { use(e.handle, at); }
  void see(const evt::IoAcquireLock& e, const Place& at) { use(e.handle, at); }
  void see(const evt::IoReleaseLock& e, const Place& at) { use(e.handle, at); }
  void see(const evt::IoTryLock& e, const Place& at) { use(e.handle, at); }

  const std::map<IoHandleRef, Life>& lives() const { return lives_; }

 private:
  void turn(IoHandleRef handle, Change change, std::string_view event, const Place& at);
  void use(IoHandleRef handle, const Place& at);
  void check_proxy(IoHandleRef handle, std::string_view event, const Place& at);

  const Definitions& definitions_;
  LocationRef location_;
  Findings& findings_;
  std::map<IoHandleRef, Life> lives_;
};

// Settles the handles of one process.
void check_io_handles(const Definitions& definitions, std::span<const IoHandles* const> locations, Findings& findings);

}  // namespace weft::check
