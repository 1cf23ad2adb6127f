"""Text to IR: YAML with positions, the expression language, names, types."""
