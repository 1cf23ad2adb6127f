"""schnapsen: made from the spec with the digest sha256:39742849fca126518f5e0bbb779bbe5a1ee281cece91b857baaa664e2fb86fbb."""

from itertools import permutations
from math import comb
from operator import itemgetter, mul
from struct import Struct
from sys import byteorder

CARDS = 20
ZONES = 8
CELLS = 33
OPTIONS = 4
MOVES = 4
RESULTS = 6
MATCH_RESULTS = 3
TURN = 10
DEALER = 4
HITS = 23
NO_MOVE = 34
TOO_LONG = 35
LONGEST = 10000
ONE_STOCK = True
MASK = 18446744073709551615
SHARED = 5
COUNTS = False
ODD = (6238072747940578789, 15839785061582574731, 2185194620014831857, 13232826040865663253, 13168350753275463133, 15093541023163888493, 1346066267577507605, 15378420243238726121, 9398003893131893463, 530445201382180217, 3774817245553408877, 4016745674725997501, 15923203627879530961, 2692132535155015209, 257397085994358073, 15673735954724858045, 3471015484745077183, 18431927716282009713, 16377936876142721111, 1060890402764360435, 15434875530296372041, 18272786274765299067, 4002107291894103205, 15393003569519446713, 15540095754773462585, 16763302723927541467, 3622748380379877117, 16107416851779296163, 5727095992301866835, 514794171988716147, 6057085510246920549, 12536647777456729413, 13012059237407811783, 14301543196384307261, 4893107102001668799, 18417111350264533219, 5304946280059244057, 6585537390336906095, 2818289925169139075, 13209012661203997477, 7408963384981888293,)
UNIFORM = (1, 1, 1, 1,)

# suit
table_suit = (0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3,)
# next
table_next = (1, 0,)
# the members whose suit is eq each number from 0
eq_suit_0_3 = (31, 992, 31744, 1015808,)
# the members that beat each one
above_3 = (1014750, 947100, 811800, 541200, 0, 1014750, 947100, 811800, 541200, 0, 1014750, 947100, 811800, 541200, 0, 1014750, 947100, 811800, 541200, 0,)
# the members that each one beats
below_4 = (0, 33825, 101475, 236775, 507375, 0, 33825, 101475, 236775, 507375, 0, 33825, 101475, 236775, 507375, 0, 33825, 101475, 236775, 507375,)
# points
table_points = (2, 3, 4, 10, 11, 2, 3, 4, 10, 11, 2, 3, 4, 10, 11, 2, 3, 4, 10, 11,)
# card_of
table_card_of = (0, 5, 10, 15, 1, 6, 11, 16, 2, 7, 12, 17, 3, 8, 13, 18, 4, 9, 14, 19,)
# power
table_power = (1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5,)
# the members whose power is le each number from 0
le_power_0_6 = (0, 33825, 101475, 236775, 507375, 1048575, 1048575,)


# ---- what every generated engine shares: masks, chance, play


class State:
    """A state of a deal within a match, changed in place."""

    __slots__ = (
        "z", "c", "over", "fault", "kept", "count", "deck", "rest", "chance",
        "deck_stream", "made", "hits", "watch"
    )

    def __init__(self):
        self.z = [0] * ZONES
        self.c = [0] * CELLS
        self.over = False
        self.fault = 0
        self.kept = [0] * MOVES
        self.count = [0] * MOVES
        self.deck = list(range(CARDS))
        self.rest = []
        self.chance = 0
        self.deck_stream = 0
        self.made = CARDS
        self.hits = 0
        self.watch = None

    def copy(self):
        """Return a state of its own with the same zones, cells and deck."""
        new = State()
        new.z, new.c, new.over, new.fault = self.z[:], self.c[:], self.over, self.fault
        new.deck, new.rest, new.chance = self.deck[:], self.rest[:], self.chance
        new.deck_stream, new.made = self.deck_stream, self.made
        return new


class Watch:
    """What the questions said in a deal, and the state before the step."""

    __slots__ = ("seen", "before")

    def __init__(self):
        self.seen = 0
        self.before = State()


def fault(s, number):
    """Note the first failed obligation."""
    if not s.fault:
        s.fault = number


def under(m):
    """Return the mask of all bits below the lowest one, of all bits for an empty mask."""
    return (m & -m) - 1


def low(m):
    """Return the place of the lowest bit, 0 for an empty mask."""
    return (m & -m).bit_length() - 1 if m else 0


def nth(m, k):
    """Return the place of bit number k of a mask that has more than k."""
    while k:
        m &= m - 1
        k -= 1
    return (m & -m).bit_length() - 1


def ways(m, n):
    """Return how many subsets of n members there are."""
    return comb(m.bit_count(), n) if n >= 0 else 0


def waysof(m, sizes):
    """Return how many subsets there are of all the sizes in a mask, 1 at least."""
    n = m.bit_count()
    return sum(comb(n, k) for k in range(1, sizes.bit_length()) if sizes >> k & 1)


def subset(m, n, k):
    """Return the k-th subset of n members in lexicographic order."""
    out = 0
    left = m.bit_count()
    while n and m:
        left -= 1
        n_with = comb(left, n - 1)
        if k < n_with:
            out |= m & -m
            n -= 1
        else:
            k -= n_with
        m &= m - 1
    return out


def ranked(m, sizes, k):
    """Return the k-th subset of all the sizes in a mask, smallest first."""
    n = m.bit_count()
    for size in range(1, sizes.bit_length()):
        if sizes >> size & 1:
            every = comb(n, size)
            if k < every:
                return subset(m, size, k)
            k -= every
    return 0


def draw(s, zone, n):
    """Return the first n cards, in deck order, that lie in a zone."""
    inside, out, i = s.z[zone], 0, 0
    if n >= inside.bit_count():
        return inside if n > 0 else 0
    deck, rest, x, made = s.deck, s.rest, s.chance, s.made
    if ONE_STOCK:
        i = made
    while n > 0 and i < CARDS:
        if i == made:
            if not made % SHARED:
                s.deck_stream = x = (s.deck_stream + 0x9E3779B97F4A7C15) & MASK
                x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & MASK
                x = (x ^ (x >> 27)) * 0x94D049BB133111EB & MASK
                x ^= x >> 31
            x *= CARDS - made
            deck.append(rest.pop(x >> 64))
            x &= MASK
            made += 1
        one = 1 << deck[i]
        if inside & one:
            out |= one
            n -= 1
        i += 1
    s.made, s.chance = made, x
    return out


def mix(x):
    """Return the splitmix64 finaliser of a 64-bit number."""
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & MASK
    return x ^ (x >> 31)



def start_match(s):
    c = s.c
    dealer_1 = c[0]
    c[4] = dealer_1
    c[5] = 7
    c[6] = 7
    c[7] = 0


def deal(s):
    z = s.z
    c = s.c
    z[0] = 1048575
    z[1] = 0
    z[2] = 0
    z[3] = 0
    z[4] = 0
    z[5] = 0
    z[6] = 0
    z[7] = 0
    last_3 = c[4]
    for step_2 in range(1, 3):
        s_1 = (0 if (last_3 == 1) else (last_3 + 1))
        last_3 = s_1
        zone_4 = (2 + s_1)
        drawn_5 = draw(s, 0, 3)
        z[0] = (z[0] & ~drawn_5)
        z[zone_4] = (z[zone_4] | drawn_5)
    drawn_6 = draw(s, 0, 1)
    z[0] = (z[0] & ~drawn_6)
    z[1] = (z[1] | drawn_6)
    last_9 = c[4]
    for step_8 in range(1, 3):
        s_7 = (0 if (last_9 == 1) else (last_9 + 1))
        last_9 = s_7
        zone_10 = (2 + s_7)
        drawn_11 = draw(s, 0, 2)
        z[0] = (z[0] & ~drawn_11)
        z[zone_10] = (z[zone_10] | drawn_11)
    among_12 = z[1]
    if ((among_12).bit_count() != 1):
        fault(s, 4)
    t_13 = ((among_12 & -among_12).bit_length() - 1 if among_12 else 0)
    trump_14 = table_suit[t_13]
    c[8] = trump_14
    leader_15 = table_next[c[4]]
    c[9] = leader_15
    turn_16 = table_next[c[4]]
    c[10] = turn_16
    c[11] = 0
    c[12] = 0
    c[13] = 0
    c[14] = 0
    c[15] = 0
    c[16] = 0
    c[17] = 0
    c[18] = 0
    c[19] = 0
    c[20] = 0
    c[21] = 0
    c[22] = 0
    c[23] = 0
    c[24] = 0
    c[25] = -0x20000000
    c[26] = 0
    c[27] = 0
    c[28] = 0
    c[29] = 0
    c[30] = 0
    c[31] = 0
    c[32] = 0


