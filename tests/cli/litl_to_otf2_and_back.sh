cp data/litl/good/solver* .
weft convert solver there/trace.otf2
weft print there/trace.otf2 --events --region main
weft convert there/trace.otf2 back.litl
weft print solver --events > before
weft print back.litl --events | cmp - before && echo the same
cat back.litl.map
weft convert solver copy.litl && cmp solver copy.litl && cmp solver.map copy.litl.map
weft convert solver sized.litl --chunk-size 262144
