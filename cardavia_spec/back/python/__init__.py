"""Python source from a plan: plain functions on ints, no dependency."""
