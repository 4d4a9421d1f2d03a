trace=data/dftracer/good/training/trace.pfw
weft io $trace --by nothing
echo $?
weft io $trace --interval 5
echo $?
weft io $trace --time 5s 1s
echo $?
weft io $trace --csv call --json
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
weft split $trace pieces --size 1 --name ../up
echo $?
ls -A
