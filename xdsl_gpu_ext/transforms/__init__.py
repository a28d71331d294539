"""The passes, one module or package each."""
