t=data/otf2/good/sane/trace.otf2
weft print $t --events --kind MpiSend --json
weft print $t --kind Enter --time 0 1000 --location 0
weft print $t --time 0s 1ms --kind ProgramBegin
weft print $t --region main
