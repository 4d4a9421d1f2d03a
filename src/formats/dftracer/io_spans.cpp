// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/io_spans.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <tuple>
#include <vector>

#include "formats/dftracer/folded_calls.hpp"
#include "formats/dftracer/half_pairs.hpp"
#include "formats/dftracer/io_calls.hpp"
#include "formats/dftracer/known_hashes.hpp"
#include "formats/dftracer/read_blocks.hpp"
#include "formats/dftracer/rules.hpp"

namespace weft::dftracer {

namespace {

std::optional<std::uint64_t> natural_of(const Value* value) {
  const auto number = value ? value->number() : std::nullopt;
  return number && *number >= 0 ? std::optional(static_cast<std::uint64_t>(*number)) : std::nullopt;
}

// Names that all threads found.
struct SharedNames {
  std::mutex mutex;
  std::unique_ptr<HashNames> names = std::make_unique<HashNames>();
};

// Of several threads, one each.
class SpanMaker {
 public:
  SpanMaker(const Feeds& feeds, IoSpanTaker& taker, SharedNames& names, Report& report, SharedProgress& progress)
      : feeds_(feeds), taker_(taker), names_(names), report_(report), reader_(report), progress_(progress) {}

  void operator()(std::size_t file, const Block& block) {
    path_ = &feeds_[file]->path();
    host_ = block.host;
    halves_.begin_block(file, block.number, block.nanoseconds, block.host);
    reader_.read(block, *path_, [&](const Record& record, const BlockReader::Place& place) {
      if (record.phase == Phase::complete) span(record, place, block.nanoseconds);
      if (record.phase == Phase::metadata) definition(record);
      if (is_folded(record)) fold(record, place, block.nanoseconds);
      if (record.phase == Phase::begin || record.phase == Phase::end) halves_.add(record, place.text, take_pair_);
    });
    hand_over_names();
    taker_.end_run(file, block.number, block.is_last);
    progress_.add(block.text.size());
  }

  // When everything has been read: calls that begin in one block and end in another, whoever read them. Answers how
  // many begin or end nowhere.
  std::uint64_t finish(std::deque<SpanMaker>& all) {
    for (SpanMaker& other : all)
      if (&other != this) halves_.merge(std::move(other.halves_));
    const std::uint64_t unmatched = halves_.finish(take_pair_);
    taker_.end_run(feeds_.size(), 0, true);
    return unmatched;
  }

 private:
  void span(const Record& record, const BlockReader::Place& place, std::uint64_t unit) {
    if (!record.has(Record::has_time)) return complain(record_unusable, "an event without a time", place);
    const auto begin = record.time.nanoseconds(unit);
    const auto length = record.duration.nanoseconds(unit);
    if (!begin || !length) return complain(time_too_large, "a time that is too large", place);
    take(record, *begin, *begin + *length);
  }

  void fold(const Record& record, const BlockReader::Place& place, std::uint64_t unit) {
    const IoCall call = io_call(record.name);
    const auto folded = folded_calls(record, call.bytes);
    const auto begin = record.time.nanoseconds(unit);
    const auto time = folded ? Time{folded->duration}.nanoseconds(unit) : std::nullopt;
    if (!folded || !begin || !time || !record.has(Record::has_time))
      return complain(record_unusable, "an aggregate without a time, a duration or a number of calls", place);
    IoFold fold{span_of(record, *begin, *begin, call), folded->calls, *time};
    fold.like.is_open = call.placing == IoPlacing::opens && folded->none_failed;
    fold.like.placing = IoPlacing::unknown;
    fold.like.bytes = folded->bytes;
    taker_.take(fold);
  }

  IoSpan span_of(const Record& record, std::uint64_t begin, std::uint64_t end, const IoCall& call) {
    IoSpan span{.begin = begin, .end = end, .process = record.process(), .thread = record.thread()};
    if (span.process != record.pid) name_process(record, span.process);
    span.category = plain(record.category, category_text_);
    span.call = plain(record.name, call_text_);
    span.io_class = call.io_class;
    span.placing = call.placing;
    host_and_file(record, span);
    return span;
  }

