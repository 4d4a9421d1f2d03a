weft check data/otf/bad/cut
