// SPDX-License-Identifier: BSD-3-Clause
// Names that tell nothing, the same for the same name: made from a digest of the name and a secret, so that threads
// need not agree on them and nobody who guesses a name can check it.
#pragma once

#include <string>
#include <string_view>

namespace weft::dftracer {

class Pseudonyms {
 public:
  explicit Pseudonyms(std::string secret) : secret_(std::move(secret)) {}

  // "host-0123456789ab" for a kind of "host".
  std::string of(std::string_view kind, std::string_view name) const;
  // As deep as before, with the same directories: every part has a name of its own.
  std::string of_path(std::string_view path) const;

 private:
  std::string secret_;
};

}  // namespace weft::dftracer
