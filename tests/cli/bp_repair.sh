weft info data/bp/bad/cut.bp
weft repair data/bp/bad/cut.bp whole.bp
weft check whole.bp
weft repair whole.bp same.bp
cmp whole.bp same.bp
weft repair data/bp/bad/cut.bp whole.bp
