weft check data/litl/bad/killed
