weft stats data/otf/good/solver
