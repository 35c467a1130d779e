"""The fast engine: a setup becomes a program over whole numbers, and that becomes WebAssembly.

`lower/` makes the program (`code`, written with `build`), `assemble` settles where things lie,
`wat` writes it out, `machine` compiles and runs it, `view` reads its memory as a state of the
reference.
"""
