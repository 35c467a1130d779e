"""Why something is so in a game: which rules changed a figure, why an option is not offered.

`watch` is a state that notes what changes it and by which lines; `parts` takes a condition apart;
`options` tells why options are offered or not; `trace` plays a game again with all that.
"""
