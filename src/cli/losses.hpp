// SPDX-License-Identifier: BSD-3-Clause
// What a conversion carried and what it did not, as people and as programs read it; and the options --strict and
// --report of verbs that write traces.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/verb.hpp"
#include "model/loss_report.hpp"

namespace weft::cli {

struct LossOptions {
  std::string report;
  bool strict = false;

  bool are_given() const { return strict || !report.empty(); }
};

// For tables of options.
Option strict_option(LossOptions& o);
Option report_option(LossOptions& o);

// To be asked before anything is converted: an error if the report cannot be written, or would replace what is read or
// written.
Result<> check_report(const LossOptions& o, const std::string& out, const std::vector<std::string>& in);

// What is to be told when `out` is `written` or could not be, which it returns: it is then that one wants to know.
// A table on stderr; nothing if all was carried. Fields of a kind of record that share a reason share a row, with the
// count of the most frequent one. And the report as JSON: for each kind of record how many were read, carried as they
// are, translated and lost, and the same of each of its fields; and every loss with its reason and the first that was
// lost.
Result<> tell_losses(const LossOptions& o, const LossReport& loss, const std::string& out,
    const std::vector<std::string>& in, Result<> written);

}  // namespace weft::cli