def settle(s):
    """what happens by itself."""
    z = s.z
    c = s.c
    fired_1 = 0
    while True:
        # sixty-six (S2, S29)
        t_2 = ((66 <= c[11]) or (66 <= c[12]))
        if t_2:
            if (fired_1 >> 0 & 1 == 1):
                fault(s, 5)
            if (fired_1 >> 0 & 1 == 1):
                return
            fired_1 = (fired_1 | 1)
            s.over = True
            return
        # trick (S11, S13, S23, S36)
        t_3 = (((z[4]).bit_count() == 1) and ((z[5]).bit_count() == 1))
        if t_3:
            if (fired_1 >> 1 & 1 == 1):
                fault(s, 6)
            if (fired_1 >> 1 & 1 == 1):
                return
            fired_1 = (fired_1 | 2)
            best_4 = (z[4] | z[5])
            v_15 = 0
            if (best_4 != 0):
                among_5 = z[(4 + c[9])]
                if ((among_5).bit_count() != 1):
                    fault(s, 7)
                t_6 = ((among_5 & -among_5).bit_length() - 1 if among_5 else 0)
                x_7 = c[8]
                those_8 = (best_4 & eq_suit_0_3[x_7])
                best_9 = (those_8 if (those_8 != 0) else best_4)
                x_10 = table_suit[t_6]
                those_11 = (best_9 & eq_suit_0_3[x_10])
                best_12 = (those_11 if (those_11 != 0) else best_9)
                kept_13 = 0
                left_c_14 = best_12
                while left_c_14:
                    c_14 = (left_c_14 & -left_c_14).bit_length() - 1
                    left_c_14 &= left_c_14 - 1
                    kept_13 = (kept_13 | ((1 << c_14) if ((best_12 & above_3[c_14]) == 0) else 0))
                v_15 = kept_13
            else:
                v_15 = 0
            if ((v_15).bit_count() != 1):
                fault(s, 8)
            t_16 = ((v_15 & -v_15).bit_length() - 1 if v_15 else 0)
            which_17 = ((1 if (z[4] >> t_16 & 1 == 1) else 0) | (2 if (z[5] >> t_16 & 1 == 1) else 0))
            if ((which_17).bit_count() != 1):
                fault(s, 9)
            t_18 = ((which_17 & -which_17).bit_length() - 1 if which_17 else 0)
            sum_19 = 0
            left_c_20 = (z[4] | z[5])
            while left_c_20:
                c_20 = (left_c_20 & -left_c_20).bit_length() - 1
                left_c_20 &= left_c_20 - 1
                sum_19 = (sum_19 + table_points[c_20])
            gain_21 = (sum_19 + c[(13 + t_18)])
            zone_22 = (6 + t_18)
            moved_23 = (z[4] | z[5])
            z[4] = 0
            z[5] = 0
            z[zone_22] = (z[zone_22] | moved_23)
            cell_24 = (11 + t_18)
            value_25 = (c[cell_24] + gain_21)
            fit_26 = value_25
            if (not (0 <= fit_26 <= 105)):
                fault(s, 10)
                fit_26 = 0
            c[cell_24] = fit_26
            cell_27 = (13 + t_18)
            c[cell_27] = 0
            cell_28 = (15 + t_18)
            value_29 = (c[cell_28] + 1)
            fit_30 = value_29
            if (not (0 <= fit_30 <= 10)):
                fault(s, 11)
                fit_30 = 0
            c[cell_28] = fit_30
            if (c[25] != -0x20000000):
                cell_31 = (29 + t_18)
                value_32 = (c[cell_31] + gain_21)
                fit_33 = value_32
                if (not (0 <= fit_33 <= 105)):
                    fault(s, 12)
                    fit_33 = 0
                c[cell_31] = fit_33
                cell_34 = (31 + t_18)
                value_35 = (c[cell_34] + 1)
                fit_36 = value_35
                if (not (0 <= fit_36 <= 10)):
                    fault(s, 13)
                    fit_36 = 0
                c[cell_34] = fit_36
            c[9] = t_18
            c[10] = t_18
            continue
        open_37 = ((c[25] == -0x20000000) and (z[1] != 0))
        if open_37:
            at_lead_38 = ((z[4] | z[5]) == 0)
            if at_lead_38:
                # winner draws (S12)
                if ((z[(2 + c[9])]).bit_count() < 5):
                    if (fired_1 >> 2 & 1 == 1):
                        fault(s, 14)
                    if (fired_1 >> 2 & 1 == 1):
                        return
                    fired_1 = (fired_1 | 4)
                    zone_39 = (2 + c[9])
                    if (not (1 <= (z[0]).bit_count())):
                        fault(s, 15)
                    drawn_40 = draw(s, 0, 1)
                    z[0] = (z[0] & ~drawn_40)
                    z[zone_39] = (z[zone_39] | drawn_40)
                    continue
                # loser draws (S12, S14)
                if ((z[(2 + table_next[c[9]])]).bit_count() < 5):
                    if (fired_1 >> 3 & 1 == 1):
                        fault(s, 16)
                    if (fired_1 >> 3 & 1 == 1):
                        return
                    fired_1 = (fired_1 | 8)
                    if (z[0] == 0):
                        zone_41 = (2 + table_next[c[9]])
                        moved_42 = z[1]
                        z[1] = 0
                        z[zone_41] = (z[zone_41] | moved_42)
                    else:
                        zone_43 = (2 + table_next[c[9]])
                        if (not (1 <= (z[0]).bit_count())):
                            fault(s, 17)
                        drawn_44 = draw(s, 0, 1)
                        z[0] = (z[0] & ~drawn_44)
                        z[zone_43] = (z[zone_43] | drawn_44)
                    continue
        at_lead_45 = ((z[4] | z[5]) == 0)
        if at_lead_45:
            # hands empty (S35, S37)
            t_46 = ((z[2] == 0) and (z[3] == 0))
            if t_46:
                if (fired_1 >> 4 & 1 == 1):
                    fault(s, 18)
                if (fired_1 >> 4 & 1 == 1):
                    return
                fired_1 = (fired_1 | 16)
                s.over = True
                return
        break


def settled(s):
    z = s.z
    c = s.c
    t_1 = ((66 <= c[11]) or (66 <= c[12]))
    v_3 = 0
    if t_1:
        v_3 = 1
    else:
        t_2 = (((z[4]).bit_count() == 1) and ((z[5]).bit_count() == 1))
        v_3 = t_2
    v_7 = 0
    if v_3:
        v_7 = 1
    else:
        open_4 = ((c[25] == -0x20000000) and (z[1] != 0))
        v_6 = 0
        if open_4:
            at_lead_5 = ((z[4] | z[5]) == 0)
            v_6 = at_lead_5
        else:
            v_6 = 0
        v_7 = (v_6 and ((z[(2 + c[9])]).bit_count() < 5))
    v_11 = 0
    if v_7:
        v_11 = 1
    else:
        open_8 = ((c[25] == -0x20000000) and (z[1] != 0))
        v_10 = 0
        if open_8:
            at_lead_9 = ((z[4] | z[5]) == 0)
            v_10 = at_lead_9
        else:
            v_10 = 0
        v_11 = (v_10 and ((z[(2 + table_next[c[9]])]).bit_count() < 5))
    v_15 = 0
    if v_11:
        v_15 = 1
    else:
        at_lead_12 = ((z[4] | z[5]) == 0)
        v_14 = 0
        if at_lead_12:
            t_13 = ((z[2] == 0) and (z[3] == 0))
            v_14 = t_13
        else:
            v_14 = 0
        v_15 = v_14
    return (s.over or (not v_15))


def get_playable(s, me):
    """playable."""
    z = s.z
    c = s.c
    # on the lead
    at_lead_1 = ((z[4] | z[5]) == 0)
    if at_lead_1:
        cards_2 = z[(2 + me)]
        if (cards_2 != 0):
            return cards_2
    # stock open (S10)
    open_3 = ((c[25] == -0x20000000) and (z[1] != 0))
    if open_3:
        cards_4 = z[(2 + me)]
        if (cards_4 != 0):
            return cards_4
    # beat the led card (S15, S16, S27)
    those_5 = z[(2 + me)]
    v_8 = 0
    if (those_5 != 0):
        among_6 = z[(4 + c[9])]
        if ((among_6).bit_count() != 1):
            fault(s, 7)
        t_7 = ((among_6 & -among_6).bit_length() - 1 if among_6 else 0)
        v_8 = table_suit[t_7]
    else:
        v_8 = 0
    part_9 = (those_5 & eq_suit_0_3[v_8])
    v_13 = 0
    if (part_9 != 0):
        v_12 = 0
        if (part_9 != 0):
            among_10 = z[(4 + c[9])]
            if ((among_10).bit_count() != 1):
                fault(s, 7)
            t_11 = ((among_10 & -among_10).bit_length() - 1 if among_10 else 0)
            v_12 = table_power[t_11]
        else:
            v_12 = 0
        v_13 = (part_9 & ~le_power_0_6[v_12])
    else:
        v_13 = 0
    if (v_13 != 0):
        return v_13
    # follow suit (S16, S17)
    those_14 = z[(2 + me)]
    v_17 = 0
    if (those_14 != 0):
        among_15 = z[(4 + c[9])]
        if ((among_15).bit_count() != 1):
            fault(s, 7)
        t_16 = ((among_15 & -among_15).bit_length() - 1 if among_15 else 0)
        v_17 = table_suit[t_16]
    else:
        v_17 = 0
    t_18 = (those_14 & eq_suit_0_3[v_17])
    if (t_18 != 0):
        return t_18
    # trump (S18)
    those_19 = z[(2 + me)]
    x_20 = c[8]
    t_21 = (those_19 & eq_suit_0_3[x_20])
    if (t_21 != 0):
        return t_21
    # any card (S19)
    cards_22 = z[(2 + me)]
    if (cards_22 != 0):
        return cards_22
    return 0


def moves(s):
    """the legal moves, counted."""
    z = s.z
    c = s.c
    me = c[10]
    total_1 = 0
    # exchange (S20)
    at_lead_2 = ((z[4] | z[5]) == 0)
    v_4 = 0
    if at_lead_2:
        open_3 = ((c[25] == -0x20000000) and (z[1] != 0))
        v_4 = open_3
    else:
        v_4 = 0
    v_6 = 0
    if v_4:
        stock_size_5 = ((z[0]).bit_count() + (z[1]).bit_count())
        v_6 = (c[2] <= stock_size_5)
    else:
        v_6 = 0
    if (v_6 and (z[(2 + me)] >> table_card_of[c[8]] & 1 == 1)):
        s.kept[0] = 0
        s.count[0] = 1
        total_1 = (total_1 + 1)
    else:
        s.kept[0] = 0
        s.count[0] = 0
    # close (S25, S26, S27, S28)
    v_8 = 0
    if at_lead_2:
        open_7 = ((c[25] == -0x20000000) and (z[1] != 0))
        v_8 = open_7
    else:
        v_8 = 0
    v_10 = 0
    if v_8:
        stock_size_9 = ((z[0]).bit_count() + (z[1]).bit_count())
        v_10 = (c[3] <= stock_size_9)
    else:
        v_10 = 0
    if (v_10 and ((z[(2 + me)]).bit_count() == 5)):
        s.kept[1] = 0
        s.count[1] = 1
        total_1 = (total_1 + 1)
    else:
        s.kept[1] = 0
        s.count[1] = 0
    # marriage (S21, S22, S23, S24)
    if at_lead_2:
        card_11 = z[(2 + me)]
        part_12 = (card_11 & 202950)
        v_14 = 0
        if (part_12 != 0):
            x_13 = z[(2 + me)]
            v_14 = (part_12 & (((x_13 << 1) & 135300) | ((x_13 >> 1) & 67650)))
        else:
            v_14 = 0
        v_17 = 0
        if (v_14 != 0):
            found_15 = 0
            left_card_16 = v_14
            while left_card_16:
                card_16 = (left_card_16 & -left_card_16).bit_length() - 1
                left_card_16 &= left_card_16 - 1
                if c[(17 + ((me * 4) + table_suit[card_16]))]:
                    found_15 = (found_15 | (1 << card_16))
            v_17 = (v_14 & ~found_15)
        else:
            v_17 = 0
        ways_18 = (v_17).bit_count()
        s.kept[2] = v_17
        s.count[2] = ways_18
        total_1 = (total_1 + ways_18)
    else:
        s.kept[2] = 0
        s.count[2] = 0
    # play (S10, S13)
    playable_19 = get_playable(s, me)
    part_20 = (playable_19 if ((c[1] == 0) and at_lead_2) else 0)
    v_24 = 0
    if (part_20 != 0):
        part_21 = (part_20 & 202950)
        v_23 = 0
        if (part_21 != 0):
            x_22 = z[(2 + me)]
            v_23 = (part_21 & (((x_22 << 1) & 135300) | ((x_22 >> 1) & 67650)))
        else:
            v_23 = 0
        v_24 = v_23
    else:
        v_24 = 0
    v_27 = 0
    if (v_24 != 0):
        found_25 = 0
        left_card_26 = v_24
        while left_card_26:
            card_26 = (left_card_26 & -left_card_26).bit_length() - 1
            left_card_26 &= left_card_26 - 1
            if c[(17 + ((me * 4) + table_suit[card_26]))]:
                found_25 = (found_25 | (1 << card_26))
        v_27 = (v_24 & ~found_25)
    else:
        v_27 = 0
    legal_28 = (playable_19 & ~v_27)
    ways_29 = (legal_28).bit_count()
    s.kept[3] = legal_28
    s.count[3] = ways_29
    total_1 = (total_1 + ways_29)
    return total_1


def play_exchange(s, k):
    """exchange (S20)."""
    z = s.z
    c = s.c
    me = c[10]
    rank_1 = k
    zone_2 = (2 + me)
    moved_3 = z[1]
    z[1] = 0
    z[zone_2] = (z[zone_2] | moved_3)
    moved_4 = (1 << table_card_of[c[8]])
    zone_5 = (2 + me)
    if ((moved_4 & ~z[zone_5]) != 0):
        fault(s, 19)
    z[zone_5] = (z[zone_5] & ~moved_4)
    z[1] = (z[1] | moved_4)
    value_6 = (c[28] + 1)
    fit_7 = value_6
    if (not (0 <= fit_7 <= 1)):
        fault(s, 20)
        fit_7 = 0
    c[28] = fit_7


