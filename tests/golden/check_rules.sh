weft check --rules
