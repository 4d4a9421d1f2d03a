// SPDX-License-Identifier: BSD-3-Clause
// A small parallel program that records a trace of itself: how warm does a plate get that is heated along its upper
// edge? Jacobi's method averages the four neighbours of every cell, again and again. Each worker owns some of the rows;
// before every step it sends its border rows to the workers above and below and receives theirs, through queues.
//
//   weft_stencil DIRECTORY [STEPS] [WORKERS]
//
// writes DIRECTORY/stencil.otf2 (the trace) and DIRECTORY/plate.pgm (a picture of the plate). How the program records
// its phases, messages and progress is in trace_recorder.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <barrier>
#include <charconv>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "base/file.hpp"
#include "trace_recorder.hpp"

namespace stencil {
namespace {

constexpr std::size_t columns = 256;
constexpr std::size_t rows = 192;
constexpr double hot = 100.0;

using Row = std::span<double>;
using Cells = std::vector<double>;

enum Tag : std::uint32_t { border_going_up = 1, border_going_down = 2, finished_rows = 3 };

// Messages from one worker to another, in order.
class Queue {
 public:
  void push(Cells message) {
    const std::lock_guard lock(mutex_);
    messages_.push_back(std::move(message));
    arrived_.notify_one();
  }

  Cells pop() {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [&] { return !messages_.empty(); });
    Cells message = std::move(messages_.front());
    messages_.pop_front();
    return message;
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Cells> messages_;
};

// What the workers share: a queue for each pair of them, and a place to meet.
class Team {
 public:
  explicit Team(std::uint32_t workers)
      : size_(workers), queues_(workers * workers), shares_(workers), meeting_(workers) {}

  std::uint32_t size() const { return size_; }
  Queue& queue(std::uint32_t from, std::uint32_t to) { return queues_[from * size_ + to]; }

  // The sum of what all workers bring, the same for each of them.
  double sum(std::uint32_t rank, double share) {
    shares_[rank] = share;
    meeting_.arrive_and_wait();
    double total = 0;
    for (const double part : shares_) total += part;
    meeting_.arrive_and_wait();  // nobody may bring the next share before all have read this one
    return total;
  }

 private:
  std::uint32_t size_;
  std::vector<Queue> queues_;
  std::vector<double> shares_;
  std::barrier<> meeting_;
};

class Worker {
 public:
  Worker(Team& team, std::uint32_t rank, ThreadRecorder& recorder)
      : team_(team), rank_(rank), recorder_(recorder), height_(first_row(rank + 1) - first_row(rank)) {}

  // Returns the last residual: how much the whole plate still changed.
  double run(std::uint64_t steps, const std::string& picture) {
    const InPhase phase(recorder_, Phase::main);
    initialise();
    double residual = 0;
    for (std::uint64_t step = 1; step <= steps; ++step) residual = iterate(step);
    output(picture);
    return residual;
  }

 private:
  std::size_t first_row(std::uint32_t rank) const { return rows * rank / team_.size(); }
  bool is_top() const { return rank_ == 0; }
  bool is_bottom() const { return rank_ + 1 == team_.size(); }

  // Rows 1 to height_ are ours; row 0 and the one behind the last are copies of our neighbours' borders, or the edge.
  Row row(Cells& cells, std::size_t i) const { return Row(cells).subspan(i * columns, columns); }

  void initialise() {
    const InPhase phase(recorder_, Phase::initialise);
    old_.assign((height_ + 2) * columns, 0.0);
    if (is_top()) std::ranges::fill(row(old_, 0), hot);
    new_ = old_;
  }

  double iterate(std::uint64_t step) {
    const InPhase phase(recorder_, Phase::iterate);
    recorder_.iteration(step);
    exchange();
    const double change = compute();
    const double residual = std::sqrt(reduce(change));
    recorder_.progress(residual, cells_updated_);
    return residual;
  }

  void exchange() {
    const InPhase phase(recorder_, Phase::exchange);
    if (!is_top()) send(rank_ - 1, border_going_up, row(old_, 1));
    if (!is_bottom()) send(rank_ + 1, border_going_down, row(old_, height_));
    if (!is_top()) receive(rank_ - 1, border_going_down, row(old_, 0));
    if (!is_bottom()) receive(rank_ + 1, border_going_up, row(old_, height_ + 1));
  }

  // Returns the sum of the squares of all changes.
  double compute() {
    const InPhase phase(recorder_, Phase::compute);
    double change = 0;
    for (std::size_t i = 1; i <= height_; ++i) {
      const Row above = row(old_, i - 1), here = row(old_, i), below = row(old_, i + 1), next = row(new_, i);
      for (std::size_t j = 1; j + 1 < columns; ++j) {
        next[j] = 0.25 * (above[j] + below[j] + here[j - 1] + here[j + 1]);
        change += (next[j] - here[j]) * (next[j] - here[j]);
      }
    }
    std::swap(old_, new_);
    cells_updated_ += height_ * (columns - 2);
    return change;
  }

