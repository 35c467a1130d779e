"""From the raw syntax tree to our nodes: one function for every production.

Nothing here raises for a user's mistake; what the grammar lets pass is reported.
"""

from cubedsl.dsl.parse.nodes.items import build_item

__all__ = ["build_item"]
