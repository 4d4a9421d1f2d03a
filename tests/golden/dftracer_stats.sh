weft stats data/dftracer/good/training/trace.pfw
