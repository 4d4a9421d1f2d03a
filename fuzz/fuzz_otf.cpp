// SPDX-License-Identifier: BSD-3-Clause
// A file of OTF, of any kind, plain or compressed: read in several ways that must agree, searched, and written back.
// Input: what to do, then the file.
#include <fmt/format.h>

#include <algorithm>

#include "formats/otf/master.hpp"
#include "formats/otf/record_reader.hpp"
#include "formats/otf/record_writer.hpp"
#include "fuzzing.hpp"

namespace {

using namespace weft;
using namespace weft::otf;

// As bits of the first byte, beside the kind of file.
enum Task : unsigned { compressed = 8, long_form = 16, searches = 32 };

// Writes what it is told as a plain file; but not what a file may not hold.
struct Copier {
  template <class R>
  void operator()(const At& at, const R& record) {
    if constexpr (!KindOf<R>::timed)
      WEFT_CHECK(writer.write(record, &at.values));
    else if (at.time >= writer.time() && at.time != unknown_time && at.process != unknown_process)
      WEFT_CHECK(writer.write(at.time, at.process, record, &at.values));
  }
  void unknown(const At&, std::string_view) {}

  RecordWriter& writer;
};

template <class Kind>
std::unique_ptr<RecordReader<Kind>> reader_of(
    HandlePool& pool, const std::string& path, bool is_compressed, Report& report) {
  auto source = open_text(pool, {path, is_compressed}, report, true);
  WEFT_CHECK(source);
  return std::make_unique<RecordReader<Kind>>(
      *std::move(source), path, 1, LineReader::Options{4096, true, nullptr}, report);
}

// All records as a file in one form.
template <class Kind>
void copy(const std::string& from, bool is_compressed, const std::string& to, Form form, Report& report) {
  HandlePool pool(8);
  auto writer = RecordWriter::create(pool, to, {form, {1 << 20, 0}});
  WEFT_CHECK(writer);
  const auto reader = reader_of<Kind>(pool, from, is_compressed, report);
  Copier copier{**writer};
  if (reader->begin()) reader->read(copier);
  WEFT_CHECK((*writer)->close());
}

template <class Kind>
void search(const std::string& path, bool is_compressed) {
  HandlePool pool(8);
  Report report;
  const auto reader = reader_of<Kind>(pool, path, is_compressed, report);
  const auto properties = reader->properties();
  if (!properties) return;
  for (const Ticks time : {properties->first_time, properties->last_time, (properties->last_time) / 2})
    if (reader->search(time)) WEFT_CHECK(reader->time() >= time || reader->time() == unknown_time);
  reader->split(5);
}

// What was read and written is read again and written the same.
template <class Kind>
void check(const std::string& path, bool is_compressed, Form form) {
  const std::string directory = fuzzing::workbench().directory();
  const std::string first = directory + "/first", second = directory + "/second";
  Report report, none;
  copy<Kind>(path, is_compressed, first, form, report);
  copy<Kind>(first, false, second, form, none);
  WEFT_CHECK(none.count(line_damaged.name) == 0 && none.count(line_unknown.name) == 0);
  WEFT_CHECK(*read_file(first) == *read_file(second));
}

}  // namespace

WEFT_FUZZ(input) {
  const unsigned tasks = input.byte();
  const std::string path = fuzzing::workbench().directory() + "/otf";
  const Bytes content = input.rest();
  fuzzing::Workbench::put(path, content);
  const bool is_compressed = tasks & compressed;
  const Form form = tasks & long_form ? Form::long_words : Form::short_words;
  const unsigned kind = tasks % 8;
  if (kind >= FileKinds::size) {
    Report report;
    const Master master = Master::parse(fuzzing::as_text(content), "otf", report);
    WEFT_CHECK(Master::parse(master.text(), "otf", report).text() == master.text());
    return;
  }
  FileKinds::dispatch(kind, [&](auto type) {
    using Kind = typename decltype(type)::type;
    if (tasks & searches)
      search<Kind>(path, is_compressed);
    else
      check<Kind>(path, is_compressed, form);
  });
}
