t=data/otf2/good/sane/trace.otf2
weft print $t --kind Sleep
echo $?
weft print $t --location 999
echo $?
weft print $t --region nothing
echo $?
weft print $t --time early late
echo $?
weft print $t --merged --by-location
