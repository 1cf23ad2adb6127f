"""Playing a spec: matches, dealing and chance, traces, replay, views."""
