// SPDX-License-Identifier: BSD-3-Clause
// Events of one-sided communication.
#pragma once

#include "model/values.hpp"
#include "schema/schema.hpp"

namespace weft::evt {

struct RmaWinCreate {
  RmaWinRef win;

  static constexpr auto schema = record(
      "RmaWinCreate", "A window was created.", field<&RmaWinCreate::win>("win", "The window."));
};

struct RmaWinDestroy {
  RmaWinRef win;

  static constexpr auto schema = record(
      "RmaWinDestroy", "A window was destroyed.", field<&RmaWinDestroy::win>("win", "The window."));
};

struct RmaCollectiveBegin {
  static constexpr auto schema = record("RmaCollectiveBegin", "A collective operation on a window began.");
};

struct RmaCollectiveEnd {
  CollectiveOp collective_op{};
  RmaSyncLevel sync_level{};
  RmaWinRef win;
  std::uint32_t root{};
  std::uint64_t bytes_sent{};
  std::uint64_t bytes_received{};

  static constexpr auto schema = record("RmaCollectiveEnd", "A collective operation on a window ended.",
      field<&RmaCollectiveEnd::collective_op>("collectiveOp", "Which operation."),
      field<&RmaCollectiveEnd::sync_level>("syncLevel", "What was synchronised."),
      field<&RmaCollectiveEnd::win>("win", "The window."),
      field<&RmaCollectiveEnd::root>("root", "Rank of the root, or why there is none."),
      field<&RmaCollectiveEnd::bytes_sent>("bytesSent", "Bytes sent."),
      field<&RmaCollectiveEnd::bytes_received>("bytesReceived", "Bytes received."));
};

struct RmaGroupSync {
  RmaSyncLevel sync_level{};
  RmaWinRef win;
  GroupRef group;

  static constexpr auto schema = record("RmaGroupSync", "A group of ranks synchronised on a window.",
      field<&RmaGroupSync::sync_level>("syncLevel", "What was synchronised."),
      field<&RmaGroupSync::win>("win", "The window."), field<&RmaGroupSync::group>("group", "The group of ranks."));
};

struct RmaRequestLock {
  RmaWinRef win;
  std::uint32_t remote{};
  std::uint64_t lock_id{};
  LockType lock_type{};

  static constexpr auto schema = record("RmaRequestLock", "A lock on a remote window was requested.",
      field<&RmaRequestLock::win>("win", "The window."),
      field<&RmaRequestLock::remote>("remote", "Rank of the other side in the window's communicator."),
      field<&RmaRequestLock::lock_id>("lockId", "The lock."),
      field<&RmaRequestLock::lock_type>("lockType", "Exclusive or shared."));
};

struct RmaAcquireLock {
  RmaWinRef win;
  std::uint32_t remote{};
  std::uint64_t lock_id{};
  LockType lock_type{};

  static constexpr auto schema = record("RmaAcquireLock", "A lock on a remote window was acquired.",
      field<&RmaAcquireLock::win>("win", "The window."),
      field<&RmaAcquireLock::remote>("remote", "Rank of the other side in the window's communicator."),
      field<&RmaAcquireLock::lock_id>("lockId", "The lock."),
      field<&RmaAcquireLock::lock_type>("lockType", "Exclusive or shared."));
};

struct RmaTryLock {
  RmaWinRef win;
  std::uint32_t remote{};
  std::uint64_t lock_id{};
  LockType lock_type{};

  static constexpr auto schema = record("RmaTryLock", "An attempt to acquire a lock on a remote window failed.",
      field<&RmaTryLock::win>("win", "The window."),
      field<&RmaTryLock::remote>("remote", "Rank of the other side in the window's communicator."),
      field<&RmaTryLock::lock_id>("lockId", "The lock."),
      field<&RmaTryLock::lock_type>("lockType", "Exclusive or shared."));
};

struct RmaReleaseLock {
  RmaWinRef win;
  std::uint32_t remote{};
  std::uint64_t lock_id{};

  static constexpr auto schema = record("RmaReleaseLock", "A lock on a remote window was released.",
      field<&RmaReleaseLock::win>("win", "The window."),
      field<&RmaReleaseLock::remote>("remote", "Rank of the other side in the window's communicator."),
      field<&RmaReleaseLock::lock_id>("lockId", "The lock."));
};

struct RmaSync {
  RmaWinRef win;
  std::uint32_t remote{};
  RmaSyncType sync_type{};

