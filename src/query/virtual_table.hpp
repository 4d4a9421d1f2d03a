// SPDX-License-Identifier: BSD-3-Clause
// The tables of traces as virtual tables of SQLite: its constraints become filters of scans, and of the columns those
// are made that a statement uses.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "tables/scan.hpp"

struct sqlite3;

namespace weft::query {

struct Schema {
  std::string name;
  std::unique_ptr<tables::TraceTables> trace;
};

// What all virtual tables of a database see.
struct Traces {
  std::vector<Schema> schemas;    // "main" is the first
  const std::atomic<bool>* stop;  // what is running
};

// Makes `CREATE VIRTUAL TABLE schema.table USING weft` possible. `traces` outlives the database. False if SQLite
// refuses.
bool add_module(sqlite3* database, Traces& traces);

}  // namespace weft::query
