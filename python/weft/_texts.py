# SPDX-License-Identifier: BSD-3-Clause
"""Texts as the library takes them."""


def as_bytes(text: str) -> bytes:
    """The bytes that a text was read from. What is no UTF-8 in names of traces, Python's texts hold as they do in names of
    files, and so it can be asked for."""
    return str.encode(text, "utf-8", "surrogateescape")
