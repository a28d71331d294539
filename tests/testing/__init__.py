"""Tests of what the package offers to test suites."""
