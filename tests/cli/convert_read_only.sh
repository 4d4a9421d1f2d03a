mkdir locked && touch locked/file
weft convert data/otf2/good/sane/trace.otf2 locked/file/trace.otf2
