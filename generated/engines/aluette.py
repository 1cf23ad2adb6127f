"""aluette: made from the spec with the digest sha256:6446d36360aab57a5f6a3e5e05f8bf80ed2700cb592230813924424b2f6090ea."""

from itertools import permutations
from math import comb
from operator import itemgetter, mul
from struct import Struct
from sys import byteorder

CARDS = 48
ZONES = 14
CELLS = 30
OPTIONS = 2
MOVES = 1
RESULTS = 7
MATCH_RESULTS = 3
TURN = 7
DEALER = 2
HITS = 7
NO_MOVE = 16
TOO_LONG = 17
LONGEST = 10000
ONE_STOCK = True
MASK = 18446744073709551615
SHARED = 5
COUNTS = False
ODD = (6238072747940578789, 15839785061582574731, 2185194620014831857, 13232826040865663253, 13168350753275463133, 15093541023163888493, 1346066267577507605, 15378420243238726121, 9398003893131893463, 530445201382180217, 3774817245553408877, 4016745674725997501, 15923203627879530961, 2692132535155015209, 257397085994358073, 15673735954724858045, 3471015484745077183, 18431927716282009713, 16377936876142721111, 1060890402764360435, 15434875530296372041, 18272786274765299067, 4002107291894103205, 15393003569519446713, 15540095754773462585, 16763302723927541467, 3622748380379877117, 16107416851779296163, 5727095992301866835, 514794171988716147, 6057085510246920549, 12536647777456729413, 13012059237407811783, 14301543196384307261, 4893107102001668799, 18417111350264533219, 5304946280059244057, 6585537390336906095, 2818289925169139075, 13209012661203997477, 7408963384981888293, 12058926934050108963, 5695472266747893963, 18098828467231111927,)
UNIFORM = (1,)

# next
table_next = (1, 2, 3, 0,)
# the members that beat each one
above_1 = (137473581318, 16388, 0, 280650141630455, 279550361501671, 277350801244103, 272951680728967, 264153439698695, 1073158, 211363994565895, 140978066323719, 206209839367, 137473581318, 16390, 4, 280650141630455, 279550361501671, 277350801244103, 272951680728967, 264153439698695, 24582, 211363994565895, 140978066323719, 206209839367, 137473581318, 1073414, 281200031694847, 280650141630455, 279550361501671, 277350801244103, 272951680728967, 264153439698695, 246556958686983, 211363994565895, 140978066323719, 206209839367, 137473581318, 34627846, 281200031694847, 280650141630455, 279550361501671, 277350801244103, 272951680728967, 264153439698695, 246556958686983, 211363994565895, 140978066323719, 206209839367,)
# the members that each one beats
below_2 = (281268766871288, 281474976694265, 281474976710651, 274945015808, 824835080200, 1924615208984, 4124175466552, 8523295981688, 281474975637241, 34918018023672, 70110982144760, 140496910386936, 281268766871288, 281474976686073, 281474976694267, 274945015808, 824835080200, 1924615208984, 4124175466552, 8523295981688, 281474975637497, 34918018023672, 70110982144760, 140496910386936, 281268766871288, 281474942082809, 0, 274945015808, 824835080200, 1924615208984, 4124175466552, 8523295981688, 17321537011960, 34918018023672, 70110982144760, 140496910386936, 281268766871288, 281337503129337, 0, 274945015808, 824835080200, 1924615208984, 4124175466552, 8523295981688, 17321537011960, 34918018023672, 70110982144760, 140496910386936,)
# team
table_team = (0, 1, 0, 1,)


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
    c[2] = dealer_1
    c[3] = 0
    c[4] = 0
    c[5] = 1


def deal(s):
    z = s.z
    c = s.c
    z[0] = 0xffffffffffff
    z[1] = 0
    z[2] = 0
    z[3] = 0
    z[4] = 0
    z[5] = 0
    z[6] = 0
    z[7] = 0
    z[8] = 0
    z[9] = 0
    z[10] = 0
    z[11] = 0
    z[12] = 0
    z[13] = 0
    for round_6 in range(1, 4):
        last_3 = c[2]
        for step_2 in range(1, 5):
            s_1 = (0 if (last_3 == 3) else (last_3 + 1))
            last_3 = s_1
            zone_4 = (1 + s_1)
            drawn_5 = draw(s, 0, 3)
            z[0] = (z[0] & ~drawn_5)
            z[zone_4] = (z[zone_4] | drawn_5)
    leader_7 = table_next[c[2]]
    c[6] = leader_7
    turn_8 = table_next[c[2]]
    c[7] = turn_8
    c[8] = 1
    c[9] = 0
    c[10] = 0
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
    c[21] = -0x20000000
    c[22] = -0x20000000
    c[23] = -0x20000000
    c[24] = -0x20000000
    c[25] = -0x20000000
    c[26] = -0x20000000
    c[27] = -0x20000000
    c[28] = -0x20000000
    c[29] = -0x20000000


