"""Calls into WebAssembly without the checks of every argument: the engine knows its own functions.

The short way needs names of the library that are not public; if they are not there, the public way
is taken, which does the same in about twenty times as long.
"""

import ctypes
from collections.abc import Callable
from typing import Any, TypeAlias

import wasmtime

Call: TypeAlias = Callable[..., Any]


def fast(function: Any, store: Any) -> Call:
    """Return a call of a function whose arguments are whole numbers of 64 bits and that gives back
    one number at most."""
    try:
        return _unchecked(function, store)
    except (ImportError, AttributeError):
        return lambda *arguments: function(store, *arguments)


def _unchecked(function: Any, store: Any) -> Call:
    from wasmtime import _bindings as raw

    kind = function.type(store)
    results = [str(one) for one in kind.results]
    size = max(len(kind.params), len(results), 1)
    values = (raw.wasmtime_val_raw * size)()
    enter = raw._wasmtime_func_call_unchecked
    context, own = store._context(), ctypes.byref(function._func)
    field = results[0] if results else ""
    keep = (function, store, values)

    def call(*arguments: int) -> Any:
        for place, argument in enumerate(arguments):
            values[place].i64 = argument
        trap = ctypes.POINTER(raw.wasm_trap_t)()
        error = enter(context, own, values, size, ctypes.byref(trap))
        if trap:
            raise wasmtime.Trap._from_ptr(trap)
        if error:
            raise wasmtime.WasmtimeError._from_ptr(error)
        return getattr(keep[2][0], field) if field else None

    return call
