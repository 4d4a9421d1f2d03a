# SPDX-License-Identifier: BSD-3-Clause
"""DFTracer for Python, served by Weft: see dftracer.logger (version 1) and dftracer.python (version 2)."""
