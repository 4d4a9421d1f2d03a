echo hello > notes.txt
weft print notes.txt
