"""What each operation does: one file a dialect, or a topic of one."""
