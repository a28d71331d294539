"""Modules and runs as pictures and highlighted text."""
