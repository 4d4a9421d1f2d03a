weft count data/dftracer/good/training/trace.pfw
