"""The names that the quick loop needs for itself, and the acts that it may be made of."""

from __future__ import annotations

from cardavia_spec.core.plan import code

RESERVED = frozenset(
    [
        "seed",
        "deals",
        "options",
        "hashed",
        "stats",
        "times",
        "deals_seen",
        "ended",
        "hits",
        "seen",
        "noted",
        "numbers",
        "opened_by",
        "dealt_by",
        "of_match",
        "words",
        "word",
        "n",
        "total",
        "k",
        "order",
        "taken",
        "over",
        "hash",
        "x",
        "y",
        "done",
        "made",
        "matches",
        "longest",
        "members",
        "some",
        "spread",
        "chosen",
        "held",
        "bits",
        "left",
        "low",
        "under",
        "ways",
        "waysof",
        "subset",
        "ranked",
        "drawn",
        "give_up",
        "comb",
        "chain",
        "islice",
        "shuffled",
        "fold",
        "batches",
        "out",
        "s",
        "me",
        "card_",
        "before",
        "add",
        "mul",
        "rshift",
        "cards",
    ]
)
"""Names that the quick loop needs for itself."""

TAKEN: tuple[type, ...] = (
    code.Let, code.Set, code.SetCell, code.SetZone, code.SetOver, code.DrawFrom, code.Branch,
    code.Each, code.Through, code.Loop, code.Break, code.Continue, code.Keep, code.Out,
    code.Fault, code.Hit, code.Step, code.Return, code.Note,
)  # fmt: skip
"""The acts that the quick loop may be made of."""
