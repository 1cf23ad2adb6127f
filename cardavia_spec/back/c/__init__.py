"""C source from a plan, compiled by the system compiler."""
