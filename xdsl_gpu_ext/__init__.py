"""GPU dialects, host-side GPU passes and a simulated device for xDSL."""

__version__ = "0.1.0"
