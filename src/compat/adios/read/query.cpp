// SPDX-License-Identifier: BSD-3-Clause
// Queries, answered from the index: the blocks whose bounds allow that a condition holds somewhere in them. Blocks are
// numbered over all steps, as adios_inq_var_blockinfo lists them.
#include "adios_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compat/adios/common/words.hpp"
#include "compat/adios/read/kept_memory.hpp"
#include "compat/adios/read/open_file.hpp"
#include "compat/adios/read/selections.hpp"

namespace weft::adios {

namespace {

using Blocks = std::set<int>;

// What an evaluation has found, of which a part may have been handed out.
struct Evaluation {
  std::vector<int> blocks;
  std::size_t handed_out = 0;
};

struct Operator {
  ADIOS_PREDICATE_MODE mode;
  std::string_view sign;
  std::string_view word;
};
constexpr Operator operators[] = {{ADIOS_LT, "<", "LT"}, {ADIOS_LTEQ, "<=", "LE"}, {ADIOS_GT, ">", "GT"},
    {ADIOS_GTEQ, ">=", "GE"}, {ADIOS_EQ, "=", "EQ"}, {ADIOS_NE, "!=", "NE"}};

std::string_view sign_of(ADIOS_PREDICATE_MODE mode) {
  for (const Operator& one : operators)
    if (one.mode == mode) return one.sign;
  return "?";
}

// Whether a number between these bounds may stand in this relation to `value`. Bounds that are no numbers are none.
bool may_hold(ADIOS_PREDICATE_MODE mode, long double min, long double max, long double value) {
  if (!(min <= max)) return true;
  switch (mode) {
    case ADIOS_LT:
      return min < value;
    case ADIOS_LTEQ:
      return min <= value;
    case ADIOS_GT:
      return max > value;
    case ADIOS_GTEQ:
      return max >= value;
    case ADIOS_EQ:
      return min <= value && value <= max;
    case ADIOS_NE:
      return min != value || max != value;
  }
  return false;
}

// A long double holds every number of every type exactly.
std::optional<long double> value_of(const ADIOS_QUERY& query) {
  return to_number<long double>(text_of(query.predicateValue));
}

// Whether a block lies where a query looks.
std::optional<bool> touches(const ADIOS_SELECTION* where, const Seen& seen, std::size_t step, std::size_t block) {
  if (!where) return true;
  if (where->type == ADIOS_SELECTION_BOUNDINGBOX && where->u.bb.ndim == static_cast<int>(seen.rank()))
    return bp::intersection(box_of(where->u.bb), seen.box(block)).has_value();
  if (where->type == ADIOS_SELECTION_WRITEBLOCK) {
    const auto number = block_number(where->u.block, seen, step);
    return number && *number == block;
  }
  fail(err_unsupported_selection,
      fmt::format("'{}' can be queried in boxes of its dimensions and in blocks", seen.variable->name()));
  return std::nullopt;
}

// Nothing after the error has been set.
std::optional<Seen> variable_of(ADIOS_QUERY& query, int step) {
  const OpenFile* const file = open_file_of(query.file);
  if (!file) return std::nullopt;
  const int variable = file->find_variable(text_of(query.varName));
  if (variable < 0) {
    fail(err_invalid_varname, fmt::format("there is no variable '{}'", text_of(query.varName)));
    return std::nullopt;
  }
  const Seen seen = file->seen(variable);
  if (step < 0 || static_cast<std::size_t>(step) >= seen.step_count) {
    fail(err_invalid_timestep,
        fmt::format("'{}' has {} steps, none with number {}", seen.variable->name(), seen.step_count, step));
    return std::nullopt;
  }
  if (bp::is_text(seen.type()) || bp::is_complex(seen.type())) {
    fail(err_incompatible_queries, fmt::format("'{}' holds nothing that is less or more", seen.variable->name()));
    return std::nullopt;
  }
  if (!query.varinfo) query.varinfo = adios_inq_var_byid(query.file, variable);
  return seen;
}

std::optional<Blocks> find(ADIOS_QUERY& query, int step);

std::optional<Blocks> find_combined(ADIOS_QUERY& query, int step) {
  const auto left = find(*static_cast<ADIOS_QUERY*>(query.left), step);
  if (!left) return std::nullopt;
  const auto right = find(*static_cast<ADIOS_QUERY*>(query.right), step);
  if (!right) return std::nullopt;
  Blocks both;
  if (query.combineOp == ADIOS_QUERY_OP_AND)
    std::ranges::set_intersection(*left, *right, std::inserter(both, both.end()));
  else
    std::ranges::set_union(*left, *right, std::inserter(both, both.end()));
  return both;
}

std::optional<Blocks> find(ADIOS_QUERY& query, int step) {
  if (query.left && query.right) return find_combined(query, step);
  const auto seen = variable_of(query, step);
  if (!seen) return std::nullopt;
  const auto value = value_of(query);
  if (!value) {
    fail(err_invalid_query_value, fmt::format("expected a number, found '{}'", text_of(query.predicateValue)));
    return std::nullopt;
  }
  Blocks found;
  const bp::Step& blocks = seen->steps()[static_cast<std::size_t>(step)];
  for (std::size_t block = blocks.first_block; block < blocks.first_block + blocks.blocks; ++block) {
    const auto is_there = touches(query.sel, *seen, static_cast<std::size_t>(step), block);
    if (!is_there) return std::nullopt;
    if (!*is_there) continue;
    // Of a block without bounds nobody knows that it has none.
    const auto statistics = seen->variable->statistics(seen->variable->blocks()[block]);
    const bool may = !statistics || !statistics->all().min || !statistics->all().max ||
                     may_hold(query.predicateOp, *statistics->all().min, *statistics->all().max, *value);
    if (may) found.insert(static_cast<int>(block - seen->first_block()));
  }
  return found;
}

const ADIOS_QUERY& first_leaf(const ADIOS_QUERY& query) {
  return query.left ? first_leaf(*static_cast<const ADIOS_QUERY*>(query.left)) : query;
}

// Only where the program wants to know of them.
bool keep_inside(Blocks& blocks, ADIOS_QUERY& query, const ADIOS_SELECTION* where, int step) {
  if (!where) return true;
  const auto seen = variable_of(const_cast<ADIOS_QUERY&>(first_leaf(query)), step);
  if (!seen) return false;
  for (auto block = blocks.begin(); block != blocks.end();) {
    const auto is_there = touches(
        where, *seen, static_cast<std::size_t>(step), seen->first_block() + static_cast<std::size_t>(*block));
    if (!is_there) return false;
    block = *is_there ? std::next(block) : blocks.erase(block);
  }
  return true;
}

bool is_available(ADIOS_QUERY_METHOD method) {
  return method == ADIOS_QUERY_METHOD_MINMAX || method == ADIOS_QUERY_METHOD_UNKNOWN;
}

// The next blocks, or false after the error has been set.
bool evaluate(
    ADIOS_QUERY& query, const ADIOS_SELECTION* where, int step, std::uint64_t most, ADIOS_QUERY_RESULT& result) {
  if (!is_available(query.method)) {
    fail(err_operation_not_supported, "queries are answered by bounds of blocks only: method MINMAX");
    return false;
  }
  auto* evaluation = static_cast<Evaluation*>(query.queryInternal);
  if (evaluation && (query.onTimeStep != step || evaluation->handed_out == evaluation->blocks.size())) {
    delete evaluation;
    query.queryInternal = evaluation = nullptr;
  }
  if (!evaluation) {
    auto blocks = find(query, step);
    if (!blocks || !keep_inside(*blocks, query, where, step)) return false;
    query.queryInternal = evaluation = new Evaluation{{blocks->begin(), blocks->end()}};
    query.onTimeStep = step;
    query.maxResultsDesired = blocks->size();
  }
  const auto left = std::span<const int>(evaluation->blocks).subspan(evaluation->handed_out);
  const auto now = left.first(static_cast<std::size_t>(std::min<std::uint64_t>(most, left.size())));
  evaluation->handed_out += now.size();
  query.resultsReadSoFar = evaluation->handed_out;
  result.nselections = static_cast<int>(now.size());
  if (!now.empty()) result.selections = kept_array<ADIOS_SELECTION>(now.size());
  for (std::size_t i = 0; i < now.size(); ++i) {
    result.selections[i].type = ADIOS_SELECTION_WRITEBLOCK;
    result.selections[i].u.block.index = now[i];
    result.selections[i].u.block.is_absolute_index = 1;
  }
  result.status = now.size() < left.size() ? ADIOS_QUERY_HAS_MORE_RESULTS : ADIOS_QUERY_NO_MORE_RESULTS;
  return true;
}

// The part of a box that a selection has, read to its place in memory that is laid out as the box.
int read_part(
    OpenFile& file, int variable, int step, const bp::Box& box, const ADIOS_SELECTION& selection, std::byte* memory) {
  const Seen seen = file.seen(variable);
  const bp::StepRange steps{static_cast<std::size_t>(step), 1};
  const auto what = chosen_of(&selection, seen, steps);
  if (!what) return adios_errno;
  const bp::ElementLayout element{bp::bytes_of(seen.type()), bp::swapped_bytes_of(seen.type()), ByteOrder::little};
  std::optional<bp::Box> part;
  if (std::holds_alternative<bp::WriterBlock>(*what)) {
    const auto number = block_number(selection.u.block, seen, steps.first);
    if (!number) return fail(err_out_of_bound, fmt::format("'{}' has no such block", seen.variable->name()));
    part = bp::intersection(seen.box(*number), box);
  } else if (const auto* other = std::get_if<bp::Box>(&*what)) {
    part = other->rank == box.rank ? bp::intersection(*other, box) : std::nullopt;
  } else if (const auto* points = std::get_if<OwnedPoints>(&*what)) {
    for (std::size_t i = 0; i + box.rank <= points->size(); i += box.rank) {
      const auto at = std::span(*points).subspan(i, box.rank);
      bp::Box one;
      one.rank = box.rank;
      std::ranges::copy(at, one.start.begin());
      one.count.fill(1);
      if (!box.contains(one)) continue;
      const Request request{variable, seen, one, steps, nullptr};
      if (const auto done = request.read_into(memory + bp::place_in(box, at) * element.bytes); !done)
        return failed_read(done.error());
    }
    return 0;
  }
  if (!part) return 0;
  const Request request{variable, seen, *part, steps, nullptr};
  const auto bytes = request.bytes();
  if (!bytes) return failed_read(bytes.error());
  std::vector<std::byte> values(static_cast<std::size_t>(*bytes));
  if (const auto done = request.read_into(values.data()); !done) return failed_read(done.error());
  bp::copy_box(values.data(), *part, memory, box, *part, element);
  return 0;
}

}  // namespace

}  // namespace weft::adios

