"""From a checked ruleset and a setup to a program of the engine."""
