weft print --json --names data/otf/good/solver
