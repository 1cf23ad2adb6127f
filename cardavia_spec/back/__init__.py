"""Readers of the IR, one a target; none imports another."""
