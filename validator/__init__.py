"""What can be proved of a checked ruleset: tracks as graphs, and lints."""
