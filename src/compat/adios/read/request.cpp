// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/read/request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <tuple>
#include <utility>

#include "base/parallel.hpp"
#include "compat/adios/common/errors.hpp"

namespace weft::adios {

namespace {

bp::Selection selection_of(const Chosen& chosen) {
  if (const auto* box = std::get_if<bp::Box>(&chosen)) return *box;
  if (const auto* points = std::get_if<OwnedPoints>(&chosen)) return bp::Points{*points};
  if (const auto* block = std::get_if<bp::WriterBlock>(&chosen)) return *block;
  return bp::Everything{};
}

Error outside(const Seen& seen) {
  return {Errc::invalid_argument, fmt::format("the selection lies outside of '{}'", seen.variable->name())};
}

// The block of a step that is asked for: the first one unless a selection names another.
Result<std::size_t> block_of(const Request& request, const bp::Step& step) {
  const auto* wanted = std::get_if<bp::WriterBlock>(&request.what);
  if (!wanted) return step.first_block;
  const std::size_t blocks = wanted->counts_all_steps ? request.seen.table().blocks().size() : step.blocks;
  if (wanted->index >= blocks) return outside(request.seen);
  return wanted->counts_all_steps ? wanted->index : step.first_block + wanted->index;
}

// Texts are read with the zero that ends them; the bytes of a transform as they are.
class BlockBytes {
 public:
  explicit BlockBytes(const Request& request) : request_(request) {}

  Result<std::uint64_t> count(const bp::Step& step) const {
    if (!request_.seen.is_stored) return WEFT_TRY(text(step)).size() + 1;
    return WEFT_TRY(stored(step)).size();
  }
  Result<> copy(const bp::Step& step, std::byte* to) const {
    const Bytes bytes = request_.seen.is_stored ? WEFT_TRY(stored(step)) : WEFT_TRY(text(step));
    if (!bytes.empty()) std::memcpy(to, bytes.data(), bytes.size());
    if (!request_.seen.is_stored) to[bytes.size()] = std::byte{0};
    return {};
  }

 private:
  Result<Bytes> text(const bp::Step& step) const {
    const bp::Variable& variable = *request_.seen.variable;
    const std::size_t block = WEFT_TRY(block_of(request_, step));
    return request_.seen.reader->scalar(variable, variable.blocks()[block]);
  }
  Result<Bytes> stored(const bp::Step& step) const {
    const bp::Variable& variable = *request_.seen.variable;
    const std::size_t number = WEFT_TRY(block_of(request_, step));
    const Bytes all = WEFT_TRY(request_.seen.reader->payload(variable, variable.blocks()[number]));
    std::uint64_t first = 0;
    std::uint64_t count = all.size();
    if (const auto* box = std::get_if<bp::Box>(&request_.what)) {
      if (box->rank != 1) return outside(request_.seen);
      first = box->start[0];
      count = box->count[0];
    } else if (const auto* block = std::get_if<bp::WriterBlock>(&request_.what); block && block->first_and_count) {
      std::tie(first, count) = *block->first_and_count;
    } else if (std::holds_alternative<OwnedPoints>(request_.what)) {
      return Error{Errc::unsupported, "of stored bytes points cannot be selected, but boxes and blocks"};
    }
    if (first > all.size() || count > all.size() - first) return outside(request_.seen);
    return all.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
  }

