cp data/litl/bad/killed .
weft print killed --events > /dev/null
echo $?
weft repair killed mended.litl
weft check mended.litl
weft repair killed mended.litl
