// SPDX-License-Identifier: BSD-3-Clause
// Events of files: handles, operations, locks.
#pragma once

#include "model/values.hpp"
#include "schema/schema.hpp"

namespace weft::evt {

struct IoCreateHandle {
  IoHandleRef handle;
  IoAccessMode mode{};
  IoCreationFlag creation_flags{};
  IoStatusFlag status_flags{};

  static constexpr auto schema = record("IoCreateHandle", "A handle was opened.",
      field<&IoCreateHandle::handle>("handle", "The handle."), field<&IoCreateHandle::mode>("mode", "The mode."),
      field<&IoCreateHandle::creation_flags>("creationFlags", "Flags of the creation."),
      field<&IoCreateHandle::status_flags>("statusFlags", "Status flags."));
};

struct IoDestroyHandle {
  IoHandleRef handle;

  static constexpr auto schema = record(
      "IoDestroyHandle", "A handle was closed.", field<&IoDestroyHandle::handle>("handle", "The handle."));
};

struct IoDuplicateHandle {
  IoHandleRef old_handle;
  IoHandleRef new_handle;
  IoStatusFlag status_flags{};

  static constexpr auto schema = record("IoDuplicateHandle", "A handle was duplicated.",
      field<&IoDuplicateHandle::old_handle>("oldHandle", "The handle that was duplicated."),
      field<&IoDuplicateHandle::new_handle>("newHandle", "The duplicate."),
      field<&IoDuplicateHandle::status_flags>("statusFlags", "Status flags."));
};

struct IoSeek {
  IoHandleRef handle;
  std::int64_t offset_request{};
  IoSeekOption whence{};
  std::uint64_t offset_result{};

  static constexpr auto schema = record("IoSeek", "The position of a handle was changed.",
      field<&IoSeek::handle>("handle", "The handle."),
      field<&IoSeek::offset_request>("offsetRequest", "The offset asked for."),
      field<&IoSeek::whence>("whence", "What the offset counts from."),
      field<&IoSeek::offset_result>("offsetResult", "The resulting position."));
};

struct IoChangeStatusFlags {
  IoHandleRef handle;
  IoStatusFlag status_flags{};

  static constexpr auto schema = record("IoChangeStatusFlags", "The status flags of a handle were changed.",
      field<&IoChangeStatusFlags::handle>("handle", "The handle."),
      field<&IoChangeStatusFlags::status_flags>("statusFlags", "Status flags."));
};

struct IoDeleteFile {
  IoParadigmRef io_paradigm;
  IoFileRef file;

  static constexpr auto schema = record("IoDeleteFile", "A file was deleted.",
      field<&IoDeleteFile::io_paradigm>("ioParadigm", "The I/O interface."),
      field<&IoDeleteFile::file>("file", "The file."));
};

struct IoOperationBegin {
  IoHandleRef handle;
  IoOperationMode mode{};
  IoOperationFlag operation_flags{};
  std::uint64_t bytes_request{};
  std::uint64_t matching_id{};

  static constexpr auto schema = record("IoOperationBegin", "An I/O operation began.",
      field<&IoOperationBegin::handle>("handle", "The handle."), field<&IoOperationBegin::mode>("mode", "The mode."),
      field<&IoOperationBegin::operation_flags>("operationFlags", "Flags of the operation."),
      field<&IoOperationBegin::bytes_request>("bytesRequest", "Bytes asked for."),
      field<&IoOperationBegin::matching_id>("matchingId", "Ties the events of one operation together."));
};

struct IoOperationTest {
  IoHandleRef handle;
  std::uint64_t matching_id{};

  static constexpr auto schema = record("IoOperationTest", "A non-blocking I/O operation was tested and not complete.",
      field<&IoOperationTest::handle>("handle", "The handle."),
      field<&IoOperationTest::matching_id>("matchingId", "Ties the events of one operation together."));
};

struct IoOperationIssued {
  IoHandleRef handle;
  std::uint64_t matching_id{};

  static constexpr auto schema = record("IoOperationIssued", "A non-blocking I/O operation was handed to the system.",
      field<&IoOperationIssued::handle>("handle", "The handle."),
      field<&IoOperationIssued::matching_id>("matchingId", "Ties the events of one operation together."));
};

struct IoOperationComplete {
  IoHandleRef handle;
  std::uint64_t bytes_result{};
  std::uint64_t matching_id{};

  static constexpr auto schema = record("IoOperationComplete", "An I/O operation was completed.",
      field<&IoOperationComplete::handle>("handle", "The handle."),
      field<&IoOperationComplete::bytes_result>("bytesResult", "Bytes moved."),
      field<&IoOperationComplete::matching_id>("matchingId", "Ties the events of one operation together."));
};

struct IoOperationCancelled {
  IoHandleRef handle;
  std::uint64_t matching_id{};

  static constexpr auto schema = record("IoOperationCancelled", "An I/O operation was cancelled.",
      field<&IoOperationCancelled::handle>("handle", "The handle."),
      field<&IoOperationCancelled::matching_id>("matchingId", "Ties the events of one operation together."));
};

struct IoAcquireLock {
  IoHandleRef handle;
  LockType lock_type{};

  static constexpr auto schema = record("IoAcquireLock", "A lock on a file was acquired.",
      field<&IoAcquireLock::handle>("handle", "The handle."),
      field<&IoAcquireLock::lock_type>("lockType", "Exclusive or shared."));
};

struct IoReleaseLock {
  IoHandleRef handle;
  LockType lock_type{};

  static constexpr auto schema = record("IoReleaseLock", "A lock on a file was released.",
      field<&IoReleaseLock::handle>("handle", "The handle."),
      field<&IoReleaseLock::lock_type>("lockType", "Exclusive or shared."));
};

struct IoTryLock {
  IoHandleRef handle;
  LockType lock_type{};

  static constexpr auto schema = record("IoTryLock", "An attempt to lock a file failed.",
      field<&IoTryLock::handle>("handle", "The handle."),
      field<&IoTryLock::lock_type>("lockType", "Exclusive or shared."));
};

}  // namespace weft::evt
