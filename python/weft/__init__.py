# SPDX-License-Identifier: BSD-3-Clause
"""Traces of parallel programs, whatever their format."""
from weft._weft import Error

__all__ = ["Error"]
