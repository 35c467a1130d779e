"""Questions put to many games: what differs between two, what each card does."""