def play_close(s, k):
    """close (S25, S26, S27, S28)."""
    c = s.c
    me = c[10]
    rank_1 = k
    c[25] = me
    value_2 = c[(11 + table_next[me])]
    fit_3 = value_2
    if (not (0 <= fit_3 <= 65)):
        fault(s, 21)
        fit_3 = 0
    c[26] = fit_3
    value_4 = c[(15 + table_next[me])]
    fit_5 = value_4
    if (not (0 <= fit_5 <= 9)):
        fault(s, 22)
        fit_5 = 0
    c[27] = fit_5


def play_marriage(s, k):
    """marriage (S21, S22, S23, S24)."""
    z = s.z
    c = s.c
    me = c[10]
    rank_1 = k
    card_2 = nth(s.kept[2], rank_1)
    one_3 = (1 << card_2)
    zone_4 = (2 + me)
    zone_5 = (4 + me)
    z[zone_4] = (z[zone_4] & ~one_3)
    z[zone_5] = (z[zone_5] | one_3)
    cell_6 = (17 + ((me * 4) + table_suit[card_2]))
    c[cell_6] = 1
    if (0 < c[(15 + me)]):
        cell_7 = (11 + me)
        bonus_8 = (40 if (table_suit[card_2] == c[8]) else 20)
        value_9 = (c[cell_7] + bonus_8)
        fit_10 = value_9
        if (not (0 <= fit_10 <= 105)):
            fault(s, 23)
            fit_10 = 0
        c[cell_7] = fit_10
        if (c[25] != -0x20000000):
            cell_11 = (29 + me)
            bonus_12 = (40 if (table_suit[card_2] == c[8]) else 20)
            value_13 = (c[cell_11] + bonus_12)
            fit_14 = value_13
            if (not (0 <= fit_14 <= 105)):
                fault(s, 24)
                fit_14 = 0
            c[cell_11] = fit_14
    else:
        cell_15 = (13 + me)
        bonus_16 = (40 if (table_suit[card_2] == c[8]) else 20)
        value_17 = (c[cell_15] + bonus_16)
        fit_18 = value_17
        if (not (0 <= fit_18 <= 40)):
            fault(s, 25)
            fit_18 = 0
        c[cell_15] = fit_18
    value_19 = table_next[me]
    c[10] = value_19


def play_play(s, k):
    """play (S10, S13)."""
    z = s.z
    c = s.c
    me = c[10]
    rank_1 = k
    card_2 = nth(s.kept[3], rank_1)
    one_3 = (1 << card_2)
    zone_4 = (2 + me)
    zone_5 = (4 + me)
    z[zone_4] = (z[zone_4] & ~one_3)
    z[zone_5] = (z[zone_5] | one_3)
    value_6 = table_next[me]
    c[10] = value_6


def get_deal_winner(s):
    """deal_winner."""
    c = s.c
    value_1 = 0
    applying_2 = 0
    # reached 66 (S2, S34)
    t_3 = ((66 <= c[11]) or (66 <= c[12]))
    v_6 = 0
    if t_3:
        which_4 = ((1 if (66 <= c[11]) else 0) | (2 if (66 <= c[12]) else 0))
        if ((which_4).bit_count() != 1):
            fault(s, 26)
        t_5 = ((which_4 & -which_4).bit_length() - 1 if which_4 else 0)
        v_6 = t_5
    else:
        v_6 = -0x20000000
    if (v_6 != -0x20000000):
        value_1 = v_6
        applying_2 = (applying_2 + 1)
    # closer failed (S34, S37)
    if ((v_6 == -0x20000000) and (c[25] != -0x20000000)):
        value_1 = table_next[c[25]]
        applying_2 = (applying_2 + 1)
    # last trick (S35)
    if ((v_6 == -0x20000000) and (c[25] == -0x20000000)):
        value_1 = c[9]
        applying_2 = (applying_2 + 1)
    if (applying_2 != 1):
        fault(s, 27)
    return value_1


def get_game_points(s):
    """game_points."""
    c = s.c
    value_1 = 1
    applying_2 = 0
    # from 33 (S30)
    v_7 = 0
    if (c[25] == -0x20000000):
        t_3 = ((66 <= c[11]) or (66 <= c[12]))
        v_6 = 0
        if t_3:
            which_4 = ((1 if (66 <= c[11]) else 0) | (2 if (66 <= c[12]) else 0))
            if ((which_4).bit_count() != 1):
                fault(s, 26)
            t_5 = ((which_4 & -which_4).bit_length() - 1 if which_4 else 0)
            v_6 = t_5
        else:
            v_6 = -0x20000000
        v_7 = (v_6 != -0x20000000)
    else:
        v_7 = 0
    v_11 = 0
    if v_7:
        deal_winner_8 = get_deal_winner(s)
        fit_9 = deal_winner_8
        if (deal_winner_8 == -0x20000000):
            fault(s, 29)
            fit_9 = 0
        loser_10 = table_next[fit_9]
        v_11 = (33 <= c[(11 + loser_10)])
    else:
        v_11 = 0
    if v_11:
        value_1 = 1
        applying_2 = (applying_2 + 1)
    # under 33 (S31)
    v_15 = 0
    if v_7:
        deal_winner_12 = get_deal_winner(s)
        fit_13 = deal_winner_12
        if (deal_winner_12 == -0x20000000):
            fault(s, 29)
            fit_13 = 0
        loser_14 = table_next[fit_13]
        v_15 = (c[(11 + loser_14)] < 33)
    else:
        v_15 = 0
    v_19 = 0
    if v_15:
        deal_winner_16 = get_deal_winner(s)
        fit_17 = deal_winner_16
        if (deal_winner_16 == -0x20000000):
            fault(s, 29)
            fit_17 = 0
        loser_18 = table_next[fit_17]
        v_19 = (0 < c[(15 + loser_18)])
    else:
        v_19 = 0
    if v_19:
        value_1 = 2
        applying_2 = (applying_2 + 1)
    # no trick (S32)
    v_23 = 0
    if v_7:
        deal_winner_20 = get_deal_winner(s)
        fit_21 = deal_winner_20
        if (deal_winner_20 == -0x20000000):
            fault(s, 29)
            fit_21 = 0
        loser_22 = table_next[fit_21]
        v_23 = (c[(15 + loser_22)] == 0)
    else:
        v_23 = 0
    if v_23:
        value_1 = 3
        applying_2 = (applying_2 + 1)
    # closer, from 33 (S33)
    deal_winner_24 = get_deal_winner(s)
    if ((c[25] == deal_winner_24) and (33 <= c[26])):
        value_1 = 1
        applying_2 = (applying_2 + 1)
    # closer, under 33 (S33)
    if (((c[25] == deal_winner_24) and (c[26] < 33)) and (0 < c[27])):
        value_1 = 2
        applying_2 = (applying_2 + 1)
    # closer, no trick (S33)
    if ((c[25] == deal_winner_24) and (c[27] == 0)):
        value_1 = 3
        applying_2 = (applying_2 + 1)
    # failed (S34)
    deal_winner_25 = get_deal_winner(s)
    fit_26 = deal_winner_25
    if (deal_winner_25 == -0x20000000):
        fault(s, 29)
        fit_26 = 0
    loser_27 = table_next[fit_26]
    if ((c[25] == loser_27) and (0 < c[27])):
        value_1 = 2
        applying_2 = (applying_2 + 1)
    # failed, no trick (S34)
    if ((c[25] == loser_27) and (c[27] == 0)):
        value_1 = 3
        applying_2 = (applying_2 + 1)
    # last trick (S35, S36)
    v_32 = 0
    if (c[25] == -0x20000000):
        t_28 = ((66 <= c[11]) or (66 <= c[12]))
        v_31 = 0
        if t_28:
            which_29 = ((1 if (66 <= c[11]) else 0) | (2 if (66 <= c[12]) else 0))
            if ((which_29).bit_count() != 1):
                fault(s, 26)
            t_30 = ((which_29 & -which_29).bit_length() - 1 if which_29 else 0)
            v_31 = t_30
        else:
            v_31 = -0x20000000
        v_32 = (v_31 == -0x20000000)
    else:
        v_32 = 0
    if v_32:
        value_1 = 1
        applying_2 = (applying_2 + 1)
    if (applying_2 != 1):
        fault(s, 30)
    return value_1


def after_deal(s):
    """the score is kept."""
    c = s.c
    deal_winner_1 = get_deal_winner(s)
    fit_2 = deal_winner_1
    if (deal_winner_1 == -0x20000000):
        fault(s, 28)
        fit_2 = 0
    cell_3 = (5 + fit_2)
    game_points_4 = get_game_points(s)
    fit_5 = deal_winner_1
    if (deal_winner_1 == -0x20000000):
        fault(s, 31)
        fit_5 = 0
    t_6 = c[(5 + fit_5)]
    value_7 = (c[cell_3] - min(game_points_4, t_6))
    fit_8 = value_7
    if (not (0 <= fit_8 <= 7)):
        fault(s, 32)
        fit_8 = 0
    c[cell_3] = fit_8
    value_9 = table_next[c[4]]
    c[4] = value_9
    value_10 = (c[7] + 1)
    fit_11 = value_10
    if (not (0 <= fit_11 <= 13)):
        fault(s, 33)
        fit_11 = 0
    c[7] = fit_11


def match_over(s):
    """whether the match is over."""
    c = s.c
    t_1 = ((c[5] == 0) or (c[6] == 0))
    return t_1


def results(s, out):
    """the numbers of a result."""
    c = s.c
    # winner
    deal_winner_1 = get_deal_winner(s)
    out[0] = deal_winner_1
    # points
    game_points_2 = get_game_points(s)
    out[1] = game_points_2
    # card_points
    out[2] = c[11]
    out[3] = c[12]
    # tricks
    out[4] = c[15]
    out[5] = c[16]


def match_results(s, out):
    """the numbers of a result."""
    c = s.c
    # counter
    out[0] = c[5]
    out[1] = c[6]
    # winners
    t_1 = ((1 if (c[5] == 0) else 0) | (2 if (c[6] == 0) else 0))
    out[2] = t_1


PLAYS = (play_exchange, play_close, play_marriage, play_play,)


def observe(s, when):
    """Ask what is asked at such a moment."""


# ---- play: the same loop as every other engine's


def fold(h, x):
    """Return the hash after one more number."""
    y = (h ^ x) * 0x9E3779B97F4A7C15 & MASK
    return y >> 32 | y << 32 & MASK


def fold_state(s, h):
    """Return the hash after a state."""
    numbers = s.z
    if CARDS > 64:
        numbers = [half for m in s.z for half in (m & MASK, m >> 64)]
    return fold(h, sum(x * n for x, n in zip([*numbers, *s.c], ODD)) & MASK)


