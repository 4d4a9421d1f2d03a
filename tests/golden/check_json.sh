weft check data/otf2/good/sane/trace.otf2 --json
