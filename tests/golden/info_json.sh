weft info data/otf2/good/sane/trace.otf2 --events --json
