"""A game with people at it: who sits there, what they see, the board drawn."""
