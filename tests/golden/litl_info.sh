weft info data/litl/good/solver
