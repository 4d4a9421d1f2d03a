# SPDX-License-Identifier: BSD-3-Clause
"""Disks on which there is little room, for tests of what happens when they are full."""
import contextlib
import resource
import subprocess


def small_files(kilobytes=1024):
    """For `preexec_fn`: no file of a program gets larger than that."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (kilobytes << 10, kilobytes << 10))


@contextlib.contextmanager
def small_disk(disk, kilobytes):
    """A small tmpfs where that can be mounted, else a limit on the size of files: what has to be called first."""
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "none", disk], capture_output=True,
                             check=False).returncode == 0
    print(f"a small disk by {'a file system' if mounted else 'a limit on the size of files'}", flush=True)
    try:
        yield None if mounted else small_files(min(kilobytes, 1024))
    finally:
        if mounted:
            subprocess.run(["umount", disk], check=False)
