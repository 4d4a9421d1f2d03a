weft print --json --names data/litl/good/solver
