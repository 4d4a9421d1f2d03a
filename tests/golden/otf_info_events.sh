weft info --events data/otf/good/solver
