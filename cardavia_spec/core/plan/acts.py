"""From IR statements to plans."""

from __future__ import annotations

from typing import assert_never

from cardavia_spec.core import ir
from cardavia_spec.core.ops import Op
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import NONE, Code, Kind, Num, Var
from cardavia_spec.core.plan.forms import constant_members
from cardavia_spec.core.plan.lower import Lowerer
from cardavia_spec.core.plan.program import Program
from cardavia_spec.core.plan.writer import Env
from cardavia_spec.core.spec import Body, Cell, Rows, Spec, Tiers
from cardavia_spec.core.types import Int, Maybe, SetOf, Sort
from cardavia_spec.core.walk import statements


class Actor(Lowerer):
    """Writes functions that change the state.

    `chosen` are the domains that parameters of a move were chosen from, as long as the state is
    the one they were chosen in.
    """

    def __init__(self, program: Program, rule: str) -> None:
        super().__init__(program, rule)
        self.chosen: dict[str, ir.Expr] = {}

    def run(self, block: tuple[ir.Stmt, ...], env: Env) -> None:
        """Write the statements of a block."""
        for s in block:
            self.statement(s, env)

    def statement(self, s: ir.Stmt, env: Env) -> None:
        """Write one statement."""
        match s:
            case ir.Move():
                self._move(s, env)
            case ir.MoveAll():
                self._move_all(s, env)
            case ir.Draw():
                self._draw(s, env)
            case ir.Show():
                return  # who knows what is no part of the state
            case ir.Assign():
                self._assign(s, env)
            case ir.EndDeal():
                self.block.append(code.SetOver())
            case ir.For():
                self._for(s, env)
            case ir.Repeat(times, body):
                n = self.temp(self.ex(times, env), "times")
                with self.inner() as inside:
                    self.changed()
                    self.run(body, env)
                self.block.append(code.Through(self.fresh("round"), Num(1), n, tuple(inside)))
                self.changed()
            case ir.When(branches, otherwise):
                self._when(list(branches), otherwise, env)
                self.changed()
            case _:
                assert_never(s)

    # ------------------------------------------------------------------ cards

    def place(self, place: ir.Place, env: Env) -> list[Code]:
        """Return the slots of a zone, or of all zones of a family."""
        zone = self.spec.zones[place.key]
        if zone.each is not None and not place.args:
            return [Num(zone.offset + i) for i in range(zone.size)]
        return [self.temp(self.zone_slot(zone, place.args, env), "zone")]

    def put(self, place: ir.Place, slot: Code, cards: Code) -> None:
        """Add cards to a zone."""
        first = self.spec.zones[place.key].offset
        whole = algebra.join(code.Zone(slot, first=first), cards)
        self.block.append(code.SetZone(slot, whole, grows=True, first=first))

    def take(self, place: ir.Place, slot: Code, cards: Code) -> None:
        """Take cards out of a zone."""
        first = self.spec.zones[place.key].offset
        rest = algebra.without(code.Zone(slot, first=first), cards)
        self.block.append(code.SetZone(slot, rest, grows=False, first=first))

    def _move(self, s: ir.Move, env: Env) -> None:
        cards = self.temp(self.ex(s.cards, env), "moved")
        sources, (target,) = self.place(s.source, env), self.place(s.target, env)
        lying: Code = Num(0, Kind.CARDS)
        for slot in sources:
            lying = algebra.join(lying, code.Zone(slot, first=self.spec.zones[s.source.key].offset))
        there = algebra.deny(algebra.some(algebra.without(cards, lying)))
        if self.surely_there(s):
            there = code.TRUE
        self.oblige(there, "a card that is to be moved is not there", s)
        for slot in sources:
            self.take(s.source, slot, cards)
        self.put(s.target, target, cards)
        self.changed()

    def surely_there(self, s: ir.Move) -> bool:
        """Whether the cards were chosen from the very zone they are moved from."""
        cards = s.cards
        if isinstance(cards, ir.Apply) and cards.op is Op.SETOF and len(cards.args) == 1:
            cards = cards.args[0]
        if not isinstance(cards, ir.Ref) or cards.name not in self.chosen:
            return False
        return within(self.spec, self.chosen[cards.name], (s.source.key, s.source.args))

    def changed(self) -> None:
        """Forget what was computed and chosen: the state has changed."""
        Lowerer.changed(self)
        self.chosen = {}

    def _move_all(self, s: ir.MoveAll, env: Env) -> None:
        sources, (target,) = self.place(s.source, env), self.place(s.target, env)
        gathered: Code = Num(0, Kind.CARDS)
        for slot in sources:
            gathered = algebra.join(
                gathered, code.Zone(slot, first=self.spec.zones[s.source.key].offset)
            )
        cards = self.temp(gathered, "moved")
        for slot in sources:
            first = self.spec.zones[s.source.key].offset
            self.block.append(code.SetZone(slot, Num(0, Kind.CARDS), grows=False, first=first))
        self.put(s.target, target, cards)
        self.changed()

    def _draw(self, s: ir.Draw, env: Env) -> None:
        n = self.temp(self.ex(s.count, env), "count")
        (source,), (target,) = self.place(s.source, env), self.place(s.target, env)
        size = code.Op("pop", (code.Zone(source, first=self.spec.zones[s.source.key].offset),))
        enough = algebra.both(algebra.at_most(Num(0), n), algebra.at_most(n, size))
        self.oblige(enough, "too few cards to draw", s)
        name = self.fresh("drawn")
        self.block.append(code.DrawFrom(name, source, n))
        drawn = Var(name, Kind.CARDS)
        self.take(s.source, source, drawn)
        self.put(s.target, target, drawn)
        self.changed()

    # ------------------------------------------------------------------ variables

    def _assign(self, s: ir.Assign, env: Env) -> None:
        cell = self.spec.cells[s.target.key]
        slot = self.temp(self.cell_slot(cell, s.target.args, env), "cell")
        value = self.ex(s.value, env)
        known = s.value.type
        if s.how is not ir.How.SET:
            old = code.Cell(slot, kind=self.program.kind(cell.type), first=cell.offset)
            value = algebra.arithmetic("+" if s.how is ir.How.ADD else "-", old, value)
            known = Int(-(1 << 62), 1 << 62)
        self.give(cell, slot, value, s, known)
        self.changed()

    def give(
        self,
        cell: Cell,
        slot: Code,
        value: Code,
        where: ir.Statement | ir.Expr,
        known: object = None,
    ) -> None:
        """Give a cell a value, obliged to lie in its domain."""
        value = self.temp(value, "value")
        if _surely_inside(cell, known):
            self.block.append(code.SetCell(slot, value, cell.offset))
            return
        value = self.own(value)
        inside = self._inside(cell, value)
        # After a fault any value of the domain will do: no cell has another one at any time.
        told = f"'{cell.name}' cannot have this value"
        self.oblige(inside, told, where, value, self.some_of(cell))
        if isinstance(value, Num) and inside == code.FALSE:
            value = self.some_of(cell)
        self.block.append(code.SetCell(slot, value, cell.offset))

    def some_of(self, cell: Cell) -> Num:
        """Return some value of a cell's domain."""
        first = cell.domain[0]
        return Num(NONE if first is None else int(first), self.program.kind(cell.type))  # type: ignore[arg-type]

    def _inside(self, cell: Cell, value: Code) -> Code:
        numbers = sorted(int(v) for v in cell.domain if isinstance(v, int))
        low, high = numbers[0], numbers[-1]
        if high - low + 1 == len(numbers):
            inside = algebra.both(
                algebra.at_most(Num(low), value), algebra.at_most(value, Num(high))
            )
        else:
            inside = code.FALSE
            for number in numbers:
                inside = algebra.either(inside, algebra.equal(value, Num(number)))
        return (
            algebra.either(inside, algebra.equal(value, Num(NONE)))
            if None in cell.domain
            else inside
        )

    # ------------------------------------------------------------------ loops and branches

    def _for(self, s: ir.For, env: Env) -> None:
        assert isinstance(s.domain.type, SetOf)
        name = self.fresh(s.name)
        members = constant_members(s.domain)
        mask = None if members is not None else self.temp(self.ex(s.domain, env), "each")
        if s.after is not None:
            self._round(s, name, members, mask, env)
            return
        with self.inner() as inside:
            self.changed()
            self.run(s.body, {**env, s.name: Var(name)})
        body = tuple(inside)
        if members is not None and members == list(range(members[0], members[-1] + 1)):
            self.block.append(code.Through(name, Num(members[0]), Num(members[-1]), body))
        else:
            self.block.append(code.Each(name, mask or self.ex(s.domain, env), body))
        self.changed()

    def _round(
        self, s: ir.For, name: str, members: list[int] | None, mask: Code | None, env: Env
    ) -> None:
        """From the one after a member, round to it."""
        assert s.after is not None
        sort = s.after.type
        assert isinstance(sort, Sort)
        n = len(sort.members)
        at = self.fresh("step")
        last = self.variable(self.ex(s.after, env), "last")
        with self.inner() as inside:
            self.changed()
            wrapped = algebra.equal(last, Num(n - 1))
            member = code.Pick(wrapped, Num(0), algebra.arithmetic("+", last, Num(1)))
            inside.append(code.Let(name, member))
            inside.append(code.Set(last.name, Var(name)))
            with self.inner() as body:
                self.run(s.body, {**env, s.name: Var(name)})
            if members == list(range(n)):
                inside.extend(body)
            else:
                there = self.ex(s.domain, env) if mask is None else mask
                inside.append(
                    code.Branch(code.Op("has", (there, Var(name)), Kind.BOOL), tuple(body))
                )
        self.block.append(code.Through(at, Num(1), Num(n), tuple(inside)))
        self.changed()

    def _when(
        self,
        branches: list[tuple[ir.Expr, tuple[ir.Stmt, ...]]],
        otherwise: tuple[ir.Stmt, ...],
        env: Env,
    ) -> None:
        if not branches:
            self.run(otherwise, env)
            return
        if len(branches) == 1 and not otherwise and self._perhaps(*branches[0], env):
            return
        (test, body), rest = branches[0], branches[1:]
        cond = self.ex(test, env)
        with self.inner() as first:
            self.run(body, env)
        with self.inner() as second:
            self._when(rest, otherwise, env)
        self.block.append(code.Branch(cond, tuple(first), tuple(second)))

    def _perhaps(self, test: ir.Expr, body: tuple[ir.Stmt, ...], env: Env) -> bool:
        """Write `if test: cell := value` without a branch where all of it is cheap."""
        if len(body) != 1 or not isinstance(body[0], ir.Assign) or body[0].how is not ir.How.SET:
            return False
        s = body[0]
        if not all(map(_cheap, (test, s.value, *s.target.args))):
            return False
        cell = self.spec.cells[s.target.key]
        cond = self.temp(self.ex(test, env), "whether")
        slot = self.temp(self.cell_slot(cell, s.target.args, env), "cell")
        value = self.own(self.temp(self.ex(s.value, env), "value"))
        if not _surely_inside(cell, s.value.type):
            inside = algebra.either(algebra.deny(cond), self._inside(cell, value))
            told = f"'{cell.name}' cannot have this value"
            self.oblige(inside, told, s, value, self.some_of(cell))
        old = code.Cell(slot, kind=self.program.kind(cell.type), first=cell.offset)
        self.block.append(code.SetCell(slot, code.Pick(cond, value, old, old.kind), cell.offset))
        return True


