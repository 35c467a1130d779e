"""Rules as plain English, made from their syntax trees: text and behaviour cannot differ.

Read in this order: `vocabulary` (what the words of a ruleset stand for), `numbers` and `phrases`
(what has a value), `conditions`, `doing` (statements), `cards` and `entries` (declarations).
"""
