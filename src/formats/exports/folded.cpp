// SPDX-License-Identifier: BSD-3-Clause
#include "formats/exports/folded.hpp"

#include <algorithm>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/text_sink.hpp"
#include "formats/exports/export_sink.hpp"
#include "formats/exports/fates.hpp"
#include "formats/exports/stack_tree.hpp"
#include "formats/exports/stack_walk.hpp"

namespace weft::exports {

namespace {

// A line ends with its stack, and a semicolon ends a name.
std::string foldable(std::string name, Losses& losses) {
  const std::string told = name;
  for (char& c : name) {
    if (c == ';') c = ':';
    if (c == '\n' || c == '\r') c = ' ';
  }
  if (name != told) Losses::count(losses.changed_names, told);
  return name;
}

class FoldedSink final : public ExportSink {
 public:
  FoldedSink(std::unique_ptr<OutFile> file, LossReport& report)
      : ExportSink(std::move(file), "a folded stack", report) {}

  Result<std::unique_ptr<EventSink>> events(LocationRef location) override;

  // From any thread: the tree of a location becomes part of that of all.
  void add(const StackTree& tree, const Places::Found& place, Losses& losses);

 private:
  Result<> begin() override {
    tell_definitions<folded_fates>(stage().definitions, report());
    return {};
  }
  Result<> finish() override;

  std::uint64_t number_of(std::string name) {
    const auto [found, is_new] = numbers_.try_emplace(std::move(name), names_.size());
    if (is_new) names_.push_back(&found->first);
    return found->second;
  }

  static constexpr std::size_t handed_over_bytes = std::size_t{1} << 20;

  std::mutex mutex_;
  std::unordered_map<std::string, std::uint64_t> numbers_;
  std::vector<const std::string*> names_;  // by number
  StackTree tree_;
};

class FoldedLocation final : public EventSink {
 public:
  FoldedLocation(FoldedSink& sink, LocationRef location)
      : sink_(sink),
        place_(sink.stage().places.of(location)),
        losses_(sink.stage().definitions, location),
        walk_(sink.stage().timeline, *this, losses_) {}

  static constexpr bool shows_attributes = false;

  Result<> write(const EventBatch& batch) override {
    walk_.take(batch);
    return {};
  }
  Result<> close() override {
    walk_.finish();
    sink_.add(tree_, place_, losses_);
    sink_.tell(losses_);
    return {};
  }

  void enter(Nanoseconds at, Frame frame, std::span<const AttributeEntry>) {
    pass(at);
    if (depth_++ < deepest)
      node_ = tree_.child(node_, frame.key());
    else
      losses_.count(losses_.deep_calls.of(frame));
  }
  void leave(Nanoseconds at, Frame, std::span<const AttributeEntry>) {
    pass(at);
    if (--depth_ < deepest) node_ = tree_.nodes()[node_].parent;
  }
  void other(Nanoseconds, const Event& event) { losses_.lose(static_cast<Kind>(event.record.index())); }

 private:
  // Every line spells its whole stack.
  static constexpr std::size_t deepest = 1000;

  // What is innermost took all the time since the last event of its stack.
  void pass(Nanoseconds at) {
    if (depth_) tree_.add(node_, static_cast<std::uint64_t>(at) - static_cast<std::uint64_t>(last_));
    last_ = at;
  }

  FoldedSink& sink_;
  Places::Found place_;
  Losses losses_;
  StackWalk<FoldedLocation> walk_;
  StackTree tree_;
  std::uint32_t node_ = StackTree::root;
  std::size_t depth_ = 0;
  Nanoseconds last_ = 0;
};

Result<std::unique_ptr<EventSink>> FoldedSink::events(LocationRef location) {
  return std::unique_ptr<EventSink>(std::make_unique<FoldedLocation>(*this, location));
}

void FoldedSink::add(const StackTree& tree, const Places::Found& place, Losses& losses) {
  if (tree.nodes().size() == 1) return;
  const std::lock_guard lock(mutex_);
  std::vector<std::uint32_t> ours(tree.nodes().size());
  const std::uint32_t process = tree_.child(StackTree::root, number_of(foldable(place.process.name, losses)));
  ours[0] = tree_.child(process, number_of(foldable(place.thread.name, losses)));
  std::unordered_map<std::uint64_t, std::uint64_t> known;
  for (std::size_t i = 1; i < tree.nodes().size(); ++i) {
    const StackTree::Node& node = tree.nodes()[i];
    const auto [name, is_new] = known.try_emplace(node.called);
    if (is_new) {
      const Frame frame{static_cast<std::uint32_t>(node.called), (node.called >> 32) != 0};
      name->second = number_of(foldable(name_of(stage().definitions, frame), losses));
    }
    ours[i] = tree_.child(ours[node.parent], name->second);
    tree_.add(ours[i], node.nanoseconds);
  }
}

// In order of the names, whichever location came first. What only called others has no line.
Result<> FoldedSink::finish() {
  const std::vector<StackTree::Node>& nodes = tree_.nodes();
  std::vector<std::vector<std::uint32_t>> children(nodes.size());
  for (std::uint32_t i = 1; i < nodes.size(); ++i) children[nodes[i].parent].push_back(i);
  const auto name = [&](std::uint32_t node) -> const std::string& { return *names_[nodes[node].called]; };
  for (auto& list : children)
    std::ranges::sort(list, [&](std::uint32_t a, std::uint32_t b) { return name(a) > name(b); });
  TextSink out;
  std::string stack;
  struct Step {
    std::uint32_t node;
    std::size_t caller_bytes;
  };
  std::vector<Step> left;
  for (const std::uint32_t first : children[StackTree::root]) left.push_back({first, 0});
  while (!left.empty()) {
    const auto [node, caller_bytes] = left.back();
    left.pop_back();
    stack.resize(caller_bytes);
    if (caller_bytes) stack += ';';
    stack += name(node);
    if (nodes[node].nanoseconds || children[node].empty()) {
      out.put(stack), out.put(' '), out.number(nodes[node].nanoseconds), out.put('\n');
      if (out.text().size() >= handed_over_bytes) {
        WEFT_TRY(file().append(out.text()));
        out.clear();
      }
    }
    for (const std::uint32_t child : children[node]) left.push_back({child, stack.size()});
  }
  return file().append(out.text());
}

}  // namespace

Result<std::unique_ptr<Sink>> create_folded(const std::string& path, LossReport& loss) {
  return std::unique_ptr<Sink>(std::make_unique<FoldedSink>(WEFT_TRY(OutFile::create(path)), loss));
}

}  // namespace weft::exports
