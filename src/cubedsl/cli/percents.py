"""How chances are written, everywhere: the one place where percents are rounded.

>>> percent(Fraction(78125, 629856)), percent(Fraction(1, 8)), percent(Fraction(1, 8), 0)
('12.4036 %', '12.5 %', '13 %')
"""

from fractions import Fraction

PLACES = 4


def percent(share: Fraction | float, places: int = PLACES) -> str:
    """Return a share in percent, a half rounded up, without zeros at the end.

    What is not quite nothing, or not quite everything, is not written as if it were.
    """
    exact = Fraction(share) * 100
    unit = Fraction(1, 10**places)
    rounded = (exact / unit + Fraction(1, 2)).__floor__() * unit
    if rounded == 0 < exact:
        return f"< {_plain(unit, places)} %"
    if rounded == 100 > exact:
        return f"> {_plain(100 - unit, places)} %"
    return f"{_plain(rounded, places)} %"


def _plain(value: Fraction, places: int) -> str:
    """Return a number that has no more places than this."""
    whole = int(abs(value) * 10**places)
    digits = str(whole).rjust(places + 1, "0")
    front, back = digits[: len(digits) - places], digits[len(digits) - places :].rstrip("0")
    sign = "-" if value < 0 else ""
    return f"{sign}{front}.{back}" if back else f"{sign}{front}"


def fraction(share: Fraction) -> str:
    """Return a chance as a fraction and in percent: `1/8 = 12.5 %`."""
    return f"{share} = {percent(share)}"


def decimal(value: Fraction, places: int = PLACES) -> str:
    """Return a number with so many places, a half rounded up."""
    unit = Fraction(1, 10**places)
    return _plain((value / unit + Fraction(1, 2)).__floor__() * unit, places)
