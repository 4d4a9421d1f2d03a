// SPDX-License-Identifier: BSD-3-Clause
#include "check/collectives.hpp"

#include <algorithm>
#include <utility>

namespace weft::check {

namespace {

// Roots that are no ranks.
constexpr std::uint32_t root_none = 0xffffffff;
constexpr std::uint32_t root_self = 0xfffffffe;
constexpr std::uint32_t root_this_group = 0xfffffffd;

bool is_rank(std::uint32_t root) { return root < root_this_group; }

}  // namespace

template <class E>
void Collectives::add(const E& e, const Place& at, const Place& begun) {
  ++count_;
  const Communicators::View& view = views_[e.communicator];
  if (!view.known) return;
  if (!view.member)
    findings_.add(comm_membership, at, [&] {
      return fmt::format("this location does not belong to communicator {}", named(definitions_, e.communicator));
    });
  if (is_rank(e.root) && !communicators_.resolve(view, e.root))
    findings_.add(rank_range, at, [&] {
      return fmt::format("communicator {} has no rank {}, the root", named(definitions_, e.communicator), e.root);
    });
  Log& log = logs_[e.communicator];
  log.self = view.self;
  log.operations.push_back({begun.time, begun.event, e.root, e.collective_op});
}

void Collectives::see(const evt::MpiCollectiveEnd& e, const Place& at) {
  add(e, at, begun_.value_or(at));
  begun_.reset();
}

void Collectives::see(const evt::NonBlockingCollectiveComplete& e, const Place& at) {
  const auto started = requests_.complete<evt::NonBlockingCollectiveRequest>(e, at);
  add(e, at, started ? started->at : at);
}

namespace {

// What the locations of one member did in one communicator.
using Operations = std::vector<Participation>;

class Comparison {
 public:
  Comparison(const Definitions& definitions, const Communicators& communicators, Findings& findings, CommRef comm,
      std::map<Endpoint, Operations>& sequences)
      : definitions_(definitions),
        communicators_(communicators),
        findings_(findings),
        comm_(comm),
        sequences_(sequences) {}

  void run() {
    const auto members = communicators_.members(comm_);
    if (members.empty()) return;
    // Operations count in the order they were begun in, whatever order they completed in.
    for (auto& [member, sequence] : sequences_)
      std::ranges::sort(sequence, {}, [](const Participation& p) { return std::pair(p.time, p.event); });
    const auto first = std::ranges::find_if(members, [&](Endpoint member) { return sequences_.contains(member); });
    if (first == members.end()) return;
    for (const Endpoint member : members)
      if (member != *first) compare(*first, sequences_[*first], member, sequences_[member]);
  }

 private:
  void compare(Endpoint a, const Operations& left, Endpoint b, const Operations& right) {
    const std::size_t both = std::min(left.size(), right.size());
    for (std::size_t i = 0; i < both; ++i) {
      if (agree(left[i], right[i])) continue;
      findings_.add(collective_mismatch, location(b), {right[i].time, right[i].event}, [&] {
        return fmt::format("operation {} in communicator {} is {}, but {} at event {} of location {}", i + 1,
            named(definitions_, comm_), text(right[i]), text(left[i]), left[i].event, location(a).value);
      });
      return;
    }
    if (left.size() != right.size())
      findings_.add(collective_count, location(b).value, [&] {
        return fmt::format("{} collective operations in communicator {}, but {} on location {}", right.size(),
            named(definitions_, comm_), left.size(), location(a).value);
      });
  }

  // In an inter-communicator the two sides name the root differently.
  bool agree(const Participation& a, const Participation& b) const {
    return a.operation == b.operation && (a.root == b.root || communicators_.is_inter(comm_));
  }

  static std::string text(const Participation& p) {
    if (p.root == root_none) return named(p.operation);
    if (p.root == root_self) return named(p.operation) + " with itself as root";
    if (p.root == root_this_group) return named(p.operation) + " with a root in its own group";
    return fmt::format("{} with root {}", named(p.operation), p.root);
  }
  LocationRef location(Endpoint endpoint) const { return communicators_.location(endpoint); }

  const Definitions& definitions_;
  const Communicators& communicators_;
  Findings& findings_;
  CommRef comm_;
  std::map<Endpoint, Operations>& sequences_;
};

}  // namespace

void compare_collectives(const Definitions& definitions, const Communicators& communicators,
    std::span<Collectives* const> locations, Findings& findings) {
  std::map<CommRef, std::map<Endpoint, Operations>> all;
  for (Collectives* collectives : locations)
    for (auto& [comm, log] : collectives->logs()) {
      Operations& sequence = all[comm][log.self];
      if (sequence.empty())
        sequence = std::move(log.operations);
      else
        sequence.insert(sequence.end(), log.operations.begin(), log.operations.end());
    }
  for (auto& [comm, sequences] : all) Comparison(definitions, communicators, findings, comm, sequences).run();
}

}  // namespace weft::check
