weft convert data/otf/good/solver there/trace.otf2
weft convert there/trace.otf2 back.otf
weft print --events --by-location data/otf/good/solver | sed "s/<[0-9]*>//g" > before
weft print --events --by-location back.otf | sed "s/<[0-9]*>//g" | cmp - before && echo the same
grep -v '^DUI' data/otf/good/solver/solver.0.def > definitions
grep -v '^DUI\|^DAUX' back.0.def | cmp - definitions && cmp back.0.marker data/otf/good/solver/solver.0.marker && echo the same
cat back.1.stats back.1.snaps
weft convert data/otf/good/solver copy.otf && cmp copy.1.events data/otf/good/solver/solver.1.events
weft convert data/otf2/good/stencil/trace.otf2 stencil.otf
weft check stencil.otf