def below(stream, n):
    """Return the stream after the draw of a number below n, and the number."""
    stream = (stream + 0x9E3779B97F4A7C15) & MASK
    if n <= MASK + 1:
        return stream, mix(stream) * n >> 64
    words = -(-n.bit_length() // 64) + 1
    wide = mix(stream)
    for _ in range(words - 1):
        stream = (stream + 0x9E3779B97F4A7C15) & MASK
        wide = wide << 64 | mix(stream)
    return stream, wide * n >> 64 * words


def weighed(stream, counts, weights, total):
    """Return the stream, the weight of all moves, the number drawn, its rule and member."""
    whole = sum(n * w for n, w in zip(counts, weights))
    if whole:
        total = whole
    else:
        weights = UNIFORM
    stream, k = below(stream, total)
    member = k
    for rule, n in enumerate(counts):
        if member < n * weights[rule]:
            break
        member -= n * weights[rule]
    return stream, total, k, rule, member // weights[rule]


def play_deal(s, stream, h, weights, seen):
    """Play one deal; return the stream, the hash, the number of moves and who moves first.

    `seen`, if given, is called with the branches taken in each part of a step, as a mask.
    """
    s.over = False
    stream = (stream + 0x9E3779B97F4A7C15) & MASK
    s.deck_stream = mix(stream)
    s.made = 0
    s.deck, s.rest = [], list(range(CARDS))
    s.hits = 0
    deal(s)
    if s.watch is not None:
        observe(s, 0)
    made, opener, counts = 0, None, s.count
    while True:
        if seen is not None:
            seen(s)
        settle(s)
        if seen is not None:
            seen(s)
        if opener is None:
            opener = s.c[TURN]
        if s.over or s.fault:
            return stream, h, made, opener
        total = moves(s)
        if total == 0 or made == LONGEST:
            s.fault = TOO_LONG if made == LONGEST else NO_MOVE
            return stream, h, made, opener
        if seen is not None:
            seen(s)
        if weights is not None:
            stream, total, k, rule, member = weighed(stream, counts, weights, total)
        else:
            if total <= MASK:
                stream = x = (stream + 0x9E3779B97F4A7C15) & MASK
                x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & MASK
                x = (x ^ (x >> 27)) * 0x94D049BB133111EB & MASK
                k = (x ^ (x >> 31)) * total >> 64
            else:
                stream, k = below(stream, total)
            rule, member = 0, k
            while member >= counts[rule]:
                member -= counts[rule]
                rule += 1
        x = (h ^ (total << 32) + k & MASK) * 0x9E3779B97F4A7C15 & MASK
        h = x >> 32 | x << 32 & MASK
        PLAYS[rule](s, member)
        if seen is not None:
            s.hits = 1 << HITS + rule
        if s.watch is not None:
            observe(s, 1)
        made += 1


def run_lot(seed, deals, options, weights=None, out=None, stats=None, watch=None, hashed=True):
    """Play `deals` deals, match after match; return a dict of what came out.

    `options` holds the values of the option cells, `weights` one number a move.  `out`, a list,
    takes for each deal the numbers of its result and whether it ended a match.  `stats` counts:
    it is called with branches, results, and what the questions said (asked where `watch` is).
    """
    if play_quick is not None and weights is None and out is None and not watch and (
        stats is None or COUNTS
    ):
        try:
            return play_quick(seed & MASK, deals, options, hashed, stats)
        except GaveUp:
            pass
    s = State()
    stream, h, done, made, matches, longest = seed & MASK, 0, 0, 0, 0, 0
    s.watch = Watch() if watch else None
    seen = None if stats is None else stats.taken
    while done < deals:
        s.c[:OPTIONS] = options
        start_match(s)
        over = False
        while not over and done < deals:
            dealer = s.c[DEALER] if DEALER >= 0 else None
            stream, h, n, opener = play_deal(s, stream, h, weights, seen)
            made += n
            longest = max(longest, n)
            numbers = [0] * RESULTS
            if not s.fault:
                if s.watch is not None:
                    observe(s, 2)
                if out is not None or stats is not None:
                    results(s, numbers)
                after_deal(s)
                if s.watch is not None:
                    observe(s, 3)
                over = bool(match_over(s))
            if s.fault:
                return {"deals": done, "moves": made, "matches": matches, "hash": h,
                        "longest": longest, "fault": s.fault, "fault_deal": done, "fault_move": n}
            h = fold_state(s, h)
            done += 1
            matches += over
            if out is not None:
                out.append((tuple(numbers), over))
            if over and s.watch is not None:
                observe(s, 4)
            if stats is not None:
                stats.deal(s, numbers, opener, dealer)
                if over:
                    numbers = [0] * MATCH_RESULTS
                    match_results(s, numbers)
                    stats.match(numbers, opener, dealer)
                if s.watch is not None:
                    stats.asked(s.watch.seen)
                    s.watch.seen = 0
            s.hits = 0
    return {"deals": done, "moves": made, "matches": matches, "hash": h, "longest": longest,
            "fault": 0, "fault_deal": 0, "fault_move": 0}



# ---- the quick loop: one function for a whole lot; where anything is odd, the other one plays


class GaveUp(Exception):
    """A rule fails or something else is odd: the lot is to be played step by step."""


def give_up():
    """Leave the quick loop."""
    raise GaveUp


BIT = tuple(1 << i for i in range(max(CARDS, 64)))
HIGH = (0, *BIT)  # by the length of a mask: its highest bit
UPTO = (*((2 << i) - 1 for i in range(max(CARDS, 64))), 0)


class Only(dict):
    """What is known of single cards by their bits; with no card or several play gives up."""

    def __missing__(self, m):
        raise GaveUp


PLACE = Only({1 << i: i for i in range(max(CARDS, 64))})
MOST_KEPT = 1 << 16
NEAR = CARDS if CARDS <= 24 else 16


class Highest(dict):
    """The members of masks that no other member beats, by levels; so many are kept at most."""

    def __init__(self, levels):
        self.levels = levels

    def __missing__(self, m):
        best = next((m & level for level in self.levels if m & level), 0)
        if len(self) < MOST_KEPT:
            self[m] = best
        return best


class Totals(dict):
    """What the members of a mask come to, by a table; so many masks are kept at most."""

    def __init__(self, table):
        self.table = table

    def __missing__(self, m):
        total = sum(self.table[i] for i in spread(m))
        if len(self) < MOST_KEPT:
            self[m] = total
        return total


SPREAD = tuple(
    tuple(tuple(8 * n + i for i in range(8) if byte >> i & 1) for byte in range(256))
    for n in range(max(CARDS + 7 >> 3, 8))
)
BITS = tuple(tuple(tuple(1 << i for i in row) for row in table) for table in SPREAD)
BITS_0, BITS_1, BITS_2, BITS_3, BITS_4, BITS_5, BITS_6, BITS_7, *_ = BITS
SPREAD_0, SPREAD_1, SPREAD_2, SPREAD_3, SPREAD_4, SPREAD_5, SPREAD_6, SPREAD_7, *_ = SPREAD


class Counted(dict):
    """How often each mask of branches was taken."""

    def __missing__(self, mask):
        return 0


class Idle:
    """Stands for a state where no branch has been taken."""

    hits = 0


IDLE = Idle()
noted = [0]  # the branches taken in functions


class Remembered(dict):
    """The values of a function of one state's few numbers; so many are kept at most."""

    def __init__(self, function):
        self.function = function

    def __missing__(self, key):
        value = self.function(*key)
        if len(self) < MOST_KEPT:
            self[key] = value
        return value


def filling(function, starts, rows, block):
    """Return what works out an entry of rows: by a member, and by those cards that count for it."""

    def fill(member, cards):
        at = cards >> starts[member] & block
        rows[member][at] = value = function(member, at << starts[member])
        return value

    return fill


class Spots(dict):
    """For masks of first cards the members that they are the first cards of, in order.

    The masks are looked up by what is left of them when divided by 2 ** size - 1: small numbers,
    in which no two first cards fall on one bit.
    """

    def __init__(self, first, size):
        self.bits = [(i, 1 << (one.bit_length() - 1) % size) for i, one in enumerate(first) if one]

    def __missing__(self, m):
        value = tuple(i for i, one in self.bits if m & one)
        if len(self) < MOST_KEPT:
            self[m] = value
        return value


def spread(m):
    """Return the members of a mask, in order."""
    found = []
    for table, byte in zip(SPREAD, m.to_bytes(m.bit_length() + 7 >> 3, "little")):
        if byte:
            found += table[byte]
    return found


class Members(dict):
    """The members of masks, in order; of those that lie near together so many are kept at most."""

    def __missing__(self, m):
        found = spread(m)
        if m <= (m & -m) << NEAR and len(self) < MOST_KEPT:
            self[m] = tuple(found)
        return found


members = Members()


def bits(m):
    """Return the cards of a mask, a bit each, in order."""
    found = []
    for table, byte in zip(BITS, m.to_bytes(m.bit_length() + 7 >> 3, "little")):
        if byte:
            found += table[byte]
    return found


def chosen(m, k):
    """Return the place of bit number k of a mask that has more than k."""
    if m >> 24:
        return spread(m)[k]
    b0, b1, b2, = m.to_bytes(3, 'little')
    return [*SPREAD_0[b0], *SPREAD_1[b1], *SPREAD_2[b2]][k]


def held(m):
    """Return a list of the cards of a zone, a bit each, in order."""
    b0, b1, b2, = m.to_bytes(3, 'little')
    return [*BITS_0[b0], *BITS_1[b1], *BITS_2[b2]]


class Lanes:
    """Some lanes of 128 bits in one number: splitmix64 in all of them at once."""

    def __init__(self, number):
        self.number = number
        self.ones = sum(1 << 128 * i for i in range(number))
        self.steps = sum((0x9E3779B97F4A7C15 * (i + 1) & MASK) << 128 * i for i in range(number))
        self.jumps = self.ones * (0x9E3779B97F4A7C15 * number & MASK)
        self.low64, self.low34, self.low37 = (self.ones * ((1 << n) - 1) for n in (64, 34, 37))
        self.numbers = Struct("<" + "Q8x" * number).unpack

    def mixed(self, x):
        """Return the lanes before their last step; only the lower halves count."""
        low64 = self.low64
        x = (x ^ x >> 30 & self.low34) * 0xBF58476D1CE4E5B9 & low64
        return (x ^ x >> 27 & self.low37) * 0x94D049BB133111EB & low64

    def after(self, seed):
        """Return the numbers that follow a seed, one for each lane."""
        x = self.mixed(seed * self.ones + self.steps & self.low64)
        return self.numbers((x ^ x >> 31 & self.low64).to_bytes(16 * self.number, "little"))

    def begun(self, seed):
        """Return what `more` is to be given first."""
        return seed * self.ones + self.steps & self.low64

    def more(self, x):
        """Return what it is to be given next, numbers before their last step, and their tops.

        The numbers stand in every second place.  The top bytes are those of the numbers themselves.
        """
        found = self.mixed(x).to_bytes(16 * self.number, "little")
        numbers = memoryview(found).cast("Q") if byteorder == "little" else halves(found)
        return x + self.jumps & self.low64, numbers, iter(found[7::16])


def halves(found):
    """Return the numbers of 8 bytes each, the lowest byte first."""
    return Struct(f"<{len(found) >> 3}Q").unpack(found)


BATCH = 256
WORDS = Lanes(BATCH)
PACK = BIT[:CARDS]


class NoMove:
    """Stands for the row of no move at all."""

    def __getitem__(self, top):
        raise GaveUp


def row(total):
    """Return by a number's top byte which of so many moves it stands for, None if that is open."""
    ends = ((top * total >> 8, (top + 1) * total - 1 >> 8) for top in range(256))
    return tuple(first if first == last else None for first, last in ends)


ROWS = [NoMove(), *(row(total) for total in range(1, 130))]


def drawn(order, inside, n):
    """Return the first n cards of the order that lie in a zone."""
    if n >= inside.bit_count():
        return inside if n > 0 else 0
    out = 0
    for card in order:
        if n <= 0:
            break
        if inside & card:
            out |= card
            n -= 1
    return out


def fold_numbers(h, numbers):
    """Return the hash after the numbers of a state, zones first."""
    if CARDS > 64:
        zones = [half for m in numbers[:ZONES] for half in (m & MASK, m >> 64)]
        numbers = (*zones, *numbers[ZONES:])
    return fold(h, sum(map(mul, numbers, ODD)) & MASK)


# from what beats all down to what beats none
highest_above_3 = Highest((541200, 270600, 135300, 67650, 33825))
total_table_points = Totals(table_points)
# by the bit of a card: what it has in tables, one after another
eq_suit_0_3_of_table_suit_of_card = Only({1: 31, 2: 31, 4: 31, 8: 31, 16: 31, 32: 992, 64: 992, 128: 992, 256: 992, 512: 992, 1024: 31744, 2048: 31744, 4096: 31744, 8192: 31744, 16384: 31744, 32768: 1015808, 65536: 1015808, 131072: 1015808, 262144: 1015808, 524288: 1015808})
le_power_0_6_of_table_power_of_card = Only({1: 33825, 2: 101475, 4: 236775, 8: 507375, 16: 1048575, 32: 33825, 64: 101475, 128: 236775, 256: 507375, 512: 1048575, 1024: 33825, 2048: 101475, 4096: 236775, 8192: 507375, 16384: 1048575, 32768: 33825, 65536: 101475, 131072: 236775, 262144: 507375, 524288: 1048575})
table_suit_of_card = Only({1: 0, 2: 0, 4: 0, 8: 0, 16: 0, 32: 1, 64: 1, 128: 1, 256: 1, 512: 1, 1024: 2, 2048: 2, 4096: 2, 8192: 2, 16384: 2, 32768: 3, 65536: 3, 131072: 3, 262144: 3, 524288: 3})
# by the length of a card's bit
eq_suit_0_3_of_table_suit_of_card_at = (None, *eq_suit_0_3_of_table_suit_of_card.values())
le_power_0_6_of_table_power_of_card_at = (None, *le_power_0_6_of_table_power_of_card.values())
# and of them, for each value of a variable: what comes out over that card
over_0 = ((None, 30, 28, 24, 16, 0, 991, 927, 799, 543, 31, 30751, 28703, 24607, 16415, 31, 983071, 917535, 786463, 524319, 31), (None, 1022, 1020, 1016, 1008, 992, 960, 896, 768, 512, 0, 31712, 29664, 25568, 17376, 992, 984032, 918496, 787424, 525280, 992), (None, 31774, 31772, 31768, 31760, 31744, 32704, 32640, 32512, 32256, 31744, 30720, 28672, 24576, 16384, 0, 1014784, 949248, 818176, 556032, 31744), (None, 1015838, 1015836, 1015832, 1015824, 1015808, 1016768, 1016704, 1016576, 1016320, 1015808, 1046528, 1044480, 1040384, 1032192, 1015808, 983040, 917504, 786432, 524288, 0),)


DECK = Lanes(4)
ONES, STEPS, numbers_of = DECK.ones, DECK.steps, DECK.numbers
LOW64, LOW34, LOW37 = DECK.low64, DECK.low34, DECK.low37
# by a number: the last cards in the order that it stands for
LAST = [itemgetter(*order) for order in permutations(range(5))]


def play_quick(seed, deals, options, hashed, stats=None):
    """Play a lot as `run_lot` does; raise GaveUp where that has to do it."""
    hash = done = made = matches = longest = 0
    lanes = WORDS.begun(seed)
    lanes, later, tops = WORDS.more(lanes)
    rest = tops.__length_hint__
    rows = ROWS
    stock = 0
    indicator = 0
    hand = [0] * 2
    table = [0] * 2
    won = [0] * 2
    first_dealer = 0
    marriage = 0
    exchange_min_stock = 0
    close_min_stock = 0
    dealer = 0
    counter = [0] * 2
    deals_played = 0
    trump = 0
    leader = 0
    turn = 0
    points = [0] * 2
    pending = [0] * 2
    tricks = [0] * 2
    declared = [0] * 8
    closer = 0
    record_points = 0
    record_tricks = 0
    exchanges = 0
    late_points = [0] * 2
    late_tricks = [0] * 2
    while done < deals:
        first_dealer, marriage, exchange_min_stock, close_min_stock, = options
        fixed_1 = marriage == 0
        dealer = first_dealer
        counter[0] = counter[1] = 7
        deals_played = 0
        while True:
            over = False
            begins = False
            passed = rest()
            if not passed:
                lanes, later, tops = WORDS.more(lanes)
                rest = tops.__length_hint__
                passed = BATCH
            z = later[-2 * passed]
            next(tops)
            z ^= z >> 31
            x = z * ONES + STEPS & LOW64
            x = (x ^ x >> 30 & LOW34) * 0xBF58476D1CE4E5B9 & LOW64
            x = (x ^ x >> 27 & LOW37) * 0x94D049BB133111EB & LOW64
            x ^= x >> 31
            w0 = x & MASK
            w1 = x >> 128 & MASK
            w2 = x >> 256 & MASK
            w3 = x >> 384
            pack = list(PACK)
            pop = pack.pop
            x = w0 * 1860480 >> 64
            x4 = x % 16
            x //= 16
            x3 = x % 17
            x //= 17
            x2 = x % 18
            x //= 18
            x1 = x % 19
            x //= 19
            p0 = pop(x)
            p1 = pop(x1)
            p2 = pop(x2)
            p3 = pop(x3)
            p4 = pop(x4)
            x = w1 * 360360 >> 64
            x4 = x % 11
            x //= 11
            x3 = x % 12
            x //= 12
            x2 = x % 13
            x //= 13
            x1 = x % 14
            x //= 14
            p5 = pop(x)
            p6 = pop(x1)
            p7 = pop(x2)
            p8 = pop(x3)
            p9 = pop(x4)
            x = w2 * 30240 >> 64
            x4 = x % 6
            x //= 6
            x3 = x % 7
            x //= 7
            x2 = x % 8
            x //= 8
            x1 = x % 9
            x //= 9
            p10 = pop(x)
            p11 = pop(x1)
            p12 = pop(x2)
            p13 = pop(x3)
            p14 = pop(x4)
            p15, p16, p17, p18, p19 = LAST[w3 * 120 >> 64](pack)
            order = [p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16, p17, p18, p19]
            while True:
                stock = 1048575
                indicator = 0
                hand[0] = hand[1] = 0
                table[0] = table[1] = 0
                won[0] = won[1] = 0
                s_4 = table_next[dealer]
                drawn_104 = p0 | p1 | p2
                s_5 = table_next[s_4]
                drawn_105 = p3 | p4 | p5
                drawn_66 = p6
                indicator = drawn_66
                drawn_106 = p7 | p8
                drawn_107 = p9 | p10
                trump = table_suit_of_card[indicator]
                leader = s_4
                turn = s_4
                points[0] = points[1] = 0
                pending[0] = pending[1] = 0
                tricks[0] = tricks[1] = 0
                declared = [0, 0, 0, 0, 0, 0, 0, 0]
                closer = -0x20000000
                record_points = 0
                record_tricks = 0
                exchanges = 0
                late_points[0] = late_points[1] = 0
                late_tricks[0] = late_tricks[1] = 0
                # sixty-six (S2, S29)
                # sixty-six (S2, S29)
                # trick (S11, S13, S23, S36)
                # sixty-six (S2, S29)
                # trick (S11, S13, S23, S36)
                taken = 11
                stock = 1048575 ^ ((((drawn_104 | drawn_105) | drawn_66) | drawn_106) | drawn_107)
                hand[s_4] = hand[s_4] | (drawn_104 | drawn_106)
                hand[s_5] = hand[s_5] | (drawn_105 | drawn_107)
                if indicator:
                    # winner draws (S12)
                    if hand[leader].bit_count() < 5:
                        if not stock:
                            raise GaveUp
                        try:
                            drawn_108 = order[taken]
                        except IndexError:
                            raise GaveUp from None
                        taken += 1
                        stock ^= drawn_108
                        hand[leader] = hand[leader] | drawn_108
                        # sixty-six (S2, S29)
                        # trick (S11, S13, S23, S36)
                        # winner draws (S12)
                        if hand[leader].bit_count() < 5:
                            if 1:
                                raise GaveUp
                            over = True
                            break
                        else:
                            # loser draws (S12, S14)
                            if hand[table_next[leader]].bit_count() < 5:
                                if not stock:
                                    zone_161 = table_next[leader]
                                    moved_68 = indicator
                                    indicator = 0
                                    hand[zone_161] = hand[zone_161] | moved_68
                                else:
                                    zone_162 = table_next[leader]
                                    try:
                                        drawn_111 = order[taken]
                                    except IndexError:
                                        raise GaveUp from None
                                    taken += 1
                                    stock ^= drawn_111
                                    hand[zone_162] = hand[zone_162] | drawn_111
                                # sixty-six (S2, S29)
                                # trick (S11, S13, S23, S36)
                                if indicator:
                                    # winner draws (S12)
                                    if hand[leader].bit_count() < 5:
                                        if 1:
                                            raise GaveUp
                                        over = True
                                        break
                                    else:
                                        # loser draws (S12, S14)
                                        if hand[table_next[leader]].bit_count() < 5:
                                            if 1:
                                                raise GaveUp
                                            over = True
                                            break
                    else:
                        # loser draws (S12, S14)
                        if hand[table_next[leader]].bit_count() < 5:
                            if not stock:
                                zone_158 = table_next[leader]
                                moved_67 = indicator
                                indicator = 0
                                hand[zone_158] = hand[zone_158] | moved_67
                            else:
                                zone_159 = table_next[leader]
                                try:
                                    drawn_109 = order[taken]
                                except IndexError:
                                    raise GaveUp from None
                                taken += 1
                                stock ^= drawn_109
                                hand[zone_159] = hand[zone_159] | drawn_109
                            # sixty-six (S2, S29)
                            # trick (S11, S13, S23, S36)
                            if indicator:
                                # winner draws (S12)
                                if hand[leader].bit_count() < 5:
                                    if not stock:
                                        raise GaveUp
                                    try:
                                        drawn_114 = order[taken]
                                    except IndexError:
                                        raise GaveUp from None
                                    taken += 1
                                    stock ^= drawn_114
                                    hand[leader] = hand[leader] | drawn_114
                                    # sixty-six (S2, S29)
                                    # trick (S11, S13, S23, S36)
                                    # winner draws (S12)
                                    if hand[leader].bit_count() < 5:
                                        if 1:
                                            raise GaveUp
                                        over = True
                                        break
                                    else:
                                        # loser draws (S12, S14)
                                        if hand[table_next[leader]].bit_count() < 5:
                                            if 1:
                                                raise GaveUp
                                            over = True
                                            break
                                else:
                                    # loser draws (S12, S14)
                                    if hand[table_next[leader]].bit_count() < 5:
                                        if 1:
                                            raise GaveUp
                                        over = True
                                        break
                # sixty-six (S2, S29)
                # trick (S11, S13, S23, S36)
                # hands empty (S35, S37)
                if (not (hand[0])) and (not (hand[1])):
                    over = True
                    over = True
                    break
                break
            if not over:
                while True:
                    for top in tops:
                        in_turn = hand[turn]
                        if not begins and (table[0] or table[1]):
                            in_leader_2 = table[leader]
                            # exchange (S20)
                            # close (S25, S26, S27, S28)
                            # marriage (S21, S22, S23, S24)
                            # play (S10, S13)
                            # on the lead
                            # stock open (S10)
                            if (closer == -0x20000000) and indicator and in_turn:
                                legal_3 = in_turn
                            else:
                                # beat the led card (S15, S16, S27)
                                part_7 = in_turn & eq_suit_0_3_of_table_suit_of_card[in_leader_2]
                                v_54 = (part_7 & ~le_power_0_6_of_table_power_of_card[in_leader_2]) if part_7 else 0
                                if v_54:
                                    legal_3 = v_54
                                else:
                                    # follow suit (S16, S17)
                                    if part_7:
                                        legal_3 = part_7
                                    else:
                                        # trump (S18)
                                        t_220 = in_turn & eq_suit_0_3[trump]
                                        legal_3 = t_220 if t_220 else in_turn
                            ways_3 = legal_3.bit_count()
                            k = rows[ways_3][top]
                            if k is None:
                                k = ((z := later[-2 * rest() - 2]) ^ z >> 31) * ways_3 >> 64
                            if hashed:
                                hash = (hash ^ (ways_3 << 32) + k) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
                                hash = hash >> 32 | hash << 32
                            one_6 = legal_3
                            if k:
                                if k > 4:
                                    one_6 = BIT[chosen(legal_3, k)]
                                else:
                                    one_6 &= one_6 - 1
                                    if k > 1:
                                        one_6 &= one_6 - 1
                                        if k > 2:
                                            one_6 &= one_6 - 1
                                            if k > 3:
                                                one_6 &= one_6 - 1
                            one_6 &= -one_6
                            hand[turn] = in_turn ^ one_6
                            if table[turn]:
                                raise GaveUp
                            table[turn] = one_6
                            # sixty-six (S2, S29)
                            # trick (S11, S13, S23, S36)
                            best_23 = table[0] | table[1]
                            those_22 = best_23 & eq_suit_0_3[trump]
                            best_24 = those_22 if those_22 else best_23
                            those_23 = best_24 & eq_suit_0_3_of_table_suit_of_card[table[leader]]
                            v_65 = highest_above_3[(those_23 if those_23 else best_24)]
                            t_222 = 0 if table[0] == v_65 else (1 if table[1] == v_65 else give_up())
                            gain_8 = total_table_points[best_23] + pending[t_222]
                            table[0] = table[1] = 0
                            won[t_222] = won[t_222] | best_23
                            value_50 = points[t_222] + gain_8
                            if not (value_50 <= 105):
                                raise GaveUp
                            points[t_222] = value_50
                            pending[t_222] = 0
                            value_51 = tricks[t_222] + 1
                            if not (value_51 <= 10):
                                raise GaveUp
                            tricks[t_222] = value_51
                            if closer != -0x20000000:
                                value_52 = late_points[t_222] + gain_8
                                if not (value_52 <= 105):
                                    raise GaveUp
                                late_points[t_222] = value_52
                                value_53 = late_tricks[t_222] + 1
                                if not (value_53 <= 10):
                                    raise GaveUp
                                late_tricks[t_222] = value_53
                            leader = t_222
                            turn = t_222
                            # sixty-six (S2, S29)
                            if 66 <= points[t_222]:
                                over = True
                                break
                            else:
                                # sixty-six (S2, S29)
                                # trick (S11, S13, S23, S36)
                                # sixty-six (S2, S29)
                                # trick (S11, S13, S23, S36)
                                if (closer == -0x20000000) and indicator:
                                    # winner draws (S12)
                                    if hand[leader].bit_count() < 5:
                                        if not stock:
                                            raise GaveUp
                                        try:
                                            drawn_68 = order[taken]
                                        except IndexError:
                                            raise GaveUp from None
                                        taken += 1
                                        stock ^= drawn_68
                                        hand[leader] = hand[leader] | drawn_68
                                        # sixty-six (S2, S29)
                                        # trick (S11, S13, S23, S36)
                                        # winner draws (S12)
                                        if hand[leader].bit_count() < 5:
                                            if 1:
                                                raise GaveUp
                                            break
                                        else:
                                            # loser draws (S12, S14)
                                            if hand[table_next[leader]].bit_count() < 5:
                                                if not stock:
                                                    zone_115 = table_next[leader]
                                                    moved_43 = indicator
                                                    indicator = 0
                                                    hand[zone_115] = hand[zone_115] | moved_43
                                                else:
                                                    zone_116 = table_next[leader]
                                                    try:
                                                        drawn_69 = order[taken]
                                                    except IndexError:
                                                        raise GaveUp from None
                                                    taken += 1
                                                    stock ^= drawn_69
                                                    hand[zone_116] = hand[zone_116] | drawn_69
                                                # sixty-six (S2, S29)
                                                # trick (S11, S13, S23, S36)
                                                if indicator:
                                                    # winner draws (S12)
                                                    if hand[leader].bit_count() < 5:
                                                        if 1:
                                                            raise GaveUp
                                                        break
                                                    else:
                                                        # loser draws (S12, S14)
                                                        if hand[table_next[leader]].bit_count() < 5:
                                                            if 1:
                                                                raise GaveUp
                                                            break
                                                        else:
                                                            # sixty-six (S2, S29)
                                                            # trick (S11, S13, S23, S36)
                                                            # hands empty (S35, S37)
                                                            if (not (hand[0])) and (not (hand[1])):
                                                                over = True
                                                                break
                                                else:
                                                    # sixty-six (S2, S29)
                                                    # trick (S11, S13, S23, S36)
                                                    # hands empty (S35, S37)
                                                    if (not (hand[0])) and (not (hand[1])):
                                                        over = True
                                                        break
                                            else:
                                                # sixty-six (S2, S29)
                                                # trick (S11, S13, S23, S36)
                                                # hands empty (S35, S37)
                                                if (not (hand[0])) and (not (hand[1])):
                                                    over = True
                                                    break
                                    else:
                                        # loser draws (S12, S14)
                                        if hand[table_next[leader]].bit_count() < 5:
                                            if not stock:
                                                zone_117 = table_next[leader]
                                                moved_44 = indicator
                                                indicator = 0
                                                hand[zone_117] = hand[zone_117] | moved_44
                                            else:
                                                zone_118 = table_next[leader]
                                                try:
                                                    drawn_70 = order[taken]
                                                except IndexError:
                                                    raise GaveUp from None
                                                taken += 1
                                                stock ^= drawn_70
                                                hand[zone_118] = hand[zone_118] | drawn_70
                                            # sixty-six (S2, S29)
                                            # trick (S11, S13, S23, S36)
                                            if indicator:
                                                # winner draws (S12)
                                                if hand[leader].bit_count() < 5:
                                                    if not stock:
                                                        raise GaveUp
                                                    try:
                                                        drawn_71 = order[taken]
                                                    except IndexError:
                                                        raise GaveUp from None
                                                    taken += 1
                                                    stock ^= drawn_71
                                                    hand[leader] = hand[leader] | drawn_71
                                                    # sixty-six (S2, S29)
                                                    # trick (S11, S13, S23, S36)
                                                    # winner draws (S12)
                                                    if hand[leader].bit_count() < 5:
                                                        if 1:
                                                            raise GaveUp
                                                        break
                                                    else:
                                                        # loser draws (S12, S14)
                                                        if hand[table_next[leader]].bit_count() < 5:
                                                            if 1:
                                                                raise GaveUp
                                                            break
                                                        else:
                                                            # sixty-six (S2, S29)
                                                            # trick (S11, S13, S23, S36)
                                                            # hands empty (S35, S37)
                                                            if (not (hand[0])) and (not (hand[1])):
                                                                over = True
                                                                break
                                                else:
                                                    # loser draws (S12, S14)
                                                    if hand[table_next[leader]].bit_count() < 5:
                                                        if 1:
                                                            raise GaveUp
                                                        break
                                                    else:
                                                        # sixty-six (S2, S29)
                                                        # trick (S11, S13, S23, S36)
                                                        # hands empty (S35, S37)
                                                        if (not (hand[0])) and (not (hand[1])):
                                                            over = True
                                                            break
                                            else:
                                                # sixty-six (S2, S29)
                                                # trick (S11, S13, S23, S36)
                                                # hands empty (S35, S37)
                                                if (not (hand[0])) and (not (hand[1])):
                                                    over = True
                                                    break
                                        else:
                                            # sixty-six (S2, S29)
                                            # trick (S11, S13, S23, S36)
                                            # hands empty (S35, S37)
                                            if (not (hand[0])) and (not (hand[1])):
                                                over = True
                                                break
                                else:
                                    # sixty-six (S2, S29)
                                    # trick (S11, S13, S23, S36)
                                    # hands empty (S35, S37)
                                    if (not (hand[0])) and (not (hand[1])):
                                        over = True
                                        break
                        else:
                            total_4 = 0
                            # exchange (S20)
                            v_58 = (closer == -0x20000000) and indicator
                            if v_58:
                                sum_1 = stock.bit_count() + indicator.bit_count()
                                if (exchange_min_stock <= sum_1) and (in_turn >> table_card_of[trump] & 1):
                                    ways_0 = 1
                                    total_4 += 1
                                else:
                                    ways_0 = 0
                                # close (S25, S26, S27, S28)
                                if (close_min_stock <= sum_1) and (in_turn.bit_count() == 5):
                                    ways_1 = 1
                                    total_4 += 1
                                else:
                                    ways_1 = 0
                            else:
                                ways_0 = 0
                                ways_1 = 0
                            # marriage (S21, S22, S23, S24)
                            pair = (in_turn & (in_turn >> 1)) & 67650
                            v_59 = (pair | (pair << 1)) if pair else 0
                            if v_59:
                                found_6 = 0
                                for card_14 in members[v_59]:
                                    if declared[((turn * 4) + table_suit[card_14])]:
                                        found_6 |= BIT[card_14]
                                legal_2 = v_59 & ~found_6
                                ways_2 = legal_2.bit_count()
                                total_4 += ways_2
                                # play (S10, S13)
                                # on the lead
                                legal_3 = in_turn & ~((v_59 & ~found_6) if (v_59 if (in_turn if fixed_1 else 0) else 0) else 0)
                                ways_3 = legal_3.bit_count()
                                total_4 += ways_3
                            else:
                                ways_2 = 0
                                # play (S10, S13)
                                # on the lead
                                ways_3 = in_turn.bit_count()
                                legal_3 = in_turn
                                total_4 += ways_3
                            k = rows[total_4][top]
                            if k is None:
                                k = ((z := later[-2 * rest() - 2]) ^ z >> 31) * total_4 >> 64
                            if hashed:
                                hash = (hash ^ (total_4 << 32) + k) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
                                hash = hash >> 32 | hash << 32
                            if k < (before := total_4 - ways_3):
                                if k < ways_0:
                                    moved_45 = indicator
                                    indicator = 0
                                    hand[turn] = in_turn | moved_45
                                    moved_46 = BIT[table_card_of[trump]]
                                    if not (moved_46 & hand[turn]):
                                        raise GaveUp
                                    hand[turn] = hand[turn] ^ moved_46
                                    indicator = moved_46
                                    value_54 = exchanges + 1
                                    if not (value_54 <= 1):
                                        raise GaveUp
                                    exchanges = value_54
                                    # sixty-six (S2, S29)
                                    # trick (S11, S13, S23, S36)
                                    if (closer == -0x20000000) and indicator:
                                        # winner draws (S12)
                                        if hand[leader].bit_count() < 5:
                                            if not stock:
                                                raise GaveUp
                                            try:
                                                drawn_72 = order[taken]
                                            except IndexError:
                                                raise GaveUp from None
                                            taken += 1
                                            stock ^= drawn_72
                                            hand[leader] = hand[leader] | drawn_72
                                            # sixty-six (S2, S29)
                                            # trick (S11, S13, S23, S36)
                                            # winner draws (S12)
                                            if hand[leader].bit_count() < 5:
                                                if 1:
                                                    raise GaveUp
                                                break
                                            else:
                                                # loser draws (S12, S14)
                                                if hand[table_next[leader]].bit_count() < 5:
                                                    if not stock:
                                                        zone_119 = table_next[leader]
                                                        moved_47 = indicator
                                                        indicator = 0
                                                        hand[zone_119] = hand[zone_119] | moved_47
                                                    else:
                                                        zone_120 = table_next[leader]
                                                        try:
                                                            drawn_73 = order[taken]
                                                        except IndexError:
                                                            raise GaveUp from None
                                                        taken += 1
                                                        stock ^= drawn_73
                                                        hand[zone_120] = hand[zone_120] | drawn_73
                                                    # sixty-six (S2, S29)
                                                    # trick (S11, S13, S23, S36)
                                                    if indicator:
                                                        # winner draws (S12)
                                                        if hand[leader].bit_count() < 5:
                                                            if 1:
                                                                raise GaveUp
                                                            break
                                                        else:
                                                            # loser draws (S12, S14)
                                                            if hand[table_next[leader]].bit_count() < 5:
                                                                if 1:
                                                                    raise GaveUp
                                                                break
                                        else:
                                            # loser draws (S12, S14)
                                            if hand[table_next[leader]].bit_count() < 5:
                                                if not stock:
                                                    zone_121 = table_next[leader]
                                                    moved_48 = indicator
                                                    indicator = 0
                                                    hand[zone_121] = hand[zone_121] | moved_48
                                                else:
                                                    zone_122 = table_next[leader]
                                                    try:
                                                        drawn_74 = order[taken]
                                                    except IndexError:
                                                        raise GaveUp from None
                                                    taken += 1
                                                    stock ^= drawn_74
                                                    hand[zone_122] = hand[zone_122] | drawn_74
                                                # sixty-six (S2, S29)
                                                # trick (S11, S13, S23, S36)
                                                if indicator:
                                                    # winner draws (S12)
                                                    if hand[leader].bit_count() < 5:
                                                        if not stock:
                                                            raise GaveUp
                                                        try:
                                                            drawn_75 = order[taken]
                                                        except IndexError:
                                                            raise GaveUp from None
                                                        taken += 1
                                                        stock ^= drawn_75
                                                        hand[leader] = hand[leader] | drawn_75
                                                        # sixty-six (S2, S29)
                                                        # trick (S11, S13, S23, S36)
                                                        # winner draws (S12)
                                                        if hand[leader].bit_count() < 5:
                                                            if 1:
                                                                raise GaveUp
                                                            break
                                                        else:
                                                            # loser draws (S12, S14)
                                                            if hand[table_next[leader]].bit_count() < 5:
                                                                if 1:
                                                                    raise GaveUp
                                                                break
                                                    else:
                                                        # loser draws (S12, S14)
                                                        if hand[table_next[leader]].bit_count() < 5:
                                                            if 1:
                                                                raise GaveUp
                                                            break
                                    # sixty-six (S2, S29)
                                    # trick (S11, S13, S23, S36)
                                    # hands empty (S35, S37)
                                    if (not (hand[0])) and (not (hand[1])):
                                        over = True
                                        break
                                else:
                                    k -= ways_0
                                    if k < ways_1:
                                        closer = turn
                                        value_55 = points[table_next[turn]]
                                        if not (value_55 <= 65):
                                            raise GaveUp
                                        record_points = value_55
                                        value_56 = tricks[table_next[turn]]
                                        if not (value_56 <= 9):
                                            raise GaveUp
                                        record_tricks = value_56
                                        # sixty-six (S2, S29)
                                        # trick (S11, S13, S23, S36)
                                        if (closer == -0x20000000) and indicator:
                                            # winner draws (S12)
                                            if hand[leader].bit_count() < 5:
                                                if not stock:
                                                    raise GaveUp
                                                try:
                                                    drawn_76 = order[taken]
                                                except IndexError:
                                                    raise GaveUp from None
                                                taken += 1
                                                stock ^= drawn_76
                                                hand[leader] = hand[leader] | drawn_76
                                                # sixty-six (S2, S29)
                                                # trick (S11, S13, S23, S36)
                                                # winner draws (S12)
                                                if hand[leader].bit_count() < 5:
                                                    if 1:
                                                        raise GaveUp
                                                    break
                                                else:
                                                    # loser draws (S12, S14)
                                                    if hand[table_next[leader]].bit_count() < 5:
                                                        if not stock:
                                                            zone_123 = table_next[leader]
                                                            moved_49 = indicator
                                                            indicator = 0
                                                            hand[zone_123] = hand[zone_123] | moved_49
                                                        else:
                                                            zone_124 = table_next[leader]
                                                            try:
                                                                drawn_77 = order[taken]
                                                            except IndexError:
                                                                raise GaveUp from None
                                                            taken += 1
                                                            stock ^= drawn_77
                                                            hand[zone_124] = hand[zone_124] | drawn_77
                                                        # sixty-six (S2, S29)
                                                        # trick (S11, S13, S23, S36)
                                                        if indicator:
                                                            # winner draws (S12)
                                                            if hand[leader].bit_count() < 5:
                                                                if 1:
                                                                    raise GaveUp
                                                                break
                                                            else:
                                                                # loser draws (S12, S14)
                                                                if hand[table_next[leader]].bit_count() < 5:
                                                                    if 1:
                                                                        raise GaveUp
                                                                    break
                                            else:
                                                # loser draws (S12, S14)
                                                if hand[table_next[leader]].bit_count() < 5:
                                                    if not stock:
                                                        zone_125 = table_next[leader]
                                                        moved_50 = indicator
                                                        indicator = 0
                                                        hand[zone_125] = hand[zone_125] | moved_50
                                                    else:
                                                        zone_126 = table_next[leader]
                                                        try:
                                                            drawn_78 = order[taken]
                                                        except IndexError:
                                                            raise GaveUp from None
                                                        taken += 1
                                                        stock ^= drawn_78
                                                        hand[zone_126] = hand[zone_126] | drawn_78
                                                    # sixty-six (S2, S29)
                                                    # trick (S11, S13, S23, S36)
                                                    if indicator:
                                                        # winner draws (S12)
                                                        if hand[leader].bit_count() < 5:
                                                            if not stock:
                                                                raise GaveUp
                                                            try:
                                                                drawn_79 = order[taken]
                                                            except IndexError:
                                                                raise GaveUp from None
                                                            taken += 1
                                                            stock ^= drawn_79
                                                            hand[leader] = hand[leader] | drawn_79
                                                            # sixty-six (S2, S29)
                                                            # trick (S11, S13, S23, S36)
                                                            # winner draws (S12)
                                                            if hand[leader].bit_count() < 5:
                                                                if 1:
                                                                    raise GaveUp
                                                                break
                                                            else:
                                                                # loser draws (S12, S14)
                                                                if hand[table_next[leader]].bit_count() < 5:
                                                                    if 1:
                                                                        raise GaveUp
                                                                    break
                                                        else:
                                                            # loser draws (S12, S14)
                                                            if hand[table_next[leader]].bit_count() < 5:
                                                                if 1:
                                                                    raise GaveUp
                                                                break
                                        # sixty-six (S2, S29)
                                        # trick (S11, S13, S23, S36)
                                        # hands empty (S35, S37)
                                        if (not (hand[0])) and (not (hand[1])):
                                            over = True
                                            break
                                    else:
                                        k -= ways_1
                                        begins = False
                                        card_17 = chosen(legal_2, k)
                                        one_7 = BIT[card_17]
                                        hand[turn] = in_turn ^ one_7
                                        table[turn] = one_7
                                        declared[((turn * 4) + table_suit[card_17])] = 1
                                        if 0 < tricks[turn]:
                                            bonus_5 = 40 if table_suit[card_17] == trump else 20
                                            value_57 = points[turn] + bonus_5
                                            if not (value_57 <= 105):
                                                raise GaveUp
                                            points[turn] = value_57
                                            if closer != -0x20000000:
                                                value_58 = late_points[turn] + bonus_5
                                                if not (value_58 <= 105):
                                                    raise GaveUp
                                                late_points[turn] = value_58
                                        else:
                                            value_59 = pending[turn] + (40 if table_suit[card_17] == trump else 20)
                                            if not (value_59 <= 40):
                                                raise GaveUp
                                            pending[turn] = value_59
                                        turn = table_next[turn]
                                        # sixty-six (S2, S29)
                                        if (66 <= points[0]) or (66 <= points[1]):
                                            over = True
                                            break
                                        # sixty-six (S2, S29)
                                        # trick (S11, S13, S23, S36)
                                        # sixty-six (S2, S29)
                                        # trick (S11, S13, S23, S36)
                                        # sixty-six (S2, S29)
                                        # trick (S11, S13, S23, S36)
                                        # hands empty (S35, S37)
                            else:
                                k -= before
                                one_8 = legal_3
                                if k:
                                    if k > 4:
                                        one_8 = BIT[chosen(legal_3, k)]
                                    else:
                                        one_8 &= one_8 - 1
                                        if k > 1:
                                            one_8 &= one_8 - 1
                                            if k > 2:
                                                one_8 &= one_8 - 1
                                                if k > 3:
                                                    one_8 &= one_8 - 1
                                one_8 &= -one_8
                                hand[turn] = in_turn ^ one_8
                                turn_4 = table_next[turn]
                                # sixty-six (S2, S29)
                                # trick (S11, S13, S23, S36)
                                # sixty-six (S2, S29)
                                # trick (S11, S13, S23, S36)
                                if not begins and leader != turn:
                                    table[turn] = one_8
                                    turn = turn_4
                                    continue
                                for top in tops:
                                    break
                                else:
                                    lanes, later, tops = WORDS.more(lanes)
                                    rest = tops.__length_hint__
                                    passed += BATCH
                                    if passed > LONGEST + BATCH:
                                        raise GaveUp
                                    top = next(tops)
                                in_turn_2 = hand[turn_4]
                                # exchange (S20)
                                # close (S25, S26, S27, S28)
                                # marriage (S21, S22, S23, S24)
                                # play (S10, S13)
                                # on the lead
                                # stock open (S10)
                                if (closer == -0x20000000) and indicator and in_turn_2:
                                    legal_3 = in_turn_2
                                else:
                                    # beat the led card (S15, S16, S27)
                                    part_17 = in_turn_2 & eq_suit_0_3_of_table_suit_of_card_at[one_8.bit_length()]
                                    v_74 = (part_17 & ~le_power_0_6_of_table_power_of_card_at[one_8.bit_length()]) if part_17 else 0
                                    if v_74:
                                        legal_3 = v_74
                                    else:
                                        # follow suit (S16, S17)
                                        if part_17:
                                            legal_3 = part_17
                                        else:
                                            # trump (S18)
                                            t_225 = in_turn_2 & eq_suit_0_3[trump]
                                            legal_3 = t_225 if t_225 else in_turn_2
                                ways_3 = legal_3.bit_count()
                                k = rows[ways_3][top]
                                if k is None:
                                    k = ((z := later[-2 * rest() - 2]) ^ z >> 31) * ways_3 >> 64
                                if hashed:
                                    hash = (hash ^ (ways_3 << 32) + k) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
                                    hash = hash >> 32 | hash << 32
                                one_10 = legal_3
                                if k:
                                    if k > 4:
                                        one_10 = BIT[chosen(legal_3, k)]
                                    else:
                                        one_10 &= one_10 - 1
                                        if k > 1:
                                            one_10 &= one_10 - 1
                                            if k > 2:
                                                one_10 &= one_10 - 1
                                                if k > 3:
                                                    one_10 &= one_10 - 1
                                one_10 &= -one_10
                                hand[turn_4] = in_turn_2 ^ one_10
                                # sixty-six (S2, S29)
                                # trick (S11, S13, S23, S36)
                                best_31 = one_8 | one_10
                                t_227 = turn_4 if one_10 & over_0[trump][one_8.bit_length()] else turn
                                gain_12 = total_table_points[best_31] + pending[t_227]
                                won[t_227] = won[t_227] | best_31
                                value_78 = points[t_227] + gain_12
                                if not (value_78 <= 105):
                                    raise GaveUp
                                points[t_227] = value_78
                                pending[t_227] = 0
                                value_79 = tricks[t_227] + 1
                                if not (value_79 <= 10):
                                    raise GaveUp
                                tricks[t_227] = value_79
                                if closer != -0x20000000:
                                    value_80 = late_points[t_227] + gain_12
                                    if not (value_80 <= 105):
                                        raise GaveUp
                                    late_points[t_227] = value_80
                                    value_81 = late_tricks[t_227] + 1
                                    if not (value_81 <= 10):
                                        raise GaveUp
                                    late_tricks[t_227] = value_81
                                leader = t_227
                                turn = t_227
                                # sixty-six (S2, S29)
                                if 66 <= points[t_227]:
                                    over = True
                                    break
                                else:
                                    # sixty-six (S2, S29)
                                    # trick (S11, S13, S23, S36)
                                    # sixty-six (S2, S29)
                                    # trick (S11, S13, S23, S36)
                                    if (closer == -0x20000000) and indicator:
                                        # winner draws (S12)
                                        if hand[leader].bit_count() < 5:
                                            if not stock:
                                                raise GaveUp
                                            try:
                                                drawn_100 = order[taken]
                                            except IndexError:
                                                raise GaveUp from None
                                            taken += 1
                                            stock ^= drawn_100
                                            hand[leader] = hand[leader] | drawn_100
                                            # sixty-six (S2, S29)
                                            # trick (S11, S13, S23, S36)
                                            # winner draws (S12)
                                            if hand[leader].bit_count() < 5:
                                                if 1:
                                                    raise GaveUp
                                                break
                                            else:
                                                # loser draws (S12, S14)
                                                if hand[table_next[leader]].bit_count() < 5:
                                                    if not stock:
                                                        zone_147 = table_next[leader]
                                                        moved_63 = indicator
                                                        indicator = 0
                                                        hand[zone_147] = hand[zone_147] | moved_63
                                                    else:
                                                        zone_148 = table_next[leader]
                                                        try:
                                                            drawn_101 = order[taken]
                                                        except IndexError:
                                                            raise GaveUp from None
                                                        taken += 1
                                                        stock ^= drawn_101
                                                        hand[zone_148] = hand[zone_148] | drawn_101
                                                    # sixty-six (S2, S29)
                                                    # trick (S11, S13, S23, S36)
                                                    if indicator:
                                                        # winner draws (S12)
                                                        if hand[leader].bit_count() < 5:
                                                            if 1:
                                                                raise GaveUp
                                                            break
                                                        else:
                                                            # loser draws (S12, S14)
                                                            if hand[table_next[leader]].bit_count() < 5:
                                                                if 1:
                                                                    raise GaveUp
                                                                break
                                                            else:
                                                                # sixty-six (S2, S29)
                                                                # trick (S11, S13, S23, S36)
                                                                # hands empty (S35, S37)
                                                                if (not (hand[0])) and (not (hand[1])):
                                                                    over = True
                                                                    break
                                                    else:
                                                        # sixty-six (S2, S29)
                                                        # trick (S11, S13, S23, S36)
                                                        # hands empty (S35, S37)
                                                        if (not (hand[0])) and (not (hand[1])):
                                                            over = True
                                                            break
                                                else:
                                                    # sixty-six (S2, S29)
                                                    # trick (S11, S13, S23, S36)
                                                    # hands empty (S35, S37)
                                                    if (not (hand[0])) and (not (hand[1])):
                                                        over = True
                                                        break
                                        else:
                                            # loser draws (S12, S14)
                                            if hand[table_next[leader]].bit_count() < 5:
                                                if not stock:
                                                    zone_149 = table_next[leader]
                                                    moved_64 = indicator
                                                    indicator = 0
                                                    hand[zone_149] = hand[zone_149] | moved_64
                                                else:
                                                    zone_150 = table_next[leader]
                                                    try:
                                                        drawn_102 = order[taken]
                                                    except IndexError:
                                                        raise GaveUp from None
                                                    taken += 1
                                                    stock ^= drawn_102
                                                    hand[zone_150] = hand[zone_150] | drawn_102
                                                # sixty-six (S2, S29)
                                                # trick (S11, S13, S23, S36)
                                                if indicator:
                                                    # winner draws (S12)
                                                    if hand[leader].bit_count() < 5:
                                                        if not stock:
                                                            raise GaveUp
                                                        try:
                                                            drawn_103 = order[taken]
                                                        except IndexError:
                                                            raise GaveUp from None
                                                        taken += 1
                                                        stock ^= drawn_103
                                                        hand[leader] = hand[leader] | drawn_103
                                                        # sixty-six (S2, S29)
                                                        # trick (S11, S13, S23, S36)
                                                        # winner draws (S12)
                                                        if hand[leader].bit_count() < 5:
                                                            if 1:
                                                                raise GaveUp
                                                            break
                                                        else:
                                                            # loser draws (S12, S14)
                                                            if hand[table_next[leader]].bit_count() < 5:
                                                                if 1:
                                                                    raise GaveUp
                                                                break
                                                            else:
                                                                # sixty-six (S2, S29)
                                                                # trick (S11, S13, S23, S36)
                                                                # hands empty (S35, S37)
                                                                if (not (hand[0])) and (not (hand[1])):
                                                                    over = True
                                                                    break
                                                    else:
                                                        # loser draws (S12, S14)
                                                        if hand[table_next[leader]].bit_count() < 5:
                                                            if 1:
                                                                raise GaveUp
                                                            break
                                                        else:
                                                            # sixty-six (S2, S29)
                                                            # trick (S11, S13, S23, S36)
                                                            # hands empty (S35, S37)
                                                            if (not (hand[0])) and (not (hand[1])):
                                                                over = True
                                                                break
                                                else:
                                                    # sixty-six (S2, S29)
                                                    # trick (S11, S13, S23, S36)
                                                    # hands empty (S35, S37)
                                                    if (not (hand[0])) and (not (hand[1])):
                                                        over = True
                                                        break
                                            else:
                                                # sixty-six (S2, S29)
                                                # trick (S11, S13, S23, S36)
                                                # hands empty (S35, S37)
                                                if (not (hand[0])) and (not (hand[1])):
                                                    over = True
                                                    break
                                    else:
                                        # sixty-six (S2, S29)
                                        # trick (S11, S13, S23, S36)
                                        # hands empty (S35, S37)
                                        if (not (hand[0])) and (not (hand[1])):
                                            over = True
                                            break
                                begins = True
                    else:
                        if not rest():
                            lanes, later, tops = WORDS.more(lanes)
                            rest = tops.__length_hint__
                            passed += BATCH
                            if passed > LONGEST + BATCH:
                                raise GaveUp
                        continue
                    break
            n = passed - 1 - rest()
            made += n
            if n > longest:
                longest = n
                if n > LONGEST:
                    raise GaveUp
            value_93 = 0
            applying_4 = 0
            # reached 66 (S2, S34)
            v_82 = PLACE[((1 if 66 <= points[0] else 0) | (2 if 66 <= points[1] else 0))] if (66 <= points[0]) or (66 <= points[1]) else -0x20000000
            if v_82 != -0x20000000:
                value_93 = v_82
                applying_4 += 1
            # closer failed (S34, S37)
            if (v_82 == -0x20000000) and (closer != -0x20000000):
                value_93 = table_next[closer]
                applying_4 += 1
            # last trick (S35)
            if (v_82 == -0x20000000) and (closer == -0x20000000):
                value_93 = leader
                applying_4 += 1
            if applying_4 != 1:
                raise GaveUp
            if value_93 == -0x20000000:
                raise GaveUp
            value_94 = 1
            applying_5 = 0
            # from 33 (S30)
            v_83 = (closer == -0x20000000) and (v_82 != -0x20000000)
            if v_83 and (33 <= points[table_next[value_93]]):
                value_94 = 1
                applying_5 += 1
            # under 33 (S31)
            if v_83 and (points[table_next[value_93]] < 33) and (0 < tricks[table_next[value_93]]):
                value_94 = 2
                applying_5 += 1
            # no trick (S32)
            if v_83 and (tricks[table_next[value_93]] == 0):
                value_94 = 3
                applying_5 += 1
            # closer, from 33 (S33)
            if (closer == value_93) and (33 <= record_points):
                value_94 = 1
                applying_5 += 1
            # closer, under 33 (S33)
            if (closer == value_93) and (record_points < 33) and (0 < record_tricks):
                value_94 = 2
                applying_5 += 1
            # closer, no trick (S33)
            if (closer == value_93) and (record_tricks == 0):
                value_94 = 3
                applying_5 += 1
            # failed (S34)
            loser_6 = table_next[value_93]
            if (closer == loser_6) and (0 < record_tricks):
                value_94 = 2
                applying_5 += 1
            # failed, no trick (S34)
            if (closer == loser_6) and (record_tricks == 0):
                value_94 = 3
                applying_5 += 1
            # last trick (S35, S36)
            if (closer == -0x20000000) and (v_82 == -0x20000000):
                value_94 = 1
                applying_5 += 1
            if applying_5 != 1:
                raise GaveUp
            value_90 = counter[value_93] - (value_94 if value_94 <= counter[value_93] else counter[value_93])
            if (not (0 <= value_90)) or (not (value_90 <= 7)):
                raise GaveUp
            counter[value_93] = value_90
            dealer = table_next[dealer]
            value_92 = deals_played + 1
            if not (value_92 <= 13):
                raise GaveUp
            deals_played = value_92
            if hashed:
                hash = fold_numbers(hash, (stock, indicator, *hand, *table, *won, first_dealer, marriage, exchange_min_stock, close_min_stock, dealer, *counter, deals_played, trump, leader, turn, *points, *pending, *tricks, *declared, closer, record_points, record_tricks, exchanges, *late_points, *late_tricks,))
            done += 1
            if (counter[0] == 0) or (counter[1] == 0):
                matches += 1
                break
            if done == deals:
                break
    return {"deals": done, "moves": made, "matches": matches, "hash": hash & MASK,
            "longest": longest, "fault": 0, "fault_deal": 0, "fault_move": 0}
