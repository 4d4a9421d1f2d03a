// SPDX-License-Identifier: BSD-3-Clause
// Events of threads, tasks and locks.
#pragma once

#include "model/values.hpp"
#include "schema/schema.hpp"

namespace weft::evt {

struct OmpFork {
  std::uint32_t number_of_requested_threads{};

  static constexpr auto schema = record("OmpFork", "An OpenMP thread team was forked.",
      field<&OmpFork::number_of_requested_threads>("numberOfRequestedThreads", "Threads asked for."));
};

struct OmpJoin {
  static constexpr auto schema = record("OmpJoin", "An OpenMP thread team was joined.");
};

struct OmpAcquireLock {
  std::uint32_t lock_id{};
  std::uint32_t acquisition_order{};

  static constexpr auto schema = record("OmpAcquireLock", "An OpenMP lock was acquired.",
      field<&OmpAcquireLock::lock_id>("lockID", "The lock."),
      field<&OmpAcquireLock::acquisition_order>("acquisitionOrder", "Counts the acquisitions of the lock."));
};

struct OmpReleaseLock {
  std::uint32_t lock_id{};
  std::uint32_t acquisition_order{};

  static constexpr auto schema = record("OmpReleaseLock", "An OpenMP lock was released.",
      field<&OmpReleaseLock::lock_id>("lockID", "The lock."),
      field<&OmpReleaseLock::acquisition_order>("acquisitionOrder", "Counts the acquisitions of the lock."));
};

struct OmpTaskCreate {
  std::uint64_t task_id{};

  static constexpr auto schema = record(
      "OmpTaskCreate", "An OpenMP task was created.", field<&OmpTaskCreate::task_id>("taskID", "The task."));
};

struct OmpTaskSwitch {
  std::uint64_t task_id{};

  static constexpr auto schema = record("OmpTaskSwitch", "Execution moved to another OpenMP task.",
      field<&OmpTaskSwitch::task_id>("taskID", "The task."));
};

struct OmpTaskComplete {
  std::uint64_t task_id{};

  static constexpr auto schema = record(
      "OmpTaskComplete", "An OpenMP task was completed.", field<&OmpTaskComplete::task_id>("taskID", "The task."));
};

struct ThreadFork {
  Paradigm model{};
  std::uint32_t number_of_requested_threads{};

  static constexpr auto schema = record("ThreadFork", "A thread team was forked.",
      field<&ThreadFork::model>("model", "The threading paradigm."),
      field<&ThreadFork::number_of_requested_threads>("numberOfRequestedThreads", "Threads asked for."));
};

struct ThreadJoin {
  Paradigm model{};

  static constexpr auto schema = record(
      "ThreadJoin", "A thread team was joined.", field<&ThreadJoin::model>("model", "The threading paradigm."));
};

struct ThreadTeamBegin {
  CommRef thread_team;

  static constexpr auto schema = record("ThreadTeamBegin", "This location became a member of a thread team.",
      field<&ThreadTeamBegin::thread_team>("threadTeam", "The team."));
};

struct ThreadTeamEnd {
  CommRef thread_team;

  static constexpr auto schema = record("ThreadTeamEnd", "This location left its thread team.",
      field<&ThreadTeamEnd::thread_team>("threadTeam", "The team."));
};

struct ThreadAcquireLock {
  Paradigm model{};
  std::uint32_t lock_id{};
  std::uint32_t acquisition_order{};

  static constexpr auto schema = record("ThreadAcquireLock", "A lock was acquired.",
      field<&ThreadAcquireLock::model>("model", "The threading paradigm."),
      field<&ThreadAcquireLock::lock_id>("lockID", "The lock."),
      field<&ThreadAcquireLock::acquisition_order>("acquisitionOrder", "Counts the acquisitions of the lock."));
};

struct ThreadReleaseLock {
  Paradigm model{};
  std::uint32_t lock_id{};
  std::uint32_t acquisition_order{};

  static constexpr auto schema = record("ThreadReleaseLock", "A lock was released.",
      field<&ThreadReleaseLock::model>("model", "The threading paradigm."),
      field<&ThreadReleaseLock::lock_id>("lockID", "The lock."),
      field<&ThreadReleaseLock::acquisition_order>("acquisitionOrder", "Counts the acquisitions of the lock."));
};

struct ThreadTaskCreate {
  CommRef thread_team;
  std::uint32_t creating_thread{};
  std::uint32_t generation_number{};

  static constexpr auto schema = record("ThreadTaskCreate", "A task was created.",
      field<&ThreadTaskCreate::thread_team>("threadTeam", "The team."),
      field<&ThreadTaskCreate::creating_thread>(
          "creatingThread", "Rank in the team of the thread that created the task."),
      field<&ThreadTaskCreate::generation_number>("generationNumber", "Tells tasks of one creator apart."));
};

struct ThreadTaskSwitch {
  CommRef thread_team;
  std::uint32_t creating_thread{};
  std::uint32_t generation_number{};

  static constexpr auto schema = record("ThreadTaskSwitch", "Execution moved to another task.",
      field<&ThreadTaskSwitch::thread_team>("threadTeam", "The team."),
      field<&ThreadTaskSwitch::creating_thread>(
          "creatingThread", "Rank in the team of the thread that created the task."),
      field<&ThreadTaskSwitch::generation_number>("generationNumber", "Tells tasks of one creator apart."));
};

struct ThreadTaskComplete {
  CommRef thread_team;
  std::uint32_t creating_thread{};
  std::uint32_t generation_number{};

  static constexpr auto schema = record("ThreadTaskComplete", "A task was completed.",
      field<&ThreadTaskComplete::thread_team>("threadTeam", "The team."),
      field<&ThreadTaskComplete::creating_thread>(
          "creatingThread", "Rank in the team of the thread that created the task."),
      field<&ThreadTaskComplete::generation_number>("generationNumber", "Tells tasks of one creator apart."));
};

struct ThreadCreate {
  CommRef thread_contingent;
  std::uint64_t sequence_count{};

  static constexpr auto schema = record("ThreadCreate", "A thread was created.",
      field<&ThreadCreate::thread_contingent>("threadContingent", "The threads this one belongs to."),
      field<&ThreadCreate::sequence_count>("sequenceCount", "Ties creation, begin, end and waiting together."));
};

struct ThreadBegin {
  CommRef thread_contingent;
  std::uint64_t sequence_count{};

  static constexpr auto schema = record("ThreadBegin", "A thread began to run.",
      field<&ThreadBegin::thread_contingent>("threadContingent", "The threads this one belongs to."),
      field<&ThreadBegin::sequence_count>("sequenceCount", "Ties creation, begin, end and waiting together."));
};

struct ThreadWait {
  CommRef thread_contingent;
  std::uint64_t sequence_count{};

  static constexpr auto schema = record("ThreadWait", "A thread was waited for.",
      field<&ThreadWait::thread_contingent>("threadContingent", "The threads this one belongs to."),
      field<&ThreadWait::sequence_count>("sequenceCount", "Ties creation, begin, end and waiting together."));
};

struct ThreadEnd {
  CommRef thread_contingent;
  std::uint64_t sequence_count{};

  static constexpr auto schema = record("ThreadEnd", "A thread ended.",
      field<&ThreadEnd::thread_contingent>("threadContingent", "The threads this one belongs to."),
      field<&ThreadEnd::sequence_count>("sequenceCount", "Ties creation, begin, end and waiting together."));
};

}  // namespace weft::evt
