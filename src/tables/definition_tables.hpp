// SPDX-License-Identifier: BSD-3-Clause
// The tables that are made of definitions: of the trace as a whole, its locations, regions and files, and of every
// definition it has.
#pragma once

#include "tables/scan.hpp"

namespace weft::tables {

struct LocationRow {
  LocationRef location;
  std::string_view name;
  LocationType type{};
  std::uint64_t events{};
  LocationGroupRef process;
  NameOf<LocationGroupRef> process_name;
  LocationGroupType process_type{};
  NameOf<SystemTreeNodeRef> node;

  static constexpr auto schema = record("locations", "Where events happened: threads, streams of accelerators, ...",
      field<&LocationRow::location>("location", "Its id, that of other tables."),
      field<&LocationRow::name>("name", "Its name."),
      field<&LocationRow::type>("type", "What it is: `CPU_THREAD`, ..."),
      field<&LocationRow::events>("events", "How many events it has, as its definition tells."),
      field<&LocationRow::process>("process", "The process it belongs to."),
      field<&LocationRow::process_name>("process_name", "The name of the process."),
      field<&LocationRow::process_type>("process_type", "What that is: `PROCESS`, ..."),
      field<&LocationRow::node>("node", "The part of the machine the process ran on."));
};

struct RegionRow {
  RegionRef region;
  std::string_view name;
  std::string_view canonical_name;
  std::string_view description;
  RegionRole role{};
  Paradigm paradigm{};
  std::string_view file;
  std::uint64_t begin_line{};
  std::uint64_t end_line{};

  static constexpr auto schema = record("regions", "Named stretches of code.",
      field<&RegionRow::region>("region", "Its id, that of other tables."),
      field<&RegionRow::name>("name", "Its name."),
      field<&RegionRow::canonical_name>("canonical_name", "The name the linker knows."),
      field<&RegionRow::description>("description", "A sentence for people."),
      field<&RegionRow::role>("role", "What it does: `FUNCTION`, `BARRIER`, `FILE_IO`, ..."),
      field<&RegionRow::paradigm>("paradigm", "The programming paradigm: `USER`, `MPI`, `OPENMP`, ..."),
      field<&RegionRow::file>("file", "The file it stands in."),
      field<&RegionRow::begin_line>("begin_line", "Its first line."),
      field<&RegionRow::end_line>("end_line", "Its last line."));
};

struct FileRow {
  IoFileRef file;
  std::string_view type;
  std::string_view name;
  NameOf<SystemTreeNodeRef> scope;
  std::uint64_t handles{};

  static constexpr auto schema = record("files", "Files and directories that the program used.",
      field<&FileRow::file>("file", "Its id, that of other tables."),
      field<&FileRow::type>("type", "`file` or `directory`."), field<&FileRow::name>("name", "Its name."),
      field<&FileRow::scope>("scope", "The part of the machine that sees it."),
      field<&FileRow::handles>("handles", "How many handles there are of it."));
};

struct DefinitionRow {
  std::string_view type;
  std::optional<std::uint64_t> id;
  std::optional<std::string_view> name;
  std::string_view fields;

  static constexpr auto schema = record("definitions", "Every definition of the trace.",
      field<&DefinitionRow::type>("type", "What it defines: `Region`, `Location`, `Comm`, ..."),
      field<&DefinitionRow::id>("id", "Its id, where it has one."), field<&DefinitionRow::name>("name", "Its name."),
      field<&DefinitionRow::fields>("fields", "All its fields, and names behind ids, as a JSON object."));
};

struct TraceRow {
  std::string_view format;
  std::string_view version;
  std::string_view path;
  std::string_view creator;
  std::string_view machine;
  std::string_view description;
  std::uint64_t bytes{};
  std::uint64_t files{};
  double ticks_per_second{};
  std::uint64_t first_tick{};
  std::optional<std::uint64_t> length;
  std::uint64_t locations{};
  std::uint64_t events{};

  static constexpr auto schema = record("trace", "One row: the trace itself.",
      field<&TraceRow::format>("format", "Its format."), field<&TraceRow::version>("version", "The version of that."),
      field<&TraceRow::path>("path", "Where it lies."), field<&TraceRow::creator>("creator", "Who recorded it."),
      field<&TraceRow::machine>("machine", "The machine it was recorded on."),
      field<&TraceRow::description>("description", "What it says of itself."),
      field<&TraceRow::bytes>("bytes", "Bytes of all its files."), field<&TraceRow::files>("files", "How many files."),
      field<&TraceRow::ticks_per_second>("ticks_per_second", "The resolution of its clock."),
      field<&TraceRow::first_tick>("first_tick", "The time of its beginning."),
      field<&TraceRow::length>("length", "Ticks from the beginning to the end."),
      field<&TraceRow::locations>("locations", "Locations that have events."),
      field<&TraceRow::events>("events", "How many events it has, as its definitions tell."));
};

std::unique_ptr<Scan> scan_locations(TraceTables& of, const ScanOptions& options);
std::unique_ptr<Scan> scan_regions(TraceTables& of, const ScanOptions& options);
std::unique_ptr<Scan> scan_files(TraceTables& of, const ScanOptions& options);
std::unique_ptr<Scan> scan_definitions(TraceTables& of, const ScanOptions& options);
std::unique_ptr<Scan> scan_trace(TraceTables& of, const ScanOptions& options);

}  // namespace weft::tables
