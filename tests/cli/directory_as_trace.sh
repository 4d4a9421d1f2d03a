cp -r data/otf2/good/sane run
weft info run | head -2
