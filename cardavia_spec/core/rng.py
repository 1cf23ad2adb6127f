"""The one random generator: splitmix64, bounded by multiply and shift.

Every engine writes these same few lines, so a seed names the same deal everywhere.  One deck
order takes one draw (the seed of a stream of its own), one decision one bounded draw.
"""

from __future__ import annotations

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15
SHARED = 5
"""So many places of a deck come from one number.  Of 128 cards five places have less than 2**35
values: no order is likelier than another by more than one part in 2**29."""


def mix(z: int) -> int:
    """Return the splitmix64 finaliser of a 64-bit number."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def lot_seed(seed: int, lot: int) -> int:
    """Return the seed of lot number `lot` (from 0) of a run; lot 0 has the seed of the run."""
    return seed & MASK if lot == 0 else mix((seed + mix(lot)) & MASK)


def fold(value: int, x: int) -> int:
    """Return the rolling hash after one more number, whatever its sign."""
    y = ((value ^ (x & MASK)) * GAMMA) & MASK
    return y >> 32 | y << 32 & MASK


def odd(place: int) -> int:
    """Return what number `place` (from 0) of a state weighs in the hash: an odd number."""
    return mix(place + 1) | 1


class Random:
    """A stream of random numbers; its whole state is one 64-bit number."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & MASK

    def next(self) -> int:
        """Return the next number of 64 bits."""
        self.state = (self.state + GAMMA) & MASK
        return mix(self.state)

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1; one draw for n up to 2**64, else one a 64 bits."""
        if n <= MASK + 1:
            return (self.next() * n) >> 64
        words = -(-n.bit_length() // 64) + 1
        wide = 0
        for _ in range(words):
            wide = (wide << 64) | self.next()
        return (wide * n) >> (64 * words)

    def shuffled(self, n: int) -> tuple[int, ...]:
        """Return the numbers 0 to n - 1 in random order: one draw of this stream.

        The draw seeds a stream of its own that fills the order from the front, so an engine may
        make only as much of it as is looked at.  Each is one of those that are left, counted from
        the lowest; a number of that stream serves `SHARED` of them: what a place leaves over of
        it, seen as a fraction, finds the next place.
        """
        own = Random(self.next())
        left = list(range(n))
        order = []
        x = 0
        for i in range(n):
            x = (own.next() if i % SHARED == 0 else x & MASK) * (n - i)
            order.append(left.pop(x >> 64))
        return tuple(order)
