cp -r data/otf2/good/sane broken && rm broken/trace.otf2
weft info broken/trace.otf2
echo $?
weft repair broken/trace.otf2 whole/trace.otf2
weft print whole/trace.otf2 --json --events > after
weft print data/otf2/good/sane/trace.otf2 --json --events > before
cmp before after && echo "all events are there"
