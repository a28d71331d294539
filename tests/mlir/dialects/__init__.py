"""The dialects around ours."""
