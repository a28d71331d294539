"""Analyses: they read IR and change nothing."""