def settle(s):
    """what happens by itself."""
    z = s.z
    c = s.c
    fired_1 = 0
    while True:
        t_2 = (((z[5]).bit_count() == 1) and (((z[6]).bit_count() == 1) and (((z[7]).bit_count() == 1) and ((z[8]).bit_count() == 1))))
        if t_2:
            # trick won (A19)
            best_3 = (((z[5] | z[6]) | z[7]) | z[8])
            kept_4 = 0
            left_c_5 = best_3
            while left_c_5:
                c_5 = (left_c_5 & -left_c_5).bit_length() - 1
                left_c_5 &= left_c_5 - 1
                kept_4 = (kept_4 | ((1 << c_5) if ((best_3 & above_1[c_5]) == 0) else 0))
            if ((kept_4).bit_count() == 1):
                if (fired_1 >> 0 & 1 == 1):
                    fault(s, 2)
                if (fired_1 >> 0 & 1 == 1):
                    return
                fired_1 = (fired_1 | 1)
                which_6 = ((((1 if ((kept_4 & ~z[5]) == 0) else 0) | (2 if ((kept_4 & ~z[6]) == 0) else 0)) | (4 if ((kept_4 & ~z[7]) == 0) else 0)) | (8 if ((kept_4 & ~z[8]) == 0) else 0))
                if ((which_6).bit_count() != 1):
                    fault(s, 3)
                t_7 = ((which_6 & -which_6).bit_length() - 1 if which_6 else 0)
                zone_8 = (9 + t_7)
                moved_9 = (((z[5] | z[6]) | z[7]) | z[8])
                z[5] = 0
                z[6] = 0
                z[7] = 0
                z[8] = 0
                z[zone_8] = (z[zone_8] | moved_9)
                cell_10 = (9 + t_7)
                value_11 = (c[cell_10] + 1)
                fit_12 = value_11
                if (not (0 <= fit_12 <= 9)):
                    fault(s, 4)
                    fit_12 = 0
                c[cell_10] = fit_12
                whether_13 = (c[(13 + t_7)] == 0)
                cell_14 = (13 + t_7)
                value_15 = c[8]
                fit_16 = value_15
                if (not ((not whether_13) or (0 <= fit_16 <= 9))):
                    fault(s, 5)
                    fit_16 = 0
                c[cell_14] = (fit_16 if whether_13 else c[cell_14])
                cell_17 = (17 + t_7)
                value_18 = c[8]
                fit_19 = value_18
                if (not (0 <= fit_19 <= 9)):
                    fault(s, 6)
                    fit_19 = 0
                c[cell_17] = fit_19
                fit_20 = c[8]
                fit_21 = fit_20
                if (not (1 <= fit_20 <= 9)):
                    fault(s, 7)
                    fit_21 = 1
                cell_22 = (21 + (fit_21 - 1))
                c[cell_22] = t_7
                c[6] = t_7
                c[7] = t_7
                value_23 = (c[8] + 1)
                fit_24 = value_23
                if (not (1 <= fit_24 <= 10)):
                    fault(s, 8)
                    fit_24 = 1
                c[8] = fit_24
                continue
            # trick spoiled (A20, A21)
            if (1 < (kept_4).bit_count()):
                if (fired_1 >> 1 & 1 == 1):
                    fault(s, 9)
                if (fired_1 >> 1 & 1 == 1):
                    return
                fired_1 = (fired_1 | 2)
                moved_25 = (((z[5] | z[6]) | z[7]) | z[8])
                z[5] = 0
                z[6] = 0
                z[7] = 0
                z[8] = 0
                z[13] = (z[13] | moved_25)
                value_26 = c[6]
                c[7] = value_26
                value_27 = (c[8] + 1)
                fit_28 = value_27
                if (not (1 <= fit_28 <= 10)):
                    fault(s, 10)
                    fit_28 = 1
                c[8] = fit_28
                continue
        # all tricks played (A22)
        if (c[8] == 10):
            if (fired_1 >> 2 & 1 == 1):
                fault(s, 11)
            if (fired_1 >> 2 & 1 == 1):
                return
            fired_1 = (fired_1 | 4)
            s.over = True
            return
        break


