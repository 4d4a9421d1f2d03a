// SPDX-License-Identifier: BSD-3-Clause
// Every kind of event in the common vocabulary.
#pragma once

#include <optional>
#include <string_view>

#include "model/events_io.hpp"
#include "model/events_messages.hpp"
#include "model/events_program.hpp"
#include "model/events_rma.hpp"
#include "model/events_threads.hpp"
#include "model/events_unknown.hpp"
#include "schema/any_record.hpp"

namespace weft {

using EventTypes = TypeList<evt::BufferFlush, evt::MeasurementOnOff, evt::Enter, evt::Leave, evt::MpiSend,
    evt::MpiIsend, evt::MpiIsendComplete, evt::MpiIrecvRequest, evt::MpiRecv, evt::MpiIrecv, evt::MpiRequestTest,
    evt::MpiRequestCancelled, evt::MpiCollectiveBegin, evt::MpiCollectiveEnd, evt::OmpFork, evt::OmpJoin,
    evt::OmpAcquireLock, evt::OmpReleaseLock, evt::OmpTaskCreate, evt::OmpTaskSwitch, evt::OmpTaskComplete, evt::Metric,
    evt::ParameterString, evt::ParameterInt, evt::ParameterUnsignedInt, evt::RmaWinCreate, evt::RmaWinDestroy,
    evt::RmaCollectiveBegin, evt::RmaCollectiveEnd, evt::RmaGroupSync, evt::RmaRequestLock, evt::RmaAcquireLock,
    evt::RmaTryLock, evt::RmaReleaseLock, evt::RmaSync, evt::RmaWaitChange, evt::RmaPut, evt::RmaGet, evt::RmaAtomic,
    evt::RmaOpCompleteBlocking, evt::RmaOpCompleteNonBlocking, evt::RmaOpTest, evt::RmaOpCompleteRemote,
    evt::ThreadFork, evt::ThreadJoin, evt::ThreadTeamBegin, evt::ThreadTeamEnd, evt::ThreadAcquireLock,
    evt::ThreadReleaseLock, evt::ThreadTaskCreate, evt::ThreadTaskSwitch, evt::ThreadTaskComplete, evt::ThreadCreate,
    evt::ThreadBegin, evt::ThreadWait, evt::ThreadEnd, evt::CallingContextEnter, evt::CallingContextLeave,
    evt::CallingContextSample, evt::IoCreateHandle, evt::IoDestroyHandle, evt::IoDuplicateHandle, evt::IoSeek,
    evt::IoChangeStatusFlags, evt::IoDeleteFile, evt::IoOperationBegin, evt::IoOperationTest, evt::IoOperationIssued,
    evt::IoOperationComplete, evt::IoOperationCancelled, evt::IoAcquireLock, evt::IoReleaseLock, evt::IoTryLock,
    evt::ProgramBegin, evt::ProgramEnd, evt::NonBlockingCollectiveRequest, evt::NonBlockingCollectiveComplete,
    evt::CommCreate, evt::CommDestroy, evt::Unknown>;
static_assert(well_formed(EventTypes{}));

// The kind of an event: its place in EventTypes.
enum class Kind : std::uint8_t {};

template <class Event>
inline constexpr Kind kind_of = static_cast<Kind>(EventTypes::index_of<Event>());

using EventRecord = AnyRecord<EventTypes>;

// Whether one number is all an event of this type holds.
template <class R>
inline constexpr bool has_one_field = std::remove_cvref_t<decltype(R::schema)>::size == 1;

// An event that has one number as its only field.
template <class R>
requires has_one_field<R> R record_of_one_field(std::uint64_t value) {
  R record;
  auto& field = record.*std::get<0>(R::schema.fields).member;
  using Value = std::remove_reference_t<decltype(field)>;
  if constexpr (requires { field.value; })
    field.value = static_cast<decltype(field.value)>(value);
  else
    field = static_cast<Value>(value);
  return record;
}
EventRecord record_of_one_field(Kind kind, std::uint64_t value);

// "Enter", "MpiSend", ...
std::string_view name_of(Kind kind);
std::optional<Kind> kind_named(std::string_view name);

}  // namespace weft
