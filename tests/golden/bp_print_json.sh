weft print data/bp/good/data.bp --json
