weft info --json data/litl/good/solver
