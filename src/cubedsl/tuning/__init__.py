"""Numbers of a ruleset, chosen so that its games are as they should be.

`targets` says what games should be like, `field` plays them, `trial` makes of numbers a ruleset
that is played, `search` tries numbers, `journal` keeps what has been tried.
"""
