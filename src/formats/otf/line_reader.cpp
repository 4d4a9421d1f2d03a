// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/line_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "formats/otf/rules.hpp"

namespace weft::otf {

ProcessSet::ProcessSet(std::vector<ProcessId> processes) : sorted_(std::move(processes)) {
  constexpr std::size_t most = std::size_t{1} << 20;
  std::ranges::sort(sorted_);
  if (!sorted_.empty()) small_.resize(std::min<std::size_t>(std::size_t{sorted_.back()} + 1, most));
  for (const ProcessId process : sorted_)
    if (process < small_.size()) small_[process] = true;
}

bool ProcessSet::contains(ProcessId process) const {
  if (process < small_.size()) return small_[process];
  return std::ranges::binary_search(sorted_, process);
}

LineReader::LineReader(std::unique_ptr<TextSource> source, std::string path, Options options, Report& report)
    : source_(std::move(source)), path_(std::move(path)), options_(options), report_(report) {
  options_.window_bytes = std::max(options_.window_bytes, first_read_bytes);
}

void LineReader::report(const Rule& rule, std::string message, std::uint64_t offset) {
  if (source_->is_compressed()) message += " (the offset is that of the inflated text)";
  report_.add({rule.name, std::move(message), path_, offset});
}

const char* LineReader::take_indented_state(const char* p) {
  p = skip_blanks(p);
  if (is_hex(*p)) return take_time(p);
  return *p == '*' ? take_process(p) : nullptr;
}

const char* LineReader::take_time_of_other_size(const char* p) {
  constexpr std::ptrdiff_t most = 16;
  const char* const first = p;
  time_ = take_digits(p);
  if (p - first <= most) time_digits_ = FixedDigits(static_cast<std::size_t>(p - first));
  return *p == '\n' ? p + 1 : behind_odd_number(p);
}

// What stands behind the number of a state line is not taken for a part of it, but told.
const char* LineReader::behind_odd_number(const char* p) {
  const char* const rest = skip_blanks(p);
  const char* const end = line_end(rest, limit_);
  if (rest != end && !is_finished_)
    report(state_damaged,
        fmt::format("expected a hexadecimal number alone, found '{}' behind it",
            std::string_view(rest, std::min<std::size_t>(static_cast<std::size_t>(end - rest), 40))),
        offset_of(rest));
  return end + 1;
}

void LineReader::set_process(ProcessId process) {
  process_ = process;
  is_wanted_ = !options_.only || options_.only->contains(process);
  char text[lexing_slack + 16] = "*";
  char* const end = put_number(text + 1, process);
  *end = '\n';
  process_line_bytes_ = static_cast<std::size_t>(end + 1 - text);
  std::memcpy(&process_line_, text, sizeof process_line_);
  if (process_line_bytes_ <= 8) {
    process_mask_ = ~std::uint64_t{0} >> (64 - 8 * process_line_bytes_);
    process_line_ &= process_mask_;
  } else {
    process_mask_ = 0;
    process_line_ = 1;
  }
}

// Lines of calls look like those before them but for the digits. So everything is read as if it were so, and only then
// looked at, all at once; whether a call is an enter or a leave, which nobody can foretell, is no question here.
std::size_t LineReader::take_calls(const char* p, Ticks until, std::span<Call> calls) const {
  static const auto digits_of = all_fixed_digits();
  const FixedDigits time_digits = time_digits_;
  constexpr std::ptrdiff_t looked_at = 16 + 1 + 8 + 1 + 8;  // a time, a process and a function at their longest
  const char* const begin = p;
  std::size_t n = 0;
  for (; n < calls.size() && limit_ - p >= looked_at; ++n) {
    const char* const time_end = p + time_digits.size();
    const char* const record = time_end + 1 + process_line_bytes_;
    std::uint64_t process, text, time, function;
    std::memcpy(&process, time_end + 1, sizeof process);
    std::memcpy(&text, record + 1, sizeof text);
    const std::size_t digits = detail::bytes_before_newline(text);
    if (digits >= sizeof text) break;
    const char* const end = record + 1 + digits;
    const bool has_time = time_digits.read(time_end, time) & (*time_end == '\n') & (time < until);
    const bool has_process = (process & process_mask_) == process_line_;
    const bool is_call = ((*record == 'E') | (*record == 'L')) & digits_of[digits].read(end, function);
    if (!(has_time & has_process & is_call & (end < limit_))) break;
    p = end + 1;
    calls[n] = {time, static_cast<std::uint32_t>(function), static_cast<std::uint32_t>(p - begin), *record == 'L'};
  }
  return n;
}

// More lines into memory. False at the end of the file, or of the part to be read.
bool LineReader::fill_lines() {
  while (p_ == limit_)
    if (!fill_once()) {
      finish_file();
      return false;
    }
  return true;
}

// The same for whoever reads records: behind a gap, with the state that holds there.
bool LineReader::refill() {
  if (!fill_lines()) return false;
  if (!is_after_gap_) return true;
  return options_.is_timed ? find_state() : skip_to_next_line();
}

bool LineReader::fill_once() {
  if (is_at_end_) return false;
  if (std::exchange(is_gap_next_, false)) {
    is_after_gap_ = true;
    window_offset_ += lost_bytes_;
  }
  const auto kept = static_cast<std::size_t>(end_ - p_);
  if (kept > longest_line) {
    report(line_too_long, "expected a newline within 100 MiB", offset());
    window_offset_ += static_cast<std::uint64_t>(end_ - window_);
    p_ = limit_ = end_ = window_;
    is_after_gap_ = true;
    return true;
  }
  if (p_ != window_) {
    std::memmove(window_, p_, kept);
    window_offset_ += static_cast<std::uint64_t>(p_ - window_);
  }
  p_ = limit_ = window_;
  end_ = p_ + kept;
  return read_more();
}

bool LineReader::read_more() {
  const auto used = static_cast<std::size_t>(end_ - window_);
  if (used + next_read_ > capacity_) grow();
  const std::uint64_t offset = window_offset_ + used;
  const auto want = static_cast<std::size_t>(
      std::min<std::uint64_t>(next_read_, stop_offset_ > offset ? stop_offset_ - offset : 0));
  next_read_ = std::min(2 * next_read_, options_.window_bytes);
  char* const to = window_ + used;
  const auto n = source_->read({to, want});
  const std::size_t got = n ? *n : 0;
  if (!n) report_.add({file_unreadable.name, n.error().message, path_, offset});
  end_ = to + got;
  std::memset(to + got, '\n', lexing_slack);
  if (const void* newline = ::memrchr(to, '\n', got)) limit_ = static_cast<const char*>(newline) + 1;
  if (source_->at_gap()) {  // the line that is cut by it is lost
    is_gap_next_ = true;
    lost_bytes_ = static_cast<std::size_t>(end_ - limit_);
    end_ = limit_;
    return true;
  }
  is_at_end_ = got < want || want == 0;
  return got > 0;
}

void LineReader::grow() {
  const auto used = static_cast<std::size_t>(end_ - window_);
  const std::size_t larger = std::max(capacity_ == 0 ? first_read_bytes : 2 * capacity_, used + next_read_);
  auto memory = std::make_unique_for_overwrite<char[]>(larger + 2 * lexing_slack);
  char* const window = memory.get() + lexing_slack;
  std::memset(memory.get(), '\n', lexing_slack);
  if (used > 0) std::memcpy(window, window_, used);
  p_ = window + (p_ - window_);
  limit_ = window + (limit_ - window_);
  end_ = window + used;
  window_ = window;
  memory_ = std::move(memory);
  capacity_ = larger;
}

// Says what is missing at the end of the file; once.
void LineReader::finish_file() {
  if (stop_offset_ != ~std::uint64_t{0} || std::exchange(is_finished_, true)) return;
  if (!tail().empty())
    report(file_cut, fmt::format("expected a newline at the end of the file, found {} bytes behind it", tail().size()),
        offset());
  else if (options_.is_timed && has_begun_ && !is_closed_)
    report(file_cut, "expected time and process at the end of the file, found a record", offset());
}

void LineReader::forget() {
  forget_state();
  p_ = limit_ = end_ = window_;
  is_at_end_ = is_gap_next_ = is_after_gap_ = is_closed_ = false;
  next_read_ = first_read_bytes;
}

bool LineReader::go_to(std::uint64_t position) {
  forget();
  const auto found = source_->seek(position);
  if (!found) report_.add({file_unreadable.name, found.error().message, path_, position});
  window_offset_ = source_->is_compressed() && position > 0 ? source_->position() : position;
  return found && *found;
}

// What follows a gap begins within a line.
bool LineReader::skip_to_next_line() {
  if (!fill_lines()) return false;
  is_after_gap_ = false;
  p_ = line_end(p_, limit_) + 1;
  return true;
}

void LineReader::forget_state() {
  time_ = unknown_time;
  set_process(unknown_process);
  values_.clear();
  has_begun_ = false;
}

// To the time and process that hold for what follows (section 3.3). State from before a gap says nothing about what
// comes behind it.
bool LineReader::find_state() {
  forget_state();
  while (fill_lines()) {
    if (is_after_gap_) {
      forget_state();
      if (!skip_to_next_line()) return false;
      continue;
    }
    const char* const behind = take_indented_state(p_);
    if (behind)
      p_ = behind;
    else
      end_line(p_);
    if (time_ == unknown_time) set_process(unknown_process);  // only one behind a time counts
    if (behind && process_ != unknown_process) return has_begun_ = true;
  }
  return false;
}

bool LineReader::jump(std::uint64_t position) {
  if (!go_to(position)) return false;
  is_after_gap_ = position > 0;
  if (options_.is_timed) return find_state();
  return position == 0 || skip_to_next_line();
}

std::optional<LineReader::Properties> LineReader::properties() {
  const bool was_finished = std::exchange(is_finished_, true);  // looking around is not reading
  Properties found;
  constexpr std::uint64_t step = 4096;
  if (jump(0)) {
    found.first_time = time_;
    std::uint64_t from = file_bytes();
    do from -= std::min(from, step);
    while (!jump(from) && from > 0);
    for (found.last_time = time_; fetch(); found.last_time = time_) skip_line();
    found.last_time = time_;
  }
  is_finished_ = was_finished;
  if (found.first_time == unknown_time) return std::nullopt;
  return found;
}

bool LineReader::search(Ticks time) {
  const bool was_finished = std::exchange(is_finished_, true);
  constexpr std::uint64_t close_enough = 1024;
  std::uint64_t low = 0, high = 0;
  if (jump(0) && time_ < time) high = file_bytes();
  while (high - low > close_enough) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (jump(middle) && time_ < time)
      low = middle;
    else
      high = middle;
  }
  const bool found = jump(low);
  is_finished_ = was_finished;
  if (!found) return false;
  while (fetch() && time_ < time) skip_line();
  return p_ != limit_;
}

std::vector<std::uint64_t> LineReader::split(std::size_t parts) {
  std::vector<std::uint64_t> begins{0};
  if (source_->is_compressed() || !options_.is_timed) return begins;
  const bool was_finished = std::exchange(is_finished_, true);
  const std::uint64_t size = file_bytes();
  for (std::size_t part = 1; part < parts; ++part) {
    const std::uint64_t from = size / parts * part;
    if (from <= begins.back() || !go_to(from) || !skip_to_next_line()) continue;
    while (fill_lines() && !is_hex(*skip_blanks(p_))) end_line(p_);
    if (p_ != limit_ && offset() > begins.back()) begins.push_back(offset());
  }
  is_finished_ = was_finished;
  return begins;
}

bool LineReader::read_part(std::uint64_t begin, std::uint64_t end) {
  stop_offset_ = end;
  return go_to(begin) && find_state();
}

}  // namespace weft::otf
