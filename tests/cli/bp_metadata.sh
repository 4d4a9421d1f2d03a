cp -r data/bp/good/parts.bp.dir parts.bp.dir
weft repair parts.bp parts.bp
cmp parts.bp data/bp/good/parts.bp
head -c 2900 data/bp/good/parts.bp > parts.bp
weft check parts.bp
weft repair parts.bp whole.bp
weft check whole.bp
cmp whole.bp data/bp/good/parts.bp
cmp whole.bp.dir/whole.bp.2 parts.bp.dir/parts.bp.2
rm parts.bp.dir/parts.bp.1
weft repair parts.bp more.bp
