weft --version | grep -c '^features: .*otf2'
