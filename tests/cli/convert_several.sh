# Several traces become one, as merging makes it.
stencil=data/otf2/good/stencil/trace.otf2
training=data/dftracer/good/training/trace.pfw
weft merge merged.otf2 "$stencil" "$training" >merged.txt 2>&1
weft convert "$stencil" "$training" converted.bp
weft print --events merged.otf2 >one.txt
weft print --events converted.bp >other.txt
cmp one.txt other.txt && echo 'the same'