def _cheap(e: ir.Expr) -> bool:
    """Whether an expression is a value at hand, or a comparison of such."""
    match e:
        case ir.Lit(value):
            return not isinstance(value, frozenset)
        case ir.Ref():
            return True
        case ir.Get(ir.Origin.CELL, _, args):
            return all(map(_cheap, args))
        case ir.Apply(Op.EQ | Op.NOT | Op.LT | Op.LE, args):
            return all(map(_cheap, args)) and not any(isinstance(a.type, SetOf) for a in args)
        case _:
            return False


def within(spec: Spec, e: ir.Expr, zone: tuple[str, tuple[ir.Expr, ...]]) -> bool:
    """Whether a set of cards is, by its form, a part of a zone."""

    def go(x: ir.Expr) -> bool:
        return within(spec, x, zone)

    match e:
        case ir.Get(ir.Origin.ZONE, key, args):
            return (key, args) == zone
        case ir.Get(ir.Origin.DEFINITION, key, ()):
            return all(map(go, _whole(spec.definitions[key].body)))
        case ir.Those(domain=domain) | ir.Best(domain=domain):
            return go(domain)
        case ir.If(_, then, other):
            return go(then) and go(other)
        case ir.Apply(Op.BOTH, (a, b)):
            return go(a) or go(b)
        case ir.Apply(Op.MINUS, (a, _)):
            return go(a)
        case ir.Apply(Op.UNION, (a, b)):
            return go(a) and go(b)
        case ir.Lit(value):
            return value == frozenset()
        case _:
            return False


def _whole(body: Body) -> tuple[ir.Expr, ...]:
    match body:
        case Tiers(tiers):
            return tuple(tier.cards for tier in tiers)
        case Rows(rows):
            return tuple(row.then for row in rows)
        case _:
            return (body,)


def ending(block: tuple[ir.Stmt, ...]) -> bool | None:
    """Whether a block ends the deal: surely, surely not, or (None) perhaps."""
    if any(isinstance(s, ir.EndDeal) for s in block):
        return True
    return None if any(isinstance(s, ir.EndDeal) for s in statements(block)) else False


def _surely_inside(cell: Cell, known: object) -> bool:
    """Whether the type alone shows that a value lies in the domain."""
    domain = set(cell.domain)
    if isinstance(known, Maybe):
        return None in domain and _surely_inside(cell, known.inner)
    if isinstance(known, Int):
        if known.high - known.low > 1000:
            return False
        return domain.issuperset(range(known.low, known.high + 1))
    if isinstance(known, Sort):
        return domain.issuperset(range(len(known.members)))
    return known is not None and not isinstance(known, Int)