def settled(s):
    z = s.z
    c = s.c
    t_1 = (((z[5]).bit_count() == 1) and (((z[6]).bit_count() == 1) and (((z[7]).bit_count() == 1) and ((z[8]).bit_count() == 1))))
    v_5 = 0
    if t_1:
        best_2 = (((z[5] | z[6]) | z[7]) | z[8])
        kept_3 = 0
        left_c_4 = best_2
        while left_c_4:
            c_4 = (left_c_4 & -left_c_4).bit_length() - 1
            left_c_4 &= left_c_4 - 1
            kept_3 = (kept_3 | ((1 << c_4) if ((best_2 & above_1[c_4]) == 0) else 0))
        v_5 = ((kept_3).bit_count() == 1)
    else:
        v_5 = 0
    v_10 = 0
    if v_5:
        v_10 = 1
    else:
        v_9 = 0
        if t_1:
            best_6 = (((z[5] | z[6]) | z[7]) | z[8])
            kept_7 = 0
            left_c_8 = best_6
            while left_c_8:
                c_8 = (left_c_8 & -left_c_8).bit_length() - 1
                left_c_8 &= left_c_8 - 1
                kept_7 = (kept_7 | ((1 << c_8) if ((best_6 & above_1[c_8]) == 0) else 0))
            v_9 = (1 < (kept_7).bit_count())
        else:
            v_9 = 0
        v_10 = v_9
    return (s.over or (not (v_10 or (c[8] == 10))))


def get_playable(s, me):
    """playable."""
    z = s.z
    # any card of the hand (A17)
    cards_1 = z[(1 + me)]
    if (cards_1 != 0):
        return cards_1
    return 0


def moves(s):
    """the legal moves, counted."""
    c = s.c
    me = c[7]
    total_1 = 0
    # play (A16)
    playable_2 = get_playable(s, me)
    ways_3 = (playable_2).bit_count()
    s.kept[0] = playable_2
    s.count[0] = ways_3
    total_1 = (total_1 + ways_3)
    return total_1


def play_play(s, k):
    """play (A16)."""
    z = s.z
    c = s.c
    me = c[7]
    rank_1 = k
    card_2 = nth(s.kept[0], rank_1)
    one_3 = (1 << card_2)
    zone_4 = (1 + me)
    zone_5 = (5 + me)
    z[zone_4] = (z[zone_4] & ~one_3)
    z[zone_5] = (z[zone_5] | one_3)
    value_6 = table_next[me]
    c[7] = value_6


def get_mordienne(s, p_w):
    """mordienne (A27, A28, A29)."""
    c = s.c
    return (((2 <= c[(9 + p_w)]) and ((c[(13 + p_w)] + c[(9 + p_w)]) == 10)) and (c[1] or (c[(9 + p_w)] < 9)))


def get_deal_points(s):
    """deal_points."""
    c = s.c
    value_1 = 0
    applying_2 = 0
    # all nine spoiled (A26)
    t_3 = ((c[9] == 0) and ((c[10] == 0) and ((c[11] == 0) and (c[12] == 0))))
    v_13 = 0
    if t_3:
        v_13 = -0x20000000
    else:
        top_4 = -0x10000000000
        kept_5 = 0
        left_s_6 = 15
        while left_s_6:
            s_6 = (left_s_6 & -left_s_6).bit_length() - 1
            left_s_6 &= left_s_6 - 1
            key_7 = c[(9 + s_6)]
            kept_5 = ((kept_5 if (not (top_4 < key_7)) else 0) | ((1 << s_6) if (top_4 <= key_7) else 0))
            top_4 = max(top_4, key_7)
        top_8 = 0x10000000000
        kept_9 = 0
        left_s_10 = kept_5
        while left_s_10:
            s_10 = (left_s_10 & -left_s_10).bit_length() - 1
            left_s_10 &= left_s_10 - 1
            key_11 = c[(17 + s_10)]
            kept_9 = ((kept_9 if (not (key_11 < top_8)) else 0) | ((1 << s_10) if (key_11 <= top_8) else 0))
            top_8 = min(top_8, key_11)
        if ((kept_9).bit_count() != 1):
            fault(s, 12)
        t_12 = ((kept_9 & -kept_9).bit_length() - 1 if kept_9 else 0)
        v_13 = t_12
    if (v_13 == -0x20000000):
        value_1 = 0
        applying_2 = (applying_2 + 1)
    # Mordienne (A27)
    v_15 = 0
    if (v_13 != -0x20000000):
        mordienne_14 = get_mordienne(s, v_13)
        v_15 = mordienne_14
    else:
        v_15 = 0
    if v_15:
        value_1 = 2
        applying_2 = (applying_2 + 1)
    # most tricks (A23)
    v_17 = 0
    if (v_13 != -0x20000000):
        mordienne_16 = get_mordienne(s, v_13)
        v_17 = (not mordienne_16)
    else:
        v_17 = 0
    if v_17:
        value_1 = 1
        applying_2 = (applying_2 + 1)
    if (applying_2 != 1):
        fault(s, 13)
    return value_1


