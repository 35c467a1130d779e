"""How chances and shares are written, everywhere: the one place where percents are rounded.

A half is rounded up, never to the even digit: 1/8 without places is 13 % in whatever command.

>>> percent(Fraction(78125, 629856)), percent(Fraction(1, 8)), share(0.125, 0), share(0.5)
('12.4036 %', '12.5 %', '13%', '50.0%')
"""

from fractions import Fraction

PLACES = 4
_WHOLE = 100


def percent(chance: Fraction | float, places: int = PLACES) -> str:
    """Return an exact chance in percent, without zeros at the end.

    What is not quite nothing, or not quite everything, is not written as if it were.
    """
    exact = _exact(chance) * _WHOLE
    unit = Fraction(1, 10**places)
    rounded = _rounded(exact, places)
    if rounded == 0 < exact:
        return f"< {_bare(unit, places)} %"
    if rounded == _WHOLE > exact:
        return f"> {_bare(_WHOLE - unit, places)} %"
    return f"{_bare(rounded, places)} %"


def share(measured: Fraction | float, places: int = 1) -> str:
    """Return a measured share in percent, always with so many places: for tables."""
    return f"{_written(_rounded(_exact(measured) * _WHOLE, places), places)}%"


def fraction(chance: Fraction) -> str:
    """Return a chance as a fraction and in percent: `1/8 = 12.5 %`."""
    return f"{chance} = {percent(chance)}"


def decimal(number: Fraction, places: int = PLACES) -> str:
    """Return a number with at most so many places."""
    return _bare(_rounded(number, places), places)


def _exact(number: Fraction | float) -> Fraction:
    """Return a number; a float as it is written, for 0.4975 is a little less than that."""
    return number if isinstance(number, Fraction) else Fraction(str(number))


def _rounded(number: Fraction, places: int) -> Fraction:
    scale = 10**places
    return Fraction((number * scale + Fraction(1, 2)).__floor__(), scale)


def _bare(number: Fraction, places: int) -> str:
    text = _written(number, places)
    return text.rstrip("0").rstrip(".") if places else text


def _written(number: Fraction, places: int) -> str:
    """Return a number that has no more places than this, with all of them."""
    digits = str(int(abs(number) * 10**places)).rjust(places + 1, "0")
    sign = "-" if number < 0 else ""
    whole, behind = digits[: len(digits) - places], digits[len(digits) - places :]
    return f"{sign}{whole}.{behind}" if places else f"{sign}{whole}"
