"""ganjifa: made from the spec with the digest sha256:93fbde4105b12878dd1ed950547ba65b83477e146c8b0681d28562ecf16ebc18."""

from itertools import permutations
from math import comb
from operator import itemgetter, mul
from struct import Struct
from sys import byteorder

CARDS = 120
ZONES = 10
CELLS = 10
OPTIONS = 3
MOVES = 3
RESULTS = 4
MATCH_RESULTS = 4
TURN = 5
DEALER = 3
HITS = 7
NO_MOVE = 19
TOO_LONG = 20
LONGEST = 10000
ONE_STOCK = True
MASK = 18446744073709551615
SHARED = 5
COUNTS = False
ODD = (6238072747940578789, 15839785061582574731, 2185194620014831857, 13232826040865663253, 13168350753275463133, 15093541023163888493, 1346066267577507605, 15378420243238726121, 9398003893131893463, 530445201382180217, 3774817245553408877, 4016745674725997501, 15923203627879530961, 2692132535155015209, 257397085994358073, 15673735954724858045, 3471015484745077183, 18431927716282009713, 16377936876142721111, 1060890402764360435, 15434875530296372041, 18272786274765299067, 4002107291894103205, 15393003569519446713, 15540095754773462585, 16763302723927541467, 3622748380379877117, 16107416851779296163, 5727095992301866835, 514794171988716147,)
UNIFORM = (1, 1, 1,)

# card_of
table_card_of = (0, 12, 24, 36, 48, 60, 72, 84, 96, 108, 1, 13, 25, 37, 49, 61, 73, 85, 97, 109, 2, 14, 26, 38, 50, 62, 74, 86, 98, 110, 3, 15, 27, 39, 51, 63, 75, 87, 99, 111, 4, 16, 28, 40, 52, 64, 76, 88, 100, 112, 5, 17, 29, 41, 53, 65, 77, 89, 101, 113, 6, 18, 30, 42, 54, 66, 78, 90, 102, 114, 7, 19, 31, 43, 55, 67, 79, 91, 103, 115, 8, 20, 32, 44, 56, 68, 80, 92, 104, 116, 9, 21, 33, 45, 57, 69, 81, 93, 105, 117, 10, 22, 34, 46, 58, 70, 82, 94, 106, 118, 11, 23, 35, 47, 59, 71, 83, 95, 107, 119,)
# suit
table_suit = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9,)
# the members whose suit is eq each number from 0
eq_suit_0_9 = (4095, 16773120, 68702699520, 281406257233920, 1152640029630136320, 4721213561365038366720, 19338090747351197150085120, 79208819701150503526748651520, 324439325495912462445562476625920, 1328903477231257446177023904259768320,)
# the members that beat each one
above_3 = (997164445189563262896335845953899520, 1163358519387823806568522982952541185, 1246455556486954078405038867021315075, 1288004075036519214324141440194608135, 1308778334311301782285381989059066895, 1319165463948693066269380788046920735, 1324359028767388708268137236652096575, 1326955811176736529281029559177182335, 1328254202381410439814503916884720895, 1328903397983747395135297488628481535, 664776296793042175264223897302599680, 0, 997164445189563262896335845953899520, 1163358519387823806568522982952541185, 1246455556486954078405038867021315075, 1288004075036519214324141440194608135, 1308778334311301782285381989059066895, 1319165463948693066269380788046920735, 1324359028767388708268137236652096575, 1326955811176736529281029559177182335, 1328254202381410439814503916884720895, 1328903397983747395135297488628481535, 664776296793042175264223897302599680, 0, 997164445189563262896335845953899520, 1163358519387823806568522982952541185, 1246455556486954078405038867021315075, 1288004075036519214324141440194608135, 1308778334311301782285381989059066895, 1319165463948693066269380788046920735, 1324359028767388708268137236652096575, 1326955811176736529281029559177182335, 1328254202381410439814503916884720895, 1328903397983747395135297488628481535, 664776296793042175264223897302599680, 0, 997164445189563262896335845953899520, 1163358519387823806568522982952541185, 1246455556486954078405038867021315075, 1288004075036519214324141440194608135, 1308778334311301782285381989059066895, 1319165463948693066269380788046920735, 1324359028767388708268137236652096575, 1326955811176736529281029559177182335, 1328254202381410439814503916884720895, 1328903397983747395135297488628481535, 664776296793042175264223897302599680, 0, 997164445189563262896335845953899520, 1163358519387823806568522982952541185, 1246455556486954078405038867021315075, 1288004075036519214324141440194608135, 1308778334311301782285381989059066895, 1319165463948693066269380788046920735, 1324359028767388708268137236652096575, 1326955811176736529281029559177182335, 1328254202381410439814503916884720895, 1328903397983747395135297488628481535, 664776296793042175264223897302599680, 0, 1328903397983747395135297488628481535, 1328254202381410439814503916884720895, 1326955811176736529281029559177182335, 1324359028767388708268137236652096575, 1319165463948693066269380788046920735, 1308778334311301782285381989059066895, 1288004075036519214324141440194608135, 1246455556486954078405038867021315075, 1163358519387823806568522982952541185, 997164445189563262896335845953899520, 664776296793042175264223897302599680, 0, 1328903397983747395135297488628481535, 1328254202381410439814503916884720895, 1326955811176736529281029559177182335, 1324359028767388708268137236652096575, 1319165463948693066269380788046920735, 1308778334311301782285381989059066895, 1288004075036519214324141440194608135, 1246455556486954078405038867021315075, 1163358519387823806568522982952541185, 997164445189563262896335845953899520, 664776296793042175264223897302599680, 0, 1328903397983747395135297488628481535, 1328254202381410439814503916884720895, 1326955811176736529281029559177182335, 1324359028767388708268137236652096575, 1319165463948693066269380788046920735, 1308778334311301782285381989059066895, 1288004075036519214324141440194608135, 1246455556486954078405038867021315075, 1163358519387823806568522982952541185, 997164445189563262896335845953899520, 664776296793042175264223897302599680, 0, 1328903397983747395135297488628481535, 1328254202381410439814503916884720895, 1326955811176736529281029559177182335, 1324359028767388708268137236652096575, 1319165463948693066269380788046920735, 1308778334311301782285381989059066895, 1288004075036519214324141440194608135, 1246455556486954078405038867021315075, 1163358519387823806568522982952541185, 997164445189563262896335845953899520, 664776296793042175264223897302599680, 0, 1328903397983747395135297488628481535, 1328254202381410439814503916884720895, 1326955811176736529281029559177182335, 1324359028767388708268137236652096575, 1319165463948693066269380788046920735, 1308778334311301782285381989059066895, 1288004075036519214324141440194608135, 1246455556486954078405038867021315075, 1163358519387823806568522982952541185, 997164445189563262896335845953899520, 664776296793042175264223897302599680, 0,)
# the members that each one beats
below_4 = (165869476397092066335284077327803390, 82772439297961794498768193259029500, 41223920748396658579665620085736440, 20449661473614090618425071221277680, 10062531836222806634426272233423840, 4868967017527164635669823628248000, 2272184608179343622777501103162240, 973793403505433089303143395623680, 324597801168477768509571651863040, 0, 332063550595352610007471214326445055, 664451698991873697639583162977744895, 165869476397092066335284077327803390, 82772439297961794498768193259029500, 41223920748396658579665620085736440, 20449661473614090618425071221277680, 10062531836222806634426272233423840, 4868967017527164635669823628248000, 2272184608179343622777501103162240, 973793403505433089303143395623680, 324597801168477768509571651863040, 0, 332063550595352610007471214326445055, 664451698991873697639583162977744895, 165869476397092066335284077327803390, 82772439297961794498768193259029500, 41223920748396658579665620085736440, 20449661473614090618425071221277680, 10062531836222806634426272233423840, 4868967017527164635669823628248000, 2272184608179343622777501103162240, 973793403505433089303143395623680, 324597801168477768509571651863040, 0, 332063550595352610007471214326445055, 664451698991873697639583162977744895, 165869476397092066335284077327803390, 82772439297961794498768193259029500, 41223920748396658579665620085736440, 20449661473614090618425071221277680, 10062531836222806634426272233423840, 4868967017527164635669823628248000, 2272184608179343622777501103162240, 973793403505433089303143395623680, 324597801168477768509571651863040, 0, 332063550595352610007471214326445055, 664451698991873697639583162977744895, 165869476397092066335284077327803390, 82772439297961794498768193259029500, 41223920748396658579665620085736440, 20449661473614090618425071221277680, 10062531836222806634426272233423840, 4868967017527164635669823628248000, 2272184608179343622777501103162240, 973793403505433089303143395623680, 324597801168477768509571651863040, 0, 332063550595352610007471214326445055, 664451698991873697639583162977744895, 0, 324597801168477768509571651863040, 973793403505433089303143395623680, 2272184608179343622777501103162240, 4868967017527164635669823628248000, 10062531836222806634426272233423840, 20449661473614090618425071221277680, 41223920748396658579665620085736440, 82772439297961794498768193259029500, 165869476397092066335284077327803390, 332063550595352610007471214326445055, 664451698991873697639583162977744895, 0, 324597801168477768509571651863040, 973793403505433089303143395623680, 2272184608179343622777501103162240, 4868967017527164635669823628248000, 10062531836222806634426272233423840, 20449661473614090618425071221277680, 41223920748396658579665620085736440, 82772439297961794498768193259029500, 165869476397092066335284077327803390, 332063550595352610007471214326445055, 664451698991873697639583162977744895, 0, 324597801168477768509571651863040, 973793403505433089303143395623680, 2272184608179343622777501103162240, 4868967017527164635669823628248000, 10062531836222806634426272233423840, 20449661473614090618425071221277680, 41223920748396658579665620085736440, 82772439297961794498768193259029500, 165869476397092066335284077327803390, 332063550595352610007471214326445055, 664451698991873697639583162977744895, 0, 324597801168477768509571651863040, 973793403505433089303143395623680, 2272184608179343622777501103162240, 4868967017527164635669823628248000, 10062531836222806634426272233423840, 20449661473614090618425071221277680, 41223920748396658579665620085736440, 82772439297961794498768193259029500, 165869476397092066335284077327803390, 332063550595352610007471214326445055, 664451698991873697639583162977744895, 0, 324597801168477768509571651863040, 973793403505433089303143395623680, 2272184608179343622777501103162240, 4868967017527164635669823628248000, 10062531836222806634426272233423840, 20449661473614090618425071221277680, 41223920748396658579665620085736440, 82772439297961794498768193259029500, 165869476397092066335284077327803390, 332063550595352610007471214326445055, 664451698991873697639583162977744895,)
# worked out from the tables
map_5 = (3072, 12582912, 51539607552, 211106232532992, 864691128455135232, 3541774862152233910272, 14507109835375550096474112, 59421121885698253195157962752, 243388915243820045087367015432192, 996920996838686904677855295210258432,)
# worked out from the tables
map_6 = (0, 12, 24, 36, 48, 60, 72, 84, 96, 108,)
# cards_of
table_cards_of = (1, 4096, 16777216, 68719476736, 281474976710656, 1152921504606846976, 4722366482869645213696, 19342813113834066795298816, 79228162514264337593543950336, 324518553658426726783156020576256, 2, 8192, 33554432, 137438953472, 562949953421312, 2305843009213693952, 9444732965739290427392, 38685626227668133590597632, 158456325028528675187087900672, 649037107316853453566312041152512, 4, 16384, 67108864, 274877906944, 1125899906842624, 4611686018427387904, 18889465931478580854784, 77371252455336267181195264, 316912650057057350374175801344, 1298074214633706907132624082305024, 8, 32768, 134217728, 549755813888, 2251799813685248, 9223372036854775808, 37778931862957161709568, 154742504910672534362390528, 633825300114114700748351602688, 2596148429267413814265248164610048, 16, 65536, 268435456, 1099511627776, 4503599627370496, 18446744073709551616, 75557863725914323419136, 309485009821345068724781056, 1267650600228229401496703205376, 5192296858534827628530496329220096, 32, 131072, 536870912, 2199023255552, 9007199254740992, 36893488147419103232, 151115727451828646838272, 618970019642690137449562112, 2535301200456458802993406410752, 10384593717069655257060992658440192, 64, 262144, 1073741824, 4398046511104, 18014398509481984, 73786976294838206464, 302231454903657293676544, 1237940039285380274899124224, 5070602400912917605986812821504, 20769187434139310514121985316880384, 128, 524288, 2147483648, 8796093022208, 36028797018963968, 147573952589676412928, 604462909807314587353088, 2475880078570760549798248448, 10141204801825835211973625643008, 41538374868278621028243970633760768, 256, 1048576, 4294967296, 17592186044416, 72057594037927936, 295147905179352825856, 1208925819614629174706176, 4951760157141521099596496896, 20282409603651670423947251286016, 83076749736557242056487941267521536, 512, 2097152, 8589934592, 35184372088832, 144115188075855872, 590295810358705651712, 2417851639229258349412352, 9903520314283042199192993792, 40564819207303340847894502572032, 166153499473114484112975882535043072, 1024, 4194304, 17179869184, 70368744177664, 288230376151711744, 1180591620717411303424, 4835703278458516698824704, 19807040628566084398385987584, 81129638414606681695789005144064, 332306998946228968225951765070086144, 2048, 8388608, 34359738368, 140737488355328, 576460752303423488, 2361183241434822606848, 9671406556917033397649408, 39614081257132168796771975168, 162259276829213363391578010288128, 664613997892457936451903530140172288,)
# next
table_next = (1, 2, 0,)


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
    dealer_1 = c[1]
    c[3] = dealer_1


