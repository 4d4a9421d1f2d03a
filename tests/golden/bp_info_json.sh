weft info data/bp/good/data.bp --json
