weft info data/bp/good/data.bp --all
