weft io data/otf2/good/sane/trace.otf2