  static constexpr auto schema = record("RmaSync", "Two ranks synchronised on a window.",
      field<&RmaSync::win>("win", "The window."),
      field<&RmaSync::remote>("remote", "Rank of the other side in the window's communicator."),
      field<&RmaSync::sync_type>("syncType", "The kind of synchronisation."));
};

struct RmaWaitChange {
  RmaWinRef win;

  static constexpr auto schema = record(
      "RmaWaitChange", "A rank waited until its window changed.", field<&RmaWaitChange::win>("win", "The window."));
};

struct RmaPut {
  RmaWinRef win;
  std::uint32_t remote{};
  std::uint64_t bytes{};
  std::uint64_t matching_id{};

  static constexpr auto schema = record("RmaPut", "Data was put into a remote window.",
      field<&RmaPut::win>("win", "The window."),
      field<&RmaPut::remote>("remote", "Rank of the other side in the window's communicator."),
      field<&RmaPut::bytes>("bytes", "Bytes moved."),
      field<&RmaPut::matching_id>("matchingId", "Ties the events of one operation together."));
};

struct RmaGet {
  RmaWinRef win;
  std::uint32_t remote{};
  std::uint64_t bytes{};
  std::uint64_t matching_id{};

  static constexpr auto schema = record("RmaGet", "Data was fetched from a remote window.",
      field<&RmaGet::win>("win", "The window."),
      field<&RmaGet::remote>("remote", "Rank of the other side in the window's communicator."),
      field<&RmaGet::bytes>("bytes", "Bytes moved."),
      field<&RmaGet::matching_id>("matchingId", "Ties the events of one operation together."));
};

struct RmaAtomic {
  RmaWinRef win;
  std::uint32_t remote{};
  RmaAtomicType type{};
  std::uint64_t bytes_sent{};
  std::uint64_t bytes_received{};
  std::uint64_t matching_id{};

  static constexpr auto schema = record("RmaAtomic", "An atomic operation on a remote window.",
      field<&RmaAtomic::win>("win", "The window."),
      field<&RmaAtomic::remote>("remote", "Rank of the other side in the window's communicator."),
      field<&RmaAtomic::type>("type", "Its type."), field<&RmaAtomic::bytes_sent>("bytesSent", "Bytes sent."),
      field<&RmaAtomic::bytes_received>("bytesReceived", "Bytes received."),
      field<&RmaAtomic::matching_id>("matchingId", "Ties the events of one operation together."));
};

struct RmaOpCompleteBlocking {
  RmaWinRef win;
  std::uint64_t matching_id{};

  static constexpr auto schema = record("RmaOpCompleteBlocking", "A blocking remote operation was completed.",
      field<&RmaOpCompleteBlocking::win>("win", "The window."),
      field<&RmaOpCompleteBlocking::matching_id>("matchingId", "Ties the events of one operation together."));
};

struct RmaOpCompleteNonBlocking {
  RmaWinRef win;
  std::uint64_t matching_id{};

  static constexpr auto schema = record("RmaOpCompleteNonBlocking",
      "A non-blocking remote operation was completed locally.",
      field<&RmaOpCompleteNonBlocking::win>("win", "The window."),
      field<&RmaOpCompleteNonBlocking::matching_id>("matchingId", "Ties the events of one operation together."));
};

struct RmaOpTest {
  RmaWinRef win;
  std::uint64_t matching_id{};

  static constexpr auto schema = record("RmaOpTest", "A remote operation was tested and not complete.",
      field<&RmaOpTest::win>("win", "The window."),
      field<&RmaOpTest::matching_id>("matchingId", "Ties the events of one operation together."));
};

struct RmaOpCompleteRemote {
  RmaWinRef win;
  std::uint64_t matching_id{};

  static constexpr auto schema = record("RmaOpCompleteRemote", "A remote operation was completed at the target.",
      field<&RmaOpCompleteRemote::win>("win", "The window."),
      field<&RmaOpCompleteRemote::matching_id>("matchingId", "Ties the events of one operation together."));
};

}  // namespace weft::evt
