"""From a source to a syntax tree.

`lexing` makes words of the text, `layout` cuts them into items, `machine` runs the grammar's tables
(`tables`) over one item and goes on after a mistake, `mistakes` says in the reader's words what is
wrong, `nodes` makes nodes of what was understood.  `parser` puts them together.
"""