def deal(s):
    z = s.z
    c = s.c
    z[0] = 0xffffffffffffffffffffffffffffff
    z[1] = 0
    z[2] = 0
    z[3] = 0
    z[4] = 0
    z[5] = 0
    z[6] = 0
    z[7] = 0
    z[8] = 0
    z[9] = 0
    for round_6 in range(1, 11):
        last_3 = c[3]
        for step_2 in range(1, 4):
            s_1 = (0 if (last_3 == 2) else (last_3 + 1))
            last_3 = s_1
            zone_4 = (1 + s_1)
            drawn_5 = draw(s, 0, 4)
            z[0] = (z[0] & ~drawn_5)
            z[zone_4] = (z[zone_4] | drawn_5)
    trump_7 = (6 if (c[0] == 0) else 7)
    which_8 = (((1 if (z[1] >> table_card_of[(110 + trump_7)] & 1 == 1) else 0) | (2 if (z[2] >> table_card_of[(110 + trump_7)] & 1 == 1) else 0)) | (4 if (z[3] >> table_card_of[(110 + trump_7)] & 1 == 1) else 0))
    if ((which_8).bit_count() != 1):
        fault(s, 2)
    t_9 = ((which_8 & -which_8).bit_length() - 1 if which_8 else 0)
    c[4] = t_9
    trump_10 = (6 if (c[0] == 0) else 7)
    which_11 = (((1 if (z[1] >> table_card_of[(110 + trump_10)] & 1 == 1) else 0) | (2 if (z[2] >> table_card_of[(110 + trump_10)] & 1 == 1) else 0)) | (4 if (z[3] >> table_card_of[(110 + trump_10)] & 1 == 1) else 0))
    if ((which_11).bit_count() != 1):
        fault(s, 3)
    t_12 = ((which_11 & -which_11).bit_length() - 1 if which_11 else 0)
    c[5] = t_12
    c[6] = 1
    c[7] = 0
    trump_13 = (6 if (c[0] == 0) else 7)
    which_14 = (((1 if (z[1] >> table_card_of[(110 + trump_13)] & 1 == 1) else 0) | (2 if (z[2] >> table_card_of[(110 + trump_13)] & 1 == 1) else 0)) | (4 if (z[3] >> table_card_of[(110 + trump_13)] & 1 == 1) else 0))
    if ((which_14).bit_count() != 1):
        fault(s, 4)
    t_15 = ((which_14 & -which_14).bit_length() - 1 if which_14 else 0)
    c[8] = t_15
    c[9] = 0


def settle(s):
    """what happens by itself."""
    z = s.z
    c = s.c
    fired_1 = 0
    while True:
        if (c[7] == 0):
            # trick (G17, G18)
            t_2 = ((z[4] == 0) or ((z[5] == 0) or (z[6] == 0)))
            if (not t_2):
                if (fired_1 >> 0 & 1 == 1):
                    fault(s, 5)
                if (fired_1 >> 0 & 1 == 1):
                    return
                fired_1 = (fired_1 | 1)
                best_3 = ((z[4] | z[5]) | z[6])
                v_14 = 0
                if (best_3 != 0):
                    among_4 = z[(4 + c[4])]
                    if ((among_4).bit_count() != 1):
                        fault(s, 6)
                    t_5 = ((among_4 & -among_4).bit_length() - 1 if among_4 else 0)
                    led_6 = table_suit[t_5]
                    trump_7 = (6 if (c[0] == 0) else 7)
                    those_8 = (best_3 & eq_suit_0_9[trump_7])
                    best_9 = (those_8 if (those_8 != 0) else best_3)
                    those_10 = (best_9 & eq_suit_0_9[led_6])
                    best_11 = (those_10 if (those_10 != 0) else best_9)
                    kept_12 = 0
                    left_c_13 = best_11
                    while left_c_13:
                        c_13 = (left_c_13 & -left_c_13).bit_length() - 1
                        left_c_13 &= left_c_13 - 1
                        kept_12 = (kept_12 | ((1 << c_13) if ((best_11 & above_3[c_13]) == 0) else 0))
                    v_14 = kept_12
                else:
                    v_14 = 0
                if ((v_14).bit_count() != 1):
                    fault(s, 7)
                t_15 = ((v_14 & -v_14).bit_length() - 1 if v_14 else 0)
                which_16 = (((1 if (z[4] >> t_15 & 1 == 1) else 0) | (2 if (z[5] >> t_15 & 1 == 1) else 0)) | (4 if (z[6] >> t_15 & 1 == 1) else 0))
                if ((which_16).bit_count() != 1):
                    fault(s, 8)
                t_17 = ((which_16 & -which_16).bit_length() - 1 if which_16 else 0)
                zone_18 = (7 + t_17)
                moved_19 = ((z[4] | z[5]) | z[6])
                z[4] = 0
                z[5] = 0
                z[6] = 0
                z[zone_18] = (z[zone_18] | moved_19)
                c[4] = t_17
                c[5] = t_17
                value_20 = (c[6] + 1)
                fit_21 = value_20
                if (not (1 <= fit_21 <= 41)):
                    fault(s, 9)
                    fit_21 = 1
                c[6] = fit_21
                continue
        if (0 < c[7]):
            # Dukal (G22, G24, G26)
            t_22 = ((z[4] == 0) or ((z[5] == 0) or (z[6] == 0)))
            if (not t_22):
                if (fired_1 >> 1 & 1 == 1):
                    fault(s, 10)
                if (fired_1 >> 1 & 1 == 1):
                    return
                fired_1 = (fired_1 | 2)
                zone_23 = (7 + c[4])
                moved_24 = ((z[4] | z[5]) | z[6])
                z[4] = 0
                z[5] = 0
                z[6] = 0
                z[zone_23] = (z[zone_23] | moved_24)
                value_25 = c[4]
                c[5] = value_25
                value_26 = (c[6] + 1)
                fit_27 = value_26
                if (not (1 <= fit_27 <= 41)):
                    fault(s, 11)
                    fit_27 = 1
                c[6] = fit_27
                c[7] = 0
                value_28 = (c[9] + 1)
                fit_29 = value_28
                if (not (0 <= fit_29 <= 40)):
                    fault(s, 12)
                    fit_29 = 0
                c[9] = fit_29
                continue
        at_lead_30 = (((z[4] | z[5]) | z[6]) == 0)
        if at_lead_30:
            # hands empty (G27)
            t_31 = ((z[1] == 0) and ((z[2] == 0) and (z[3] == 0)))
            if t_31:
                if (fired_1 >> 2 & 1 == 1):
                    fault(s, 13)
                if (fired_1 >> 2 & 1 == 1):
                    return
                fired_1 = (fired_1 | 4)
                s.over = True
                return
        break


def settled(s):
    z = s.z
    c = s.c
    v_2 = 0
    if (c[7] == 0):
        t_1 = ((z[4] == 0) or ((z[5] == 0) or (z[6] == 0)))
        v_2 = (not t_1)
    else:
        v_2 = 0
    v_5 = 0
    if v_2:
        v_5 = 1
    else:
        v_4 = 0
        if (0 < c[7]):
            t_3 = ((z[4] == 0) or ((z[5] == 0) or (z[6] == 0)))
            v_4 = (not t_3)
        else:
            v_4 = 0
        v_5 = v_4
    v_9 = 0
    if v_5:
        v_9 = 1
    else:
        at_lead_6 = (((z[4] | z[5]) | z[6]) == 0)
        v_8 = 0
        if at_lead_6:
            t_7 = ((z[1] == 0) and ((z[2] == 0) and (z[3] == 0)))
            v_8 = t_7
        else:
            v_8 = 0
        v_9 = v_8
    return (s.over or (not v_9))


def get_next_held(s, me):
    """next_held (G13, G14)."""
    z = s.z
    c = s.c
    among_1 = z[(4 + c[4])]
    if ((among_1).bit_count() != 1):
        fault(s, 6)
    t_2 = ((among_1 & -among_1).bit_length() - 1 if among_1 else 0)
    led_3 = table_suit[t_2]
    past_17 = ((2 << led_3 + 1 >> 1) - 1)
    first_18 = -1
    left_u_19 = (1023 & ~past_17)
    while left_u_19:
        u_19 = (left_u_19 & -left_u_19).bit_length() - 1
        left_u_19 &= left_u_19 - 1
        each_20 = z[(1 + me)]
        t_21 = ((each_20 & eq_suit_0_9[u_19]) != 0)
        v_27 = 0
        if t_21:
            v_26 = 0
            if (not c[2]):
                v_26 = 1
            else:
                trump_22 = (6 if (c[0] == 0) else 7)
                v_25 = 0
                if (u_19 != trump_22):
                    v_25 = 1
                else:
                    each_23 = z[(1 + me)]
                    t_24 = ((each_23 & eq_suit_0_9[trump_22]) == each_23)
                    v_25 = t_24
                v_26 = v_25
            v_27 = v_26
        else:
            v_27 = 0
        if v_27:
            first_18 = u_19
            break
    if (first_18 < 0):
        left_u_19 = (1023 & past_17)
        while left_u_19:
            u_19 = (left_u_19 & -left_u_19).bit_length() - 1
            left_u_19 &= left_u_19 - 1
            each_20 = z[(1 + me)]
            t_21 = ((each_20 & eq_suit_0_9[u_19]) != 0)
            v_27 = 0
            if t_21:
                v_26 = 0
                if (not c[2]):
                    v_26 = 1
                else:
                    trump_22 = (6 if (c[0] == 0) else 7)
                    v_25 = 0
                    if (u_19 != trump_22):
                        v_25 = 1
                    else:
                        each_23 = z[(1 + me)]
                        t_24 = ((each_23 & eq_suit_0_9[trump_22]) == each_23)
                        v_25 = t_24
                    v_26 = v_25
                v_27 = v_26
            else:
                v_27 = 0
            if v_27:
                first_18 = u_19
                break
    if (not (0 <= first_18)):
        fault(s, 14)
        first_18 = 0
    return first_18


