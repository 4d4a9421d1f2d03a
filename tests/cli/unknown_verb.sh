weft weave trace.otf2
