"""The syntax tree: frozen nodes, each with the span of its text.

Read in this order: `expressions`, `statements`, `declarations`, `scenes`.  All classes can be had
from here: `tree.Pick`.
"""

from cubedsl.dsl.tree.declarations import *  # noqa: F403
from cubedsl.dsl.tree.expressions import *  # noqa: F403
from cubedsl.dsl.tree.scenes import *  # noqa: F403
from cubedsl.dsl.tree.statements import *  # noqa: F403
