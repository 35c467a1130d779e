"""Scenarios: a position made by hand, carried out line by line, and what must come out."""
