// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf2/errors.hpp"

#include <bit>
#include <cerrno>
#include <cstdio>
#include <iterator>
#include <mutex>

namespace weft::otf2::compat {

namespace {

struct KnownCode {
  OTF2_ErrorCode code;
  const char* name;
  const char* description;
  int system_number = 0;  // of errno
};

// The reference names the codes modelled on errno by their number, and tools print it.
#define WEFT_EXPANDED_TEXT(text) #text
#define WEFT_TEXT_OF(macro) WEFT_EXPANDED_TEXT(macro)
#define WEFT_ERRNO(name, description) \
  { OTF2_ERROR_##name, WEFT_TEXT_OF(name), description, name }
#define WEFT_CODE(name, description) \
  { OTF2_ERROR_##name, #name, description }

constexpr KnownCode known_codes[] = {
    {OTF2_DEPRECATED, "DEPRECATED", "Something out of date was used"},
    {OTF2_ABORT, "ABORT", "The program cannot go on"},
    {OTF2_WARNING, "WARNING", "Something looks wrong"},
    {OTF2_SUCCESS, "SUCCESS", "No error"},
    WEFT_CODE(INVALID, "No known error code"),

    WEFT_ERRNO(E2BIG, "Argument list too long"),
    WEFT_ERRNO(EACCES, "Permission denied"),
    WEFT_ERRNO(EADDRNOTAVAIL, "Cannot use this address"),
    WEFT_ERRNO(EAFNOSUPPORT, "Kind of address unknown to the protocol"),
    WEFT_ERRNO(EAGAIN, "Not ready yet, try again"),
    WEFT_ERRNO(EALREADY, "Already under way"),
    WEFT_ERRNO(EBADF, "Bad file descriptor"),
    WEFT_ERRNO(EBADMSG, "Bad message"),
    WEFT_ERRNO(EBUSY, "In use by somebody else"),
    WEFT_ERRNO(ECANCELED, "Canceled"),
    WEFT_ERRNO(ECHILD, "No child processes"),
    WEFT_ERRNO(ECONNREFUSED, "Connection refused"),
    WEFT_ERRNO(ECONNRESET, "Connection reset by peer"),
    WEFT_ERRNO(EDEADLK, "Waiting would never end"),
    WEFT_ERRNO(EDESTADDRREQ, "Destination address missing"),
    WEFT_ERRNO(EDOM, "Argument outside the domain of the function"),
    WEFT_ERRNO(EDQUOT, "Disk quota exceeded"),
    WEFT_ERRNO(EEXIST, "File exists"),
    WEFT_ERRNO(EFAULT, "Bad address"),
    WEFT_ERRNO(EFBIG, "File too large"),
    WEFT_ERRNO(EINPROGRESS, "Now in progress"),
    WEFT_ERRNO(EINTR, "Interrupted by a signal"),
    WEFT_ERRNO(EINVAL, "Argument refused by the system"),
    WEFT_ERRNO(EIO, "Input/output error"),
    WEFT_ERRNO(EISCONN, "Already connected"),
    WEFT_ERRNO(EISDIR, "Is a directory"),
    WEFT_ERRNO(ELOOP, "Symbolic links without end"),
    WEFT_ERRNO(EMFILE, "Too many files open in this process"),
    WEFT_ERRNO(EMLINK, "Too many hard links"),
    WEFT_ERRNO(EMSGSIZE, "Message too long"),
    WEFT_ERRNO(EMULTIHOP, "Multihop attempted"),
    WEFT_ERRNO(ENAMETOOLONG, "File name too long"),
    WEFT_ERRNO(ENETDOWN, "The network does not work"),
    WEFT_ERRNO(ENETRESET, "Connection lost with the network"),
    WEFT_ERRNO(ENETUNREACH, "Network unreachable"),
    WEFT_ERRNO(ENFILE, "Too many files open in the system"),
    WEFT_ERRNO(ENOBUFS, "No room for buffers"),
    WEFT_ERRNO(ENODATA, "No data to be had"),
    WEFT_ERRNO(ENODEV, "No such device"),
    WEFT_ERRNO(ENOENT, "No such file or directory"),
    WEFT_ERRNO(ENOEXEC, "Not a program"),
    WEFT_ERRNO(ENOLCK, "No locks left"),
    WEFT_ERRNO(ENOLINK, "Link severed"),
    WEFT_ERRNO(ENOMEM, "Out of memory"),
    WEFT_ERRNO(ENOMSG, "No such message"),
    WEFT_ERRNO(ENOPROTOOPT, "Option unknown to the protocol"),
    WEFT_ERRNO(ENOSPC, "The device is full"),
    WEFT_ERRNO(ENOSR, "Out of streams"),
    WEFT_ERRNO(ENOSTR, "Not a stream"),
    WEFT_ERRNO(ENOSYS, "Missing in this system"),
    WEFT_ERRNO(ENOTCONN, "Not connected"),
    WEFT_ERRNO(ENOTDIR, "Not a directory"),
    WEFT_ERRNO(ENOTEMPTY, "Directory not empty"),
    WEFT_ERRNO(ENOTSOCK, "Not a socket"),
    WEFT_ERRNO(ENOTSUP, "Not supported"),
    WEFT_ERRNO(ENOTTY, "Request unknown to this device"),
    WEFT_ERRNO(ENXIO, "No such device or address"),
    WEFT_ERRNO(EOPNOTSUPP, "Not supported by this socket"),
    WEFT_ERRNO(EOVERFLOW, "Value too large for its type"),
    WEFT_ERRNO(EPERM, "Not permitted"),
    WEFT_ERRNO(EPIPE, "Nobody reads this pipe"),
    WEFT_ERRNO(EPROTO, "Protocol violated"),
    WEFT_ERRNO(EPROTONOSUPPORT, "Protocol unknown"),
    WEFT_ERRNO(EPROTOTYPE, "Protocol does not fit this socket"),
    WEFT_ERRNO(ERANGE, "Result too large"),
    WEFT_ERRNO(EROFS, "Read-only file system"),
    WEFT_ERRNO(ESPIPE, "Cannot seek in this file"),
    WEFT_ERRNO(ESRCH, "No such process"),
    WEFT_ERRNO(ESTALE, "Stale file handle"),
    WEFT_ERRNO(ETIME, "Timer expired"),
    WEFT_ERRNO(ETIMEDOUT, "Took too long"),
    WEFT_ERRNO(ETXTBSY, "The program file is in use"),
    WEFT_ERRNO(EWOULDBLOCK, "Would have to wait"),
    WEFT_ERRNO(EXDEV, "Link across file systems"),

    WEFT_CODE(END_OF_FUNCTION, "A function ended where it should not"),
    WEFT_CODE(INVALID_CALL, "The function cannot be called now"),
    WEFT_CODE(INVALID_ARGUMENT, "An argument makes no sense"),
    WEFT_CODE(INVALID_RECORD, "A record makes no sense"),
    WEFT_CODE(INVALID_DATA, "The data do not fit together"),
    WEFT_CODE(INVALID_SIZE_GIVEN, "A size cannot be right"),
    WEFT_CODE(UNKNOWN_TYPE, "No such type"),
    WEFT_CODE(INTEGRITY_FAULT, "The structure is damaged"),
    WEFT_CODE(MEM_FAULT, "The memory at hand does not do"),
    WEFT_CODE(MEM_ALLOC_FAILED, "No memory to be had"),
    WEFT_CODE(PROCESSED_WITH_FAULTS, "Done, but not without errors"),
    WEFT_CODE(INDEX_OUT_OF_BOUNDS, "There is no entry with this index"),
    WEFT_CODE(INVALID_LINENO, "No such line in the source code"),
    WEFT_CODE(END_OF_BUFFER, "The end of the buffer or file is reached"),
    WEFT_CODE(FILE_INTERACTION, "A file could not be read or written"),
    WEFT_CODE(FILE_CAN_NOT_OPEN, "A file could not be opened"),
    WEFT_CODE(INTERRUPTED_BY_CALLBACK, "A callback asked to stop reading"),
    WEFT_CODE(PROPERTY_NAME_INVALID, "This is no name for a property"),
    WEFT_CODE(PROPERTY_EXISTS, "The archive has this property already"),
    WEFT_CODE(PROPERTY_NOT_FOUND, "The archive does not have this property"),
    WEFT_CODE(PROPERTY_VALUE_INVALID, "A property has an impossible value"),
    WEFT_CODE(FILE_COMPRESSION_NOT_SUPPORTED, "This library was built without that compression"),
    WEFT_CODE(DUPLICATE_MAPPING_TABLE, "There are two mapping tables for the same ids"),
    WEFT_CODE(INVALID_FILE_MODE_TRANSITION, "The archive cannot change to this mode"),
    WEFT_CODE(COLLECTIVE_CALLBACK, "A callback for collective operations failed"),
    WEFT_CODE(FILE_SUBSTRATE_NOT_SUPPORTED, "This library was built without that file substrate"),
    WEFT_CODE(INVALID_ATTRIBUTE_TYPE, "The attribute is of another type"),
    WEFT_CODE(LOCKING_CALLBACK, "A callback for locks failed"),
    WEFT_CODE(HINT_INVALID, "The hint means nothing in this mode"),
    WEFT_CODE(HINT_LOCKED, "It is too late to change this hint"),
    WEFT_CODE(HINT_INVALID_VALUE, "The hint cannot have this value"),
};

#undef WEFT_CODE
#undef WEFT_ERRNO
#undef WEFT_TEXT_OF
#undef WEFT_EXPANDED_TEXT

constexpr bool in_order_without_gaps() {
  for (std::size_t i = 1; i < std::size(known_codes); ++i)
    if (known_codes[i].code != known_codes[i - 1].code + 1) return false;
  return known_codes[std::size(known_codes) - 1].code == OTF2_ERROR_HINT_INVALID_VALUE;
}
static_assert(in_order_without_gaps());

const KnownCode& known_code(int number) {
  constexpr int first = known_codes[0].code;
  const bool exists = number >= first && number <= known_codes[std::size(known_codes) - 1].code;
  return known_codes[(exists ? number : static_cast<int>(OTF2_ERROR_INVALID)) - first];
}

// Programs in C give numbers that are no codes, which must not be looked at as codes.
int number_of(const OTF2_ErrorCode& code) { return std::bit_cast<int>(code); }

// Belongs to the whole program: the interface has no handle for it.
struct Listener {
  OTF2_ErrorCallback callback = nullptr;
  void* user_data = nullptr;
};
constinit std::mutex listener_mutex;
constinit Listener listener;

Listener current_listener() {
  const std::lock_guard lock{listener_mutex};
  return listener;
}

// How bad it is; an error is described as well.
const char* severity_of(int code) {
  switch (code) {
    case OTF2_DEPRECATED:
      return "deprecated";
    case OTF2_ABORT:
      return "abort";
    case OTF2_WARNING:
      return "warning";
    default:
      return "error";
  }
}

// In one piece, so that lines of several threads do not mix.
__attribute__((format(printf, 4, 0))) void print_line(
    const char* file, std::uint64_t line, OTF2_ErrorCode code, const char* format, va_list arguments) {
  char message[4096] = "";
  if (std::vsnprintf(message, sizeof message, format, arguments) < 0) message[0] = '\0';
  const bool is_described = code < OTF2_DEPRECATED || code > OTF2_SUCCESS;
  std::fprintf(stderr, "[OTF2] %s:%llu: %s%s%s%s%s\n", file, static_cast<unsigned long long>(line), severity_of(code),
      is_described ? ": " : "", is_described ? known_code(code).description : "", message[0] ? ": " : "", message);
}

}  // namespace

OTF2_ErrorCode report_list(const char* file, std::uint64_t line, const char* function, OTF2_ErrorCode code,
    const char* format, va_list arguments) {
  // The lock is not held during the call: a callback may register another one.
  const Listener told = current_listener();
  if (told.callback) return told.callback(told.user_data, file, line, function, code, format, arguments);
  print_line(file, line, code, format, arguments);
  return code;
}

OTF2_ErrorCode report(
    const char* file, unsigned line, const char* function, OTF2_ErrorCode code, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  code = report_list(file, line, function, code, format, arguments);
  va_end(arguments);
  return code;
}

void print_abort(const char* file, std::uint64_t line, const char* format, va_list arguments) {
  print_line(file, line, OTF2_ABORT, format, arguments);
}

OTF2_ErrorCode code_of(const Error& error) {
  switch (error.code) {
    case Errc::invalid_argument:
      return OTF2_ERROR_INVALID_ARGUMENT;
    case Errc::too_large:
      return OTF2_ERROR_INVALID_SIZE_GIVEN;
    case Errc::no_memory:
      return OTF2_ERROR_MEM_FAULT;
    case Errc::exists:
      return OTF2_ERROR_EEXIST;
    case Errc::not_found:
      return OTF2_ERROR_ENOENT;
    case Errc::no_space:
      return OTF2_ERROR_ENOSPC;
    case Errc::corrupt:
      return OTF2_ERROR_INVALID_DATA;
    case Errc::unsupported:
      return OTF2_ERROR_INVALID_CALL;
    case Errc::io:
      break;
  }
  return OTF2_ERROR_FILE_INTERACTION;
}

OTF2_ErrorCode code_of_errno(int number) {
  if (number == 0) return OTF2_SUCCESS;
  for (const KnownCode& known : known_codes)
    if (known.system_number == number) return known.code;
  return OTF2_ERROR_INVALID;
}

}  // namespace weft::otf2::compat

using namespace weft::otf2::compat;

const char* OTF2_Error_GetName(OTF2_ErrorCode errorCode) { return known_code(number_of(errorCode)).name; }

const char* OTF2_Error_GetDescription(OTF2_ErrorCode errorCode) { return known_code(number_of(errorCode)).description; }

OTF2_ErrorCallback OTF2_Error_RegisterCallback(OTF2_ErrorCallback errorCallbackIn, void* userData) {
  const std::lock_guard lock{listener_mutex};
  const OTF2_ErrorCallback before = listener.callback;
  listener = {errorCallbackIn, userData};
  return before;
}
