# Where a mapping cannot be written in full, there is no trace without it.
trap '' XFSZ
printf '1:1\n' > many.otf
printf 'DTR3b9aca00\nDFG1NM"all"\nDP1NM"process"\n' > many.0.def
for i in $(seq 200); do printf 'DF%xG1NM"a function with a long name, number %d"\n' $i $i; done >> many.0.def
printf '1\n*1\nE1\n2\n*1\nL1\n2\n*1\n' > many.1.events
weft convert many.otf whole.litl > /dev/null 2>&1
echo $?
ulimit -f 4
weft convert many.otf out.litl 2>&1 | grep weft:
weft convert whole.litl out.litl
echo $?
weft repair whole.litl out.litl
echo $?
ls -A
