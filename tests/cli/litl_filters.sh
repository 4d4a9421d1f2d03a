weft print data/litl/good/solver --region "inner loop" --time 104 120
weft print data/litl/good/solver --location 65536 --json --events
weft print data/litl/good/solver --kind ParameterUnsignedInt --by-location
