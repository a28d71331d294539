"""A simulated device: runs host and device code with separate memories."""
