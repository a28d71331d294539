"""Reading IR: walks, dominance, symbols, constants, the layout of memrefs."""
