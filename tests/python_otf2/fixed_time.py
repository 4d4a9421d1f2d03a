# SPDX-License-Identifier: BSD-3-Clause
"""Runs a script at one moment in time, so that all it writes is the same each time.

    fixed_time.py SCRIPT ARGUMENT...
"""
import runpy
import sys
import time

time.time = lambda: 1700000000.5
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
