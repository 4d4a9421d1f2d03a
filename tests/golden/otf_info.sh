weft info data/otf/good/solver
