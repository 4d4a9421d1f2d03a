weft check data/bp/bad/altered.bp data/bp/good/data.bp
