// SPDX-License-Identifier: BSD-3-Clause
// Definitions of files, handles and I/O interfaces.
#pragma once

#include "model/values.hpp"
#include "schema/schema.hpp"

namespace weft::def {

struct IoParadigm {
  IoParadigmRef self;
  StringRef identification;
  StringRef name;
  IoParadigmClass io_paradigm_class{};
  IoParadigmFlag io_paradigm_flags{};
  Sequence<IoParadigmPropertyValue, std::uint8_t> properties;

  static constexpr auto schema = record("IoParadigm",
      "An I/O interface, such as POSIX or MPI-IO, whose operations were recorded.",
      field<&IoParadigm::self>("self", "The id that events and other definitions use."),
      field<&IoParadigm::identification>("identification", "The name tools know the interface by."),
      field<&IoParadigm::name>("name", "Its name."),
      field<&IoParadigm::io_paradigm_class>("ioParadigmClass", "Serial or parallel."),
      field<&IoParadigm::io_paradigm_flags>("ioParadigmFlags", "Flags of the interface."),
      list<&IoParadigm::properties>("numberOfProperties", "properties", "Properties with their values."));
};

struct IoFileProperty {
  IoFileRef io_file;
  StringRef name;
  TypedValue value;

  static constexpr auto schema = record("IoFileProperty", "A key and value on a file or directory.",
      field<&IoFileProperty::io_file>("ioFile", "The file or directory."),
      field<&IoFileProperty::name>("name", "Its name."),
      typed<&IoFileProperty::value>("type", "value", "The value, with its type."));
};

struct IoRegularFile {
  IoFileRef self;
  StringRef name;
  SystemTreeNodeRef scope;

  static constexpr auto schema = record("IoRegularFile", "A file that was accessed.",
      field<&IoRegularFile::self>("self", "The id that events and other definitions use."),
      field<&IoRegularFile::name>("name", "Its name."),
      field<&IoRegularFile::scope>("scope", "Whom the values speak of."));
};

struct IoDirectory {
  IoFileRef self;
  StringRef name;
  SystemTreeNodeRef scope;

  static constexpr auto schema = record("IoDirectory", "A directory that was accessed.",
      field<&IoDirectory::self>("self", "The id that events and other definitions use."),
      field<&IoDirectory::name>("name", "Its name."), field<&IoDirectory::scope>("scope", "Whom the values speak of."));
};

struct IoHandle {
  IoHandleRef self;
  StringRef name;
  IoFileRef file;
  IoParadigmRef io_paradigm;
  IoHandleFlag io_handle_flags{};
  CommRef comm;
  IoHandleRef parent;

  static constexpr auto schema = record("IoHandle", "An open file, or anything else I/O goes through.",
      field<&IoHandle::self>("self", "The id that events and other definitions use."),
      field<&IoHandle::name>("name", "Its name."), field<&IoHandle::file>("file", "The file."),
      field<&IoHandle::io_paradigm>("ioParadigm", "The I/O interface."),
      field<&IoHandle::io_handle_flags>("ioHandleFlags", "Flags of the handle."),
      field<&IoHandle::comm>("comm", "The communicator."),
      field<&IoHandle::parent>("parent", "What it is a part of, or undefined."));
};

struct IoPreCreatedHandleState {
  IoHandleRef io_handle;
  IoAccessMode mode{};
  IoStatusFlag status_flags{};

  static constexpr auto schema = record("IoPreCreatedHandleState",
      "The state of a handle that was open before recording began.",
      field<&IoPreCreatedHandleState::io_handle>("ioHandle", "The handle."),
      field<&IoPreCreatedHandleState::mode>("mode", "The mode."),
      field<&IoPreCreatedHandleState::status_flags>("statusFlags", "Status flags."));
};

}  // namespace weft::def
