"""Proofs for every reachable state: induction over the transitions of a game."""