def get_playable(s, me):
    """playable."""
    z = s.z
    c = s.c
    # the trump Raja opens (G9, G20)
    v_2 = 0
    if (c[6] == 1):
        at_lead_1 = (((z[4] | z[5]) | z[6]) == 0)
        v_2 = at_lead_1
    else:
        v_2 = 0
    if v_2:
        trump_3 = (6 if (c[0] == 0) else 7)
        cards_4 = (1 << table_card_of[(110 + trump_3)])
        if (cards_4 != 0):
            return cards_4
    # on the lead (G19)
    at_lead_5 = (((z[4] | z[5]) | z[6]) == 0)
    if at_lead_5:
        cards_6 = z[(1 + me)]
        if (cards_6 != 0):
            return cards_6
    # follow suit (G12)
    those_7 = z[(1 + me)]
    v_11 = 0
    if (those_7 != 0):
        among_8 = z[(4 + c[4])]
        if ((among_8).bit_count() != 1):
            fault(s, 6)
        t_9 = ((among_8 & -among_8).bit_length() - 1 if among_8 else 0)
        led_10 = table_suit[t_9]
        v_11 = led_10
    else:
        v_11 = 0
    t_12 = (those_7 & eq_suit_0_9[v_11])
    if (t_12 != 0):
        return t_12
    # void (G13, G14)
    those_13 = z[(1 + me)]
    trump_14 = (6 if (c[0] == 0) else 7)
    yes_15 = (those_13 & eq_suit_0_9[trump_14])
    part_16 = (those_13 & ~yes_15)
    v_19 = 0
    if (part_16 != 0):
        v_18 = 0
        if (part_16 != 0):
            next_held_17 = get_next_held(s, me)
            v_18 = next_held_17
        else:
            v_18 = 0
        v_19 = (part_16 & eq_suit_0_9[v_18])
    else:
        v_19 = 0
    t_20 = (yes_15 | v_19)
    if (t_20 != 0):
        return t_20
    return 0


def moves(s):
    """the legal moves, counted."""
    z = s.z
    c = s.c
    me = c[5]
    total_1 = 0
    # play (G11)
    if (c[7] == 0):
        playable_2 = get_playable(s, me)
        ways_3 = (playable_2).bit_count()
        s.kept[0] = playable_2
        s.count[0] = ways_3
        total_1 = (total_1 + ways_3)
    else:
        s.kept[0] = 0
        s.count[0] = 0
    # dukal (G19)
    at_lead_4 = (((z[4] | z[5]) | z[6]) == 0)
    if (at_lead_4 and (1 < c[6])):
        found_6 = 0
        left_u_7 = 1023
        while left_u_7:
            u_7 = (left_u_7 & -left_u_7).bit_length() - 1
            left_u_7 &= left_u_7 - 1
            found_6 = (found_6 | ((1 << u_7) if ((map_5[u_7] & ~z[(1 + me)]) == 0) else 0))
        number_8 = 0
        left_s_9 = found_6
        while left_s_9:
            s_9 = (left_s_9 & -left_s_9).bit_length() - 1
            left_s_9 &= left_s_9 - 1
            number_10 = 0
            found_13 = 0
            left_a_rank_14 = 4095
            while left_a_rank_14:
                a_rank_14 = (left_a_rank_14 & -left_a_rank_14).bit_length() - 1
                left_a_rank_14 &= left_a_rank_14 - 1
                found_13 = (found_13 | ((1 << a_rank_14) if ((table_cards_of[((a_rank_14 * 10) + s_9)] & ~z[(1 + me)]) == 0) else 0))
            left_low_11 = 1023
            while left_low_11:
                low_11 = (left_low_11 & -left_low_11).bit_length() - 1
                left_low_11 &= left_low_11 - 1
                x_15 = (low_11 + 2)
                part_16 = (1023 & ~((2 << (x_15 - 1) + 1 >> 1) - 1))
                v_18 = 0
                if (part_16 != 0):
                    part_17 = (part_16 if ((map_5[s_9] & ~z[(1 + me)]) == 0) else 0)
                    v_18 = ((part_17 & under(((~found_13) & ~((2 << (low_11 - 1) + 1 >> 1) - 1)))) if (part_17 != 0) else 0)
                else:
                    v_18 = 0
                number_10 = (number_10 + (v_18).bit_count())
            number_8 = (number_8 + number_10)
        s.kept[1] = 0
        s.count[1] = number_8
        total_1 = (total_1 + number_8)
    else:
        s.kept[1] = 0
        s.count[1] = 0
    # discard (G23)
    if (0 < c[7]):
        cards_19 = z[(1 + me)]
        size_20 = c[7]
        if (not (1 <= size_20 <= (cards_19).bit_count())):
            fault(s, 15)
        ways_21 = ways(cards_19, size_20)
        s.kept[2] = cards_19
        s.count[2] = ways_21
        total_1 = (total_1 + ways_21)
    else:
        s.kept[2] = 0
        s.count[2] = 0
    return total_1


def play_play(s, k):
    """play (G11)."""
    z = s.z
    c = s.c
    me = c[5]
    rank_1 = k
    card_2 = nth(s.kept[0], rank_1)
    one_3 = (1 << card_2)
    zone_4 = (1 + me)
    zone_5 = (4 + me)
    if ((one_3 & ~z[zone_4]) != 0):
        fault(s, 16)
    z[zone_4] = (z[zone_4] & ~one_3)
    z[zone_5] = (z[zone_5] | one_3)
    value_6 = table_next[me]
    c[5] = value_6


def play_dukal(s, k):
    """dukal (G19)."""
    z = s.z
    c = s.c
    me = c[5]
    rank_1 = k
    found_3 = 0
    left_u_4 = 1023
    while left_u_4:
        u_4 = (left_u_4 & -left_u_4).bit_length() - 1
        left_u_4 &= left_u_4 - 1
        found_3 = (found_3 | ((1 << u_4) if ((map_5[u_4] & ~z[(1 + me)]) == 0) else 0))
    left_s_5 = found_3
    while left_s_5:
        s_5 = (left_s_5 & -left_s_5).bit_length() - 1
        left_s_5 &= left_s_5 - 1
        found_8 = 0
        left_a_rank_9 = 4095
        while left_a_rank_9:
            a_rank_9 = (left_a_rank_9 & -left_a_rank_9).bit_length() - 1
            left_a_rank_9 &= left_a_rank_9 - 1
            found_8 = (found_8 | ((1 << a_rank_9) if ((table_cards_of[((a_rank_9 * 10) + s_5)] & ~z[(1 + me)]) == 0) else 0))
        left_low_6 = 1023
        while left_low_6:
            low_6 = (left_low_6 & -left_low_6).bit_length() - 1
            left_low_6 &= left_low_6 - 1
            x_10 = (low_6 + 2)
            part_11 = (1023 & ~((2 << (x_10 - 1) + 1 >> 1) - 1))
            v_13 = 0
            if (part_11 != 0):
                part_12 = (part_11 if ((map_5[s_5] & ~z[(1 + me)]) == 0) else 0)
                v_13 = ((part_12 & under(((~found_8) & ~((2 << (low_6 - 1) + 1 >> 1) - 1)))) if (part_12 != 0) else 0)
            else:
                v_13 = 0
            if (rank_1 < (v_13).bit_count()):
                high_14 = nth(v_13, rank_1)
                sum_15 = 0
                for a_rank_16 in range(low_6, high_14 + 1):
                    sum_15 = (sum_15 | table_cards_of[((a_rank_16 * 10) + s_5)])
                run_17 = (map_5[s_5] | sum_15)
                zone_18 = (1 + me)
                zone_19 = (4 + me)
                if ((run_17 & ~z[zone_18]) != 0):
                    fault(s, 17)
                z[zone_18] = (z[zone_18] & ~run_17)
                z[zone_19] = (z[zone_19] | run_17)
                value_20 = (run_17).bit_count()
                fit_21 = value_20
                if (not (0 <= fit_21 <= 12)):
                    fault(s, 18)
                    fit_21 = 0
                c[7] = fit_21
                value_22 = table_next[me]
                c[5] = value_22
                return
            rank_1 = (rank_1 - (v_13).bit_count())


def play_discard(s, k):
    """discard (G23)."""
    z = s.z
    c = s.c
    me = c[5]
    rank_1 = k
    cards_2 = z[(1 + me)]
    size_3 = c[7]
    if (not (1 <= size_3 <= (cards_2).bit_count())):
        fault(s, 15)
    ways_4 = ways(cards_2, size_3)
    if (rank_1 < ways_4):
        cards_5 = subset(cards_2, size_3, rank_1)
        zone_6 = (1 + me)
        zone_7 = (4 + me)
        z[zone_6] = (z[zone_6] & ~cards_5)
        z[zone_7] = (z[zone_7] | cards_5)
        value_8 = table_next[me]
        c[5] = value_8
        return
    rank_1 = (rank_1 - ways_4)


def after_deal(s):
    """the score is kept."""
    pass


def match_over(s):
    """whether the match is over."""
    return 1


def results(s, out):
    """the numbers of a result."""
    z = s.z
    # captured
    captured_1 = (z[7]).bit_count()
    out[0] = captured_1
    captured_2 = (z[8]).bit_count()
    out[1] = captured_2
    captured_3 = (z[9]).bit_count()
    out[2] = captured_3
    # winners
    top_4 = -0x10000000000
    kept_5 = 0
    left_s_6 = 7
    while left_s_6:
        s_6 = (left_s_6 & -left_s_6).bit_length() - 1
        left_s_6 &= left_s_6 - 1
        captured_7 = (z[(7 + s_6)]).bit_count()
        kept_5 = ((kept_5 if (not (top_4 < captured_7)) else 0) | ((1 << s_6) if (top_4 <= captured_7) else 0))
        top_4 = max(top_4, captured_7)
    out[3] = kept_5


def match_results(s, out):
    """the numbers of a result."""
    z = s.z
    # captured
    captured_1 = (z[7]).bit_count()
    out[0] = captured_1
    captured_2 = (z[8]).bit_count()
    out[1] = captured_2
    captured_3 = (z[9]).bit_count()
    out[2] = captured_3
    # winners
    top_4 = -0x10000000000
    kept_5 = 0
    left_s_6 = 7
    while left_s_6:
        s_6 = (left_s_6 & -left_s_6).bit_length() - 1
        left_s_6 &= left_s_6 - 1
        captured_7 = (z[(7 + s_6)]).bit_count()
        kept_5 = ((kept_5 if (not (top_4 < captured_7)) else 0) | ((1 << s_6) if (top_4 <= captured_7) else 0))
        top_4 = max(top_4, captured_7)
    out[3] = kept_5