  const Request& request_;
};

bool is_read_as_bytes(const Request& request) { return request.seen.is_stored || bp::is_text(request.seen.type()); }

bp::StepRange in_variable(const Request& request) {
  return {request.seen.first_step + request.steps.first, request.steps.count};
}

// Takes the last part off, not more than `most_elements` of the slowest dimension that has more than one.
bp::Box cut_tail(bp::Box& box, std::uint64_t most_elements) {
  std::size_t slowest = 0;
  while (slowest + 1 < box.rank && box.count[slowest] <= 1) ++slowest;
  bp::Box row = box;
  row.count[slowest] = 1;
  // More than can be counted is more than wanted.
  const std::uint64_t rows = std::max<std::uint64_t>(
      most_elements / std::max<std::uint64_t>(row.elements().value_or(most_elements), 1), 1);
  bp::Box tail = box;
  tail.count[slowest] = (box.count[slowest] - 1) % rows + 1;
  box.count[slowest] -= tail.count[slowest];
  tail.start[slowest] += box.count[slowest];
  return tail;
}

// Takes the last part off a request that is larger than a chunk. False where it cannot be smaller.
bool cut_tail(Request& request, std::uint64_t chunk_bytes, Request& tail) {
  tail = request;
  if (request.steps.count > 1) {
    --request.steps.count;
    tail.steps = {request.steps.first + request.steps.count, 1};
    return true;
  }
  const std::uint64_t most = std::max<std::uint64_t>(chunk_bytes / bp::bytes_of(request.seen.type()), 1);
  const std::size_t rank = request.seen.rank();
  if (auto* points = std::get_if<OwnedPoints>(&request.what)) {
    const std::size_t count = points->size() / rank;
    if (count <= most) return false;
    const auto first = static_cast<std::ptrdiff_t>((count - ((count - 1) % most + 1)) * rank);
    tail.what = OwnedPoints(points->begin() + first, points->end());
    points->resize(static_cast<std::size_t>(first));
    return true;
  }
  if (rank == 0) return false;
  if (std::holds_alternative<bp::Everything>(request.what))
    request.what = request.seen.shape(request.seen.steps()[request.steps.first]);
  auto& box = std::get<bp::Box>(request.what);
  const auto elements = box.elements();
  if (elements && *elements <= most) return false;
  tail.what = cut_tail(box, most);
  return true;
}

// A block is believed to be as large as it says only if its bytes are there.
Result<> check_block(const Request& request) {
  const auto* wanted = std::get_if<bp::WriterBlock>(&request.what);
  if (!wanted || is_read_as_bytes(request) || request.seen.rank() == 0) return {};
  std::vector<std::byte> unpacked;
  for (const bp::Step& step : request.seen.steps().subspan(request.steps.first, request.steps.count)) {
    const std::size_t block = WEFT_TRY(block_of(request, step));
    WEFT_TRY(request.seen.reader->elements(*request.seen.variable, block, unpacked));
  }
  return {};
}

// Requests that threads deal out among them: enough of them, or each too small for several threads, and together worth
// it. What shares memory is written in its order.
bool are_done_at_once(const std::vector<Request>& requests) {
  constexpr std::uint64_t worth_threads = std::uint64_t{8} << 20;
  std::vector<std::pair<const std::byte*, std::uint64_t>> places;
  std::uint64_t all = 0;
  std::uint64_t largest = 0;
  for (const Request& request : requests) {
    const auto size = request.bytes();
    const std::uint64_t bytes = size ? *size : 0;  // what is wrong with it is said where it is read
    places.emplace_back(static_cast<const std::byte*>(request.memory), bytes);
    all += bytes;
    largest = std::max(largest, bytes);
  }
  if (all < worth_threads || (requests.size() < thread_count(0) && largest >= worth_threads)) return false;
  std::ranges::sort(places);
  for (std::size_t i = 1; i < places.size(); ++i)
    if (places[i].first < places[i - 1].first + places[i - 1].second) return false;
  return places.size() > 1;
}

bool can_be_cut(const Request& request) {
  return !is_read_as_bytes(request) && !std::holds_alternative<Nothing>(request.what) &&
         !std::holds_alternative<bp::WriterBlock>(request.what);
}

}  // namespace

Result<std::uint64_t> Request::bytes() const {
  if (std::holds_alternative<Nothing>(what)) return 0;
  if (!is_read_as_bytes(*this))
    return seen.reader->selected_bytes(*seen.variable, selection_of(what), in_variable(*this));
  std::uint64_t bytes = 0;
  for (const bp::Step& step : seen.steps().subspan(steps.first, steps.count))
    bytes += WEFT_TRY(BlockBytes(*this).count(step));
  return bytes;
}

Result<> Request::read_into(std::byte* to, std::size_t threads) const {
  if (std::holds_alternative<Nothing>(what)) return {};
  const std::uint64_t size = WEFT_TRY(bytes());
  if (!is_read_as_bytes(*this))
    return seen.reader->read(
        *seen.variable, selection_of(what), in_variable(*this), {to, static_cast<std::size_t>(size)}, threads);
  for (const bp::Step& step : seen.steps().subspan(steps.first, steps.count)) {
    const std::uint64_t here = WEFT_TRY(BlockBytes(*this).count(step));
    WEFT_TRY(BlockBytes(*this).copy(step, to));
    to += here;
  }
  return {};
}

int failed_read(const Error& error) {
  switch (error.code) {
    case Errc::invalid_argument:
    case Errc::too_large:
      return fail(err_out_of_bound, error);
    case Errc::unsupported:
      return fail(err_operation_not_supported, error);
    case Errc::no_memory:
      return fail(err_no_memory, error);
    case Errc::corrupt:
      return fail(err_corrupted_variable, error);
    default:
      return fail(err_file_read_error, error);
  }
}

int RequestQueue::perform() {
  if (std::ranges::any_of(requests_, [](const Request& request) { return !request.memory; }))
    return fail(err_operation_not_supported, "a read without memory of its own cannot be waited for");
  std::vector<Request> all = std::exchange(requests_, {});
  std::ranges::reverse(all);
  std::vector<std::optional<Error>> failures(all.size());
  const bool at_once = are_done_at_once(all);
  parallel_for(all.size(), at_once ? 0 : 1, [&](std::size_t i, std::size_t) {
    if (auto done = all[i].read_into(static_cast<std::byte*>(all[i].memory), at_once ? 1 : 0); !done)
      failures[i] = std::move(done).error();
  });
  int code = 0;
  for (const auto& failure : failures)
    if (failure) code = failed_read(*failure);
  return code;
}

Result<std::optional<Request>> RequestQueue::perform_one(std::uint64_t chunk_bytes) {
  if (requests_.empty()) return std::optional<Request>();
  Request request = std::move(requests_.back());
  requests_.pop_back();
  if (!request.memory) {
    std::uint64_t bytes = WEFT_TRY(request.bytes());
    while (can_be_cut(request) && (bytes > chunk_bytes || request.steps.count > 1)) {
      Request tail;
      if (!cut_tail(request, chunk_bytes, tail)) break;
      requests_.push_back(std::exchange(request, std::move(tail)));
      bytes = WEFT_TRY(request.bytes());
    }
    WEFT_TRY(check_block(request));
    chunk_.assign(
        std::max<std::size_t>(static_cast<std::size_t>(bytes), 1), {});  // where no block lies there are zeros
    request.memory = chunk_.data();
  }
  WEFT_TRY(request.read_into(static_cast<std::byte*>(request.memory)));
  return std::optional(std::move(request));
}

}  // namespace weft::adios
