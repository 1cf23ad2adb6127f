"""schnapsen: made from the spec with the digest sha256:39742849fca126518f5e0bbb779bbe5a1ee281cece91b857baaa664e2fb86fbb."""

from math import comb

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
    c[25] = -0x40000000
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
            x_5 = c[8]
            those_6 = (best_4 & eq_suit_0_3[x_5])
            best_7 = (those_6 if (those_6 != 0) else best_4)
            v_10 = 0
            if (best_7 != 0):
                among_8 = z[(4 + c[9])]
                if ((among_8).bit_count() != 1):
                    fault(s, 7)
                t_9 = ((among_8 & -among_8).bit_length() - 1 if among_8 else 0)
                v_10 = table_suit[t_9]
            else:
                v_10 = 0
            those_11 = (best_7 & eq_suit_0_3[v_10])
            best_12 = (those_11 if (those_11 != 0) else best_7)
            kept_13 = 0
            left_c_14 = best_12
            while left_c_14:
                c_14 = (left_c_14 & -left_c_14).bit_length() - 1
                left_c_14 &= left_c_14 - 1
                kept_13 = (kept_13 | ((1 << c_14) if ((best_12 & above_3[c_14]) == 0) else 0))
            if ((kept_13).bit_count() != 1):
                fault(s, 8)
            t_15 = ((kept_13 & -kept_13).bit_length() - 1 if kept_13 else 0)
            which_16 = ((1 if (z[4] >> t_15 & 1 == 1) else 0) | (2 if (z[5] >> t_15 & 1 == 1) else 0))
            if ((which_16).bit_count() != 1):
                fault(s, 9)
            t_17 = ((which_16 & -which_16).bit_length() - 1 if which_16 else 0)
            sum_18 = 0
            left_c_19 = (z[4] | z[5])
            while left_c_19:
                c_19 = (left_c_19 & -left_c_19).bit_length() - 1
                left_c_19 &= left_c_19 - 1
                sum_18 = (sum_18 + table_points[c_19])
            gain_20 = (sum_18 + c[(13 + t_17)])
            zone_21 = (6 + t_17)
            moved_22 = (z[4] | z[5])
            z[4] = 0
            z[5] = 0
            z[zone_21] = (z[zone_21] | moved_22)
            cell_23 = (11 + t_17)
            value_24 = (c[cell_23] + gain_20)
            fit_25 = value_24
            if (not (0 <= fit_25 <= 105)):
                fault(s, 10)
                fit_25 = 0
            c[cell_23] = fit_25
            cell_26 = (13 + t_17)
            c[cell_26] = 0
            cell_27 = (15 + t_17)
            value_28 = (c[cell_27] + 1)
            fit_29 = value_28
            if (not (0 <= fit_29 <= 10)):
                fault(s, 11)
                fit_29 = 0
            c[cell_27] = fit_29
            if (c[25] != -0x40000000):
                cell_30 = (29 + t_17)
                value_31 = (c[cell_30] + gain_20)
                fit_32 = value_31
                if (not (0 <= fit_32 <= 105)):
                    fault(s, 12)
                    fit_32 = 0
                c[cell_30] = fit_32
                cell_33 = (31 + t_17)
                value_34 = (c[cell_33] + 1)
                fit_35 = value_34
                if (not (0 <= fit_35 <= 10)):
                    fault(s, 13)
                    fit_35 = 0
                c[cell_33] = fit_35
            c[9] = t_17
            c[10] = t_17
            continue
        open_36 = ((c[25] == -0x40000000) and (z[1] != 0))
        if open_36:
            at_lead_37 = ((z[4] | z[5]) == 0)
            if at_lead_37:
                # winner draws (S12)
                if ((z[(2 + c[9])]).bit_count() < 5):
                    if (fired_1 >> 2 & 1 == 1):
                        fault(s, 14)
                    if (fired_1 >> 2 & 1 == 1):
                        return
                    fired_1 = (fired_1 | 4)
                    zone_38 = (2 + c[9])
                    if (not (1 <= (z[0]).bit_count())):
                        fault(s, 15)
                    drawn_39 = draw(s, 0, 1)
                    z[0] = (z[0] & ~drawn_39)
                    z[zone_38] = (z[zone_38] | drawn_39)
                    continue
                # loser draws (S12, S14)
                if ((z[(2 + table_next[c[9]])]).bit_count() < 5):
                    if (fired_1 >> 3 & 1 == 1):
                        fault(s, 16)
                    if (fired_1 >> 3 & 1 == 1):
                        return
                    fired_1 = (fired_1 | 8)
                    if (z[0] == 0):
                        zone_40 = (2 + table_next[c[9]])
                        moved_41 = z[1]
                        z[1] = 0
                        z[zone_40] = (z[zone_40] | moved_41)
                    else:
                        zone_42 = (2 + table_next[c[9]])
                        if (not (1 <= (z[0]).bit_count())):
                            fault(s, 17)
                        drawn_43 = draw(s, 0, 1)
                        z[0] = (z[0] & ~drawn_43)
                        z[zone_42] = (z[zone_42] | drawn_43)
                    continue
        at_lead_44 = ((z[4] | z[5]) == 0)
        if at_lead_44:
            # hands empty (S35, S37)
            t_45 = ((z[2] == 0) and (z[3] == 0))
            if t_45:
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
        open_4 = ((c[25] == -0x40000000) and (z[1] != 0))
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
        open_8 = ((c[25] == -0x40000000) and (z[1] != 0))
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
    open_3 = ((c[25] == -0x40000000) and (z[1] != 0))
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
        open_3 = ((c[25] == -0x40000000) and (z[1] != 0))
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
        open_7 = ((c[25] == -0x40000000) and (z[1] != 0))
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
    moved_3 = (1 << card_2)
    zone_4 = (2 + me)
    zone_5 = (4 + me)
    z[zone_4] = (z[zone_4] & ~moved_3)
    z[zone_5] = (z[zone_5] | moved_3)
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
        if (c[25] != -0x40000000):
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
    moved_3 = (1 << card_2)
    zone_4 = (2 + me)
    zone_5 = (4 + me)
    z[zone_4] = (z[zone_4] & ~moved_3)
    z[zone_5] = (z[zone_5] | moved_3)
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
        v_6 = -0x40000000
    if (v_6 != -0x40000000):
        value_1 = v_6
        applying_2 = (applying_2 + 1)
    # closer failed (S34, S37)
    if ((v_6 == -0x40000000) and (c[25] != -0x40000000)):
        value_1 = table_next[c[25]]
        applying_2 = (applying_2 + 1)
    # last trick (S35)
    if ((v_6 == -0x40000000) and (c[25] == -0x40000000)):
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
    if (c[25] == -0x40000000):
        t_3 = ((66 <= c[11]) or (66 <= c[12]))
        v_6 = 0
        if t_3:
            which_4 = ((1 if (66 <= c[11]) else 0) | (2 if (66 <= c[12]) else 0))
            if ((which_4).bit_count() != 1):
                fault(s, 26)
            t_5 = ((which_4 & -which_4).bit_length() - 1 if which_4 else 0)
            v_6 = t_5
        else:
            v_6 = -0x40000000
        v_7 = (v_6 != -0x40000000)
    else:
        v_7 = 0
    v_11 = 0
    if v_7:
        deal_winner_8 = get_deal_winner(s)
        fit_9 = deal_winner_8
        if (deal_winner_8 == -0x40000000):
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
        if (deal_winner_12 == -0x40000000):
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
        if (deal_winner_16 == -0x40000000):
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
        if (deal_winner_20 == -0x40000000):
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
    if (deal_winner_25 == -0x40000000):
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
    if (c[25] == -0x40000000):
        t_28 = ((66 <= c[11]) or (66 <= c[12]))
        v_31 = 0
        if t_28:
            which_29 = ((1 if (66 <= c[11]) else 0) | (2 if (66 <= c[12]) else 0))
            if ((which_29).bit_count() != 1):
                fault(s, 26)
            t_30 = ((which_29 & -which_29).bit_length() - 1 if which_29 else 0)
            v_31 = t_30
        else:
            v_31 = -0x40000000
        v_32 = (v_31 == -0x40000000)
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
    if (deal_winner_1 == -0x40000000):
        fault(s, 28)
        fit_2 = 0
    cell_3 = (5 + fit_2)
    game_points_4 = get_game_points(s)
    fit_5 = deal_winner_1
    if (deal_winner_1 == -0x40000000):
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


def run_lot(seed, deals, options, weights=None, out=None, stats=None, watch=None):
    """Play `deals` deals, match after match; return a dict of what came out.

    `options` holds the values of the option cells, `weights` one number a move.  `out`, a list,
    takes for each deal the numbers of its result and whether it ended a match.  `stats` counts:
    it is called with branches, results, and what the questions said (asked where `watch` is).
    """
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
