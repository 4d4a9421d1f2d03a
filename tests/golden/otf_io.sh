weft io data/otf/good/solver --by file
