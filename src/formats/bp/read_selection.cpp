// SPDX-License-Identifier: BSD-3-Clause
// Selections: which blocks they touch, and copying from those what was asked for: steps at once where these are small,
// else parts of a step.
#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "base/parallel.hpp"
#include "formats/bp/elements.hpp"
#include "formats/bp/reader.hpp"

namespace weft::bp {

namespace {

// Below it, starting threads takes longer than copying.
constexpr std::uint64_t worth_a_thread = std::uint64_t{4} << 20;
constexpr std::uint64_t packed_worth_a_thread = std::uint64_t{256} << 10;  // of what is unpacked
constexpr std::size_t points_worth_a_thread = 4096;

// Of pieces that are done in any order, the first one that failed tells why.
class FirstFailure {
 public:
  void note(std::size_t piece, Error error) {
    const std::lock_guard lock(mutex_);
    if (!error_ || piece < piece_) piece_ = piece, error_ = std::move(error);
  }
  Result<> result() && {
    if (error_) return *std::move(error_);
    return {};
  }

 private:
  std::mutex mutex_;
  std::size_t piece_ = 0;
  std::optional<Error> error_;
};

// Whether each thread reads steps of its own. Else each step is read by all of them, as far as it is large enough.
bool are_steps_read_at_once(std::size_t steps, std::uint64_t bytes, std::size_t threads) {
  return steps > 1 && bytes >= 2 * worth_a_thread &&
         (steps >= thread_count(threads) || bytes / steps < 2 * worth_a_thread);
}

Error wrong_use(std::string what) { return {Errc::invalid_argument, std::move(what)}; }

Result<> check_steps(const Variable& variable, StepRange steps) {
  const std::size_t there = variable.steps().size();
  if (steps.first > there || steps.count > there - steps.first)
    return wrong_use(
        fmt::format("'{}' has {} steps, not {} from step {} on", variable.name(), there, steps.count, steps.first));
  return {};
}

// The place of a block among all blocks of its variable.
Result<std::size_t> find_block(const Variable& variable, const Step& step, const WriterBlock& wanted) {
  const std::size_t blocks = wanted.counts_all_steps ? variable.blocks().size() : step.blocks;
  if (wanted.index >= blocks)
    return wrong_use(
        fmt::format("'{}' has {} blocks there, none with number {}", variable.name(), blocks, wanted.index));
  return wanted.counts_all_steps ? wanted.index : step.first_block + wanted.index;
}

// Readers know an array by the sizes of its first step: what lies in those may be asked for, too, where a step has
// less.
template <class Part>
bool may_be_asked(const Variable& variable, const Step& step, const Part& part) {
  return variable.table().shape(step).contains(part) || variable.table().shape(variable.steps().front()).contains(part);
}

// The box that is asked for of a step.
Result<Box> wanted_box(const Variable& variable, const Step& step, const Selection& selection) {
  const Box shape = variable.table().shape(step);
  if (std::holds_alternative<Everything>(selection)) return shape;
  const Box& box = std::get<Box>(selection);
  if (box.rank != shape.rank)
    return wrong_use(fmt::format("'{}' has {} dimensions, not {}", variable.name(), shape.rank, box.rank));
  if (!may_be_asked(variable, step, box))
    return wrong_use(fmt::format("the selection lies outside of '{}', whose sizes in this step are {}", variable.name(),
        fmt::join(shape.count.begin(), shape.count.begin() + static_cast<std::ptrdiff_t>(shape.rank), ", ")));
  return box;
}

Result<std::uint64_t> bytes_in(const Box& box, std::size_t element_bytes) {
  const auto elements = box.elements();
  std::uint64_t bytes = 0;
  if (!elements || __builtin_mul_overflow(*elements, element_bytes, &bytes))
    return Error{Errc::too_large, "the selection has more bytes than can be counted"};
  return bytes;
}

Result<std::uint64_t> bytes_of_step(const Variable& variable, const Step& step, const Selection& selection) {
  const std::size_t element_bytes = bytes_of(variable.type());
  if (element_bytes == 0)
    return wrong_use(fmt::format("'{}' is a text; its blocks are read one by one", variable.name()));
  if (const auto* points = std::get_if<Points>(&selection)) {
    const std::size_t rank = variable.table().rank();
    if (rank == 0 || points->coordinates.size() % rank != 0)
      return wrong_use(fmt::format("points in '{}' have {} coordinates each", variable.name(), rank));
    return points->coordinates.size() / rank * element_bytes;
  }
  if (const auto* block = std::get_if<WriterBlock>(&selection)) {
    const std::size_t place = WEFT_TRY(find_block(variable, step, *block));
    const std::uint64_t whole = WEFT_TRY(bytes_in(variable.table().box(place), element_bytes));
    if (!block->first_and_count) return whole;
    const auto [first, count] = *block->first_and_count;
    const std::uint64_t elements = whole / element_bytes;
    if (first > elements || count > elements - first)
      return wrong_use(fmt::format("a block of '{}' has {} elements", variable.name(), elements));
    return count * element_bytes;
  }
  return bytes_in(WEFT_TRY(wanted_box(variable, step, selection)), element_bytes);
}

// Copies what was selected of one step.
class StepRead {
 public:
  StepRead(const Reader& reader, const Variable& variable, const Step& step, std::span<std::byte> out)
      : reader_(reader), variable_(variable), table_(variable.table()), step_(step), out_(out) {
    element_ = {bytes_of(variable.type()), swapped_bytes_of(variable.type()), reader.layout().order};
  }