using namespace weft;
using namespace weft::adios;

extern "C" {

int adios_query_is_method_available(enum ADIOS_QUERY_METHOD method) { return method == ADIOS_QUERY_METHOD_MINMAX; }

ADIOS_AVAILABLE_QUERY_METHODS* adios_available_query_methods() {
  forget_error();
  return guarded(nullptr, [] {
    auto* const methods = kept_array<ADIOS_AVAILABLE_QUERY_METHODS>(1);
    methods->nmethods = 1;
    methods->name = kept_array<char*>(1);
    methods->name[0] = kept_text("ADIOS_QUERY_METHOD_MINMAX");
    methods->methodID = kept_array<enum ADIOS_QUERY_METHOD>(1);
    methods->methodID[0] = ADIOS_QUERY_METHOD_MINMAX;
    return methods;
  });
}

void adios_available_query_methods_free(ADIOS_AVAILABLE_QUERY_METHODS* methods) {
  if (!methods) return;
  free_texts(methods->name, methods->nmethods);
  std::free(methods->methodID);
  std::free(methods);
}

enum ADIOS_PREDICATE_MODE adios_query_getOp(const char* opStr) {
  const std::string text = text_of(opStr);
  for (const Operator& one : operators)
    if (text == one.sign || same_word(text, one.word)) return one.mode;
  return text == "==" ? ADIOS_EQ : ADIOS_NE;
}

ADIOS_QUERY* adios_query_create(ADIOS_FILE* f, ADIOS_SELECTION* queryBoundary, const char* varName,
    enum ADIOS_PREDICATE_MODE queryOp, const char* value) {
  forget_error();
  return guarded(nullptr, [&]() -> ADIOS_QUERY* {
    if (!open_file_of(f)) return nullptr;
    if (!varName || !value) {
      fail(err_invalid_varname, "expected the name of a variable and a number");
      return nullptr;
    }
    auto* const query = kept_array<ADIOS_QUERY>(1);
    query->condition = kept_text(fmt::format("({} {} {})", varName, sign_of(queryOp), value));
    query->sel = queryBoundary;
    query->varName = kept_text(varName);
    query->file = f;
    query->method = ADIOS_QUERY_METHOD_UNKNOWN;
    query->predicateOp = queryOp;
    query->predicateValue = kept_text(value);
    query->onTimeStep = -1;
    return query;
  });
}

ADIOS_QUERY* adios_query_combine(ADIOS_QUERY* q1, enum ADIOS_CLAUSE_OP_MODE combineOp, ADIOS_QUERY* q2) {
  forget_error();
  return guarded(nullptr, [&]() -> ADIOS_QUERY* {
    if (!q1 || !q2) {
      fail(err_incompatible_queries, "expected two queries to combine, found NULL");
      return nullptr;
    }
    auto* const query = kept_array<ADIOS_QUERY>(1);
    query->condition = kept_text(
        fmt::format("({} {} {})", q1->condition, combineOp == ADIOS_QUERY_OP_AND ? "and" : "or", q2->condition));
    query->file = q1->file;
    query->method = ADIOS_QUERY_METHOD_UNKNOWN;
    query->left = q1;
    query->right = q2;
    query->combineOp = combineOp;
    query->onTimeStep = -1;
    q1->hasParent = 1;
    q2->hasParent = 1;
    return query;
  });
}

void adios_query_set_method(ADIOS_QUERY* q, enum ADIOS_QUERY_METHOD method) {
  forget_error();
  if (!q) return;
  q->method = method;
  adios_query_set_method(static_cast<ADIOS_QUERY*>(q->left), method);
  adios_query_set_method(static_cast<ADIOS_QUERY*>(q->right), method);
}

int64_t adios_query_estimate(ADIOS_QUERY* q, int timeStep) {
  forget_error();
  return guarded(std::int64_t{-1}, [&]() -> std::int64_t {
    if (!q || !is_available(q->method)) return -1;
    const auto blocks = find(*q, timeStep);
    return blocks ? static_cast<std::int64_t>(blocks->size()) : -1;
  });
}

ADIOS_QUERY_RESULT* adios_query_evaluate(
    ADIOS_QUERY* q, ADIOS_SELECTION* outputBoundary, int timestep, uint64_t batchSize) {
  forget_error();
  return guarded(nullptr, [&] {
    auto* const result = kept_array<ADIOS_QUERY_RESULT>(1);
    result->method_used = ADIOS_QUERY_METHOD_MINMAX;
    if (!q) fail(err_invalid_argument, "expected a query, found NULL");
    if (!q || !evaluate(*q, outputBoundary, timestep, batchSize, *result)) result->status = ADIOS_QUERY_RESULT_ERROR;
    return result;
  });
}

// What the selections do not have stays as it was.
int adios_query_read_boundingbox(ADIOS_FILE* f, ADIOS_QUERY*, const char* varname, int timestep,
    unsigned int nselections, ADIOS_SELECTION* selections, ADIOS_SELECTION* bb, void* data) {
  forget_error();
  return guarded([&]() -> int {
    OpenFile* const file = open_file_of(f);
    if (!file) return err_invalid_file_pointer;
    const int variable = file->find_variable(text_of(varname));
    if (variable < 0) return fail(err_invalid_varname, fmt::format("there is no variable '{}'", text_of(varname)));
    const Seen seen = file->seen(variable);
    if (timestep < 0 || static_cast<std::size_t>(timestep) >= seen.step_count)
      return fail(err_invalid_timestep, fmt::format("'{}' has {} steps", seen.variable->name(), seen.step_count));
    if (!bb || bb->type != ADIOS_SELECTION_BOUNDINGBOX || bb->u.bb.ndim != static_cast<int>(seen.rank()) ||
        seen.rank() == 0)
      return fail(err_invalid_selection, fmt::format("expected a box of {} dimensions", seen.rank()));
    for (unsigned int i = 0; i < nselections; ++i)
      if (const int code = read_part(
              *file, variable, timestep, box_of(bb->u.bb), selections[i], static_cast<std::byte*>(data)))
        return code;
    return 0;
  });
}

// Those that it combines are freed by whoever made them.
void adios_query_free(ADIOS_QUERY* q) {
  if (!q) return;
  delete static_cast<Evaluation*>(q->queryInternal);
  adios_free_varinfo(q->varinfo);
  std::free(q->condition);
  std::free(q->varName);
  std::free(q->predicateValue);
  std::free(q);
}
}