def after_deal(s):
    """the score is kept."""
    c = s.c
    t_1 = ((c[9] == 0) and ((c[10] == 0) and ((c[11] == 0) and (c[12] == 0))))
    v_11 = 0
    if t_1:
        v_11 = -0x20000000
    else:
        top_2 = -0x10000000000
        kept_3 = 0
        left_s_4 = 15
        while left_s_4:
            s_4 = (left_s_4 & -left_s_4).bit_length() - 1
            left_s_4 &= left_s_4 - 1
            key_5 = c[(9 + s_4)]
            kept_3 = ((kept_3 if (not (top_2 < key_5)) else 0) | ((1 << s_4) if (top_2 <= key_5) else 0))
            top_2 = max(top_2, key_5)
        top_6 = 0x10000000000
        kept_7 = 0
        left_s_8 = kept_3
        while left_s_8:
            s_8 = (left_s_8 & -left_s_8).bit_length() - 1
            left_s_8 &= left_s_8 - 1
            key_9 = c[(17 + s_8)]
            kept_7 = ((kept_7 if (not (key_9 < top_6)) else 0) | ((1 << s_8) if (key_9 <= top_6) else 0))
            top_6 = min(top_6, key_9)
        if ((kept_7).bit_count() != 1):
            fault(s, 12)
        t_10 = ((kept_7 & -kept_7).bit_length() - 1 if kept_7 else 0)
        v_11 = t_10
    if (v_11 != -0x20000000):
        cell_12 = (3 + table_team[v_11])
        deal_points_13 = get_deal_points(s)
        value_14 = (c[cell_12] + deal_points_13)
        fit_15 = value_14
        if (not (0 <= fit_15 <= 10)):
            fault(s, 14)
            fit_15 = 0
        c[cell_12] = fit_15
    value_16 = table_next[c[2]]
    c[2] = value_16
    value_17 = (c[5] + 1)
    fit_18 = value_17
    if (not (1 <= fit_18 <= 6)):
        fault(s, 15)
        fit_18 = 1
    c[5] = fit_18


def match_over(s):
    """whether the match is over."""
    c = s.c
    return (c[5] == 6)


def results(s, out):
    """the numbers of a result."""
    c = s.c
    # winner
    t_1 = ((c[9] == 0) and ((c[10] == 0) and ((c[11] == 0) and (c[12] == 0))))
    v_11 = 0
    if t_1:
        v_11 = -0x20000000
    else:
        top_2 = -0x10000000000
        kept_3 = 0
        left_s_4 = 15
        while left_s_4:
            s_4 = (left_s_4 & -left_s_4).bit_length() - 1
            left_s_4 &= left_s_4 - 1
            key_5 = c[(9 + s_4)]
            kept_3 = ((kept_3 if (not (top_2 < key_5)) else 0) | ((1 << s_4) if (top_2 <= key_5) else 0))
            top_2 = max(top_2, key_5)
        top_6 = 0x10000000000
        kept_7 = 0
        left_s_8 = kept_3
        while left_s_8:
            s_8 = (left_s_8 & -left_s_8).bit_length() - 1
            left_s_8 &= left_s_8 - 1
            key_9 = c[(17 + s_8)]
            kept_7 = ((kept_7 if (not (key_9 < top_6)) else 0) | ((1 << s_8) if (key_9 <= top_6) else 0))
            top_6 = min(top_6, key_9)
        if ((kept_7).bit_count() != 1):
            fault(s, 12)
        t_10 = ((kept_7 & -kept_7).bit_length() - 1 if kept_7 else 0)
        v_11 = t_10
    out[0] = v_11
    # team
    out[1] = (-0x20000000 if (v_11 == -0x20000000) else table_team[v_11])
    # points
    deal_points_12 = get_deal_points(s)
    out[2] = deal_points_12
    # tricks
    out[3] = c[9]
    out[4] = c[10]
    out[5] = c[11]
    out[6] = c[12]


def match_results(s, out):
    """the numbers of a result."""
    c = s.c
    # score
    out[0] = c[3]
    out[1] = c[4]
    # winners
    top_1 = -0x10000000000
    kept_2 = 0
    left_t_3 = 3
    while left_t_3:
        t_3 = (left_t_3 & -left_t_3).bit_length() - 1
        left_t_3 &= left_t_3 - 1
        key_4 = c[(3 + t_3)]
        kept_2 = ((kept_2 if (not (top_1 < key_4)) else 0) | ((1 << t_3) if (top_1 <= key_4) else 0))
        top_1 = max(top_1, key_4)
    out[2] = kept_2


PLAYS = (play_play,)


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
    if m >> 48:
        return spread(m)[k]
    b0, b1, b2, b3, b4, b5, = m.to_bytes(6, 'little')
    return [*SPREAD_0[b0], *SPREAD_1[b1], *SPREAD_2[b2], *SPREAD_3[b3], *SPREAD_4[b4], *SPREAD_5[b5]][k]


def held(m):
    """Return a list of the cards of a zone, a bit each, in order."""
    b0, b1, b2, b3, b4, b5, = m.to_bytes(6, 'little')
    return [*BITS_0[b0], *BITS_1[b1], *BITS_2[b2], *BITS_3[b3], *BITS_4[b4], *BITS_5[b5]]


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




