// SPDX-License-Identifier: BSD-3-Clause
// A BP file with its footer: described, printed, checked; every variable read by block and whole. If it is a trace, also
// its events. Input: the file.
#include "formats/bp/bp_file.hpp"
#include "formats/bp/trace/trace.hpp"
#include "fuzzing.hpp"

namespace {

using namespace weft;

// Larger selections than this say nothing new.
constexpr std::uint64_t most_bytes = 1 << 20;

void read_all(
    const bp::Reader& reader, const bp::Variable& variable, const bp::Selection& selection, bp::StepRange steps) {
  const auto bytes = reader.selected_bytes(variable, selection, steps);
  if (!bytes || *bytes > most_bytes) return;
  std::vector<std::byte> out(static_cast<std::size_t>(*bytes));
  static_cast<void>(reader.read(variable, selection, steps, out, 1));
}

}  // namespace

WEFT_FUZZ(input) {
  const std::string path = fuzzing::workbench().directory() + "/t.bp";
  fuzzing::Workbench::put(path, input.rest());
  const auto file = bp::BpFile::open(path);
  if (!file) return;
  for (const bool json : {false, true}) {
    TextSink out;
    WEFT_CHECK((*file)->describe(json, true, out));
    WEFT_CHECK((*file)->print(json, out));
  }
  (*file)->examine(1);
  const bp::Reader& reader = (*file)->reader();
  for (const bp::Variable& variable : reader.variables())
    for (std::size_t step = 0; step < variable.steps().size(); ++step) {
      read_all(reader, variable, bp::Everything{}, {step, 1});
      for (std::size_t block = 0; block < variable.steps()[step].blocks; ++block)
        read_all(reader, variable, bp::WriterBlock{block}, {step, 1});
    }
  if (const auto trace = bptrace::BpTrace::open(path))
    for (const auto way : {fuzzing::Way::json, fuzzing::Way::statistics, fuzzing::Way::check})
      fuzzing::read_everything(**trace, way);
}
