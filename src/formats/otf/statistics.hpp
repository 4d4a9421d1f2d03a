// SPDX-License-Identifier: BSD-3-Clause
// Sums from the beginning of the trace to one time, in statistics files. Fields stand in the order of the line;
// docs/formats/otf.md, section 5, has the table.
#pragma once

#include "formats/otf/line_schema.hpp"

namespace weft::otf {

struct SummaryComment {
  std::string_view comment;

  static constexpr auto schema = record_line(39, "SummaryComment", "A remark on a summary.", "C", "COMMENT",
      passed<From::time, From::process, &SummaryComment::comment>,
      leading<&SummaryComment::comment>("comment", Presence::text_if_there));
};

struct FunctionSummary {
  std::uint32_t function{};
  std::uint64_t invocations{};
  std::uint64_t excl_time{};
  std::uint64_t incl_time{};

  static constexpr auto schema = record_line(28, "FunctionSummary", "Calls of a function so far.", "F", "FUNCTION",
      passed<From::time, &FunctionSummary::function, From::process, &FunctionSummary::invocations,
          &FunctionSummary::excl_time, &FunctionSummary::incl_time>,
      leading<&FunctionSummary::function>("function"),
      keyed<&FunctionSummary::invocations>("invocations", "N", "COUNT", "C"),
      keyed<&FunctionSummary::excl_time>("exclTime", "E", "EXCL"),
      keyed<&FunctionSummary::incl_time>("inclTime", "I", "INCL"));
};

struct FunctionGroupSummary {
  std::uint32_t func_group{};
  std::uint64_t invocations{};
  std::uint64_t excl_time{};
  std::uint64_t incl_time{};

  static constexpr auto schema = record_line(29, "FunctionGroupSummary", "Calls of a group of functions so far.", "G",
      "FUNCTIONGROUP",
      passed<From::time, &FunctionGroupSummary::func_group, From::process, &FunctionGroupSummary::invocations,
          &FunctionGroupSummary::excl_time, &FunctionGroupSummary::incl_time>,
      leading<&FunctionGroupSummary::func_group>("funcGroup"),
      keyed<&FunctionGroupSummary::invocations>("invocations", "N", "COUNT", "C"),
      keyed<&FunctionGroupSummary::excl_time>("exclTime", "E", "EXCL"),
      keyed<&FunctionGroupSummary::incl_time>("inclTime", "I", "INCL"));
};

struct MessageSummary {
  std::uint32_t peer{};
  std::uint32_t comm{};
  std::uint32_t type{};
  std::uint64_t sent_number{};
  std::uint64_t received_number{};
  std::uint64_t sent_bytes{};
  std::uint64_t received_bytes{};

  static constexpr auto schema = record_line(30, "MessageSummary", "Messages exchanged with a peer so far.", "M",
      "MESSAGE",
      passed<From::time, From::process, &MessageSummary::peer, &MessageSummary::comm, &MessageSummary::type,
          &MessageSummary::sent_number, &MessageSummary::received_number, &MessageSummary::sent_bytes,
          &MessageSummary::received_bytes>,
      leading<&MessageSummary::peer>("peer"), keyed<&MessageSummary::comm>("comm", "C", "COMM"),
      keyed<&MessageSummary::type>("type", "T", "TAG", "A"),
      keyed<&MessageSummary::sent_number>("sentNumber", "NS", "NUMSENT"),
      keyed<&MessageSummary::received_number>("receivedNumber", "NR", "NUMRECVD"),
      keyed<&MessageSummary::sent_bytes>("sentBytes", "S", "SENT"),
      keyed<&MessageSummary::received_bytes>("receivedBytes", "R", "RECVD"));
};

struct CollopSummary {
  std::uint32_t comm{};
  std::uint32_t collective{};
  std::uint64_t sent_number{};
  std::uint64_t received_number{};
  std::uint64_t sent_bytes{};
  std::uint64_t received_bytes{};

