"""Tests of the dialect definitions."""
