// SPDX-License-Identifier: BSD-3-Clause
// Reads that are asked for and not yet done. The last one that was asked for comes first, as programs know it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "adios_read.h"
#include "compat/adios/read/seen.hpp"

namespace weft::adios {

// A selection of a program's, taken over: coordinates of points are those of the whole array.
struct Nothing {};
using OwnedPoints = std::vector<std::uint64_t>;
using Chosen = std::variant<bp::Everything, bp::Box, OwnedPoints, bp::WriterBlock, Nothing>;

// Points in a block are resolved in the first of the steps. Nothing after the error has been set.
std::optional<Chosen> chosen_of(const ADIOS_SELECTION* selection, const Seen& seen, bp::StepRange steps);

struct Request {
  int variable = 0;  // its place in the list
  Seen seen;
  Chosen what;
  bp::StepRange steps;  // of those that are seen
  void* memory = nullptr;

  Result<std::uint64_t> bytes() const;
  Result<> read_into(std::byte* memory, std::size_t threads = 0) const;
};

// 0, or the code of what went wrong.
int failed_read(const Error& error);

class RequestQueue {
 public:
  void add(Request request) { requests_.push_back(std::move(request)); }
  void clear() { requests_.clear(); }
  // Does all of them, or none if one has no memory. Many small ones that share no memory are done at once.
  int perform();
  // Does one, and says which; the rest of one that is larger than a chunk stays. Nothing if there is none left.
  Result<std::optional<Request>> perform_one(std::uint64_t chunk_bytes);

 private:
  std::vector<Request> requests_;
  std::vector<std::byte> chunk_;
};

}  // namespace weft::adios
