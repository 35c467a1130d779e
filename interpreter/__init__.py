"""From a checked ruleset to games: the reference walker, the engine, decisions and states."""
