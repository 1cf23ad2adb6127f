"""Property checking by play: seeded deals, Hypothesis examples, theorems by evaluation."""
