t=data/otf2/good/stencil/trace.otf2
weft check --rule file-missing --rule time-backwards $t
echo $?
weft print --events --kind Enter --location 0,1 --location 2 --kind Leave $t | wc -l
weft print $t --events --location 0 --location 1,2 --kind Enter --kind Leave | wc -l
weft stats --top -3 $t
echo $?
weft print $t --location -1
