"""The three rule pages said again in plain Python, apart from the specs and the engines."""
