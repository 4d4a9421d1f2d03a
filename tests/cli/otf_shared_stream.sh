# A hundred processes in one stream: it is split once, and each of them is read from its part.
awk 'BEGIN {
  printf "1:1" > "t.otf"
  for (p = 2; p <= 100; ++p) printf ",%x", p > "t.otf"
  print "" > "t.otf"
  for (p = 1; p <= 100; ++p) printf "DP%xNM\"p\"\n", p > "t.0.def"
  for (f = 1; f <= 9; ++f) printf "DF%xG0NM\"f%d\"\n", f, f > "t.0.def"
  for (i = 1; i <= 60000; ++i) {
    p = i * 7 % 100 + 1
    printf "%x\n*%x\n%s", i, p, i % 11 ? "" : "K5Y6V1\n" > "t.1.events"
    if (depth[p]++ % 2) printf "L\n" > "t.1.events"; else printf "E%x\n", i % 9 + 1 > "t.1.events"
  }
  printf "%x\n*1\n", 60001 > "t.1.events"
}'
weft convert t.otf there/trace.otf2
weft print --events t.otf | sort > before
weft print --events there/trace.otf2 | sort | cmp - before && wc -l < before
