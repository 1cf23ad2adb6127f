"""One loop that plays whole lots: a plan put together and made fast for Python."""
