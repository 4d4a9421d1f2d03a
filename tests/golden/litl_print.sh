weft print data/litl/good/solver
weft print data/litl/good/narrow_aligned
