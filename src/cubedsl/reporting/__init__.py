"""Results as one page of HTML that needs nothing else: no network, no script, no other file.

`parts` says what a page is made of, `plots` draws, `drawing` makes of a plot what can stand in a
page, `simulated`, `tuned`, `balanced` and `anything` tell what is in a result, `page` puts it
together.
"""
