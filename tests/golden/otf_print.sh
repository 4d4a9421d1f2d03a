weft print data/otf/good/solver
