// SPDX-License-Identifier: BSD-3-Clause
// What there is of the database when Weft is built without SQLite: the news that it is not there.
#include "query/database.hpp"

namespace weft::query {

struct Rows::Implementation {};
struct Database::Implementation {};

Database::Database(std::unique_ptr<Implementation> implementation) : implementation_(std::move(implementation)) {}
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;
Database::~Database() = default;
Result<Database> Database::open(std::span<const NamedTrace>, const std::atomic<bool>&) {
  return Error{Errc::unsupported, "this weft was built without SQLite; build it again with libsqlite3-dev installed"};
}
Result<std::optional<Rows>> Database::query(std::string_view&) { return std::optional<Rows>(); }

Rows::Rows(std::unique_ptr<Implementation> implementation) : implementation_(std::move(implementation)) {}
Rows::Rows(Rows&&) noexcept = default;
Rows& Rows::operator=(Rows&&) noexcept = default;
Rows::~Rows() = default;
std::size_t Rows::columns() const { return 0; }
std::string_view Rows::name(std::size_t) const { return {}; }
Result<bool> Rows::next() { return false; }
Value Rows::value(std::size_t) const { return {}; }

bool is_complete(const std::string&) { return true; }

}  // namespace weft::query
