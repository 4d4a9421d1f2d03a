weft
