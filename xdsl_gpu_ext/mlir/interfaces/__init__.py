"""What operations and attributes do, said at the operation or attribute."""
