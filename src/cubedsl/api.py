"""What programs that play may rely on: every name of `docs/bots.md`, wherever it is defined."""

from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.interpreter.bots.play_out import Ending, play_out
from cubedsl.interpreter.bots.seats import Bot, find, line_up
from cubedsl.interpreter.bots.strategy import Agent
from cubedsl.interpreter.decision import Decision, Option, Outcome, Way
from cubedsl.interpreter.game import Game, IllegalChoice, replay
from cubedsl.interpreter.imagined import Imagined, imagined
from cubedsl.interpreter.records.error import RecordError
from cubedsl.interpreter.records.record import Record, take
from cubedsl.interpreter.records.record_file import load as load_record
from cubedsl.interpreter.records.record_file import save as save_record
from cubedsl.interpreter.records.resume import resume
from cubedsl.interpreter.setup import Setup, SetupError, prepare
from cubedsl.interpreter.state import State
from cubedsl.interpreter.streams import Stream
from cubedsl.interpreter.table.picture import lines
from cubedsl.interpreter.table.view import View, view
from cubedsl.pipeline import load, shipped

__all__ = [
    "Agent",
    "Bot",
    "Decision",
    "Ending",
    "Game",
    "IllegalChoice",
    "Imagined",
    "Option",
    "Outcome",
    "Record",
    "RecordError",
    "Ruleset",
    "Setup",
    "SetupError",
    "State",
    "Stream",
    "View",
    "Way",
    "find",
    "imagined",
    "line_up",
    "lines",
    "load",
    "load_record",
    "play_out",
    "prepare",
    "replay",
    "resume",
    "save_record",
    "shipped",
    "take",
    "view",
]
