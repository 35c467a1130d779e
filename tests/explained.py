"""Writes the golden files of `tests/test_explain.py` anew: `python tests/explained.py`.

Read every line that changed before you keep it.
"""

from library import SHIPPED
from test_explain import EXPLAINED, page, told

if __name__ == "__main__":
    for name in SHIPPED:
        (EXPLAINED / f"{name}.txt").write_text(page(told(name)), "utf-8", newline="\n")