  double reduce(double share) {
    const InPhase phase(recorder_, Phase::reduce);
    recorder_.begin_collective();
    const double total = team_.sum(rank_, share);
    recorder_.end_allreduce(sizeof share, team_.size() * sizeof share);
    return total;
  }

  // The first worker collects the rows of all others and draws the plate.
  void output(const std::string& picture) {
    const InPhase phase(recorder_, Phase::output);
    const Row mine = Row(old_).subspan(columns, height_ * columns);
    if (!is_top()) return send(0, finished_rows, mine);
    Cells plate(rows * columns);
    std::ranges::copy(mine, plate.begin());
    for (std::uint32_t other = 1; other < team_.size(); ++other)
      receive(other, finished_rows,
          Row(plate).subspan(first_row(other) * columns, (first_row(other + 1) - first_row(other)) * columns));
    draw(plate, picture);
  }

  static void draw(const Cells& plate, const std::string& path) {
    std::string image = fmt::format("P5 {} {} 255\n", columns, rows);
    for (const double warmth : plate) image += static_cast<char>(static_cast<unsigned char>(warmth / hot * 255));
    if (auto drawn = weft::replace_file(path, std::as_bytes(std::span(image))); !drawn)
      fmt::print(stderr, "weft_stencil: {}\n", drawn.error().text());
  }

  void send(std::uint32_t to, Tag tag, Row content) {
    recorder_.send(to, tag, content.size_bytes());
    team_.queue(rank_, to).push(Cells(content.begin(), content.end()));
  }

  void receive(std::uint32_t from, Tag tag, Row place) {
    const Cells message = team_.queue(from, rank_).pop();
    recorder_.receive(from, tag, std::span(message).size_bytes());
    std::ranges::copy(message, place.begin());
  }

  Team& team_;
  std::uint32_t rank_;
  ThreadRecorder& recorder_;
  std::size_t height_;
  Cells old_, new_;
  std::uint64_t cells_updated_ = 0;
};

struct Options {
  std::string directory;
  std::uint64_t steps = 200;
  std::uint32_t workers = 4;
};

weft::Result<double> solve(const Options& options) {
  auto trace = WEFT_TRY(TraceRecorder::create(options.directory + "/stencil.otf2"));
  Team team(options.workers);
  double residual = 0;
  std::vector<std::uint64_t> events(options.workers);
  std::vector<weft::Result<>> recorded(options.workers);
  {
    std::vector<std::jthread> threads;
    for (std::uint32_t rank = 0; rank < options.workers; ++rank)
      threads.emplace_back([&, rank] {
        ThreadRecorder recorder = trace.thread(rank);
        const double last = Worker(team, rank, recorder).run(options.steps, options.directory + "/plate.pgm");
        if (rank == 0) residual = last;
        events[rank] = recorder.events();
        recorded[rank] = recorder.finish();
      });
  }
  for (auto& result : recorded) WEFT_TRY(std::move(result));
  WEFT_TRY(trace.finish(events));
  return residual;
}

template <class Number>
bool parse(std::string_view text, Number& number, Number largest) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() && number > 0 && number <= largest;
}

std::optional<Options> parse_options(std::span<char*> arguments) {
  Options options;
  if (arguments.size() < 2 || arguments.size() > 4) return std::nullopt;
  options.directory = arguments[1];
  if (arguments.size() > 2 && !parse<std::uint64_t>(arguments[2], options.steps, 1'000'000)) return std::nullopt;
  if (arguments.size() > 3 && !parse<std::uint32_t>(arguments[3], options.workers, rows)) return std::nullopt;
  return options;
}

}  // namespace
}  // namespace stencil

int main(int argc, char** argv) {
  const auto options = stencil::parse_options({argv, static_cast<std::size_t>(argc)});
  if (!options) {
    fmt::print(stderr, "usage: weft_stencil DIRECTORY [STEPS] [WORKERS]   (at most 1000000 steps, {} workers)\n",
        stencil::rows);
    return 2;
  }
  const auto residual = stencil::solve(*options);
  if (!residual) {
    fmt::print(stderr, "weft_stencil: {}\n", residual.error().text());
    return 2;
  }
  fmt::print("{} x {} cells, {} workers, {} steps: residual {:.6f}\n", stencil::rows, stencil::columns,
      options->workers, options->steps, *residual);
}
