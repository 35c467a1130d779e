"""A program as the text of a module: its functions, and what calls them from outside."""

from cubedsl.interpreter.engine import code as c
from cubedsl.interpreter.engine.direct import Direct, direct
from cubedsl.interpreter.engine.driver import DRIVER, NATIVE, WITHIN
from cubedsl.interpreter.engine.inlining import is_large, lengths_of, written_out
from cubedsl.interpreter.engine.terms import Common, tame
from cubedsl.interpreter.engine.wat import Writer

PAGE = 65536


def module_text(
    program: c.Program,
    failure: c.Region,
    resuming: c.Region,
    bounds: tuple[int, int, int, int],
    *,
    checked: bool = False,
    names: dict[str, c.Function],
    game_number: c.Region,
) -> str:
    """Return a program as the text of a module.

    `bounds`: where the image begins and ends, where the image of a fresh game lies, and the first
    address behind everything.
    """
    start, image, pristine, end = bounds
    lines = [f'(module (memory (export "memory") {-(-end // PAGE)})', WITHIN]
    own = {key: tame(function.name) for key, function in names.items()}
    lines.append(f"(func $ask (result i64) (call ${own['ask']}))")
    answer = _region(program, "answer")
    own_functions = [one for one in program.functions if not one.native]
    lengths = lengths_of(own_functions)
    common = Common(resuming, answer, checked, written_out(lengths, names.values()))
    lines += [Writer(one, common).text() for one in own_functions if one not in common.inlined]
    run = own["run"]
    if not is_large(lengths):
        lines += [Direct(one, common).text() for one in own_functions if one.frame is not None]
        run = direct(names["run"])
    natives = sorted({tame(one.name) for one in program.functions if one.native})
    lines.append(
        "\n".join([DRIVER, *(NATIVE[name] for name in natives)]).format(
            image=start,
            size=image - start,
            pristine=pristine,
            resuming=resuming.base,
            behind=pristine + image - start,
            answer=answer.base,
            number=game_number.base,
            reason=failure.base,
            direct=run,
            **own,
        )
    )
    return "\n".join([*lines, ")"])


def _region(program: c.Program, name: str) -> c.Region:
    return next(one for one in program.image if one.name == name)
