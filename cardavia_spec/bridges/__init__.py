"""Doors to other tools; each needs an optional extra."""
