"""For test suites, this package's own and those of packages that build on it."""
