// SPDX-License-Identifier: BSD-3-Clause
// What a conversion carried and what it did not, as people and as programs read it.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/loss_report.hpp"

namespace weft::cli {

// A table on stderr; nothing if all was carried. Fields of a kind of record that share a reason share a row, with
// the count of the most frequent one.
void show_losses(const LossReport& loss);

// As JSON: for each kind of record how many were read, carried as they are, translated and lost, and the same of each
// of its fields; and every loss with its reason and the first that was lost.
Result<> write_losses(const LossReport& loss, const std::string& in, const std::string& out, const std::string& path);

// To be asked before anything is converted: an error if the report cannot be written to `path`, or would replace what
// is read or written.
Result<> check_report(const std::string& path, const std::string& out, const std::vector<std::string>& in);

}  // namespace weft::cli
