"""`xegpu`: one file a topic."""
