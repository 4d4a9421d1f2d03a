weft stats data/litl/good/solver
