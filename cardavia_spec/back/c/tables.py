"""The constant arrays that a program looks into, as C declares them."""

from __future__ import annotations

from cardavia_spec.back.c.printer import TYPES, Printer, comment
from cardavia_spec.core.plan.code import Kind


def arrays(printer: Printer, text: str) -> list[str]:
    """Return the constant arrays that a text looks into, as lines."""
    lines = []
    for array in printer.program.arrays.values():
        if array.name not in text:
            continue
        values = array.values
        type_ = _narrow(values) if array.kind is Kind.INT else TYPES[array.kind]
        if array.name.startswith("below_"):  # the place behind the last bit is looked at too
            size = 129 if printer.wide and array.kind is Kind.CARDS else 65
            values += (0,) * (size - len(values))
        entries = ", ".join(printer.number(v, array.kind) for v in values)
        lines += [f"/* {comment(array.note)} */"] if array.note else []
        lines.append(f"static const {type_} {array.name}[{len(values)}] = {{{entries}}};")
    return lines


def _narrow(values: tuple[int, ...]) -> str:
    """Return the narrowest type of a table: the less room it takes, the more is at hand."""
    if all(0 <= v < 1 << 8 for v in values):
        return "uint8_t"
    return "int16_t" if all(-(1 << 15) <= v < 1 << 15 for v in values) else "int32_t"
