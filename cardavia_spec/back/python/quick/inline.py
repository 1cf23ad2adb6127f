"""Putting the plans of functions where they are called."""

from __future__ import annotations

from dataclasses import replace

from cardavia_spec.back.python.quick.places import Effects
from cardavia_spec.back.python.quick.tidy import tidied
from cardavia_spec.back.python.quick.trees import (
    Acts,
    Fresh,
    all_codes,
    changed,
    every,
    has_return,
    set_names,
    with_blocks,
)
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Act, Code, Function, Num, Var

Called = dict[code.Call, Var]
"""The values of calls, and what holds them."""
LARGE = 200
"""Functions of more acts than this are called, not put in."""


class Inliner:
    """Gives out the plans of a program's functions, with other functions put in."""

    def __init__(self, effects: Effects, fresh: Fresh) -> None:
        self.functions = effects.functions
        self.effects = effects
        self.fresh = fresh
        self.called: dict[str, Function] = {}

    def function(self, name: str) -> Acts:
        """Return the plan of a function, with names that nothing else has."""
        acts = self.fresh.renamed(self.functions[name].body)
        self.effects.places.learn(acts)
        return self.block(acts)

    def block(self, acts: Acts, known: Called | None = None) -> Acts:
        """Return acts with the functions they call put in, each once where nothing changes.

        `known` are the values of calls made before.
        """
        known = {} if known is None else known
        varying = set_names(acts)
        out: list[Act] = []
        for old in acts:
            if isinstance(old, code.Each | code.Through | code.Loop):
                self.forget(known, old)
            act = with_blocks(old, lambda block: self.block(block, dict(known)))
            match act:
                case code.Let(name, code.Call() as call) if (have := known.get(call)) is not None:
                    out.append(code.Let(name, have))
                case code.Let(name, code.Call() as call) if (
                    body := self.body(call, known)
                ) is not None:
                    out += _valued(body, Var(name, call.kind))
                    if name not in varying:
                        self.remember(known, call, Var(name, call.kind))
                case code.Set(name, code.Call() as call) if (
                    body := self.body(call, known)
                ) is not None:
                    put = _valued(body, Var(name, call.kind))
                    out += _as_sets(put, name)
                case _:
                    out.append(act)
            self.forget(known, act)
        for act in out:
            for c in all_codes((act,)):
                if isinstance(c, code.Call) and c.function != "is_over":
                    self.keep(c.function)
        return tuple(out)

    def remember(self, known: Called, call: code.Call, name: Var) -> None:
        """Remember what holds the value of a call that depends on the state alone."""
        fixed = all(isinstance(arg, Num) for arg in call.args)
        if fixed and call.function not in self.effects.noting:
            known[call] = name

    def forget(self, known: Called, act: Act) -> None:
        """Forget the values of calls that an act may change."""
        writes = self.effects.writes((act,)) | {
            slot
            for c in all_codes((act,))
            if isinstance(c, code.Call) and c.function != "is_over"
            for slot in self.effects.of_function(c.function)[1]
        }
        for call in [c for c in known if self.effects.of_function(c.function)[0] & writes]:
            del known[call]

    def keep(self, name: str) -> None:
        """Remember that a function is called."""
        if name not in self.called:
            known = self.functions[name]
            self.called[name] = known  # for those that call themselves, until it is done
            body = tidied(self.function(name), self.effects)
            self.called[name] = replace(known, body=body)

    def body(self, call: code.Call, before: Called) -> Acts | None:
        """Return the plan of a call where it can be put in, without early ends."""
        if call.function == "is_over" or call.before:
            return None
        known = self.functions[call.function]
        params: dict[str, Code] = dict(zip((p.name for p in known.params), call.args, strict=True))
        if any(not isinstance(arg, Var | Num) for arg in params.values()):
            return None
        acts = self.fresh.renamed(known.body)
        acts = _given(acts, params)
        self.effects.places.learn(acts)
        acts = tidied(self.block(acts, dict(before)), self.effects)
        if sum(1 for _ in every(acts)) > LARGE:
            return None
        return structured(acts)