PLAYS = (play_play, play_dukal, play_discard,)


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
    at = 0
    low = m & 0xfffffffffffffff
    n = low.bit_count()
    if k < n:
        m = low
    else:
        m >>= 60
        k -= n
        at += 60
    low = m & 0x3fffffff
    n = low.bit_count()
    if k < n:
        m = low
    else:
        m >>= 30
        k -= n
        at += 30
    low = m & 0x7fff
    n = low.bit_count()
    if k < n:
        m = low
    else:
        m >>= 15
        k -= n
        at += 15
    low = m & 0xff
    n = low.bit_count()
    if k < n:
        m = low
    else:
        m >>= 8
        k -= n
        at += 8
    return at + SPREAD_0[m][k]


held = bits


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


def quick_play_dukal(k, dukal_size, hand, table, turn):
    """dukal (G19)."""
    me_8 = turn
    rank_5 = k
    spots_s_4 = hand[me_8] & hand[me_8] >> 1 & 0x400400400400400400400400400400
    if spots_s_4:
        for s_4 in SPOTS_map_5[spots_s_4 % 2047]:
            found_5 = 0
            for a_rank_2 in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11):
                found_5 |= BIT[a_rank_2] if not table_cards_of[((a_rank_2 * 10) + s_4)] & ~hand[me_8] else 0
            for low_2 in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9):
                part_4 = 1023 & ~UPTO[((low_2 + 2) - 1)]
                v_44 = ((part_4 & under(((~found_5) & ~UPTO[(low_2 - 1)]))) if (part_4 if map_5[s_4] & hand[me_8] == map_5[s_4] else 0) else 0) if part_4 else 0
                if rank_5 < v_44.bit_count():
                    sum_2 = 0
                    for a_rank_3 in range(low_2, chosen(v_44, rank_5) + 1):
                        sum_2 |= table_cards_of[((a_rank_3 * 10) + s_4)]
                    run_2 = map_5[s_4] | sum_2
                    if run_2 & ~hand[me_8]:
                        raise GaveUp
                    hand[me_8] = hand[me_8] ^ run_2
                    table[me_8] = table[me_8] | run_2
                    value_82 = run_2.bit_count()
                    if not (value_82 <= 12):
                        raise GaveUp
                    dukal_size = value_82
                    turn = table_next[me_8]
                    return dukal_size, turn
                rank_5 -= v_44.bit_count()
    return dukal_size, turn