  static constexpr auto schema = record_line(44, "CollopSummary", "Collective operations so far.", "CO", "COLLMESSAGE",
      passed<From::time, From::process, &CollopSummary::comm, &CollopSummary::collective, &CollopSummary::sent_number,
          &CollopSummary::received_number, &CollopSummary::sent_bytes, &CollopSummary::received_bytes>,
      leading<&CollopSummary::comm>("comm"), keyed<&CollopSummary::collective>("collective", "CL", "COLL"),
      keyed<&CollopSummary::sent_number>("sentNumber", "NS", "NUMSENT"),
      keyed<&CollopSummary::received_number>("receivedNumber", "NR", "NUMRECVD"),
      keyed<&CollopSummary::sent_bytes>("sentBytes", "S", "SENT"),
      keyed<&CollopSummary::received_bytes>("receivedBytes", "R", "RECVD"));
};

struct FileOperationSummary {
  std::uint32_t file{};
  std::uint64_t opens{};
  std::uint64_t closes{};
  std::uint64_t reads{};
  std::uint64_t writes{};
  std::uint64_t seeks{};
  std::uint64_t bytes_read{};
  std::uint64_t bytes_written{};

  static constexpr auto schema = record_line(31, "FileOperationSummary", "Operations on a file so far.", "FL",
      "FILEOPERATION",
      passed<From::time, &FileOperationSummary::file, From::process, &FileOperationSummary::opens,
          &FileOperationSummary::closes, &FileOperationSummary::reads, &FileOperationSummary::writes,
          &FileOperationSummary::seeks, &FileOperationSummary::bytes_read, &FileOperationSummary::bytes_written>,
      leading<&FileOperationSummary::file>("fileid"), keyed<&FileOperationSummary::opens>("nopen", "NO", "NUMOPEN"),
      keyed<&FileOperationSummary::closes>("nclose", "NC", "NUMCLOSE"),
      keyed<&FileOperationSummary::reads>("nread", "NRD", "NUMREAD"),
      keyed<&FileOperationSummary::writes>("nwrite", "NW", "NUMWRITTEN"),
      keyed<&FileOperationSummary::seeks>("nseek", "NSK", "NUMSEEK"),
      keyed<&FileOperationSummary::bytes_read>("bytesread", "BR", "BYTESREAD"),
      keyed<&FileOperationSummary::bytes_written>("byteswrite", "BW", "BYTESWRITE"));
};

struct FileGroupOperationSummary {
  std::uint32_t group{};
  std::uint64_t opens{};
  std::uint64_t closes{};
  std::uint64_t reads{};
  std::uint64_t writes{};
  std::uint64_t seeks{};
  std::uint64_t bytes_read{};
  std::uint64_t bytes_written{};

  static constexpr auto schema = record_line(32, "FileGroupOperationSummary", "Operations on a group of files so far.",
      "FLG", "FILEGROUPOPERATION",
      passed<From::time, &FileGroupOperationSummary::group, From::process, &FileGroupOperationSummary::opens,
          &FileGroupOperationSummary::closes, &FileGroupOperationSummary::reads, &FileGroupOperationSummary::writes,
          &FileGroupOperationSummary::seeks, &FileGroupOperationSummary::bytes_read,
          &FileGroupOperationSummary::bytes_written>,
      leading<&FileGroupOperationSummary::group>("groupid"),
      keyed<&FileGroupOperationSummary::opens>("nopen", "NO", "NUMOPEN"),
      keyed<&FileGroupOperationSummary::closes>("nclose", "NC", "NUMCLOSE"),
      keyed<&FileGroupOperationSummary::reads>("nread", "NRD", "NUMREAD"),
      keyed<&FileGroupOperationSummary::writes>("nwrite", "NW", "NUMWRITTEN"),
      keyed<&FileGroupOperationSummary::seeks>("nseek", "NSK", "NUMSEEK"),
      keyed<&FileGroupOperationSummary::bytes_read>("bytesread", "BR", "BYTESREAD"),
      keyed<&FileGroupOperationSummary::bytes_written>("byteswrite", "BW", "BYTESWRITE"));
};

}  // namespace weft::otf
