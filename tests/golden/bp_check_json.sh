weft check data/bp/bad/altered.bp --json
