weft info data/dftracer/good/training/trace.pfw
