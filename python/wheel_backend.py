# SPDX-License-Identifier: BSD-3-Clause
"""Builds the wheel of the package weft, for `pip wheel .`: CMake compiles, this puts together what it made.

WEFT_BUILD_DIR names a build tree whose libraries are taken as they are; without it one is made and thrown away. The wheel
holds our libraries, but not those of the distribution that they stand on (libfmt, zlib, simdjson, ...): it is for machines
like the one it was built on.
"""
import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIBRARIES = ("libweft.so.0", "libweft-record.so.0")
TARGETS = ("weft_python", "weft_python_record")


def run(*command):
    # pip hides the packages of the system from what it starts; CMake is to see them.
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONNOUSERSITE")}
    subprocess.run([str(word) for word in command], check=True, env=environment)


def version():
    text = (ROOT / "CMakeLists.txt").read_text()
    return re.search(r"project\(weft VERSION ([0-9.]+)", text)[1]


def tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def configured(build):
    """A new build tree for the interpreter that runs this, in which nothing is built yet."""
    run("cmake", "-S", ROOT, "-B", build, "-DCMAKE_BUILD_TYPE=RelWithDebInfo", "-DWEFT_BUILD_TESTS=OFF",
        "-DWEFT_BUILD_EXAMPLES=OFF", f"-DWEFT_PYTHON={sys.executable}")
    return build


def built(build, *targets):
    run("cmake", "--build", build, "--parallel", os.environ.get("WEFT_JOBS", os.cpu_count()), "--target", *targets)
    return build


def compiled(work):
    """A build tree with our libraries in it."""
    known = os.environ.get("WEFT_BUILD_DIR")
    return pathlib.Path(known) if known else built(configured(work / "build"), *TARGETS)


def stage(build, folder):
    """The package as it is to be unpacked."""
    run("cmake", "--install", build, "--component", "python", "--prefix", folder / "prefix", "--strip")
    package = folder / "prefix" / "share" / "weft" / "python" / "weft"
    for library in LIBRARIES:
        shutil.copy(build / "lib" / library, package / library)
        run("strip", "--strip-unneeded", package / library)
    return package


def metadata(folder, dependencies=()):
    """What the pyproject.toml of a folder says, and what the package depends on besides."""
    project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {version()}",
             f"Summary: {project['description']}", f"License: {project['license']['text']}",
             f"Requires-Python: {project['requires-python']}",
             *(f"Requires-Dist: {need}" for need in [*project.get("dependencies", ()), *dependencies])]
    for extra, needs in project.get("optional-dependencies", {}).items():
        lines += [f"Provides-Extra: {extra}", *(f'Requires-Dist: {need}; extra == "{extra}"' for need in needs)]
    lines += ["Description-Content-Type: text/markdown", "", (folder / project["readme"]).read_text()]
    return "\n".join(lines)


def write_wheel(folder, project, compatible, files, told):
    """A wheel of files by name. Answers its own name."""
    info = f"{project}-{version()}.dist-info"
    name = f"{project}-{version()}-{compatible}.whl"
    is_pure = "true" if compatible.endswith("-any") else "false"
    record = []
    with zipfile.ZipFile(pathlib.Path(folder) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        def add(name, content):
            wheel.writestr(name, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(content)}")

        for path, content in files.items():
            add(path, content)
        add(f"{info}/METADATA", told.encode())
        add(f"{info}/WHEEL",
            f"Wheel-Version: 1.0\nGenerator: weft\nRoot-Is-Purelib: {is_pure}\nTag: {compatible}\n".encode())
        add(f"{info}/LICENSE", (ROOT / "LICENSE").read_bytes())
        wheel.writestr(f"{info}/RECORD", "\n".join([*record, f"{info}/RECORD,,", ""]))
    return name


# --- what pip calls ---------------------------------------------------------------------------------------------------

def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        package = stage(compiled(work), work)
        files = {f"weft/{file.relative_to(package).as_posix()}": file.read_bytes()
                 for file in sorted(package.rglob("*")) if file.is_file()}
        return write_wheel(wheel_directory, "weft", tag(), files, metadata(ROOT))


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("weft is built from its repository")
