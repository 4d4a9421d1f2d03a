cp -r data/otf2/good/sane broken
file=broken/trace/0.evt
truncate -s $(( $(stat -c %s $file) / 2 )) $file
weft print broken/trace.otf2 --events > /dev/null
echo $?
weft repair broken/trace.otf2 whole/trace.otf2 --close-regions
weft print whole/trace.otf2 > /dev/null
