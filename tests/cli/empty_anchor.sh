: > trace.otf2
weft info trace.otf2
