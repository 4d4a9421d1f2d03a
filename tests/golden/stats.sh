weft stats data/otf2/good/sane/trace.otf2
