"""Checking a spec: static checks, seeded play, Hypothesis, proofs, reports."""
