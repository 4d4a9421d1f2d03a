weft info nowhere.otf2
