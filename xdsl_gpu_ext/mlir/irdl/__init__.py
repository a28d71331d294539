"""Defining operations and attributes: refinement, directives, constraints."""