  Result<> run(const Selection& selection, std::size_t threads) {
    if (const auto* wanted = std::get_if<WriterBlock>(&selection)) return block(*wanted, threads);
    if (const auto* wanted = std::get_if<Points>(&selection)) return points(*wanted, threads);
    if (variable_.kind() == ArrayKind::scalar) return scalar();
    return box(WEFT_TRY(wanted_box(variable_, step_, selection)), threads);
  }

 private:
  Result<> scalar() {
    const Bytes value = WEFT_TRY(reader_.scalar(variable_, variable_.blocks()[step_.first_block]));
    if (value.size() < element_.bytes)
      return Error{Errc::corrupt, fmt::format("expected a value of '{}'", variable_.name()), reader_.path()};
    copy_elements(out_.data(), value.data(), element_.bytes, element_.unit, element_.order);
    return {};
  }

  Result<> block(const WriterBlock& wanted, std::size_t threads) {
    const std::size_t place = WEFT_TRY(find_block(variable_, step_, wanted));
    std::vector<std::byte> unpacked;
    Bytes bytes;
    if (table_.kind() == ArrayKind::scalar) {
      bytes = WEFT_TRY(reader_.scalar(variable_, variable_.blocks()[place]));
    } else {
      bytes = WEFT_TRY(reader_.elements(variable_, place, unpacked));
    }
    const std::uint64_t first = wanted.first_and_count ? wanted.first_and_count->first * element_.bytes : 0;
    if (first > bytes.size() || out_.size() > bytes.size() - first)
      return Error{Errc::corrupt, fmt::format("expected a block of '{}'", variable_.name()), reader_.path()};
    const std::size_t elements = out_.size() / element_.bytes;
    const std::size_t pieces = std::max<std::size_t>(out_.size() / worth_a_thread, 1);
    parallel_for(pieces, pieces == 1 ? 1 : threads, [&](std::size_t piece, std::size_t) {
      const std::size_t begin = elements * piece / pieces * element_.bytes;
      const std::size_t end = elements * (piece + 1) / pieces * element_.bytes;
      copy_elements(out_.data() + begin, bytes.data() + first + begin, end - begin, element_.unit, element_.order);
    });
    return {};
  }

