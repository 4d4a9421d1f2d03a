weft convert data/otf2/good/sane/trace.otf2 copy/trace.otf2 && diff -r data/otf2/good/sane copy && echo same
weft convert data/otf2/good/sane/trace.otf2 copy/trace.otf2
echo $?
weft convert copy/trace.otf2 copy/trace.otf2
echo $?
weft convert copy/trace.otf2 other.xyz
echo $?
weft convert copy/trace.otf2 other --to nonsense
echo $?
weft convert copy/trace.otf2 small/trace.otf2 --chunk-size 1000
