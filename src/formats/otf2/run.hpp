// SPDX-License-Identifier: BSD-3-Clause
// A run of several processes becomes one archive. While it is recorded there is no anchor: each process writes event
// files of its own and a part, its definitions with ids of its own (docs/formats/otf2.md, section 23). The recorder
// completes the run when the last process has ended; `weft repair` does it for a run that nobody completed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/otf2/anchor.hpp"
#include "formats/otf2/paths.hpp"
#include "model/trace.hpp"

namespace weft::otf2 {

struct CompleteOptions {
  Anchor anchor;  // what to say of the trace; its event chunk size is that of the event files. Counts are filled in
  Progress progress;
};

// What was mended and what is missing, in sentences.
struct RunReport {
  std::uint64_t processes = 0;
  std::uint64_t unfinished = 0;  // of them
  std::vector<std::string> done;
  std::vector<std::string> lost;
};

// Makes one archive of what the processes left. The anchor is written last, and only then the parts are removed:
// stopped at any moment, it can be called again. If the anchor is there already, only parts are removed. No process of
// the run may still be writing. Prints nothing, and keeps few files open and one process's definitions in memory
// besides those of the trace.
Result<RunReport> complete_run(const std::string& anchor_path, const CompleteOptions& options);

// Whether processes of a run left parts that no anchor was written for.
bool is_unfinished_run(const ArchivePaths& paths);

// The files of an unfinished run under another name, for complete_run to work on: links where the system allows them,
// copies elsewhere. Neither it nor complete_run changes the original.
Result<> stage_run(const ArchivePaths& run, const ArchivePaths& copy);

}  // namespace weft::otf2
