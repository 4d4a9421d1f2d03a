// SPDX-License-Identifier: BSD-3-Clause
// Rules on requests: non-blocking sends, receives and collective operations are started once and completed once.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "check/findings.hpp"
#include "check/open_set.hpp"
#include "model/event_types.hpp"

namespace weft::check {

inline constexpr Rule request_unknown{"request-unknown",
    "A request is completed, tested or cancelled that was not started.",
    "The event that started it was lost, or the request was completed before."};
inline constexpr Rule request_open{"request-open", "A request is started and never completed or cancelled.",
    "The program did not wait for it, or recording stopped before."};
inline constexpr Rule request_reused{"request-reused", "A request id is used again while its request is open.",
    "The two requests cannot be told apart."};
inline constexpr Rule request_kind{"request-kind", "A request is completed as something else than it was started.",
    "A send is completed by MpiIsendComplete, a receive by MpiIrecv, a collective by NonBlockingCollectiveComplete."};

inline constexpr Rule request_rules[] = {request_unknown, request_open, request_reused, request_kind};

// The requests of one location.
class Requests {
 public:
  using Set = OpenSet<std::uint64_t, char>;

  Requests(LocationRef location, Findings& findings) : findings_(findings), set_(location) {}

  template <class E>
  void start(const E& e, const Place& at) {
    set_.begin(e.request_id, kind_of<E>, at, {});
  }
  void see(const evt::MpiRequestTest& e, const Place& at) { set_.ask(e.request_id, kind_of<evt::MpiRequestTest>, at); }
  // The event that started the request, if it is known.
  std::optional<Set::Open> cancel(const evt::MpiRequestCancelled& e, const Place& at) {
    return set_.end(e.request_id, kind_of<evt::MpiRequestCancelled>, at);
  }
  // `Start` is the event that should have started it.
  template <class Start, class E>
  std::optional<Set::Open> complete(const E& e, const Place& at) {
    const auto open = set_.end(e.request_id, kind_of<E>, at);
    if (open && open->kind != kind_of<Start>) report_kind(e.request_id, *open, kind_of<E>, at);
    return open;
  }
  void finish() { set_.finish(); }

  std::vector<Unsettled<std::uint64_t>>& unsettled() { return set_.unsettled(); }

 private:
  void report_kind(std::uint64_t id, const Set::Open& open, Kind completed_as, const Place& at);

  Findings& findings_;
  Set set_;
};

// Settles what the locations of one process left open.
void check_requests(std::vector<Unsettled<std::uint64_t>>& steps, Findings& findings);

}  // namespace weft::check
