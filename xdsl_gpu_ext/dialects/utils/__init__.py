"""What several dialect definitions share."""
