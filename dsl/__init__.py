"""From text to a checked ruleset: parse, resolve, check.  Knows no game."""
