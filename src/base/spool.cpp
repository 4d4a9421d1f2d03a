// SPDX-License-Identifier: BSD-3-Clause
#include "base/spool.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace weft {

Result<std::unique_ptr<Spool>> Spool::create(const std::string& output) {
  auto file = WEFT_TRY(File::create_anew(fmt::format("{}.{}.spool", output, ::getpid())));
  file.hold();
  return std::unique_ptr<Spool>(new Spool(std::move(file)));
}

Spool::~Spool() { ::unlink(file_.path().c_str()); }

Result<Spool::Piece> Spool::append(Bytes bytes) {
  std::uint64_t offset = 0;
  {
    const std::lock_guard lock(mutex_);
    offset = end_;
    end_ += bytes.size();
  }
  WEFT_TRY(file_.write_at(offset, bytes));
  return Piece{offset, bytes.size()};
}

Result<> Spool::finish() {
  WEFT_TRY(file_.close());
  mapped_ = WEFT_TRY(MappedFile::open(file_.path()));
  ::unlink(file_.path().c_str());  // whoever is killed from now on leaves nothing
  return {};
}

}  // namespace weft
