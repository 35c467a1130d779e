"""The checked ruleset: frozen, plain data in which every name is resolved.

It is what `cubedsl.dsl.check` makes of syntax trees, and the only thing that later stages (the
validator, the interpreter, the lowering) see.  Read in this order: `types`, `things` (what is
declared), `expressions`, `statements`, `ruleset`, `scenes` (strategies and scenarios).

Three conventions hold everywhere:

* **Frames.** A procedure, ability, rule, … owns a frame of `frame_size` slots.  Parameters, `let`
  names, loop variables, the things a filter looks at: each has a slot of its own in the frame.
* **Things** (pieces, players, spaces, faces, kinds, classes) are numbers.  A value of the type
  `Things` is a tuple of distinct numbers, in ascending order unless a `from` ordered it.  "One
  thing" is such a tuple with at most one member; there is no null.
* **Nothing is implied.** Whose resource is read, what an adjective is about, which prices apply:
  all of it is written out.  An expression has no effect and never asks: random draws and
  decisions are statements of their own.
"""
