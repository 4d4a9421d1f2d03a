cp -r data/otf2/good/stencil run
rm run/trace/1.evt
truncate -s -20 run/trace/0.evt
weft check run/trace.otf2 | sed -n '/^[a-z-]*: .*finding/p'
weft check run/trace.otf2 > /dev/null
echo $?
weft check run/trace.otf2 --rule file-missing