# by the first cards of entries: which entries they are
SPOTS_map_5 = Spots((1024, 4194304, 17179869184, 70368744177664, 288230376151711744, 1180591620717411303424, 4835703278458516698824704, 19807040628566084398385987584, 81129638414606681695789005144064, 332306998946228968225951765070086144), 11)
# from what beats all down to what beats none
highest_above_3 = Highest((664776296793042175264223897302599680, 332388148396521087632111948651299840, 166194074198260543672187136998641665, 83097037099130271836515884068773890, 41548518549565135919102573173293060, 20774259274782567961240548864458760, 10387129637391283983998798987853840, 5193564818695641998756448605175840, 2596782409347821012892322525085760, 1298391204673910533474357707538560, 649195602336955320793571743760640, 324597801168477768509571651863040))
# by the bit of a card: what it has in tables, one after another
eq_suit_0_9_of_table_suit_of_card = Only({1: 4095, 2: 4095, 4: 4095, 8: 4095, 16: 4095, 32: 4095, 64: 4095, 128: 4095, 256: 4095, 512: 4095, 1024: 4095, 2048: 4095, 4096: 16773120, 8192: 16773120, 16384: 16773120, 32768: 16773120, 65536: 16773120, 131072: 16773120, 262144: 16773120, 524288: 16773120, 1048576: 16773120, 2097152: 16773120, 4194304: 16773120, 8388608: 16773120, 16777216: 68702699520, 33554432: 68702699520, 67108864: 68702699520, 134217728: 68702699520, 268435456: 68702699520, 536870912: 68702699520, 1073741824: 68702699520, 2147483648: 68702699520, 4294967296: 68702699520, 8589934592: 68702699520, 17179869184: 68702699520, 34359738368: 68702699520, 68719476736: 281406257233920, 137438953472: 281406257233920, 274877906944: 281406257233920, 549755813888: 281406257233920, 1099511627776: 281406257233920, 2199023255552: 281406257233920, 4398046511104: 281406257233920, 8796093022208: 281406257233920, 17592186044416: 281406257233920, 35184372088832: 281406257233920, 70368744177664: 281406257233920, 140737488355328: 281406257233920, 281474976710656: 1152640029630136320, 562949953421312: 1152640029630136320, 1125899906842624: 1152640029630136320, 2251799813685248: 1152640029630136320, 4503599627370496: 1152640029630136320, 9007199254740992: 1152640029630136320, 18014398509481984: 1152640029630136320, 36028797018963968: 1152640029630136320, 72057594037927936: 1152640029630136320, 144115188075855872: 1152640029630136320, 288230376151711744: 1152640029630136320, 576460752303423488: 1152640029630136320, 1152921504606846976: 4721213561365038366720, 2305843009213693952: 4721213561365038366720, 4611686018427387904: 4721213561365038366720, 9223372036854775808: 4721213561365038366720, 18446744073709551616: 4721213561365038366720, 36893488147419103232: 4721213561365038366720, 73786976294838206464: 4721213561365038366720, 147573952589676412928: 4721213561365038366720, 295147905179352825856: 4721213561365038366720, 590295810358705651712: 4721213561365038366720, 1180591620717411303424: 4721213561365038366720, 2361183241434822606848: 4721213561365038366720, 4722366482869645213696: 19338090747351197150085120, 9444732965739290427392: 19338090747351197150085120, 18889465931478580854784: 19338090747351197150085120, 37778931862957161709568: 19338090747351197150085120, 75557863725914323419136: 19338090747351197150085120, 151115727451828646838272: 19338090747351197150085120, 302231454903657293676544: 19338090747351197150085120, 604462909807314587353088: 19338090747351197150085120, 1208925819614629174706176: 19338090747351197150085120, 2417851639229258349412352: 19338090747351197150085120, 4835703278458516698824704: 19338090747351197150085120, 9671406556917033397649408: 19338090747351197150085120, 19342813113834066795298816: 79208819701150503526748651520, 38685626227668133590597632: 79208819701150503526748651520, 77371252455336267181195264: 79208819701150503526748651520, 154742504910672534362390528: 79208819701150503526748651520, 309485009821345068724781056: 79208819701150503526748651520, 618970019642690137449562112: 79208819701150503526748651520, 1237940039285380274899124224: 79208819701150503526748651520, 2475880078570760549798248448: 79208819701150503526748651520, 4951760157141521099596496896: 79208819701150503526748651520, 9903520314283042199192993792: 79208819701150503526748651520, 19807040628566084398385987584: 79208819701150503526748651520, 39614081257132168796771975168: 79208819701150503526748651520, 79228162514264337593543950336: 324439325495912462445562476625920, 158456325028528675187087900672: 324439325495912462445562476625920, 316912650057057350374175801344: 324439325495912462445562476625920, 633825300114114700748351602688: 324439325495912462445562476625920, 1267650600228229401496703205376: 324439325495912462445562476625920, 2535301200456458802993406410752: 324439325495912462445562476625920, 5070602400912917605986812821504: 324439325495912462445562476625920, 10141204801825835211973625643008: 324439325495912462445562476625920, 20282409603651670423947251286016: 324439325495912462445562476625920, 40564819207303340847894502572032: 324439325495912462445562476625920, 81129638414606681695789005144064: 324439325495912462445562476625920, 162259276829213363391578010288128: 324439325495912462445562476625920, 324518553658426726783156020576256: 1328903477231257446177023904259768320, 649037107316853453566312041152512: 1328903477231257446177023904259768320, 1298074214633706907132624082305024: 1328903477231257446177023904259768320, 2596148429267413814265248164610048: 1328903477231257446177023904259768320, 5192296858534827628530496329220096: 1328903477231257446177023904259768320, 10384593717069655257060992658440192: 1328903477231257446177023904259768320, 20769187434139310514121985316880384: 1328903477231257446177023904259768320, 41538374868278621028243970633760768: 1328903477231257446177023904259768320, 83076749736557242056487941267521536: 1328903477231257446177023904259768320, 166153499473114484112975882535043072: 1328903477231257446177023904259768320, 332306998946228968225951765070086144: 1328903477231257446177023904259768320, 664613997892457936451903530140172288: 1328903477231257446177023904259768320})
table_suit_of_card = Only({1: 0, 2: 0, 4: 0, 8: 0, 16: 0, 32: 0, 64: 0, 128: 0, 256: 0, 512: 0, 1024: 0, 2048: 0, 4096: 1, 8192: 1, 16384: 1, 32768: 1, 65536: 1, 131072: 1, 262144: 1, 524288: 1, 1048576: 1, 2097152: 1, 4194304: 1, 8388608: 1, 16777216: 2, 33554432: 2, 67108864: 2, 134217728: 2, 268435456: 2, 536870912: 2, 1073741824: 2, 2147483648: 2, 4294967296: 2, 8589934592: 2, 17179869184: 2, 34359738368: 2, 68719476736: 3, 137438953472: 3, 274877906944: 3, 549755813888: 3, 1099511627776: 3, 2199023255552: 3, 4398046511104: 3, 8796093022208: 3, 17592186044416: 3, 35184372088832: 3, 70368744177664: 3, 140737488355328: 3, 281474976710656: 4, 562949953421312: 4, 1125899906842624: 4, 2251799813685248: 4, 4503599627370496: 4, 9007199254740992: 4, 18014398509481984: 4, 36028797018963968: 4, 72057594037927936: 4, 144115188075855872: 4, 288230376151711744: 4, 576460752303423488: 4, 1152921504606846976: 5, 2305843009213693952: 5, 4611686018427387904: 5, 9223372036854775808: 5, 18446744073709551616: 5, 36893488147419103232: 5, 73786976294838206464: 5, 147573952589676412928: 5, 295147905179352825856: 5, 590295810358705651712: 5, 1180591620717411303424: 5, 2361183241434822606848: 5, 4722366482869645213696: 6, 9444732965739290427392: 6, 18889465931478580854784: 6, 37778931862957161709568: 6, 75557863725914323419136: 6, 151115727451828646838272: 6, 302231454903657293676544: 6, 604462909807314587353088: 6, 1208925819614629174706176: 6, 2417851639229258349412352: 6, 4835703278458516698824704: 6, 9671406556917033397649408: 6, 19342813113834066795298816: 7, 38685626227668133590597632: 7, 77371252455336267181195264: 7, 154742504910672534362390528: 7, 309485009821345068724781056: 7, 618970019642690137449562112: 7, 1237940039285380274899124224: 7, 2475880078570760549798248448: 7, 4951760157141521099596496896: 7, 9903520314283042199192993792: 7, 19807040628566084398385987584: 7, 39614081257132168796771975168: 7, 79228162514264337593543950336: 8, 158456325028528675187087900672: 8, 316912650057057350374175801344: 8, 633825300114114700748351602688: 8, 1267650600228229401496703205376: 8, 2535301200456458802993406410752: 8, 5070602400912917605986812821504: 8, 10141204801825835211973625643008: 8, 20282409603651670423947251286016: 8, 40564819207303340847894502572032: 8, 81129638414606681695789005144064: 8, 162259276829213363391578010288128: 8, 324518553658426726783156020576256: 9, 649037107316853453566312041152512: 9, 1298074214633706907132624082305024: 9, 2596148429267413814265248164610048: 9, 5192296858534827628530496329220096: 9, 10384593717069655257060992658440192: 9, 20769187434139310514121985316880384: 9, 41538374868278621028243970633760768: 9, 83076749736557242056487941267521536: 9, 166153499473114484112975882535043072: 9, 332306998946228968225951765070086144: 9, 664613997892457936451903530140172288: 9})
# by the length of a card's bit
eq_suit_0_9_of_table_suit_of_card_at = (None, *eq_suit_0_9_of_table_suit_of_card.values())
members_0_at = (None, *map(tuple, map(spread, (1022, 1022, 1022, 1022, 1022, 1022, 1022, 1022, 1022, 1022, 1022, 1022, 1020, 1020, 1020, 1020, 1020, 1020, 1020, 1020, 1020, 1020, 1020, 1020, 1016, 1016, 1016, 1016, 1016, 1016, 1016, 1016, 1016, 1016, 1016, 1016, 1008, 1008, 1008, 1008, 1008, 1008, 1008, 1008, 1008, 1008, 1008, 1008, 992, 992, 992, 992, 992, 992, 992, 992, 992, 992, 992, 992, 960, 960, 960, 960, 960, 960, 960, 960, 960, 960, 960, 960, 896, 896, 896, 896, 896, 896, 896, 896, 896, 896, 896, 896, 768, 768, 768, 768, 768, 768, 768, 768, 768, 768, 768, 768, 512, 512, 512, 512, 512, 512, 512, 512, 512, 512, 512, 512, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))))
members_1_at = (None, *map(tuple, map(spread, (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 511, 511, 511, 511, 511, 511, 511, 511, 511, 511, 511, 511, 1023, 1023, 1023, 1023, 1023, 1023, 1023, 1023, 1023, 1023, 1023, 1023))))
# and of them, for each value of a variable: what comes out over that card
over_0 = ((None, 19338090747351197150088192, 19338090747351197150088193, 19338090747351197150088195, 19338090747351197150088199, 19338090747351197150088207, 19338090747351197150088223, 19338090747351197150088255, 19338090747351197150088319, 19338090747351197150088447, 19338090747351197150088703, 19338090747351197150087168, 19338090747351197150085120, 19338090747351197162668032, 19338090747351197162672128, 19338090747351197162680320, 19338090747351197162696704, 19338090747351197162729472, 19338090747351197162795008, 19338090747351197162926080, 19338090747351197163188224, 19338090747351197163712512, 19338090747351197164761088, 19338090747351197158473728, 19338090747351197150085120, 19338090747351248689692672, 19338090747351248706469888, 19338090747351248740024320, 19338090747351248807133184, 19338090747351248941350912, 19338090747351249209786368, 19338090747351249746657280, 19338090747351250820399104, 19338090747351252967882752, 19338090747351257262850048, 19338090747351231509823488, 19338090747351197150085120, 19338090747562303382618112, 19338090747562372102094848, 19338090747562509541048320, 19338090747562784418955264, 19338090747563334174769152, 19338090747564433686396928, 19338090747566632709652480, 19338090747571030756163584, 19338090747579826849185792, 19338090747597419035230208, 19338090747491934638440448, 19338090747351197150085120, 19338091612042325605220352, 19338091612323800581931008, 19338091612886750535352320, 19338091614012650442194944, 19338091616264450255880192, 19338091620768049883250688, 19338091629775249137991680, 19338091647789647647473664, 19338091683818444666437632, 19338091755876038704365568, 19338091323811949453508608, 19338090747351197150085120, 19342810807991057581604864, 19342808502148048367910912, 19342803890462029940523008, 19342794667089993085747200, 19342776220345919376195584, 19342739326857771957092352, 19342665539881477118885888, 19342517965928887442472960, 19342222818023708089647104, 19341632522213349383995392, 19340451930592631972691968, 19338090747351197150085120, 19333368380868327504871424, 19323923647902588214444032, 19305034181971109633589248, 19267255250108152471879680, 19191697386382238148460544, 19040581658930409501622272, 18738350204026752207945728, 18133887294219437620592640, 16924961474604808445886464, 14507109835375550096474112, 9671406556917033397649408, 0, 79208814978784020657103437824, 79170129352556352523512840192, 79092758100101016256331644928, 78938015595190343721969254400, 78628530585368998653244473344, 78009560565726308515794911232, 76771620526440928240895787008, 74295740447870167691097538560, 69343980290728646591501041664, 59440459976445604392308047872, 39633419347879519993922060288, 19338090747351197150085120, 324360116671488945459166082760704, 324201660346460416783978994860032, 323884747696403359433604819058688, 323250922396289244732856467456000, 321983271796061015331359764250624, 319447970595604556528366357839872, 314377368194691638922379545018368, 304236163392865803710405919375360, 283953753789214133286458668089344, 243388934581910792438564165517312, 162259296167304110742775160373248, 19338090747351197150085120, 1328578958696937110197591945389277184, 1327929921589620256744025633348124672, 1326631847374986549836893009265819648, 1324035698945719136022627761101209600, 1318843402087184308394097264771989504, 1308458808370114653137036272113549312, 1287689620935975342622914286796668928, 1246151246067696721594670316162908160, 1163074496331139479538182374895386624, 996920996858024995425206492360343552, 664613997911796027199254727290257408, 19338090747351197150085120), (None, 79208819701150503526748654592, 79208819701150503526748654593, 79208819701150503526748654595, 79208819701150503526748654599, 79208819701150503526748654607, 79208819701150503526748654623, 79208819701150503526748654655, 79208819701150503526748654719, 79208819701150503526748654847, 79208819701150503526748655103, 79208819701150503526748653568, 79208819701150503526748651520, 79208819701150503526761234432, 79208819701150503526761238528, 79208819701150503526761246720, 79208819701150503526761263104, 79208819701150503526761295872, 79208819701150503526761361408, 79208819701150503526761492480, 79208819701150503526761754624, 79208819701150503526762278912, 79208819701150503526763327488, 79208819701150503526757040128, 79208819701150503526748651520, 79208819701150503578288259072, 79208819701150503578305036288, 79208819701150503578338590720, 79208819701150503578405699584, 79208819701150503578539917312, 79208819701150503578808352768, 79208819701150503579345223680, 79208819701150503580418965504, 79208819701150503582566449152, 79208819701150503586861416448, 79208819701150503561108389888, 79208819701150503526748651520, 79208819701150714632981184512, 79208819701150714701700661248, 79208819701150714839139614720, 79208819701150715114017521664, 79208819701150715663773335552, 79208819701150716763284963328, 79208819701150718962308218880, 79208819701150723360354729984, 79208819701150732156447752192, 79208819701150749748633796608, 79208819701150644264237006848, 79208819701150503526748651520, 79208819702015194655203786752, 79208819702015476130180497408, 79208819702016039080133918720, 79208819702017164980040761344, 79208819702019416779854446592, 79208819702023920379481817088, 79208819702032927578736558080, 79208819702050941977246040064, 79208819702086970774265004032, 79208819702159028368302931968, 79208819701726964279052075008, 79208819701150503526748651520, 79208824421211143387180171264, 79208824418905300377966477312, 79208824414293614359539089408, 79208824405070242322684313600, 79208824386623498248974761984, 79208824349730010101555658752, 79208824275943033806717452288, 79208824128369081217041039360, 79208823833221176037688213504, 79208823242925365678982561792, 79208822062333744961571258368, 79208819701150503526748651520, 79228153069531371854253522944, 79228143624798406114963095552, 79228124735332474636382240768, 79228086956400611679220531200, 79228011398536885764897112064, 79227860282809433936250273792, 79227558051354530278956597248, 79226953588444722964369244160, 79225744662625108335194537984, 79223326810985879076845125632, 79218491107707420560146300928, 79208819701150503526748651520, 79189476888036669459953352704, 79150791261809001326362755072, 79073420009353665059181559808, 78918677504442992524819169280, 78609192494621647456094388224, 77990222474978957318644826112, 76752282435693577043745701888, 74276402357122816493947453440, 69324642199981295394350956544, 59421121885698253195157962752, 39614081257132168796771975168, 0, 324439306153099348611495681327104, 324280849828070819936308593426432, 323963937178013762585934417625088, 323330111877899647885186066022400, 322062461277671418483689362817024, 319527160077214959680695956406272, 314456557676302042074709143584768, 304315352874476206862735517941760, 284032943270824536438788266655744, 243468124063521195590893764083712, 162338485648914513895104758939648, 79208819701150503526748651520, 1328579037886418720600744274987843584, 1327930000779101867147177962946691072, 1326631926564468160240045338864386048, 1324035778135200746425780090699776000, 1318843481276665918797249594370555904, 1308458887559596263540188601712115712, 1287689700125456953026066616395235328, 1246151325257178331997822645761474560, 1163074575520621089941334704493953024, 996921076047506605828358821958909952, 664614077101277637602407056888823808, 79208819701150503526748651520),)
def quick_s_count(s_9, cards):
    """what is remembered."""
    number_10 = 0
    found_13 = 0
    for a_rank_14 in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11):
        found_13 |= BIT[a_rank_14] if not table_cards_of[((a_rank_14 * 10) + s_9)] & ~cards else 0
    for low_11 in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9):
        part_2 = 1023 & ~UPTO[((low_11 + 2) - 1)]
        number_10 += (((part_2 & under(((~found_13) & ~UPTO[(low_11 - 1)]))) if (part_2 if map_5[s_9] & cards == map_5[s_9] else 0) else 0) if part_2 else 0).bit_count()
    return number_10


from_s_count = (0, 12, 24, 36, 48, 60, 72, 84, 96, 108)
rows_s_count = tuple([None] * 4096 for _ in from_s_count)
fill_s_count = filling(quick_s_count, from_s_count, rows_s_count, 4095)


DECK = Lanes(24)
ONES, STEPS, numbers_of = DECK.ones, DECK.steps, DECK.numbers
LOW64, LOW34, LOW37 = DECK.low64, DECK.low34, DECK.low37
# by a number: the last cards in the order that it stands for
LAST = [itemgetter(*order) for order in permutations(range(5))]


