mkdir empty
weft repair empty whole/trace.otf2
