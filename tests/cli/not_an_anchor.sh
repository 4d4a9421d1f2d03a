echo hello > notes.otf2
weft print notes.otf2
