"""Output formats of `xdsl-opt -t` that show a module as a picture."""
