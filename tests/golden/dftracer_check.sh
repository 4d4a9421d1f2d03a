weft check data/dftracer/good/training/trace.pfw