DECK = Lanes(8)
ONES, STEPS, numbers_of = DECK.ones, DECK.steps, DECK.numbers
LOW64, LOW34, LOW37 = DECK.low64, DECK.low34, DECK.low37


def play_quick(seed, deals, options, hashed, stats=None):
    """Play a lot as `run_lot` does; raise GaveUp where that has to do it."""
    hash = done = made = matches = longest = 0
    lanes = WORDS.begun(seed)
    lanes, later, tops = WORDS.more(lanes)
    rest = tops.__length_hint__
    rows = ROWS
    stock = 0
    hand = [0] * 4
    table = [0] * 4
    won = [0] * 4
    spoiled = 0
    first_dealer = 0
    sweep_is_mordienne = 0
    dealer = 0
    score = [0] * 2
    deal_number = 0
    leader = 0
    turn = 0
    trick = 0
    tricks = [0] * 4
    first_won = [0] * 4
    last_won = [0] * 4
    taker = [0] * 9
    while done < deals:
        first_dealer, sweep_is_mordienne, = options
        fixed_1 = not sweep_is_mordienne
        dealer = first_dealer
        score[0] = score[1] = 0
        deal_number = 1
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
            x = (x ^ x >> 31 & LOW64).to_bytes(128, 'little')
            w0, w1, w2, w3, w4, w5, w6, w7, = numbers_of(x)
            pack = list(PACK)
            pop = pack.pop
            x = w0 * 205476480 >> 64
            x4 = x % 44
            x //= 44
            x3 = x % 45
            x //= 45
            x2 = x % 46
            x //= 46
            x1 = x % 47
            x //= 47
            p0 = pop(x)
            p1 = pop(x1)
            p2 = pop(x2)
            p3 = pop(x3)
            p4 = pop(x4)
            x = w1 * 115511760 >> 64
            x4 = x % 39
            x //= 39
            x3 = x % 40
            x //= 40
            x2 = x % 41
            x //= 41
            x1 = x % 42
            x //= 42
            p5 = pop(x)
            p6 = pop(x1)
            p7 = pop(x2)
            p8 = pop(x3)
            p9 = pop(x4)
            x = w2 * 60233040 >> 64
            x4 = x % 34
            x //= 34
            x3 = x % 35
            x //= 35
            x2 = x % 36
            x //= 36
            x1 = x % 37
            x //= 37
            p10 = pop(x)
            p11 = pop(x1)
            p12 = pop(x2)
            p13 = pop(x3)
            p14 = pop(x4)
            x = w3 * 28480320 >> 64
            x4 = x % 29
            x //= 29
            x3 = x % 30
            x //= 30
            x2 = x % 31
            x //= 31
            x1 = x % 32
            x //= 32
            p15 = pop(x)
            p16 = pop(x1)
            p17 = pop(x2)
            p18 = pop(x3)
            p19 = pop(x4)
            x = w4 * 11793600 >> 64
            x4 = x % 24
            x //= 24
            x3 = x % 25
            x //= 25
            x2 = x % 26
            x //= 26
            x1 = x % 27
            x //= 27
            p20 = pop(x)
            p21 = pop(x1)
            p22 = pop(x2)
            p23 = pop(x3)
            p24 = pop(x4)
            x = w5 * 4037880 >> 64
            x4 = x % 19
            x //= 19
            x3 = x % 20
            x //= 20
            x2 = x % 21
            x //= 21
            x1 = x % 22
            x //= 22
            p25 = pop(x)
            p26 = pop(x1)
            p27 = pop(x2)
            p28 = pop(x3)
            p29 = pop(x4)
            x = w6 * 1028160 >> 64
            x4 = x % 14
            x //= 14
            x3 = x % 15
            x //= 15
            x2 = x % 16
            x //= 16
            x1 = x % 17
            x //= 17
            p30 = pop(x)
            p31 = pop(x1)
            p32 = pop(x2)
            p33 = pop(x3)
            p34 = pop(x4)
            x = w7 * 13 >> 64
            p35 = pop(x)
            while True:
                stock = 0xffffffffffff
                hand = [0, 0, 0, 0]
                table = [0, 0, 0, 0]
                won = [0, 0, 0, 0]
                spoiled = 0
                s_13 = table_next[dealer]
                s_14 = table_next[s_13]
                s_15 = table_next[s_14]
                s_16 = table_next[s_15]
                leader = s_13
                turn = s_13
                trick = 1
                tricks = [0, 0, 0, 0]
                first_won = [0, 0, 0, 0]
                last_won = [0, 0, 0, 0]
                taker = [-0x20000000, -0x20000000, -0x20000000, -0x20000000, -0x20000000, -0x20000000, -0x20000000, -0x20000000, -0x20000000]
                # all tricks played (A22)
                taken = 36
                dealt_1 = sum((p0, p1, p2, p12, p13, p14, p24, p25, p26))
                dealt_2 = sum((p3, p4, p5, p15, p16, p17, p27, p28, p29))
                dealt_3 = sum((p6, p7, p8, p18, p19, p20, p30, p31, p32))
                dealt_4 = sum((p9, p10, p11, p21, p22, p23, p33, p34, p35))
                stock = 0xffffffffffff ^ (((dealt_1 | dealt_2) | dealt_3) | dealt_4)
                hand[s_13] = hand[s_13] | dealt_1
                hand[s_14] = hand[s_14] | dealt_2
                hand[s_15] = hand[s_15] | dealt_3
                hand[s_16] = hand[s_16] | dealt_4
                if trick == 10:
                    over = True
                    over = True
                    break
                break
            held_hand = list(map(held, hand))
            if not over:
                while True:
                    for top in tops:
                        if not begins and (table[0] or table[1] or table[2] or table[3]):
                            # play (A16)
                            # any card of the hand (A17)
                            legal_0 = held_hand[turn]
                            ways_0 = len(legal_0)
                            k = rows[ways_0][top]
                            if k is None:
                                k = ((z := later[-2 * rest() - 2]) ^ z >> 31) * ways_0 >> 64
                            if hashed:
                                hash = (hash ^ (ways_0 << 32) + k) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
                                hash = hash >> 32 | hash << 32
                            if table[turn]:
                                raise GaveUp
                            table[turn] = legal_0.pop(k)
                            turn = table_next[turn]
                            if (table[0]) and (table[1]) and (table[2]) and (table[3]):
                                # trick won (A19)
                                best_12 = ((table[0] | table[1]) | table[2]) | table[3]
                                if best_12 & 0x3003107107:
                                    if best_12 & 0x4006:
                                        if best_12 & 0x4:
                                            kept_19 = 0x4
                                        else:
                                            if best_12 & 0x4000:
                                                kept_19 = 0x4000
                                            else:
                                                kept_19 = best_12 & 0x2
                                    else:
                                        if best_12 & 0x102000:
                                            if best_12 & 0x2000:
                                                kept_19 = 0x2000
                                            else:
                                                kept_19 = best_12 & 0x100000
                                        else:
                                            if best_12 & 0x100:
                                                kept_19 = 0x100
                                            else:
                                                if best_12 & 0x2000000:
                                                    kept_19 = 0x2000000
                                                else:
                                                    if best_12 & 0x2000000000:
                                                        kept_19 = 0x2000000000
                                                    else:
                                                        kept_19 = best_12 & 0x1001001001
                                else:
                                    if best_12 & 0xc00c00c00c00:
                                        if best_12 & 0x800800800800:
                                            kept_19 = best_12 & 0x800800800800
                                        else:
                                            kept_19 = best_12 & 0x400400400400
                                    else:
                                        if best_12 & 0x300300200200:
                                            if best_12 & 0x200200200200:
                                                kept_19 = best_12 & 0x200200200200
                                            else:
                                                kept_19 = best_12 & 0x100100000000
                                        else:
                                            if best_12 & 0x80080080080:
                                                kept_19 = best_12 & 0x80080080080
                                            else:
                                                if best_12 & 0x40040040040:
                                                    kept_19 = best_12 & 0x40040040040
                                                else:
                                                    if best_12 & 0x20020020020:
                                                        kept_19 = best_12 & 0x20020020020
                                                    else:
                                                        if best_12 & 0x10010010010:
                                                            kept_19 = best_12 & 0x10010010010
                                                        else:
                                                            if best_12 & 0x8008008008:
                                                                kept_19 = best_12 & 0x8008008008
                                                            else:
                                                                kept_19 = best_12 & 0x4004000000
                                if kept_19.bit_count() == 1:
                                    t_33 = 0 if table[0] == kept_19 else (1 if table[1] == kept_19 else (2 if table[2] == kept_19 else (3 if table[3] == kept_19 else give_up())))
                                    table = [0, 0, 0, 0]
                                    won[t_33] = won[t_33] | best_12
                                    value_55 = tricks[t_33] + 1
                                    if not (value_55 <= 9):
                                        raise GaveUp
                                    tricks[t_33] = value_55
                                    whether_9 = first_won[t_33] == 0
                                    if whether_9 and (not (trick <= 9)):
                                        raise GaveUp
                                    first_won[t_33] = trick if whether_9 else first_won[t_33]
                                    if not (trick <= 9):
                                        raise GaveUp
                                    last_won[t_33] = trick
                                    taker[(trick - 1)] = t_33
                                    leader = t_33
                                    turn = t_33
                                    value_56 = trick + 1
                                    if not (value_56 <= 10):
                                        raise GaveUp
                                    trick = value_56
                                    # all tricks played (A22)
                                    if trick == 10:
                                        over = True
                                        break
                                else:
                                    # trick spoiled (A20, A21)
                                    if 1 < kept_19.bit_count():
                                        table = [0, 0, 0, 0]
                                        spoiled |= best_12
                                        turn = leader
                                        value_57 = trick + 1
                                        if not (value_57 <= 10):
                                            raise GaveUp
                                        trick = value_57
                                        # all tricks played (A22)
                                        if trick == 10:
                                            over = True
                                            break
                        else:
                            # play (A16)
                            # any card of the hand (A17)
                            legal_0 = held_hand[turn]
                            ways_0 = len(legal_0)
                            k = rows[ways_0][top]
                            if k is None:
                                k = ((z := later[-2 * rest() - 2]) ^ z >> 31) * ways_0 >> 64
                            if hashed:
                                hash = (hash ^ (ways_0 << 32) + k) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
                                hash = hash >> 32 | hash << 32
                            one_6 = legal_0.pop(k)
                            turn_3 = table_next[turn]
                            for top in tops:
                                break
                            else:
                                lanes, later, tops = WORDS.more(lanes)
                                rest = tops.__length_hint__
                                passed += BATCH
                                if passed > LONGEST + BATCH:
                                    raise GaveUp
                                top = next(tops)
                            # play (A16)
                            # any card of the hand (A17)
                            legal_0 = held_hand[turn_3]
                            ways_0 = len(legal_0)
                            k = rows[ways_0][top]
                            if k is None:
                                k = ((z := later[-2 * rest() - 2]) ^ z >> 31) * ways_0 >> 64
                            if hashed:
                                hash = (hash ^ (ways_0 << 32) + k) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
                                hash = hash >> 32 | hash << 32
                            one_7 = legal_0.pop(k)
                            turn_4 = table_next[turn_3]
                            for top in tops:
                                break
                            else:
                                lanes, later, tops = WORDS.more(lanes)
                                rest = tops.__length_hint__
                                passed += BATCH
                                if passed > LONGEST + BATCH:
                                    raise GaveUp
                                top = next(tops)
                            # play (A16)
                            # any card of the hand (A17)
                            legal_0 = held_hand[turn_4]
                            ways_0 = len(legal_0)
                            k = rows[ways_0][top]
                            if k is None:
                                k = ((z := later[-2 * rest() - 2]) ^ z >> 31) * ways_0 >> 64
                            if hashed:
                                hash = (hash ^ (ways_0 << 32) + k) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
                                hash = hash >> 32 | hash << 32
                            one_8 = legal_0.pop(k)
                            turn_5 = table_next[turn_4]
                            for top in tops:
                                break
                            else:
                                lanes, later, tops = WORDS.more(lanes)
                                rest = tops.__length_hint__
                                passed += BATCH
                                if passed > LONGEST + BATCH:
                                    raise GaveUp
                                top = next(tops)
                            # play (A16)
                            # any card of the hand (A17)
                            legal_0 = held_hand[turn_5]
                            ways_0 = len(legal_0)
                            k = rows[ways_0][top]
                            if k is None:
                                k = ((z := later[-2 * rest() - 2]) ^ z >> 31) * ways_0 >> 64
                            if hashed:
                                hash = (hash ^ (ways_0 << 32) + k) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
                                hash = hash >> 32 | hash << 32
                            one_9 = legal_0.pop(k)
                            # trick won (A19)
                            best_16 = ((one_6 | one_7) | one_8) | one_9
                            if best_16 & 0x3003107107:
                                if best_16 & 0x4006:
                                    if best_16 & 0x4:
                                        kept_23 = 0x4
                                    else:
                                        if best_16 & 0x4000:
                                            kept_23 = 0x4000
                                        else:
                                            kept_23 = best_16 & 0x2
                                else:
                                    if best_16 & 0x102000:
                                        if best_16 & 0x2000:
                                            kept_23 = 0x2000
                                        else:
                                            kept_23 = best_16 & 0x100000
                                    else:
                                        if best_16 & 0x100:
                                            kept_23 = 0x100
                                        else:
                                            if best_16 & 0x2000000:
                                                kept_23 = 0x2000000
                                            else:
                                                if best_16 & 0x2000000000:
                                                    kept_23 = 0x2000000000
                                                else:
                                                    kept_23 = best_16 & 0x1001001001
                            else:
                                if best_16 & 0xc00c00c00c00:
                                    if best_16 & 0x800800800800:
                                        kept_23 = best_16 & 0x800800800800
                                    else:
                                        kept_23 = best_16 & 0x400400400400
                                else:
                                    if best_16 & 0x300300200200:
                                        if best_16 & 0x200200200200:
                                            kept_23 = best_16 & 0x200200200200
                                        else:
                                            kept_23 = best_16 & 0x100100000000
                                    else:
                                        if best_16 & 0x80080080080:
                                            kept_23 = best_16 & 0x80080080080
                                        else:
                                            if best_16 & 0x40040040040:
                                                kept_23 = best_16 & 0x40040040040
                                            else:
                                                if best_16 & 0x20020020020:
                                                    kept_23 = best_16 & 0x20020020020
                                                else:
                                                    if best_16 & 0x10010010010:
                                                        kept_23 = best_16 & 0x10010010010
                                                    else:
                                                        if best_16 & 0x8008008008:
                                                            kept_23 = best_16 & 0x8008008008
                                                        else:
                                                            kept_23 = best_16 & 0x4004000000
                            if kept_23.bit_count() == 1:
                                t_37 = turn if one_6 == kept_23 else (turn_3 if one_7 == kept_23 else (turn_4 if one_8 == kept_23 else (turn_5 if one_9 == kept_23 else give_up())))
                                won[t_37] = won[t_37] | best_16
                                value_67 = tricks[t_37] + 1
                                if not (value_67 <= 9):
                                    raise GaveUp
                                tricks[t_37] = value_67
                                whether_14 = first_won[t_37] == 0
                                if whether_14 and (not (trick <= 9)):
                                    raise GaveUp
                                first_won[t_37] = trick if whether_14 else first_won[t_37]
                                if not (trick <= 9):
                                    raise GaveUp
                                last_won[t_37] = trick
                                taker[(trick - 1)] = t_37
                                leader = t_37
                                turn = t_37
                                value_68 = trick + 1
                                if not (value_68 <= 10):
                                    raise GaveUp
                                trick = value_68
                                # all tricks played (A22)
                                if trick == 10:
                                    over = True
                                    break
                                begins = True
                            else:
                                # trick spoiled (A20, A21)
                                if 1 < kept_23.bit_count():
                                    spoiled |= best_16
                                    turn = leader
                                    value_69 = trick + 1
                                    if not (value_69 <= 10):
                                        raise GaveUp
                                    trick = value_69
                                    # all tricks played (A22)
                                    if trick == 10:
                                        over = True
                                        break
                                    begins = True
                                else:
                                    table[turn] = one_6
                                    table[turn_3] = one_7
                                    table[turn_4] = one_8
                                    table[turn_5] = one_9
                                    turn = table_next[turn_5]
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
            v_3 = 0
            if (tricks[0] == 0) and (tricks[1] == 0) and (tricks[2] == 0) and (tricks[3] == 0):
                v_3 = -0x20000000
            else:
                top_7 = -0x10000000000
                kept_30 = 0
                for s_25 in (0, 1, 2, 3):
                    key_6 = tricks[s_25]
                    kept_30 = (kept_30 if not (top_7 < key_6) else 0) | (BIT[s_25] if top_7 <= key_6 else 0)
                    top_7 = top_7 if top_7 >= key_6 else key_6
                top_9 = 0x10000000000
                kept_31 = 0
                for s_26 in members[kept_30]:
                    key_8 = last_won[s_26]
                    kept_31 = (kept_31 if not (key_8 < top_9) else 0) | (BIT[s_26] if key_8 <= top_9 else 0)
                    top_9 = top_9 if top_9 <= key_8 else key_8
                v_3 = PLACE[kept_31]
            if v_3 != -0x20000000:
                cell_59 = table_team[v_3]
                value_109 = 0
                applying_3 = 0
                # all nine spoiled (A26)
                if v_3 == -0x20000000:
                    value_109 = 0
                    applying_3 += 1
                # Mordienne (A27)
                if (v_3 != -0x20000000) and (2 <= tricks[v_3]) and ((first_won[v_3] + tricks[v_3]) == 10) and (sweep_is_mordienne or (tricks[v_3] < 9)):
                    value_109 = 2
                    applying_3 += 1
                # most tricks (A23)
                if (v_3 != -0x20000000) and (((not (2 <= tricks[v_3])) or ((first_won[v_3] + tricks[v_3]) != 10)) or (fixed_1 and (not (tricks[v_3] < 9)))):
                    value_109 = 1
                    applying_3 += 1
                if applying_3 != 1:
                    raise GaveUp
                value_106 = score[cell_59] + value_109
                if (not (0 <= value_106)) or (not (value_106 <= 10)):
                    raise GaveUp
                score[cell_59] = value_106
            dealer = table_next[dealer]
            value_108 = deal_number + 1
            if not (value_108 <= 6):
                raise GaveUp
            deal_number = value_108
            if hashed:
                hand[:] = map(sum, held_hand)
                hash = fold_numbers(hash, (stock, *hand, *table, *won, spoiled, first_dealer, sweep_is_mordienne, dealer, *score, deal_number, leader, turn, trick, *tricks, *first_won, *last_won, *taker,))
            done += 1
            if deal_number == 6:
                matches += 1
                break
            if done == deals:
                break
    return {"deals": done, "moves": made, "matches": matches, "hash": hash & MASK,
            "longest": longest, "fault": 0, "fault_deal": 0, "fault_move": 0}