  void take(const Record& record, std::uint64_t begin, std::uint64_t end) {
    const IoCall call = io_call(record.name);
    IoSpan span = span_of(record, begin, end, call);
    bytes(record, call.bytes, span);
    place_in_file(record, span);
    taker_.take(span);
    if (const Value* const other = call.other_file.empty() ? nullptr : record.find(call.other_file)) {
      span.io_class = span.io_class == IoClass::read ? IoClass::write : IoClass::read;
      span.file = hashed_file(record, other->text);
      taker_.take(span);
    }
  }

  // Few traces have such processes, and few of them.
  void name_process(const Record& record, std::uint64_t process) {
    if (process == last_named_) return;
    last_named_ = process;
    const std::lock_guard lock(names_.mutex);
    std::string room;
    names_.names->define_process(process, plain(record.text_of_field("pid"), room));
  }

  static IoFile hashed_file(const Record& record, std::string_view hash) {
    return {.scope = is_colliding_hash(hash) ? record.pid : 0, .is_hash = true, .text = hash};
  }

  // A text without its escapes, if it has some.
  static std::string_view plain(std::string_view text, std::string& room) {
    if (text.find('\\') == std::string_view::npos) return text;
    room.clear();
    append_unescaped(text, room);
    return room;
  }

  void complain(const Rule& rule, std::string_view what, const BlockReader::Place& place) {
    report_.add({rule.name, std::string("found ").append(what), *path_, place.offset});
  }

  void host_and_file(const Record& record, IoSpan& span) {
    const Value* const host = host_of(record);
    span.host = host ? host->text : host_;
    for (const Argument& argument : record.arguments) {
      if (argument.key == "fhash" && argument.value.text != "0") {
        span.file = hashed_file(record, argument.value.text);
      } else if (argument.key == "fname") {
        span.file = {.text = plain(argument.value.text, path_text_)};
      }
    }
  }

  // A call that moved nothing, or failed, is no transfer.
  static void bytes(const Record& record, BytesIn told_in, IoSpan& span) {
    const auto moved = bytes_moved(told_in, [&](std::string_view name) {
      const Value* const value = record.find(name);
      return value ? value->number() : std::nullopt;
    });
    if (moved && *moved > 0) span.bytes = moved;
  }

  static void place_in_file(const Record& record, IoSpan& span) {
    if (span.placing == IoPlacing::at_offset) span.offset = natural_of(record.find("offset"));
    if (span.placing == IoPlacing::moves) {
      if (span.call == "rewind")
        span.offset = 0;
      else if (span.call.find("lseek") != std::string_view::npos)
        span.offset = natural_of(record.find("ret"));
      else if (natural_of(record.find("whence")) == SEEK_SET && !has_failed(record))
        span.offset = natural_of(record.find("offset"));
    }
    if (span.placing == IoPlacing::opens) {
      span.is_open = !has_failed(record) && !opens_directory(natural_of(record.find("flags")).value_or(0));
      span.offset = appends(record) ? std::nullopt : std::optional<std::uint64_t>(0);
    }
  }

  static bool has_failed(const Record& record) {
    const Value* const ret = record.find("ret");
    return ret && ret->number().value_or(0) < 0;
  }

  static bool appends(const Record& record) {
    constexpr std::uint64_t append_flag = 02000;
    const Value* const mode = record.find("mode");
    if (mode && mode->kind == Value::Kind::text && mode->text.starts_with('a')) return true;
    return (natural_of(record.find("flags")).value_or(0) & append_flag) != 0;
  }

  void definition(const Record& record) {
    const auto definition = definition_of(record);
    if (!definition || (record.name == "SH" && record.phase_text != "H")) return;
    // For one day, definitions did not say of what.
    const bool is_of_anything = record.phase_text == "H";
    defined_.push_back({record.name == "HH" || is_of_anything, record.name != "HH" || is_of_anything, record.pid,
        texts_.copy(definition->hash), texts_.copy(plain(definition->name, path_text_))});
  }

  void hand_over_names() {
    if (defined_.empty()) return;
    const std::lock_guard lock(names_.mutex);
    for (const Defined& defined : defined_) {
      if (defined.is_host) names_.names->define_host(defined.hash, defined.name);
      if (defined.is_file) names_.names->define_file(defined.pid, defined.hash, defined.name);
    }
    defined_.clear();
    texts_.clear();
  }

  struct Defined {
    bool is_host;
    bool is_file;
    std::uint64_t pid;
    std::string_view hash;
    std::string_view name;
  };

