trace=data/dftracer/good/training/trace.pfw
weft io $trace --by nothing
echo $?
weft io $trace --interval 5
echo $?
weft merge all.pfw data/bp/good/data.bp
echo $?
weft merge all.pfw no-such.pfw
echo $?
touch there.pfw
weft compact $trace there.pfw
echo $?
weft split $trace pieces
echo $?
weft split $trace pieces --time 0.000001
echo $?
weft split $trace data --size 1
echo $?
ls -A
