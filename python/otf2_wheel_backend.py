# SPDX-License-Identifier: BSD-3-Clause
"""Packs the module otf2 into a wheel of its own, for `pip wheel ./python`. Nothing is compiled: what is, the wheel of weft of
the same version has."""
import pathlib

import wheel_backend

HERE = pathlib.Path(__file__).resolve().parent
TAG = "py3-none-any"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    files = {f"otf2/{file.name}": file.read_bytes() for file in sorted((HERE / "otf2").glob("*.py"))}
    metadata = wheel_backend.metadata(HERE, [f"weft == {wheel_backend.version()}"])
    return wheel_backend.write_wheel(wheel_directory, "weft_otf2", TAG, files, metadata)


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("weft is built from its repository")
