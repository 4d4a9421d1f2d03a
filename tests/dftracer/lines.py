# SPDX-License-Identifier: BSD-3-Clause
"""The lines of DFTracer traces and the hashes in them, told without Weft."""
import gzip
import hashlib


def text_of(path):
    content = path.read_bytes()
    return gzip.decompress(content) if content.startswith(b"\x1f\x8b") else content


def lines_of(path):
    """Those with an object, as texts."""
    lines = (line.strip() for line in text_of(path).decode(errors="surrogateescape").split("\n"))
    return [line for line in lines if line not in ("", "[", "]")]


def digest(text):
    return hashlib.md5(text.encode(errors="surrogateescape")).digest()


# By the letters that docs/formats/dftracer.md gives them.
HASHES = {
    "C": lambda text: digest(text)[0] + 256 * digest(text)[1],
    "D": lambda text: "".join(f"{byte:02x}"[0] for byte in digest(text)),
    "E": lambda text: int(HASHES["D"](text), 16),
    "F": lambda text: digest(text)[::2].hex(),
}
