weft io data/dftracer/good/training/trace.pfw
