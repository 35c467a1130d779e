"""Exact chances of a ruleset: of a pool of dice, of what follows from an option.

`pool` counts the ways of dice that are thrown once.  `position` finds where a choice is open,
`trial` carries out one of its options with every throw there can be, `chain` goes on with it until
a policy stops.  `fork` copies positions, `faces` counts what a throw can show.
"""
