# Where a file cannot be written in full, nothing is left of it.
trap '' XFSZ
ulimit -f 1
trace=data/dftracer/good/training/trace.pfw
weft merge all.pfw $trace
echo $?
weft compact $trace small.pfw.gz
echo $?
weft anonymise $trace anonymous.pfw
echo $?
weft split $trace pieces --size 0.002 --plain
echo $?
weft merge there/is/no/such/all.pfw $trace
echo $?
ls -A
