"""Clauses of the rule pages and what covers them."""
