"""Hypothesis strategies for anybody's tests of a spec."""