  const Feeds& feeds_;
  IoSpanTaker& taker_;
  SharedNames& names_;
  Report& report_;
  BlockReader reader_;
  SharedProgress& progress_;
  const std::string* path_ = nullptr;
  std::string_view host_;  // of records that name none
  std::string category_text_, call_text_, path_text_;
  std::vector<Defined> defined_;  // in the block at hand
  Arena texts_;                   // of it
  std::uint64_t last_named_ = 0;
  HalfPairs halves_;
  HalfPairs::Take take_pair_ = [this](
                                   const Record& whole, std::uint64_t begin, std::uint64_t end, std::string_view host) {
    host_ = host;
    take(whole, begin, end);
  };
};

// Of what the files hold when inflated: compressed text is taken to be a tenth of it.
std::uint64_t expected_bytes(std::span<const std::string> files) {
  std::uint64_t sum = 0;
  for (const std::string& file : files) {
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    if (!error) sum += file.ends_with(".gz") ? 10 * size : size;
  }
  return sum;
}

}  // namespace

// Of several names the least, whoever comes first; a path is the name of no host.
void HashNames::define_host(std::string_view hash, std::string_view name) {
  if (name.find('/') != std::string_view::npos) return;
  const auto known = hosts_.find(hash);
  if (known == hosts_.end())
    hosts_.emplace(hash, name);
  else if (name < known->second)
    known->second = name;
}

std::uint64_t HashNames::key_of(std::string_view hash, std::uint64_t pid) {
  return std::hash<std::string_view>{}(hash) ^ pid * 0x9e3779b97f4a7c15;
}

const std::string_view* HashNames::find(std::uint64_t key, std::string_view name) const {
  const auto [first, last] = files_.equal_range(key);
  const auto found = std::find_if(first, last, [&](const auto& known) { return known.second == name; });
  return found == last ? nullptr : &found->second;
}

void HashNames::define_file(std::uint64_t pid, std::string_view hash, std::string_view name) {
  constexpr std::uint64_t everybody = 0;
  const std::uint64_t key = key_of(hash, everybody), own_key = key_of(hash, pid);
  const std::string_view* known = find(key, name);
  const bool is_scoped = is_colliding_hash(hash) && pid != everybody;
  if (known && (!is_scoped || find(own_key, name))) return;
  if (bytes_ > most_bytes) {
    ++left_out_;
    return;
  }
  if (!known) {
    known = &files_.emplace(key, texts_.copy(name))->second;
    bytes_ += name.size() + entry_bytes;
  }
  if (!is_scoped) return;
  files_.emplace(own_key, *known);
  bytes_ += entry_bytes;
}

// The least of those that its process defined, or of all.
IoName HashNames::file(const IoFile& file) const {
  if (!file.is_hash) return {file.text};
  auto [first, last] = files_.equal_range(key_of(file.text, file.scope));
  if (first == last) std::tie(first, last) = files_.equal_range(key_of(file.text, 0));
  if (first == last) return {file.text, true};
  const auto least = std::min_element(first, last, [](const auto& a, const auto& b) { return a.second < b.second; });
  return {least->second, false, std::next(first) != last};
}

std::string HashNames::process(std::string_view host, std::uint64_t process) const {
  const auto named = processes_.find(process);
  const std::string name = named == processes_.end() ? fmt::format("{}", as_written(process)) : named->second;
  if (host.empty()) return name;
  const auto found = hosts_.find(host);
  return fmt::format("{} on {}", name, found == hosts_.end() ? host : found->second);
}

IoSpansRead read_io_spans(std::span<const std::string> files, std::span<IoSpanTaker* const> takers, Report& report,
    const Progress& progress, const Asking* asking) {
  const Feeds feeds = feeds_of(files, report, asking);
  SharedProgress shared(progress, expected_bytes(files));
  SharedNames names;
  std::deque<SpanMaker> makers;
  for (IoSpanTaker* const taker : takers) makers.emplace_back(feeds, *taker, names, report, shared);
  read_blocks(feeds, makers);
  IoSpansRead all;
  if (!makers.empty()) all.unmatched = makers.front().finish(makers);
  all.names_left_out = names.names->left_out();
  all.names = std::move(names.names);
  return all;
}

}  // namespace weft::dftracer