  // Of a box that is cut into slabs along its slowest dimension: every worker copies from all blocks, in their order,
  // to its own part of the output. Later blocks so win everywhere.
  Result<> box(const Box& wanted, std::size_t threads) {
    std::vector<std::size_t> touched;
    bool is_packed = false;
    for (std::size_t i = step_.first_block; i < last_block(); ++i) {
      if (!intersection(table_.box(i), wanted)) continue;
      touched.push_back(i);
      is_packed = is_packed || variable_.blocks()[i].transform.has_value();
    }
    if (is_packed) return unpack(touched, threads, [&](std::size_t i, Bytes bytes) { copy(bytes, i, wanted, wanted); });
    std::vector<Bytes> bytes;
    for (const std::size_t i : touched) {
      std::vector<std::byte> unused;
      bytes.push_back(WEFT_TRY(reader_.elements(variable_, i, unused)));
    }
    const std::uint64_t rows = wanted.rank ? wanted.count[0] : 1;
    const std::uint64_t pieces = std::clamp<std::uint64_t>(out_.size() / worth_a_thread, 1, rows);
    parallel_for(static_cast<std::size_t>(pieces), pieces == 1 ? 1 : threads, [&](std::size_t piece, std::size_t) {
      Box slab = wanted;
      if (slab.rank) {
        const std::uint64_t first = rows / pieces * piece + std::min<std::uint64_t>(piece, rows % pieces);
        slab.start[0] += first;
        slab.count[0] = rows / pieces + (piece < rows % pieces ? 1 : 0);
      }
      for (std::size_t i = 0; i < touched.size(); ++i) copy(bytes[i], touched[i], wanted, slab);
    });
    return {};
  }

  // Of points that are dealt out to the workers: each looks at all blocks, in their order, for points of its own.
  Result<> points(const Points& wanted, std::size_t threads) {
    const std::size_t count = wanted.coordinates.size() / table_.rank();
    for (std::size_t i = 0; i < count; ++i)
      if (!may_be_asked(variable_, step_, coordinates_of(wanted, i)))
        return wrong_use(fmt::format("a point lies outside of '{}'", variable_.name()));
    const bool is_packed = std::ranges::any_of(variable_.blocks().subspan(step_.first_block, step_.blocks),
        [](const Characteristics& block) { return block.transform.has_value(); });
    if (is_packed) return unpack_for_points(wanted, count, threads);
    const std::size_t pieces = std::max<std::size_t>(count / points_worth_a_thread, 1);
    FirstFailure failure;
    parallel_for(pieces, pieces == 1 ? 1 : threads, [&](std::size_t piece, std::size_t) {
      if (auto done = copy_points(wanted, count * piece / pieces, count * (piece + 1) / pieces); !done)
        failure.note(piece, std::move(done).error());
    });
    return std::move(failure).result();
  }

  std::size_t last_block() const { return step_.first_block + (table_.kind() == ArrayKind::local ? 1 : step_.blocks); }
  std::span<const std::uint64_t> coordinates_of(const Points& points, std::size_t i) const {
    return points.coordinates.subspan(i * table_.rank(), table_.rank());
  }

  Result<> copy_points(const Points& wanted, std::size_t first, std::size_t last) const {
    for (std::size_t b = step_.first_block; b < last_block(); ++b) {
      const Box box = table_.box(b);
      std::vector<std::byte> unused;
      std::optional<Bytes> bytes;
      for (std::size_t i = first; i < last; ++i) {
        const auto coordinates = coordinates_of(wanted, i);
        if (!box.contains(coordinates)) continue;
        if (!bytes) bytes = WEFT_TRY(reader_.elements(variable_, b, unused));
        copy_point(*bytes, place_in(box, coordinates), i);
      }
    }
    return {};
  }

  void copy_point(Bytes block, std::uint64_t place, std::size_t point) const {
    copy_elements(out_.data() + point * element_.bytes, block.data() + place * element_.bytes, element_.bytes,
        element_.unit, element_.order);
  }

