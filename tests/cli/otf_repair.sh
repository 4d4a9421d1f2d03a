weft repair data/otf/bad/cut mended.otf --close-regions
weft check mended.otf
cat mended.otf mended.1.events
weft repair data/otf/bad/cut mended.otf
