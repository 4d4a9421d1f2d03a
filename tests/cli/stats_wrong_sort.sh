weft stats data/otf2/good/stencil/trace.otf2 --sort colour
