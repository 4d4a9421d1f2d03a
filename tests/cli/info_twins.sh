timeout 20 weft info data/otf2/bad/system_tree_of_twins/trace.otf2 | head -3
