# SPDX-License-Identifier: BSD-3-Clause
"""What version 2 calls dftracer.python: the logger, dft_fn, and the tree of annotators for machine learning."""
from .ai import ai
from .logger import DFTRACER_ENABLE, DFTRACER_INIT_PRELOAD, DFTRACER_LOG_LEVEL, dft_fn, dftracer

__all__ = ["ai", "dft_fn", "dftracer", "DFTRACER_ENABLE", "DFTRACER_INIT_PRELOAD", "DFTRACER_LOG_LEVEL"]