def shuffled(seed):
    """Return the cards of zones."""
    x = seed * ONES + STEPS & LOW64
    x = (x ^ x >> 30 & LOW34) * 0xBF58476D1CE4E5B9 & LOW64
    x = (x ^ x >> 27 & LOW37) * 0x94D049BB133111EB & LOW64
    x = (x ^ x >> 31 & LOW64).to_bytes(384, 'little')
    w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15, w16, w17, w18, w19, w20, w21, w22, w23, = numbers_of(x)
    pack = list(PACK)
    pop = pack.pop
    x = w0 * 22869362880 >> 64
    y = x % 13572
    x //= 13572
    x2 = x % 118
    x //= 118
    x1 = x % 119
    x //= 119
    y1 = y % 116
    y //= 116
    p0 = pop(x)
    p1 = pop(x1)
    p2 = pop(x2)
    p3 = pop(y)
    p4 = pop(y1)
    x = w1 * 18417137760 >> 64
    y = x % 12432
    x //= 12432
    x2 = x % 113
    x //= 113
    x1 = x % 114
    x //= 114
    y1 = y % 111
    y //= 111
    p5 = pop(x)
    p6 = pop(x1)
    p7 = pop(x2)
    p8 = pop(y)
    p9 = pop(y1)
    x = w2 * 14686982640 >> 64
    y = x % 11342
    x //= 11342
    x2 = x % 108
    x //= 108
    x1 = x % 109
    x //= 109
    y1 = y % 106
    y //= 106
    p10 = pop(x)
    p11 = pop(x1)
    p12 = pop(x2)
    p13 = pop(y)
    p14 = pop(y1)
    x = w3 * 11587277520 >> 64
    y = x % 10302
    x //= 10302
    x2 = x % 103
    x //= 103
    x1 = x % 104
    x //= 104
    y1 = y % 101
    y //= 101
    p15 = pop(x)
    p16 = pop(x1)
    p17 = pop(x2)
    p18 = pop(y)
    p19 = pop(y1)
    x = w4 * 9034502400 >> 64
    y = x % 9312
    x //= 9312
    x2 = x % 98
    x //= 98
    x1 = x % 99
    x //= 99
    y1 = y % 96
    y //= 96
    p20 = pop(x)
    p21 = pop(x1)
    p22 = pop(x2)
    p23 = pop(y)
    p24 = pop(y1)
    x = w5 * 6952862280 >> 64
    y = x % 8372
    x //= 8372
    x2 = x % 93
    x //= 93
    x1 = x % 94
    x //= 94
    y1 = y % 91
    y //= 91
    p25 = pop(x)
    p26 = pop(x1)
    p27 = pop(x2)
    p28 = pop(y)
    p29 = pop(y1)
    x = w6 * 5273912160 >> 64
    y = x % 7482
    x //= 7482
    x2 = x % 88
    x //= 88
    x1 = x % 89
    x //= 89
    y1 = y % 86
    y //= 86
    p30 = pop(x)
    p31 = pop(x1)
    p32 = pop(x2)
    p33 = pop(y)
    p34 = pop(y1)
    x = w7 * 3936182040 >> 64
    y = x % 6642
    x //= 6642
    x2 = x % 83
    x //= 83
    x1 = x % 84
    x //= 84
    y1 = y % 81
    y //= 81
    p35 = pop(x)
    p36 = pop(x1)
    p37 = pop(x2)
    p38 = pop(y)
    p39 = pop(y1)
    x = w8 * 2884801920 >> 64
    y = x % 5852
    x //= 5852
    x2 = x % 78
    x //= 78
    x1 = x % 79
    x //= 79
    y1 = y % 76
    y //= 76
    p40 = pop(x)
    p41 = pop(x1)
    p42 = pop(x2)
    p43 = pop(y)
    p44 = pop(y1)
    x = w9 * 2071126800 >> 64
    y = x % 5112
    x //= 5112
    x2 = x % 73
    x //= 73
    x1 = x % 74
    x //= 74
    y1 = y % 71
    y //= 71
    p45 = pop(x)
    p46 = pop(x1)
    p47 = pop(x2)
    p48 = pop(y)
    p49 = pop(y1)
    x = w10 * 1452361680 >> 64
    y = x % 4422
    x //= 4422
    x2 = x % 68
    x //= 68
    x1 = x % 69
    x //= 69
    y1 = y % 66
    y //= 66
    p50 = pop(x)
    p51 = pop(x1)
    p52 = pop(x2)
    p53 = pop(y)
    p54 = pop(y1)
    x = w11 * 991186560 >> 64
    x4 = x % 61
    x //= 61
    x3 = x % 62
    x //= 62
    x2 = x % 63
    x //= 63
    x1 = x % 64
    x //= 64
    p55 = pop(x)
    p56 = pop(x1)
    p57 = pop(x2)
    p58 = pop(x3)
    p59 = pop(x4)
    x = w12 * 655381440 >> 64
    x4 = x % 56
    x //= 56
    x3 = x % 57
    x //= 57
    x2 = x % 58
    x //= 58
    x1 = x % 59
    x //= 59
    p60 = pop(x)
    p61 = pop(x1)
    p62 = pop(x2)
    p63 = pop(x3)
    p64 = pop(x4)
    x = w13 * 417451320 >> 64
    x4 = x % 51
    x //= 51
    x3 = x % 52
    x //= 52
    x2 = x % 53
    x //= 53
    x1 = x % 54
    x //= 54
    p65 = pop(x)
    p66 = pop(x1)
    p67 = pop(x2)
    p68 = pop(x3)
    p69 = pop(x4)
    x = w14 * 254251200 >> 64
    x4 = x % 46
    x //= 46
    x3 = x % 47
    x //= 47
    x2 = x % 48
    x //= 48
    x1 = x % 49
    x //= 49
    p70 = pop(x)
    p71 = pop(x1)
    p72 = pop(x2)
    p73 = pop(x3)
    p74 = pop(x4)
    x = w15 * 146611080 >> 64
    x4 = x % 41
    x //= 41
    x3 = x % 42
    x //= 42
    x2 = x % 43
    x //= 43
    x1 = x % 44
    x //= 44
    p75 = pop(x)
    p76 = pop(x1)
    p77 = pop(x2)
    p78 = pop(x3)
    p79 = pop(x4)
    x = w16 * 78960960 >> 64
    x4 = x % 36
    x //= 36
    x3 = x % 37
    x //= 37
    x2 = x % 38
    x //= 38
    x1 = x % 39
    x //= 39
    p80 = pop(x)
    p81 = pop(x1)
    p82 = pop(x2)
    p83 = pop(x3)
    p84 = pop(x4)
    x = w17 * 38955840 >> 64
    x4 = x % 31
    x //= 31
    x3 = x % 32
    x //= 32
    x2 = x % 33
    x //= 33
    x1 = x % 34
    x //= 34
    p85 = pop(x)
    p86 = pop(x1)
    p87 = pop(x2)
    p88 = pop(x3)
    p89 = pop(x4)
    x = w18 * 17100720 >> 64
    x4 = x % 26
    x //= 26
    x3 = x % 27
    x //= 27
    x2 = x % 28
    x //= 28
    x1 = x % 29
    x //= 29
    p90 = pop(x)
    p91 = pop(x1)
    p92 = pop(x2)
    p93 = pop(x3)
    p94 = pop(x4)
    x = w19 * 6375600 >> 64
    x4 = x % 21
    x //= 21
    x3 = x % 22
    x //= 22
    x2 = x % 23
    x //= 23
    x1 = x % 24
    x //= 24
    p95 = pop(x)
    p96 = pop(x1)
    p97 = pop(x2)
    p98 = pop(x3)
    p99 = pop(x4)
    x = w20 * 1860480 >> 64
    x4 = x % 16
    x //= 16
    x3 = x % 17
    x //= 17
    x2 = x % 18
    x //= 18
    x1 = x % 19
    x //= 19
    p100 = pop(x)
    p101 = pop(x1)
    p102 = pop(x2)
    p103 = pop(x3)
    p104 = pop(x4)
    x = w21 * 360360 >> 64
    x4 = x % 11
    x //= 11
    x3 = x % 12
    x //= 12
    x2 = x % 13
    x //= 13
    x1 = x % 14
    x //= 14
    p105 = pop(x)
    p106 = pop(x1)
    p107 = pop(x2)
    p108 = pop(x3)
    p109 = pop(x4)
    x = w22 * 30240 >> 64
    x4 = x % 6
    x //= 6
    x3 = x % 7
    x //= 7
    x2 = x % 8
    x //= 8
    x1 = x % 9
    x //= 9
    p110 = pop(x)
    p111 = pop(x1)
    p112 = pop(x2)
    p113 = pop(x3)
    p114 = pop(x4)
    p115, p116, p117, p118, p119 = LAST[w23 * 120 >> 64](pack)
    return (sum((p0, p1, p2, p3, p12, p13, p14, p15, p24, p25, p26, p27, p36, p37, p38, p39, p48, p49, p50, p51, p60, p61, p62, p63, p72, p73, p74, p75, p84, p85, p86, p87, p96, p97, p98, p99, p108, p109, p110, p111)), sum((p4, p5, p6, p7, p16, p17, p18, p19, p28, p29, p30, p31, p40, p41, p42, p43, p52, p53, p54, p55, p64, p65, p66, p67, p76, p77, p78, p79, p88, p89, p90, p91, p100, p101, p102, p103, p112, p113, p114, p115)),)


