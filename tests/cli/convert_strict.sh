weft convert data/otf2/good/stencil/trace.otf2 x.otf --strict --report losses.json -j 1
echo "exit $?"
ls
cat losses.json
weft convert data/otf2/good/stencil/trace.otf2 x.bp --strict && ls
weft convert data/otf/bad/cut/cut.otf damaged.otf2 --strict
