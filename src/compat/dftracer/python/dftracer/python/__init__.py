# SPDX-License-Identifier: BSD-3-Clause
"""What version 2 calls dftracer.python: the logger, dft_fn, the tree of annotators for machine learning; and for
PyTorch a back end of its compiler (`dynamo`) and a handler for its profiler (`torch`, a module to be imported)."""
from ..ai import ai
from ..logger import DFTRACER_ENABLE, DFTRACER_INIT_PRELOAD, DFTRACER_LOG_LEVEL, dft_fn, dftracer
from .dynamo import Dynamo, create_backend, dynamo

__all__ = ["ai", "dft_fn", "dftracer", "Dynamo", "create_backend", "dynamo", "DFTRACER_ENABLE", "DFTRACER_INIT_PRELOAD",
           "DFTRACER_LOG_LEVEL"]
