"""Copies of a position, so that several things can be tried from it."""

from copy import copy

from attrs import evolve

from cubedsl.interpreter.meaning.scope import Scope
from cubedsl.interpreter.state import State

LISTS = ("spot", "face", "used", "marks", "rank", "known", "laters", "snapshots")
LISTS_OF_LISTS = ("members", "cells", "tokens")


def fork(state: State) -> State:
    """Return a copy that shares nothing with a position; its log is empty.

    The bodies that are being carried out are copied with their frames, so that one of them can go
    on from here; what had begun on the position itself cannot.
    """
    found = copy(state)
    for name in LISTS:
        setattr(found, name, list(getattr(state, name)))
    for name in LISTS_OF_LISTS:
        setattr(found, name, [list(one) for one in getattr(state, name)])
    found.stream = copy(state.stream)
    found.covered = dict(state.covered)
    found.offering = set(state.offering)
    found.spent = [set(one) for one in state.spent]
    found.attempts = [copy(one) for one in state.attempts]
    found.batches = {
        timing: [evolve(batch, spent=set(batch.spent)) for batch in batches]
        for timing, batches in state.batches.items()
    }
    found.scopes = [
        Scope(found, list(one.frame), one.you, one.card, one.at) for one in state.scopes
    ]
    found.log, found.picked, found.unasked = [], [], []
    found.steps = 0
    return found
