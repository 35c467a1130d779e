"""The syntax tree: frozen nodes, each with the span of its text.

Read in this order: `expressions`, `statements`, `memory`, `things`, `declarations`, `places`,
`scenes`, `files`.  All classes can be had from here: `tree.Pick`.
"""

# ruff: noqa: F403 - one name for all nodes is worth the stars.

from cubedsl.dsl.tree.declarations import *
from cubedsl.dsl.tree.expressions import *
from cubedsl.dsl.tree.files import *
from cubedsl.dsl.tree.memory import *
from cubedsl.dsl.tree.places import *
from cubedsl.dsl.tree.scenes import *
from cubedsl.dsl.tree.statements import *
from cubedsl.dsl.tree.things import *