  // Each block that has a point is unpacked once.
  Result<> unpack_for_points(const Points& wanted, std::size_t count, std::size_t threads) const {
    std::vector<std::size_t> touched;
    for (std::size_t b = step_.first_block; b < last_block(); ++b) {
      const Box box = table_.box(b);
      std::size_t i = 0;
      while (i < count && !box.contains(coordinates_of(wanted, i))) ++i;
      if (i < count) touched.push_back(b);
    }
    return unpack(touched, threads, [&](std::size_t b, Bytes bytes) {
      const Box box = table_.box(b);
      for (std::size_t i = 0; i < count; ++i)
        if (const auto coordinates = coordinates_of(wanted, i); box.contains(coordinates))
          copy_point(bytes, place_in(box, coordinates), i);
    });
  }

  void copy(Bytes bytes, std::size_t block, const Box& wanted, const Box& slab) const {
    const Box box = table_.box(block);
    if (const auto part = intersection(box, slab)) copy_box(bytes.data(), box, out_.data(), wanted, *part, element_);
  }

  // Calls `use(block, bytes)` for blocks in their order. A few are unpacked at a time, since they need memory.
  template <class Use>
  Result<> unpack(const std::vector<std::size_t>& touched, std::size_t threads, Use&& use) const {
    std::uint64_t elements = 0;
    for (const std::size_t i : touched) elements += table_.box(i).elements().value_or(0);
    const std::size_t at_once = elements * element_.bytes < 2 * packed_worth_a_thread ? 1 : thread_count(threads);
    std::vector<std::vector<std::byte>> unpacked(at_once);
    std::vector<std::optional<Result<Bytes>>> bytes(at_once);
    for (std::size_t first = 0; first < touched.size(); first += at_once) {
      const std::size_t count = std::min(at_once, touched.size() - first);
      parallel_for(count, at_once, [&](std::size_t i, std::size_t) {
        bytes[i].emplace(reader_.elements(variable_, touched[first + i], unpacked[i]));
      });
      for (std::size_t i = 0; i < count; ++i) use(touched[first + i], WEFT_TRY(std::move(*bytes[i])));
    }
    return {};
  }

  const Reader& reader_;
  const Variable& variable_;
  const BlockTable& table_;
  const Step& step_;
  std::span<std::byte> out_;
  ElementLayout element_;
};

}  // namespace

Result<std::uint64_t> Reader::selected_bytes(
    const Variable& variable, const Selection& selection, StepRange steps) const {
  WEFT_TRY(check_steps(variable, steps));
  std::uint64_t bytes = 0;
  for (const Step& step : variable.steps().subspan(steps.first, steps.count))
    if (__builtin_add_overflow(bytes, WEFT_TRY(bytes_of_step(variable, step, selection)), &bytes))
      return Error{Errc::too_large, "the selection has more bytes than can be counted"};
  return bytes;
}

Result<> Reader::read(const Variable& variable, const Selection& selection, StepRange steps, std::span<std::byte> out,
    std::size_t threads) const {
  const std::uint64_t bytes = WEFT_TRY(selected_bytes(variable, selection, steps));
  if (bytes != out.size())
    return wrong_use(
        fmt::format("the selection of '{}' has {} bytes, the memory for it {}", variable.name(), bytes, out.size()));
  const auto all = variable.steps().subspan(steps.first, steps.count);
  std::vector<std::size_t> ends;  // of each step in `out`
  for (const Step& step : all)
    ends.push_back((ends.empty() ? 0 : ends.back()) +
                   static_cast<std::size_t>(WEFT_TRY(bytes_of_step(variable, step, selection))));
  auto read_step = [&](std::size_t i, std::size_t threads_of_step) -> Result<> {
    const std::size_t begin = i ? ends[i - 1] : 0;
    if (ends[i] == begin) return {};
    return StepRead(*this, variable, all[i], out.subspan(begin, ends[i] - begin)).run(selection, threads_of_step);
  };
  if (!are_steps_read_at_once(all.size(), bytes, threads)) {
    for (std::size_t i = 0; i < all.size(); ++i) WEFT_TRY(read_step(i, threads));
    return {};
  }
  FirstFailure failure;
  parallel_for(all.size(), threads, [&](std::size_t i, std::size_t) {
    if (auto done = read_step(i, 1); !done) failure.note(i, std::move(done).error());
  });
  return std::move(failure).result();
}

}  // namespace weft::bp
