"""GPU dialects, host-side GPU passes and a simulated device for xDSL."""