def play_quick(seed, deals, options, hashed, stats=None):
    """Play a lot as `run_lot` does; raise GaveUp where that has to do it."""
    hash = done = made = matches = longest = 0
    lanes = WORDS.begun(seed)
    lanes, later, tops = WORDS.more(lanes)
    rest = tops.__length_hint__
    rows = ROWS
    stock = 0
    hand = [0] * 3
    table = [0] * 3
    won = [0] * 3
    period = 0
    first_dealer = 0
    void_skips_trump = 0
    dealer = 0
    leader = 0
    turn = 0
    trick = 0
    dukal_size = 0
    opener = 0
    dukals = 0
    while done < deals:
        period, first_dealer, void_skips_trump, = options
        fixed_1 = period == 0
        fixed_2 = 6 if fixed_1 else 7
        fixed_3 = 110 + fixed_2
        fixed_4 = table_card_of[fixed_3]
        fixed_5 = BIT[fixed_4]
        fixed_6 = eq_suit_0_9[fixed_2]
        fixed_7 = not void_skips_trump
        over_0_now = over_0[period]
        dealer = first_dealer
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
            dealt = shuffled(z)
            while True:
                stock = 0xffffffffffffffffffffffffffffff
                hand = [0, 0, 0]
                table = [0, 0, 0]
                won = [0, 0, 0]
                s_22 = table_next[dealer]
                s_23 = table_next[s_22]
                s_24 = table_next[s_23]
                trump_33 = fixed_2
                dealt_1 = dealt[0]
                dealt_2 = dealt[1]
                dealt_3 = 0xffffffffffffffffffffffffffffff ^ (dealt_1 | dealt_2)
                stock = 0xffffffffffffffffffffffffffffff ^ ((dealt_1 | dealt_2) | dealt_3)
                hand[s_22] = hand[s_22] | dealt_1
                hand[s_23] = hand[s_23] | dealt_2
                hand[s_24] = hand[s_24] | dealt_3
                first_1 = PLACE[(((1 if hand[0] >> table_card_of[(110 + trump_33)] & 1 else 0) | (2 if hand[1] >> table_card_of[(110 + trump_33)] & 1 else 0)) | (4 if hand[2] >> table_card_of[(110 + trump_33)] & 1 else 0))]
                leader = first_1
                turn = first_1
                trick = 1
                dukal_size = 0
                opener = first_1
                dukals = 0
                # trick (G17, G18)
                # hands empty (G27)
                taken = 120
                if (not (hand[0])) and (not (hand[1])) and (not (hand[2])):
                    over = True
                    over = True
                    break
                break
            if not over:
                while True:
                    for top in tops:
                        in_turn = hand[turn]
                        if not begins and (table[0] or table[1] or table[2]):
                            if dukal_size == 0:
                                in_leader_4 = table[leader]
                                # play (G11)
                                # the trump Raja opens (G9, G20)
                                # on the lead (G19)
                                # follow suit (G12)
                                t_172 = in_turn & eq_suit_0_9_of_table_suit_of_card[in_leader_4]
                                if t_172:
                                    legal_0 = t_172
                                else:
                                    # void (G13, G14)
                                    yes_5 = in_turn & fixed_6
                                    part_8 = in_turn & ~yes_5
                                    if part_8:
                                        past_5 = UPTO[table_suit_of_card[in_leader_4]]
                                        first_5 = -1
                                        for u_11 in members[(1023 & ~past_5)]:
                                            if (in_turn & eq_suit_0_9[u_11]) and (fixed_7 or ((u_11 != fixed_2) or ((in_turn & eq_suit_0_9[fixed_2]) == in_turn))):
                                                first_5 = u_11
                                                break
                                        if first_5 < 0:
                                            for u_12 in members[(1023 & past_5)]:
                                                if (in_turn & eq_suit_0_9[u_12]) and (fixed_7 or ((u_12 != fixed_2) or ((in_turn & eq_suit_0_9[fixed_2]) == in_turn))):
                                                    first_5 = u_12
                                                    break
                                        if not (0 <= first_5):
                                            raise GaveUp
                                        v_60 = part_8 & eq_suit_0_9[first_5]
                                    else:
                                        v_60 = 0
                                    legal_0 = yes_5 | v_60
                                ways_0 = legal_0.bit_count()
                                # dukal (G19)
                                # discard (G23)
                                k = rows[ways_0][top]
                                if k is None:
                                    k = ((z := later[-2 * rest() - 2]) ^ z >> 31) * ways_0 >> 64
                                if hashed:
                                    hash = (hash ^ (ways_0 << 32) + k) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
                                    hash = hash >> 32 | hash << 32
                                one_6 = legal_0
                                left = ways_0 + ~k
                                if left > 5:
                                    if k > 5:
                                        one_6 = BIT[chosen(legal_0, k)]
                                    else:
                                        for _ in range(k):
                                            one_6 &= one_6 - 1
                                        one_6 &= -one_6
                                else:
                                    while left:
                                        one_6 ^= HIGH[one_6.bit_length()]
                                        left -= 1
                                    one_6 = HIGH[one_6.bit_length()]
                                hand[turn] = in_turn ^ one_6
                                table[turn] = table[turn] | one_6
                                turn = table_next[turn]
                                # trick (G17, G18)
                                if (table[0]) and (table[1]) and (table[2]):
                                    best_66 = (table[0] | table[1]) | table[2]
                                    those_52 = best_66 & fixed_6
                                    best_67 = those_52 if those_52 else best_66
                                    those_53 = best_67 & eq_suit_0_9_of_table_suit_of_card[table[leader]]
                                    kept_26 = highest_above_3[(those_53 if those_53 else best_67)]
                                    t_174 = PLACE[kept_26]
                                    t_175 = 0 if table[0] & kept_26 else (1 if table[1] & kept_26 else (2 if table[2] & kept_26 else give_up()))
                                    table = [0, 0, 0]
                                    won[t_175] = won[t_175] | best_66
                                    leader = t_175
                                    turn = t_175
                                    value_102 = trick + 1
                                    if not (value_102 <= 41):
                                        raise GaveUp
                                    trick = value_102
                                    # trick (G17, G18)
                                    # hands empty (G27)
                                    if (not (hand[0])) and (not (hand[1])) and (not (hand[2])):
                                        over = True
                                        break
                            else:
                                total_6 = 0
                                # play (G11)
                                # dukal (G19)
                                # discard (G23)
                                if 0 < dukal_size:
                                    if (not (1 <= dukal_size)) or (not (dukal_size <= in_turn.bit_count())):
                                        raise GaveUp
                                    ways_2 = ways(in_turn, dukal_size)
                                    if ways_2 > MASK >> 8:
                                        raise GaveUp
                                    total_6 += ways_2
                                else:
                                    ways_2 = 0
                                k = rows[total_6][top] if total_6 < 130 else None
                                if k is None:
                                    k = ((z := later[-2 * rest() - 2]) ^ z >> 31) * total_6 >> 64
                                if hashed:
                                    hash = (hash ^ (total_6 << 32) + k) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
                                    hash = hash >> 32 | hash << 32
                                rank_9 = k
                                if (not (1 <= dukal_size)) or (not (dukal_size <= in_turn.bit_count())):
                                    raise GaveUp
                                ways_18 = ways(in_turn, dukal_size)
                                if rank_9 < ways_18:
                                    cards_20 = subset(in_turn, dukal_size, rank_9)
                                    hand[turn] = in_turn ^ cards_20
                                    table[turn] = table[turn] | cards_20
                                    turn = table_next[turn]
                                else:
                                    rank_9 -= ways_18
                                # Dukal (G22, G24, G26)
                                if (table[0]) and (table[1]) and (table[2]):
                                    moved_46 = (table[0] | table[1]) | table[2]
                                    table = [0, 0, 0]
                                    won[leader] = won[leader] | moved_46
                                    turn = leader
                                    value_103 = trick + 1
                                    if not (value_103 <= 41):
                                        raise GaveUp
                                    trick = value_103
                                    dukal_size = 0
                                    value_104 = dukals + 1
                                    if not (value_104 <= 40):
                                        raise GaveUp
                                    dukals = value_104
                                    # trick (G17, G18)
                                # hands empty (G27)
                                if (not (table[0] or table[1] or table[2])) and (not (hand[0])) and (not (hand[1])) and (not (hand[2])):
                                    over = True
                                    break
                        else:
                            if dukal_size == 0:
                                if 1 < trick:
                                    # play (G11)
                                    # the trump Raja opens (G9, G20)
                                    ways_0 = in_turn.bit_count()
                                    legal_0 = in_turn
                                    total_9 = ways_0
                                    # dukal (G19)
                                    ways_1 = 0
                                    spots_s_13 = in_turn & in_turn >> 1 & 0x400400400400400400400400400400
                                    if spots_s_13:
                                        for s_13 in SPOTS_map_5[spots_s_13 % 2047]:
                                            ways_1 += kept if (kept := rows_s_count[s_13][in_turn >> from_s_count[s_13] & 4095]) is not None else fill_s_count(s_13, in_turn)
                                    total_9 += ways_1
                                    # discard (G23)
                                    try:
                                        k = rows[total_9][top]
                                    except IndexError:
                                        k = None
                                    if k is None:
                                        k = ((z := later[-2 * rest() - 2]) ^ z >> 31) * total_9 >> 64
                                    if hashed:
                                        hash = (hash ^ (total_9 << 32) + k) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
                                        hash = hash >> 32 | hash << 32
                                    if k < ways_0:
                                        one_8 = legal_0
                                        left = ways_0 + ~k
                                        if left > 5:
                                            if k > 5:
                                                one_8 = BIT[chosen(legal_0, k)]
                                            else:
                                                for _ in range(k):
                                                    one_8 &= one_8 - 1
                                                one_8 &= -one_8
                                        else:
                                            while left:
                                                one_8 ^= HIGH[one_8.bit_length()]
                                                left -= 1
                                            one_8 = HIGH[one_8.bit_length()]
                                        hand[turn] = in_turn ^ one_8
                                        turn_2 = table_next[turn]
                                        # trick (G17, G18)
                                        led_26 = eq_suit_0_9_of_table_suit_of_card_at[one_8.bit_length()]
                                        if not begins and leader != turn:
                                            table[turn] = one_8
                                            turn = turn_2
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
                                        in_turn_2 = hand[turn_2]
                                        # play (G11)
                                        # the trump Raja opens (G9, G20)
                                        # on the lead (G19)
                                        # follow suit (G12)
                                        t_176 = in_turn_2 & led_26
                                        if t_176:
                                            legal_0 = t_176
                                        else:
                                            # void (G13, G14)
                                            yes_7 = in_turn_2 & fixed_6
                                            part_10 = in_turn_2 ^ yes_7
                                            if part_10:
                                                first_7 = -1
                                                for u_15 in members_0_at[one_8.bit_length()]:
                                                    if (in_turn_2 & eq_suit_0_9[u_15]) and (fixed_7 or ((u_15 != fixed_2) or ((in_turn_2 & eq_suit_0_9[fixed_2]) == in_turn_2))):
                                                        first_7 = u_15
                                                        break
                                                if first_7 < 0:
                                                    for u_16 in members_1_at[one_8.bit_length()]:
                                                        if (in_turn_2 & eq_suit_0_9[u_16]) and (fixed_7 or ((u_16 != fixed_2) or ((in_turn_2 & eq_suit_0_9[fixed_2]) == in_turn_2))):
                                                            first_7 = u_16
                                                            break
                                                if not (0 <= first_7):
                                                    raise GaveUp
                                                v_62 = part_10 & eq_suit_0_9[first_7]
                                            else:
                                                v_62 = 0
                                            legal_0 = yes_7 | v_62
                                        ways_0 = legal_0.bit_count()
                                        # dukal (G19)
                                        # discard (G23)
                                        k = rows[ways_0][top]
                                        if k is None:
                                            k = ((z := later[-2 * rest() - 2]) ^ z >> 31) * ways_0 >> 64
                                        if hashed:
                                            hash = (hash ^ (ways_0 << 32) + k) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
                                            hash = hash >> 32 | hash << 32
                                        one_9 = legal_0
                                        left = ways_0 + ~k
                                        if left > 5:
                                            if k > 5:
                                                one_9 = BIT[chosen(legal_0, k)]
                                            else:
                                                for _ in range(k):
                                                    one_9 &= one_9 - 1
                                                one_9 &= -one_9
                                        else:
                                            while left:
                                                one_9 ^= HIGH[one_9.bit_length()]
                                                left -= 1
                                            one_9 = HIGH[one_9.bit_length()]
                                        hand[turn_2] = in_turn_2 ^ one_9
                                        turn_3 = table_next[turn_2]
                                        # trick (G17, G18)
                                        for top in tops:
                                            break
                                        else:
                                            lanes, later, tops = WORDS.more(lanes)
                                            rest = tops.__length_hint__
                                            passed += BATCH
                                            if passed > LONGEST + BATCH:
                                                raise GaveUp
                                            top = next(tops)
                                        in_turn_3 = hand[turn_3]
                                        # play (G11)
                                        # the trump Raja opens (G9, G20)
                                        # on the lead (G19)
                                        # follow suit (G12)
                                        t_180 = in_turn_3 & led_26
                                        if t_180:
                                            legal_0 = t_180
                                        else:
                                            # void (G13, G14)
                                            yes_8 = in_turn_3 & fixed_6
                                            part_13 = in_turn_3 ^ yes_8
                                            if part_13:
                                                first_8 = -1
                                                for u_17 in members_0_at[one_8.bit_length()]:
                                                    if (in_turn_3 & eq_suit_0_9[u_17]) and (fixed_7 or ((u_17 != fixed_2) or ((in_turn_3 & eq_suit_0_9[fixed_2]) == in_turn_3))):
                                                        first_8 = u_17
                                                        break
                                                if first_8 < 0:
                                                    for u_18 in members_1_at[one_8.bit_length()]:
                                                        if (in_turn_3 & eq_suit_0_9[u_18]) and (fixed_7 or ((u_18 != fixed_2) or ((in_turn_3 & eq_suit_0_9[fixed_2]) == in_turn_3))):
                                                            first_8 = u_18
                                                            break
                                                if not (0 <= first_8):
                                                    raise GaveUp
                                                v_67 = part_13 & eq_suit_0_9[first_8]
                                            else:
                                                v_67 = 0
                                            legal_0 = yes_8 | v_67
                                        ways_0 = legal_0.bit_count()
                                        # dukal (G19)
                                        # discard (G23)
                                        k = rows[ways_0][top]
                                        if k is None:
                                            k = ((z := later[-2 * rest() - 2]) ^ z >> 31) * ways_0 >> 64
                                        if hashed:
                                            hash = (hash ^ (ways_0 << 32) + k) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
                                            hash = hash >> 32 | hash << 32
                                        one_10 = legal_0
                                        left = ways_0 + ~k
                                        if left > 5:
                                            if k > 5:
                                                one_10 = BIT[chosen(legal_0, k)]
                                            else:
                                                for _ in range(k):
                                                    one_10 &= one_10 - 1
                                                one_10 &= -one_10
                                        else:
                                            while left:
                                                one_10 ^= HIGH[one_10.bit_length()]
                                                left -= 1
                                            one_10 = HIGH[one_10.bit_length()]
                                        hand[turn_3] = in_turn_3 ^ one_10
                                        # trick (G17, G18)
                                        t_183 = (turn_3 if one_10 & over_0_now[one_9.bit_length()] else turn_2) if one_9 & over_0_now[one_8.bit_length()] else (turn_3 if one_10 & over_0_now[one_8.bit_length()] else turn)
                                        won[t_183] = won[t_183] | ((one_8 | one_9) | one_10)
                                        leader = t_183
                                        turn = t_183
                                        value_108 = trick + 1
                                        if not (value_108 <= 41):
                                            raise GaveUp
                                        trick = value_108
                                        # trick (G17, G18)
                                        # hands empty (G27)
                                        if (not (hand[0])) and (not (hand[1])) and (not (hand[2])):
                                            over = True
                                            break
                                        begins = True
                                    else:
                                        k -= ways_0
                                        begins = False
                                        in_leader = table[leader]
                                        # dukal
                                        dukal_size, turn = quick_play_dukal(k, dukal_size, hand, table, turn)
                                        # trick (G17, G18)
                                        if (dukal_size == 0) and (table[0]) and (table[1]) and (table[2]):
                                            best_35 = (table[0] | table[1]) | table[2]
                                            those_28 = best_35 & fixed_6
                                            best_36 = those_28 if those_28 else best_35
                                            those_29 = best_36 & eq_suit_0_9_of_table_suit_of_card[in_leader]
                                            kept_15 = highest_above_3[(those_29 if those_29 else best_36)]
                                            t_121 = PLACE[kept_15]
                                            t_122 = 0 if table[0] & kept_15 else (1 if table[1] & kept_15 else (2 if table[2] & kept_15 else give_up()))
                                            table = [0, 0, 0]
                                            won[t_122] = won[t_122] | best_35
                                            leader = t_122
                                            turn = t_122
                                            value_72 = trick + 1
                                            if not (value_72 <= 41):
                                                raise GaveUp
                                            trick = value_72
                                            # trick (G17, G18)
                                        # Dukal (G22, G24, G26)
                                        if (0 < dukal_size) and (table[0]) and (table[1]) and (table[2]):
                                            moved_33 = (table[0] | table[1]) | table[2]
                                            table = [0, 0, 0]
                                            won[leader] = won[leader] | moved_33
                                            turn = leader
                                            value_75 = trick + 1
                                            if not (value_75 <= 41):
                                                raise GaveUp
                                            trick = value_75
                                            dukal_size = 0
                                            value_76 = dukals + 1
                                            if not (value_76 <= 40):
                                                raise GaveUp
                                            dukals = value_76
                                            # trick (G17, G18)
                                        # hands empty (G27)
                                        if (not (table[0] or table[1] or table[2])) and (not (hand[0])) and (not (hand[1])) and (not (hand[2])):
                                            over = True
                                            break
                                else:
                                    # play (G11)
                                    # the trump Raja opens (G9, G20)
                                    legal_0 = fixed_5 if (trick == 1) and fixed_5 else in_turn
                                    ways_0 = legal_0.bit_count()
                                    # dukal (G19)
                                    # discard (G23)
                                    k = rows[ways_0][top]
                                    if k is None:
                                        k = ((z := later[-2 * rest() - 2]) ^ z >> 31) * ways_0 >> 64
                                    if hashed:
                                        hash = (hash ^ (ways_0 << 32) + k) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
                                        hash = hash >> 32 | hash << 32
                                    begins = False
                                    one_11 = legal_0
                                    left = ways_0 + ~k
                                    if left > 5:
                                        if k > 5:
                                            one_11 = BIT[chosen(legal_0, k)]
                                        else:
                                            for _ in range(k):
                                                one_11 &= one_11 - 1
                                            one_11 &= -one_11
                                    else:
                                        while left:
                                            one_11 ^= HIGH[one_11.bit_length()]
                                            left -= 1
                                        one_11 = HIGH[one_11.bit_length()]
                                    if not (one_11 & in_turn):
                                        raise GaveUp
                                    hand[turn] = in_turn ^ one_11
                                    table[turn] = one_11
                                    turn = table_next[turn]
                                    # trick (G17, G18)
                            else:
                                if 1 < trick:
                                    # play (G11)
                                    # dukal (G19)
                                    ways_1 = 0
                                    spots_s_17 = in_turn & in_turn >> 1 & 0x400400400400400400400400400400
                                    if spots_s_17:
                                        for s_17 in SPOTS_map_5[spots_s_17 % 2047]:
                                            ways_1 += kept if (kept := rows_s_count[s_17][in_turn >> from_s_count[s_17] & 4095]) is not None else fill_s_count(s_17, in_turn)
                                    total_13 = ways_1
                                    # discard (G23)
                                    if 0 < dukal_size:
                                        if (not (1 <= dukal_size)) or (not (dukal_size <= in_turn.bit_count())):
                                            raise GaveUp
                                        ways_2 = ways(in_turn, dukal_size)
                                        if ways_2 > MASK >> 8:
                                            raise GaveUp
                                        total_13 += ways_2
                                    else:
                                        ways_2 = 0
                                    k = rows[total_13][top] if total_13 < 130 else None
                                    if k is None:
                                        k = ((z := later[-2 * rest() - 2]) ^ z >> 31) * total_13 >> 64
                                    if hashed:
                                        hash = (hash ^ (total_13 << 32) + k) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
                                        hash = hash >> 32 | hash << 32
                                    if k < ways_1:
                                        begins = False
                                        in_leader = table[leader]
                                        # dukal
                                        dukal_size, turn = quick_play_dukal(k, dukal_size, hand, table, turn)
                                        # trick (G17, G18)
                                        if (dukal_size == 0) and (table[0]) and (table[1]) and (table[2]):
                                            best_35 = (table[0] | table[1]) | table[2]
                                            those_28 = best_35 & fixed_6
                                            best_36 = those_28 if those_28 else best_35
                                            those_29 = best_36 & eq_suit_0_9_of_table_suit_of_card[in_leader]
                                            kept_15 = highest_above_3[(those_29 if those_29 else best_36)]
                                            t_121 = PLACE[kept_15]
                                            t_122 = 0 if table[0] & kept_15 else (1 if table[1] & kept_15 else (2 if table[2] & kept_15 else give_up()))
                                            table = [0, 0, 0]
                                            won[t_122] = won[t_122] | best_35
                                            leader = t_122
                                            turn = t_122
                                            value_72 = trick + 1
                                            if not (value_72 <= 41):
                                                raise GaveUp
                                            trick = value_72
                                            # trick (G17, G18)
                                        # Dukal (G22, G24, G26)
                                        if (0 < dukal_size) and (table[0]) and (table[1]) and (table[2]):
                                            moved_33 = (table[0] | table[1]) | table[2]
                                            table = [0, 0, 0]
                                            won[leader] = won[leader] | moved_33
                                            turn = leader
                                            value_75 = trick + 1
                                            if not (value_75 <= 41):
                                                raise GaveUp
                                            trick = value_75
                                            dukal_size = 0
                                            value_76 = dukals + 1
                                            if not (value_76 <= 40):
                                                raise GaveUp
                                            dukals = value_76
                                            # trick (G17, G18)
                                        # hands empty (G27)
                                        if (not (table[0] or table[1] or table[2])) and (not (hand[0])) and (not (hand[1])) and (not (hand[2])):
                                            over = True
                                            break
                                    else:
                                        k -= ways_1
                                        begins = False
                                        rank_13 = k
                                        if (not (1 <= dukal_size)) or (not (dukal_size <= in_turn.bit_count())):
                                            raise GaveUp
                                        ways_35 = ways(in_turn, dukal_size)
                                        if rank_13 < ways_35:
                                            cards_30 = subset(in_turn, dukal_size, rank_13)
                                            hand[turn] = in_turn ^ cards_30
                                            table[turn] = cards_30
                                            turn = table_next[turn]
                                        else:
                                            rank_13 -= ways_35
                                        # Dukal (G22, G24, G26)
                                        if (table[0]) and (table[1]) and (table[2]):
                                            moved_50 = (table[0] | table[1]) | table[2]
                                            table = [0, 0, 0]
                                            won[leader] = won[leader] | moved_50
                                            turn = leader
                                            value_113 = trick + 1
                                            if not (value_113 <= 41):
                                                raise GaveUp
                                            trick = value_113
                                            dukal_size = 0
                                            value_114 = dukals + 1
                                            if not (value_114 <= 40):
                                                raise GaveUp
                                            dukals = value_114
                                            # trick (G17, G18)
                                        # hands empty (G27)
                                        if (not (table[0] or table[1] or table[2])) and (not (hand[0])) and (not (hand[1])) and (not (hand[2])):
                                            over = True
                                            break
                                else:
                                    total_14 = 0
                                    # play (G11)
                                    # dukal (G19)
                                    # discard (G23)
                                    if 0 < dukal_size:
                                        if (not (1 <= dukal_size)) or (not (dukal_size <= in_turn.bit_count())):
                                            raise GaveUp
                                        ways_2 = ways(in_turn, dukal_size)
                                        if ways_2 > MASK >> 8:
                                            raise GaveUp
                                        total_14 += ways_2
                                    else:
                                        ways_2 = 0
                                    k = rows[total_14][top] if total_14 < 130 else None
                                    if k is None:
                                        k = ((z := later[-2 * rest() - 2]) ^ z >> 31) * total_14 >> 64
                                    if hashed:
                                        hash = (hash ^ (total_14 << 32) + k) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
                                        hash = hash >> 32 | hash << 32
                                    begins = False
                                    rank_14 = k
                                    if (not (1 <= dukal_size)) or (not (dukal_size <= in_turn.bit_count())):
                                        raise GaveUp
                                    ways_36 = ways(in_turn, dukal_size)
                                    if rank_14 < ways_36:
                                        cards_31 = subset(in_turn, dukal_size, rank_14)
                                        hand[turn] = in_turn ^ cards_31
                                        table[turn] = cards_31
                                        turn = table_next[turn]
                                    else:
                                        rank_14 -= ways_36
                                    # Dukal (G22, G24, G26)
                                    if (table[0]) and (table[1]) and (table[2]):
                                        moved_51 = (table[0] | table[1]) | table[2]
                                        table = [0, 0, 0]
                                        won[leader] = won[leader] | moved_51
                                        turn = leader
                                        value_115 = trick + 1
                                        if not (value_115 <= 41):
                                            raise GaveUp
                                        trick = value_115
                                        dukal_size = 0
                                        value_116 = dukals + 1
                                        if not (value_116 <= 40):
                                            raise GaveUp
                                        dukals = value_116
                                        # trick (G17, G18)
                                    # hands empty (G27)
                                    if (not (table[0] or table[1] or table[2])) and (not (hand[0])) and (not (hand[1])) and (not (hand[2])):
                                        over = True
                                        break
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
            if hashed:
                hash = fold_numbers(hash, (stock, *hand, *table, *won, period, first_dealer, void_skips_trump, dealer, leader, turn, trick, dukal_size, opener, dukals,))
            done += 1
            if 1:
                matches += 1
                break
            if done == deals:
                break
    return {"deals": done, "moves": made, "matches": matches, "hash": hash & MASK,
            "longest": longest, "fault": 0, "fault_deal": 0, "fault_move": 0}
