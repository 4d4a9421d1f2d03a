# SPDX-License-Identifier: BSD-3-Clause
"""What can go wrong."""
from weft import _weft


class Error(Exception):
    """The base of all errors of this module."""


class _SemanticError(Error):
    _where = ""

    def __init__(self, msg):
        super().__init__(msg)
        self.msg = msg

    def __str__(self):
        return f"Semantic error {self._where}: {self.msg}"


class TraceReaderError(_SemanticError):
    """A trace contradicts itself."""
    _where = "in the input trace"


class TraceWriterError(_SemanticError):
    """What is to be written contradicts itself."""
    _where = "trying to write the trace"


class ArchiveError(Error):
    """Files could not be read or written. `name` and `code` are those of OTF2's error codes; `cause` says what happened,
    and where."""

    def __init__(self, name, code, description, cause=""):
        self.name = name
        self.code = code
        self.description = description
        self.cause = cause
        self.message = f"{name} ({code}): {description}"
        super().__init__(self.message)

    def __str__(self):
        return f"{self.message}: {self.cause}" if self.cause else self.message


# The kinds of failure of the core, and what OTF2 says to them.
_CODES = {
    "not found": ("ENOENT", 41, "File or directory does not exist"),
    "exists": ("EEXIST", 19, "File does already exist"),
    "no space": ("ENOSPC", 47, "No space left on device"),
    "no memory": ("ENOMEM", 46, "Not enough space"),
    "invalid argument": ("INVALID_ARGUMENT", 78, "Parameter value out of range"),
    "io": ("EIO", 27, "Input/output error"),
}
_OTHER = ("INVALID", 1, "Unknown error code")


def as_archive_error(error):
    """The same failure, in OTF2's words."""
    return ArchiveError(*_CODES.get(error.code, _OTHER), str(error))


def told_by(call, *arguments):
    """Calls the core; what it cannot do is an ArchiveError."""
    try:
        return call(*arguments)
    except _weft.Error as error:
        raise as_archive_error(error) from None
