"""What has a value.  Evaluating changes nothing and asks nothing.

The nodes stand in `values`, `conditions` and `sets`; all can be had from here.
"""

# ruff: noqa: F403, F405 - one name for all nodes is worth the stars.

from typing import TypeAlias

from cubedsl.dsl.model.conditions import *
from cubedsl.dsl.model.sets import *
from cubedsl.dsl.model.values import *

Expr: TypeAlias = (
    Literal
    | Local
    | You
    | OptionValue
    | CellValue
    | SupplyOf
    | AmountOf
    | HowMuch
    | Held
    | AttributeOf
    | TableAt
    | Shown
    | RuleValue
    | Sum
    | Count
    | Groups
    | Arithmetic
    | Quotient
    | Choice
    | ChanceOf
    | Distance
    | Fact
    | Compare
    | Same
    | Both
    | Either
    | Not
    | Exists
    | OfKinds
    | Shows
    | Marked
    | Used
    | Usable
    | Crowned
    | OfTerrain
    | Among
    | Nothing
    | All
    | PiecesIn
    | Kinds
    | SeatOf
    | Where
    | Best
    | InOrder
    | First
    | After
    | NextTo
    | Within
    | Nearest
    | Union
    | Without
    | Common
    | Gather
    | KindsOf
    | ClassesOf
    | FacesOf
    | SpacesOf
    | SpaceAt
    | SpaceNamed
    | StopAt
    | TokenSpace
    | TargetOf
    | OwnerOf
)
