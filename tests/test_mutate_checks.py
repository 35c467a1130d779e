"""Every report of the checker occurs in the corpus, and the corpus notices if one is missing."""

import pytest

from mutate_checks import holds, is_noticed, programs, reached, sites, watching


def test_places_are_found() -> None:
    found = sites()
    assert len(found) > 200 and len(set(found)) == len(found)
    assert {one.file for one in found} >= {"dsl/check/words.py", "dsl/merge.py", "dsl/loading.py"}


def test_every_report_occurs_in_the_corpus() -> None:
    assert sorted(set(sites()) - set(reached())) == []


def test_switching_off_is_noticed_and_undone() -> None:
    order = programs()
    with watching(lambda site: False):
        assert not any(holds(one) for one in order if one.expected)
    assert is_noticed(sites()[0], order)
    assert all(map(holds, order))


@pytest.mark.long
def test_the_corpus_notices_every_report() -> None:
    seen = reached()
    assert [str(one) for one in sites() if not is_noticed(one, seen[one])] == []