def _given(acts: Acts, params: dict[str, Code]) -> Acts:
    def change(c: Code) -> Code:
        return params.get(c.name, c) if isinstance(c, Var) else c

    return changed(acts, change)


def structured(acts: Acts) -> Acts | None:
    """Return acts that return nowhere but at their ends, or None if that cannot be had."""
    for i, act in enumerate(acts):
        if isinstance(act, code.Return):
            return acts[: i + 1]
        if not has_return((act,)):
            continue
        if not isinstance(act, code.Branch):
            return None
        rest = acts[i + 1 :]
        sides = []
        for side in (act.then, act.otherwise):
            if not has_return(side):
                new = structured((*side, *rest))
            elif _always(side):
                new = structured(side)
            else:
                return _looped(acts)
            if new is None:
                return None
            sides.append(new)
        if not has_return(act.then) and not has_return(act.otherwise):
            return None
        return (*acts[:i], code.Branch(act.cond, sides[0], sides[1]))
    return acts


def _always(acts: Acts) -> bool:
    """Whether acts return in any case."""
    for act in acts:
        if isinstance(act, code.Return):
            return True
        if isinstance(act, code.Branch) and _always(act.then) and _always(act.otherwise):
            return True
    return False


def _looped(acts: Acts) -> Acts | None:
    """Return acts in a loop of one round that each return leaves, or None."""
    for act in every(acts):
        if isinstance(act, code.Each | code.Through | code.Loop) and has_return((act,)):
            return None
    return (code.Loop(acts),)


def _valued(acts: Acts, to: Var) -> Acts:
    """Return acts that give a name the value that they returned."""
    if acts and isinstance(acts[-1], code.Return) and not has_return(acts[:-1]):
        value = acts[-1].value
        assert value is not None
        return (*acts[:-1], code.Let(to.name, value))
    return (code.Let(to.name, Num(0, to.kind)), *_set_at_ends(acts, to, in_loop=False))


def _set_at_ends(acts: Acts, to: Var, *, in_loop: bool) -> Acts:
    out: list[Act] = []
    for act in acts:
        match act:
            case code.Return(value):
                assert value is not None
                out.append(code.Set(to.name, value))
                if in_loop:
                    out.append(code.Break())
            case code.Loop(body) if has_return(body):
                out.append(code.Loop(_set_at_ends(body, to, in_loop=True)))
            case code.Branch(cond, then, otherwise):
                a = _set_at_ends(then, to, in_loop=in_loop)
                b = _set_at_ends(otherwise, to, in_loop=in_loop)
                out.append(code.Branch(cond, a, b))
            case _:
                out.append(act)
    return tuple(out)


def _as_sets(acts: Acts, name: str) -> Acts:
    """Return acts that set a name instead of declaring it."""
    return tuple(
        code.Set(name, act.value) if isinstance(act, code.Let) and act.name == name else act
        for act in acts
    )


def ended(acts: Acts) -> Acts | None:
    """Return acts that give no value without any return, or None if that cannot be had."""
    acts_ = structured(acts)
    if acts_ is None:
        return None
    return _without_returns(acts_, in_loop=False)


def _without_returns(acts: Acts, *, in_loop: bool) -> Acts:
    out: list[Act] = []
    for act in acts:
        match act:
            case code.Return():
                if in_loop:
                    out.append(code.Break())
            case code.Loop(body) if has_return(body):
                new = _without_returns(body, in_loop=True)
                out.append(code.Loop((*new, code.Break())))
            case code.Branch(cond, then, otherwise):
                a = _without_returns(then, in_loop=in_loop)
                b = _without_returns(otherwise, in_loop=in_loop)
                out.append(code.Branch(cond, a, b))
            case _:
                out.append(act)
    return tuple(out)
