weft print data/dftracer/good/training/trace.pfw --events | head -60
