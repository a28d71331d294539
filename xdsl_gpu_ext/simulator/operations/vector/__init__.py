"""`vector`: one file a topic."""
