/* schnapsen: made from the spec with the digest sha256:39742849fca126518f5e0bbb779bbe5a1ee281cece91b857baaa664e2fb86fbb */
#include <stdint.h>
#include <string.h>

typedef uint64_t u64;
typedef uint32_t u32;
typedef int64_t I;
typedef int32_t C;
#define WIDE 0
#define SUBSETS 0
#define ONE_STOCK 1
#define STATS 0
#define TELLS 0
#define WATCHED 0
typedef u64 M;
enum { CARDS = 20, ZONES = 8, CELLS = 33, OPTIONS = 4, MOVES = 4, DRAWN = 1, RESULTS = 6, MATCH_RESULTS = 3, TURN = 10, DEALER = 4, NO_MOVE = 34, TOO_LONG = 35, TOO_MANY = 36, LONGEST = 10000, SHARED = 5, DEALT = 11, THROWN = 20, LATER = 1, HITS = 23, HIT_WORDS = 1, ROLES_AT = 268, ROLES = 4, TIMES_AT = 304, DEALS_AT = 368, ASKS_AT = 432, ASKED_AT = 432, ASK_WORDS = 0, ASKS = 0, MARK = 6 };
#define NONE (-536870912)
#define ABSENT (-536870913)
#define MOST_MOVES ((u64)4611686018427387904)
#define EXPORT __attribute__((visibility("default")))

typedef struct {
  union {
    M zones[ZONES];
    struct { M stock, indicator, hand[2], table[2], won[2]; } z;
  };
  u64 deck_stream;
  union {
    C cells[CELLS];
    struct { C first_dealer, marriage, exchange_min_stock, close_min_stock, dealer, counter[2], deals_played, trump, leader, turn, points[2], pending[2], tricks[2], declared[8], closer, record_points, record_tricks, exchanges, late_points[2], late_tricks[2]; } c;
  };
  struct { u32 table; } ones;   /* which zones have just one card */
  struct { int table[2]; } lone;   /* which card that is, or any card */
  int over, fault, made, thrown;
  u64 chance[CARDS + SHARED];
} S;

/* The legal moves: how many of each rule, and which. */
typedef struct { u64 count[MOVES], weight[MOVES]; M kept[MOVES]; int phase; } L;

#define HIT(n) ((void)0)
static const int drawn_zone[DRAWN] = {0};
#define WHOLE 0xfffffull
#define HALVES 1
static const int32_t odd_low[] = {2145213143, -1456339591, -180700307, -685687875, -1242005039, -164643287, 887756089, -861624131, 1914458559, -156596111, -1740507049, 1382288115, 1873750857, -1274749573, -1101448027, -611923271, 114556473, -100006181, 858394365, 863116195, 666324819, 1775512179, 74379621, 1233104197, -2113378105, -1469831107, 113255103, -313192221, -277475815, 1712690031, 1204080003, -256666843, -1145529051, 0, 0, 0, 0, 0, 0, 0};
static const u32 odd_high[] = {2188143295u, 123503898u, 878893129u, 935221481u, 3707409750u, 626810951u, 59929929u, 3649326031u, 808158769u, 4291517594u, 3813285585u, 247007795u, 3593712004u, 4254464590u, 931813217u, 3583962929u, 3618210497u, 3903010563u, 843486837u, 3750300233u, 1333443446u, 119859858u, 1410275118u, 2918915771u, 3029606128u, 3329837508u, 1139265276u, 4288067890u, 1235154057u, 1533314909u, 656184257u, 3075462920u, 1725033714u, 0u, 0u, 0u, 0u, 0u, 0u, 0u};
static const u64 odd[] = {6238072747940578789ull, 15839785061582574731ull, 2185194620014831857ull, 13232826040865663253ull, 13168350753275463133ull, 15093541023163888493ull, 1346066267577507605ull, 15378420243238726121ull, 9398003893131893463ull, 530445201382180217ull, 3774817245553408877ull, 4016745674725997501ull, 15923203627879530961ull, 2692132535155015209ull, 257397085994358073ull, 15673735954724858045ull, 3471015484745077183ull, 18431927716282009713ull, 16377936876142721111ull, 1060890402764360435ull, 15434875530296372041ull, 18272786274765299067ull, 4002107291894103205ull, 15393003569519446713ull, 15540095754773462585ull, 16763302723927541467ull, 3622748380379877117ull, 16107416851779296163ull, 5727095992301866835ull, 514794171988716147ull, 6057085510246920549ull, 12536647777456729413ull, 13012059237407811783ull, 14301543196384307261ull, 4893107102001668799ull, 18417111350264533219ull, 5304946280059244057ull, 6585537390336906095ull, 2818289925169139075ull, 13209012661203997477ull, 7408963384981888293ull};
static inline u64 bit_s(I i) { return (u64)1 << i; }
#define BIT(i) ((u64)1 << (i))

/* What every generated engine shares: masks, chance.  Made for one spec by the macros above. */

/* What is seldom called is not worth the compiler's time. */
#if STATS
#define RARE __attribute__((noinline))
#else
#define RARE __attribute__((noinline, optimize("O1")))
#endif

#if WIDE
/* Called, so that the compiler does not work it out on the way in place of a branch. */
static __attribute__((noinline, cold)) void note(int *fault, int number) {
  if (!*fault) *fault = number;
}
#define NOTE(number) note(&s->fault, number)
#else
#define NOTE(number) do { if (!s->fault) s->fault = (number); } while (0)
#endif
/* Note the first failed obligation, and put right what would do harm. */
#define FAULT(cond, number, then) \
  do { if (__builtin_expect(!!(cond), 0)) { \
    NOTE(number); \
    then; \
  } } while (0)

static inline I min_(I a, I b) { return a < b ? a : b; }
static inline I max_(I a, I b) { return a > b ? a : b; }
static inline I after(I i, I n) {
  return n == 2 ? 1 - i : (n & (n - 1)) == 0 ? (i + 1) & (n - 1) : i == n - 1 ? 0 : i + 1;
}
static inline I fdiv(I a, I b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }
static inline I fmodulo(I a, I b) { I r = a % b; return r < 0 ? r + b : r; }

static inline I pop_s(u64 m) { return __builtin_popcountll(m); }
#ifdef __POPCNT__
static inline int one_s(u64 m) { return pop_s(m) == 1; }
#else
static inline int one_s(u64 m) { return m != 0 && (m & (m - 1)) == 0; }
#endif
static inline I next_s(u64 m) { return __builtin_ctzll(m); }
static inline u64 under_s(u64 m) { return (m & (~m + 1)) - 1; }
static inline u64 upto_s(I i) { return i < 0 ? 0 : ((u64)2 << i) - 1; }

/* Bit number k of a mask that has more than k; its place. */
static inline u64 kth_s(u64 m, I k) {
#ifdef __BMI2__
  return __builtin_ia32_pdep_di((u64)1 << k, m);
#else
  while (k-- > 0) m &= m - 1;
  return m & (~m + 1);
#endif
}
/* The same where `sure` is all ones, no bit where it is zero. */
static inline u64 kth_if(u64 m, I k, u64 sure) {
#ifdef __BMI2__
  return __builtin_ia32_pdep_di(((u64)1 << (k & 63)) & sure, m);
#else
  return sure ? kth_s(m, k) : 0;
#endif
}
static inline I nth_s(u64 m, I k) { return __builtin_ctzll(kth_s(m, k)); }

/* The place of the lowest bit, 64 where there is none. */
static inline I end_s(u64 m) {
#ifdef __BMI__
  return (I)__builtin_ia32_tzcnt_u64(m);
#else
  return m ? __builtin_ctzll(m) : 64;
#endif
}

/* The first value, or the other one where a test is zero: as good as chance, so no branch is to be
   taken. */
static inline u64 choose(u64 test, u64 value, u64 other) {
#if defined(__x86_64__) && !defined(PORTABLE)
  __asm__("test %1, %1\n\tcmovz %2, %0" : "+r"(value) : "r"(test), "rm"(other) : "cc");
  return value;
#else
  return test ? value : other;
#endif
}
static inline u64 either_s(u64 m, u64 other) { return choose(m, m, other); }

static inline I low_s(u64 m) { return end_s(m) & 63; }

/* The bits of a mask at the places of another one, moved together. */
static inline u64 gather_s(u64 m, u64 places) {
#ifdef __BMI2__
  return __builtin_ia32_pext_di(m, places);
#else
  u64 out = 0;
  for (int i = 0; places; places &= places - 1, i++)
    out |= (m >> __builtin_ctzll(places) & 1) << i;
  return out;
#endif
}

/* So many bits of a mask from a place on. */
static inline u64 field_s(u64 m, I from, I width) { return m >> from & (((u64)1 << width) - 1); }

/* Of each block of bits, given by its last one and the others, whether a mask has any of it. */
static inline u64 blocks_s(u64 m, u64 last, u64 others) {
  return gather_s(((m & others) + others) | m, last);
}

#if WIDE
/* Where a mask is empty other values stand for three; which half something lies in is as good as
   chance, so no branch is to be taken. */
#if defined(__x86_64__) && !defined(PORTABLE)
#define UNLESS(mask, x, x_, y, y_, z, z_) \
  __asm__("test %3, %3\n\tcmovz %4, %0\n\tcmovz %5, %1\n\tcmovz %6, %2" \
          : "+r"(x), "+r"(y), "+r"(z) : "r"(mask), "rm"(x_), "rm"(y_), "r"(z_) : "cc")
#else
#define UNLESS(mask, x, x_, y, y_, z, z_) \
  do { if (!(mask)) { x = (x_); y = (y_); z = (z_); } } while (0)
#endif
static inline I pop_c(M m) { return pop_s((u64)m) + pop_s((u64)(m >> 64)); }
static inline int one_c(M m) { return pop_c(m) == 1; }
/* Which half something lies in is as good as chance: no branches. */
static inline u64 half(M m, u64 low) {
  u64 a = (u64)m, b = (u64)(m >> 64);
  return b ^ ((a ^ b) & low);
}
static inline int has_c(M m, I i) {
  return (int)(choose((u64)i & 64, (u64)(m >> 64), (u64)m) >> (i & 63) & 1);
}
static inline I end_c(M m) {
  u64 a = (u64)m;
  return (I)choose(a, (u64)end_s(a), 64 + (u64)end_s((u64)(m >> 64)));
}
static inline M either_c(M m, M other) {
  u64 some = (u64)m | (u64)(m >> 64);
  u64 high = choose(some, (u64)(m >> 64), (u64)(other >> 64));
  return (M)high << 64 | choose(some, (u64)m, (u64)other);
}
static inline I low_c(M m) { return end_c(m) & 127; }
static inline I next_c(M m) { return end_c(m); }
static inline M under_c(M m) { return (m & (~m + 1)) - 1; }
static inline u64 gather_c(M m, M places) {
  u64 a = (u64)places, b = (u64)(places >> 64);
  return gather_s((u64)m, a) | (b ? gather_s((u64)(m >> 64), b) << (pop_s(a) & 63) : 0);
}
static inline u64 blocks_c(M m, M last, M others) {
  return gather_c(((m & others) + others) | m, last);
}
static inline u64 field_c(M m, I from, I width) {
  return (u64)(m >> from) & (((u64)1 << width) - 1);
}
static inline M upto_c(I i) { return i < 0 ? 0 : ((M)2 << i) - 1; }
static inline I nth_c(M m, I k) {
  I below = pop_s((u64)m);
  u64 low = -(u64)(k < below);
  return nth_s(half(m, low), k - (below & (I)~low)) + (I)(~low & 64);
}
static inline M kth_c(M m, I k) {
  I high = k - pop_s((u64)m);
  u64 low = -(u64)(high < 0);
  return (M)kth_if((u64)(m >> 64), high, ~low) << 64 | kth_if((u64)m, k, low);
}
#else
#define either_c either_s
#define pop_c pop_s
#define one_c one_s
#define low_c low_s
#define next_c next_s
#define under_c under_s
#define upto_c upto_s
#define nth_c nth_s
#define kth_c kth_s
#define end_c end_s
#define gather_c gather_s
#define blocks_c blocks_s
#define field_c field_s
#endif

/* The members of a mask that no other one beats; `below` tells which ones each member beats, and
   has an empty entry for the place behind the last.  As many as there usually are are looked at
   without asking whether there is another one. */
static inline __attribute__((always_inline)) u64 unbeaten_s(const u64 *below, u64 m, int usual) {
  u64 left = m, beaten = 0;
  for (int i = 0; i < usual; i++) {
    beaten |= below[end_s(left)];
    left &= left - 1;
  }
  while (__builtin_expect(left != 0, usual == 0)) {
    beaten |= below[next_s(left)];
    left &= left - 1;
  }
  return m & ~beaten;
}
#if WIDE
static inline __attribute__((always_inline)) M unbeaten_c(const M *below, M m, int usual) {
  u64 a = (u64)m, b = (u64)(m >> 64);
  M beaten = 0;
  for (int i = 0; i < usual; i++) {
    u64 lowest = a, rest = b;
    const M *part = below;
    UNLESS(a, lowest, b, rest, b & (b - 1), part, below + 64);
    beaten |= part[end_s(lowest)];
    a &= a - 1;
    b = rest;
  }
  while (__builtin_expect((a | b) != 0, usual == 0)) {
    if (a) {
      beaten |= below[next_s(a)];
      a &= a - 1;
    } else {
      beaten |= below[64 + next_s(b)];
      b &= b - 1;
    }
  }
  return m & ~beaten;
}
#else
#define unbeaten_c unbeaten_s
#endif

#if SUBSETS
/* ---- subsets: counted, and made from their rank; too many to count stay at the largest number */

static u64 binomial[129][65];

__attribute__((constructor)) static void count_subsets(void) {
  for (int n = 0; n <= 128; n++)
    for (int k = 0; k <= 64; k++) {
      if (k == 0) { binomial[n][k] = 1; continue; }
      if (n == 0) { binomial[n][k] = 0; continue; }
      u64 a = binomial[n - 1][k - 1], b = binomial[n - 1][k];
      binomial[n][k] = a > (~(u64)0 >> 1) - b ? ~(u64)0 >> 1 : a + b;
    }
}

static inline I ways(I n, I k) {
  if (k < 0 || k > n) return 0;
  return (I)binomial[n][k > n - k ? n - k : k];
}

/* The k-th subset of n members, in lexicographic order: how far each member lies is found by
   leaving out as many ranks as begin with the members before it. */
static inline u64 subset_s(u64 m, I n, I k) {
  u64 out = 0;
  I left = pop_s(m);
  for (; n > 0 && m != 0; m &= m - 1) {
    I with = ways(--left, n - 1);
    if (k < with) { out |= m & (~m + 1); n--; } else k -= with;
  }
  return out;
}

#define SIZES(x, T) \
  static inline I ways_##x(T m, I n) { return ways(pop_##x(m), n); } \
  static inline I waysof_##x(T m, u64 sizes) { \
    I n = pop_##x(m), all = 0; \
    for (sizes &= ~(u64)1; sizes; sizes &= sizes - 1) all += ways(n, low_s(sizes)); \
    return all; } \
  static inline T ranked_##x(T m, u64 sizes, I k) { \
    I n = pop_##x(m); \
    for (sizes &= ~(u64)1; sizes; sizes &= sizes - 1) { \
      I all = ways(n, low_s(sizes)); \
      if (k < all) return subset_##x(m, low_s(sizes), k); \
      k -= all; } \
    return 0; }

SIZES(s, u64)
#if WIDE
static inline M subset_c(M m, I n, I k) {
  u64 half[2] = {(u64)m, (u64)(m >> 64)}, out[2] = {0, 0};
  I left = pop_c(m);
  for (int h = 0; h < 2; h++)
    for (u64 rest = half[h]; n > 0 && rest != 0; rest &= rest - 1) {
      I with = ways(--left, n - 1);
      if (k < with) { out[h] |= rest & (~rest + 1); n--; } else k -= with;
    }
  return (M)out[1] << 64 | out[0];
}
SIZES(c, M)
#else
#define ways_c ways_s
#define waysof_c waysof_s
#define subset_c subset_s
#define ranked_c ranked_s
#endif
#endif

/* ---- chance: splitmix64 */

static inline u64 mix(u64 z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}
static inline u64 next(u64 *state) { return mix(*state += 0x9E3779B97F4A7C15ull); }
static inline u64 below(u64 *state, u64 n) {
  __asm__("" : "+r"(n));   /* the compiler is not to think of its sign */
  return (u64)(((unsigned __int128)next(state) * n) >> 64);
}

/* Find the places of the deck's cards from number i on among those that are left, up to number
   `end` at least: SHARED of them from each number of the deck's own stream.  Return how many are
   known then. */
static inline int throw(u64 *stream, u64 *chance, int i, int end) {
  u64 left = CARDS - i, *to = chance + i;
  do {
    u64 x = next(stream);
    for (int t = 0; t < SHARED; t++) {
      unsigned __int128 y = (unsigned __int128)x * left--;
      *to++ = (u64)(y >> 64);
      x = (u64)y;
    }
    i += SHARED;
  } while (i < end);
  return i;
}

/* Take bit number k out of a mask that has more than k. */
static inline M take(M m, u64 k) { return m ^ kth_c(m, (I)k); }

#if ONE_STOCK
/* The next n cards of the deck: cards are drawn from one zone only, which holds all the others. */
static inline M draw(S *s, M all, I n) {
  int i = s->made, end;
  if (__builtin_constant_p(n) && n == 1 && THROWN == CARDS) {
    if (i >= CARDS) return 0;
    s->made = i + 1;
    return all ^ take(all, s->chance[i]);
  }
  if (n > CARDS - i) n = CARDS - i;
  if (n <= 0) return 0;
  end = i + (int)n;
  s->made = end;
  if (THROWN < CARDS && s->thrown < end)
    s->thrown = throw(&s->deck_stream, s->chance, s->thrown, end);
  M rest = all;
  for (; i < end; i++) rest = take(rest, s->chance[i]);
  return all ^ rest;
}

/* The same where the cards are surely there and their places have been found. */
static inline __attribute__((always_inline)) M draw_next(S *s, const u64 *chance, M all, I n) {
  M rest = all;
  chance += s->made;
#if WIDE
  /* Half by half; how many lie in the lower one is kept in mind. */
  u64 a = (u64)all, b = (u64)(all >> 64);
  I below = pop_s(a);
  for (I i = 0; i < n; i++) {
    I high = (I)chance[i] - below;
    u64 low = (u64)(high >> 63);
    a ^= kth_if(a, (I)chance[i], low);
    b ^= kth_if(b, high, ~low);
    below += (I)low;
  }
  rest = (M)b << 64 | a;
#else
  for (I i = 0; i < n; i++) rest = take(rest, chance[i]);
#endif
  s->made += (int)n;
  return all ^ rest;
}
#else
/* The first n cards, in deck order, that lie in a zone; the deck is made as far as it is looked
   at. */
static M draw(S *s, I zone, I n) {
  int slot = 0;
  while (slot < DRAWN - 1 && drawn_zone[slot] != zone) slot++;
  M in = s->zones[zone], out = 0;
  if (n >= pop_c(in)) return n > 0 ? in : 0;
  int i = s->from[slot];
  for (; n > 0 && i < CARDS; i++) {
    if (i == s->made) {
      if (s->thrown <= i) s->thrown = throw(&s->deck_stream, s->chance, s->thrown, i + 1);
      M rest = take(s->rest, s->chance[i]);
      s->deck[i] = (uint8_t)low_c(s->rest ^ rest);
      s->rest = rest;
      s->made++;
    }
    int card = s->deck[i];
    if (in >> card & 1) { out |= BIT(card); n--; }
  }
  s->from[slot] = i;
  return out;
}
#endif

static inline int is_over(S *s) { return s->over; }

/* suit */
static const uint8_t table_suit[20] = {0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3};
/* the members whose suit is eq each number from 0 */
static const M eq_suit_0_3[4] = {0x1full, 0x3e0ull, 0x7c00ull, 0xf8000ull};
/* the members that each one beats */
static const M below_4[65] = {0x0ull, 0x8421ull, 0x18c63ull, 0x39ce7ull, 0x7bdefull, 0x0ull, 0x8421ull, 0x18c63ull, 0x39ce7ull, 0x7bdefull, 0x0ull, 0x8421ull, 0x18c63ull, 0x39ce7ull, 0x7bdefull, 0x0ull, 0x8421ull, 0x18c63ull, 0x39ce7ull, 0x7bdefull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull};
/* points */
static const uint8_t table_points[20] = {2, 3, 4, 10, 11, 2, 3, 4, 10, 11, 2, 3, 4, 10, 11, 2, 3, 4, 10, 11};
/* card_of */
static const uint8_t table_card_of[20] = {0, 5, 10, 15, 1, 6, 11, 16, 2, 7, 12, 17, 3, 8, 13, 18, 4, 9, 14, 19};
/* worked out from the tables */
static const M map_9[20] = {0x1full, 0x1full, 0x1full, 0x1full, 0x1full, 0x3e0ull, 0x3e0ull, 0x3e0ull, 0x3e0ull, 0x3e0ull, 0x7c00ull, 0x7c00ull, 0x7c00ull, 0x7c00ull, 0x7c00ull, 0xf8000ull, 0xf8000ull, 0xf8000ull, 0xf8000ull, 0xf8000ull};
/* worked out from the tables */
static const uint8_t map_10[4] = {0, 20, 40, 60};
/* worked out from the tables */
static const uint8_t map_11[80] = {32, 34, 36, 38, 40, 0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 32, 34, 36, 38, 40, 0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 32, 34, 36, 38, 40, 0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 32, 34, 36, 38, 40};
/* worked out from the tables */
static const uint8_t map_12[20] = {0, 0, 0, 0, 0, 20, 20, 20, 20, 20, 40, 40, 40, 40, 40, 60, 60, 60, 60, 60};
/* worked out from the tables */
static const uint8_t map_13[80] = {16, 16, 16, 16, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 16, 16, 16, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 16, 16, 16, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 16, 16, 16, 16};
/* worked out from the tables */
static const M map_14[20] = {0x8421ull, 0x18c63ull, 0x39ce7ull, 0x7bdefull, 0xfffffull, 0x8421ull, 0x18c63ull, 0x39ce7ull, 0x7bdefull, 0xfffffull, 0x8421ull, 0x18c63ull, 0x39ce7ull, 0x7bdefull, 0xfffffull, 0x8421ull, 0x18c63ull, 0x39ce7ull, 0x7bdefull, 0xfffffull};

static void start_match(S *s);
static void deal(S *s, const u64 *chance);
static RARE void settle(S *s);
static int settled(S *s);
static M get_playable(S *s, I me);
static I get_deal_winner(S *s);
static I get_game_points(S *s);
static void after_deal(S *s);
static inline __attribute__((always_inline)) int match_over(S *s);
static inline __attribute__((always_inline)) void results(S *s, I *out);
static inline __attribute__((always_inline)) void match_results(S *s, I *out);
static inline __attribute__((always_inline)) M get_playable_0(S *s, I me);
static inline __attribute__((always_inline)) I moves_0(S *s, L *l);
static inline __attribute__((always_inline)) void play_exchange_0(S *s, L *l, I k);
static inline __attribute__((always_inline)) void play_close_0(S *s, L *l, I k);
static inline __attribute__((always_inline)) void play_marriage_0(S *s, L *l, I k);
static inline __attribute__((always_inline)) void play_play_0(S *s, L *l, I k);
static M get_playable_1(S *s, I me);
static inline __attribute__((always_inline)) I moves_1(S *s, L *l);
static inline __attribute__((always_inline)) void play_play_1(S *s, L *l, I k);
static int settled_at_first(S *s);
static I get_game_points_in_after_deal(S *s, I given_get_deal_winner);
static I get_game_points_in_results_and_after(S *s, I given_get_deal_winner);
static void results_and_after(S *s, I *out);

#define OBSERVE(s, when) do { } while (0)

static void start_match(S *s) {
  I dealer_1 = s->c.first_dealer;
  s->c.dealer = dealer_1;
  s->c.counter[0] = 7;
  s->c.counter[1] = 7;
  s->c.deals_played = 0;
}

static void deal(S *s, const u64 *chance) {
  s->z.stock = 0xfffffull;
  s->z.indicator = 0x0ull;
  s->z.hand[0] = 0x0ull;
  s->z.hand[1] = 0x0ull;
  s->z.table[0] = 0x0ull;
  s->z.table[1] = 0x0ull;
  s->ones.table = 0;
  s->z.won[0] = 0x0ull;
  s->z.won[1] = 0x0ull;
  I last_3 = s->c.dealer;
  for (I step_2 = 1, to_step_2 = 2; step_2 <= to_step_2; step_2++) {
    I s_1 = ((last_3 == 1) ? 0 : (last_3 + 1));
    last_3 = s_1;
    M drawn_5 = draw_next(s, chance, s->z.stock, 3);
    s->z.stock = (s->z.stock & ~drawn_5);
    s->z.hand[s_1] = (s->z.hand[s_1] | drawn_5);
  }
  M drawn_6 = draw_next(s, chance, s->z.stock, 1);
  s->z.stock = (s->z.stock & ~drawn_6);
  s->z.indicator = (s->z.indicator | drawn_6);
  I last_9 = s->c.dealer;
  for (I step_8 = 1, to_step_8 = 2; step_8 <= to_step_8; step_8++) {
    I s_7 = ((last_9 == 1) ? 0 : (last_9 + 1));
    last_9 = s_7;
    M drawn_11 = draw_next(s, chance, s->z.stock, 2);
    s->z.stock = (s->z.stock & ~drawn_11);
    s->z.hand[s_7] = (s->z.hand[s_7] | drawn_11);
  }
  M among_12 = s->z.indicator;
  FAULT((!one_c(among_12)), 4, );
  I t_13 = low_c(among_12);
  I trump_14 = table_suit[t_13];
  s->c.trump = trump_14;
  I leader_15 = after(s->c.dealer, 2);
  s->c.leader = leader_15;
  I turn_16 = after(s->c.dealer, 2);
  s->c.turn = turn_16;
  s->c.points[0] = 0;
  s->c.points[1] = 0;
  s->c.pending[0] = 0;
  s->c.pending[1] = 0;
  s->c.tricks[0] = 0;
  s->c.tricks[1] = 0;
  s->c.declared[0] = 0;
  s->c.declared[1] = 0;
  s->c.declared[2] = 0;
  s->c.declared[3] = 0;
  s->c.declared[4] = 0;
  s->c.declared[5] = 0;
  s->c.declared[6] = 0;
  s->c.declared[7] = 0;
  s->c.closer = -536870912;
  s->c.record_points = 0;
  s->c.record_tricks = 0;
  s->c.exchanges = 0;
  s->c.late_points[0] = 0;
  s->c.late_points[1] = 0;
  s->c.late_tricks[0] = 0;
  s->c.late_tricks[1] = 0;
}

/* what happens by itself */
static RARE void settle(S *s) {
  u64 fired_1 = 0x0ull;
  for (;;) {
    /* sixty-six (S2, S29) */
    int t_2 = ((66 <= s->c.points[0]) || (66 <= s->c.points[1]));
    if (t_2) {
      FAULT((int)(fired_1 >> 0 & 1), 5, );
      if ((int)(fired_1 >> 0 & 1)) {
        return;
      }
      fired_1 = (fired_1 | 0x1ull);
      s->over = 1;
      HIT(0);
      OBSERVE(s, 1);
      return;
    }
    /* trick (S11, S13, S23, S36) */
    int t_3 = (s->ones.table == 3);
    if (t_3) {
      FAULT((int)(fired_1 >> 1 & 1), 6, );
      if ((int)(fired_1 >> 1 & 1)) {
        return;
      }
      fired_1 = (fired_1 | 0x2ull);
      M best_4 = (s->z.table[0] | s->z.table[1]);
      M v_15 = 0x0ull;
      if ((best_4 != 0)) {
        M among_5 = s->z.table[s->c.leader];
        FAULT((!one_c(among_5)), 7, );
        I t_6 = low_c(among_5);
        I x_7 = s->c.trump;
        M those_8 = (best_4 & eq_suit_0_3[x_7]);
        M best_9 = either_c(those_8, best_4);
        I x_10 = table_suit[t_6];
        M those_11 = (best_9 & eq_suit_0_3[x_10]);
        M best_12 = either_c(those_11, best_9);
        M kept_13 = unbeaten_c(below_4, best_12, 2);
        v_15 = kept_13;
      } else {
        v_15 = 0x0ull;
      }
      FAULT((!one_c(v_15)), 8, );
      I t_16 = low_c(v_15);
      u64 which_17 = (((u64)(int)(s->z.table[0] >> t_16 & 1) << 0) | ((u64)(int)(s->z.table[1] >> t_16 & 1) << 1));
      FAULT((!one_s(which_17)), 9, );
      I t_18 = low_s(which_17);
      I sum_19 = 0;
      for (M left_c_20 = (s->z.table[0] | s->z.table[1]); left_c_20 != 0; left_c_20 &= left_c_20 - 1) {
        I c_20 = next_c(left_c_20);
        sum_19 = (sum_19 + table_points[c_20]);
      }
      I gain_21 = (sum_19 + s->c.pending[t_18]);
      M moved_23 = (s->z.table[0] | s->z.table[1]);
      s->z.table[0] = 0x0ull;
      s->z.table[1] = 0x0ull;
      s->ones.table = 0;
      s->z.won[t_18] = (s->z.won[t_18] | moved_23);
      I value_25 = (s->c.points[t_18] + gain_21);
      I fit_26 = value_25;
      FAULT((!((0 <= fit_26) && (fit_26 <= 105))), 10, fit_26 = 0);
      s->c.points[t_18] = fit_26;
      s->c.pending[t_18] = 0;
      I value_29 = (s->c.tricks[t_18] + 1);
      I fit_30 = value_29;
      FAULT((!((0 <= fit_30) && (fit_30 <= 10))), 11, fit_30 = 0);
      s->c.tricks[t_18] = fit_30;
      if ((!(s->c.closer == -536870912))) {
        I value_32 = (s->c.late_points[t_18] + gain_21);
        I fit_33 = value_32;
        FAULT((!((0 <= fit_33) && (fit_33 <= 105))), 12, fit_33 = 0);
        s->c.late_points[t_18] = fit_33;
        I value_35 = (s->c.late_tricks[t_18] + 1);
        I fit_36 = value_35;
        FAULT((!((0 <= fit_36) && (fit_36 <= 10))), 13, fit_36 = 0);
        s->c.late_tricks[t_18] = fit_36;
      }
      s->c.leader = t_18;
      s->c.turn = t_18;
      HIT(1);
      OBSERVE(s, 1);
      continue;
    }
    int open_37 = ((s->c.closer == -536870912) && (s->z.indicator != 0));
    if (open_37) {
      int at_lead_38 = (!((s->z.table[0] | s->z.table[1]) != 0));
      if (at_lead_38) {
        /* winner draws (S12) */
        if ((pop_c(s->z.hand[s->c.leader]) < 5)) {
          FAULT((int)(fired_1 >> 2 & 1), 14, );
          if ((int)(fired_1 >> 2 & 1)) {
            return;
          }
          fired_1 = (fired_1 | 0x4ull);
          I zone_39 = s->c.leader;
          FAULT((!(1 <= pop_c(s->z.stock))), 15, );
          M drawn_40 = draw(s, s->z.stock, 1);
          s->z.stock = (s->z.stock & ~drawn_40);
          s->z.hand[zone_39] = (s->z.hand[zone_39] | drawn_40);
          HIT(2);
          OBSERVE(s, 1);
          continue;
        }
        /* loser draws (S12, S14) */
        if ((pop_c(s->z.hand[after(s->c.leader, 2)]) < 5)) {
          FAULT((int)(fired_1 >> 3 & 1), 16, );
          if ((int)(fired_1 >> 3 & 1)) {
            return;
          }
          fired_1 = (fired_1 | 0x8ull);
          if ((!(s->z.stock != 0))) {
            I zone_41 = after(s->c.leader, 2);
            M moved_42 = s->z.indicator;
            s->z.indicator = 0x0ull;
            s->z.hand[zone_41] = (s->z.hand[zone_41] | moved_42);
          } else {
            I zone_43 = after(s->c.leader, 2);
            FAULT((!(1 <= pop_c(s->z.stock))), 17, );
            M drawn_44 = draw(s, s->z.stock, 1);
            s->z.stock = (s->z.stock & ~drawn_44);
            s->z.hand[zone_43] = (s->z.hand[zone_43] | drawn_44);
          }
          HIT(3);
          OBSERVE(s, 1);
          continue;
        }
      }
    }
    int at_lead_45 = (!((s->z.table[0] | s->z.table[1]) != 0));
    if (at_lead_45) {
      /* hands empty (S35, S37) */
      int t_46 = ((!(s->z.hand[0] != 0)) && (!(s->z.hand[1] != 0)));
      if (t_46) {
        FAULT((int)(fired_1 >> 4 & 1), 18, );
        if ((int)(fired_1 >> 4 & 1)) {
          return;
        }
        fired_1 = (fired_1 | 0x10ull);
        s->over = 1;
        HIT(4);
        OBSERVE(s, 1);
        return;
      }
    }
    break;
  }
}

static int settled(S *s) {
  int t_1 = ((66 <= s->c.points[0]) || (66 <= s->c.points[1]));
  int v_3 = 0;
  if (t_1) {
    v_3 = 1;
  } else {
    int t_2 = (s->ones.table == 3);
    v_3 = t_2;
  }
  int v_7 = 0;
  if (v_3) {
    v_7 = 1;
  } else {
    int open_4 = ((s->c.closer == -536870912) && (s->z.indicator != 0));
    int v_6 = 0;
    if (open_4) {
      int at_lead_5 = (!((s->z.table[0] | s->z.table[1]) != 0));
      v_6 = at_lead_5;
    } else {
      v_6 = 0;
    }
    v_7 = (v_6 && (pop_c(s->z.hand[s->c.leader]) < 5));
  }
  int v_11 = 0;
  if (v_7) {
    v_11 = 1;
  } else {
    int open_8 = ((s->c.closer == -536870912) && (s->z.indicator != 0));
    int v_10 = 0;
    if (open_8) {
      int at_lead_9 = (!((s->z.table[0] | s->z.table[1]) != 0));
      v_10 = at_lead_9;
    } else {
      v_10 = 0;
    }
    v_11 = (v_10 && (pop_c(s->z.hand[after(s->c.leader, 2)]) < 5));
  }
  int v_15 = 0;
  if (v_11) {
    v_15 = 1;
  } else {
    int at_lead_12 = (!((s->z.table[0] | s->z.table[1]) != 0));
    int v_14 = 0;
    if (at_lead_12) {
      int t_13 = ((!(s->z.hand[0] != 0)) && (!(s->z.hand[1] != 0)));
      v_14 = t_13;
    } else {
      v_14 = 0;
    }
    v_15 = v_14;
  }
  return (is_over(s) || (!v_15));
}

/* playable */
static M get_playable(S *s, I me) {
  /* on the lead */
  int at_lead_1 = (!((s->z.table[0] | s->z.table[1]) != 0));
  if (at_lead_1) {
    M cards_2 = s->z.hand[me];
    if ((cards_2 != 0)) {
      HIT(5);
      return cards_2;
    }
  }
  /* stock open (S10) */
  int open_3 = ((s->c.closer == -536870912) && (s->z.indicator != 0));
  if (open_3) {
    M cards_4 = s->z.hand[me];
    if ((cards_4 != 0)) {
      HIT(6);
      return cards_4;
    }
  }
  /* beat the led card (S15, S16, S27) */
  M those_5 = s->z.hand[me];
  FAULT(((!(int)(s->ones.table >> s->c.leader & 1)) && (those_5 != 0)), 7, );
  I t_7 = s->lone.table[s->c.leader];
  M part_9 = (those_5 & map_9[t_7]);
  M v_13 = 0x0ull;
  if ((part_9 != 0)) {
    v_13 = (part_9 & ~map_14[t_7]);
  } else {
    v_13 = 0x0ull;
  }
  /* follow suit (S16, S17) */
  /* trump (S18) */
  I x_20 = s->c.trump;
  M t_21 = (those_5 & eq_suit_0_3[x_20]);
  /* any card (S19) */
  M t_21_or = either_c(t_21, those_5);
  M part_9_or = either_c(part_9, t_21_or);
  M v_13_or = either_c(v_13, part_9_or);
  return v_13_or;
}

/* deal_winner */
static I get_deal_winner(S *s) {
  I value_1 = 0;
  I applying_2 = 0;
  /* reached 66 (S2, S34) */
  int t_3 = ((66 <= s->c.points[0]) || (66 <= s->c.points[1]));
  I v_6 = 0;
  if (t_3) {
    u64 which_4 = (((u64)(66 <= s->c.points[0]) << 0) | ((u64)(66 <= s->c.points[1]) << 1));
    FAULT((!one_s(which_4)), 26, );
    I t_5 = low_s(which_4);
    v_6 = t_5;
  } else {
    v_6 = -536870912;
  }
  if ((!(v_6 == -536870912))) {
    HIT(11);
    value_1 = v_6;
    applying_2 = 1;
  }
  /* closer failed (S34, S37) */
  if (((v_6 == -536870912) && (!(s->c.closer == -536870912)))) {
    HIT(12);
    value_1 = after(s->c.closer, 2);
    applying_2 = (applying_2 + 1);
  }
  /* last trick (S35) */
  if (((v_6 == -536870912) && (s->c.closer == -536870912))) {
    HIT(13);
    value_1 = s->c.leader;
    applying_2 = (applying_2 + 1);
  }
  FAULT((!(applying_2 == 1)), 27, );
  return value_1;
}

/* game_points */
static I get_game_points(S *s) {
  I value_1 = 1;
  I applying_2 = 0;
  /* from 33 (S30) */
  int v_7 = 0;
  if ((s->c.closer == -536870912)) {
    int t_3 = ((66 <= s->c.points[0]) || (66 <= s->c.points[1]));
    I v_6 = 0;
    if (t_3) {
      u64 which_4 = (((u64)(66 <= s->c.points[0]) << 0) | ((u64)(66 <= s->c.points[1]) << 1));
      FAULT((!one_s(which_4)), 26, );
      I t_5 = low_s(which_4);
      v_6 = t_5;
    } else {
      v_6 = -536870912;
    }
    v_7 = (!(v_6 == -536870912));
  } else {
    v_7 = 0;
  }
  int v_11 = 0;
  if (v_7) {
    I deal_winner_8 = get_deal_winner(s);
    I fit_9 = deal_winner_8;
    FAULT((deal_winner_8 == -536870912), 29, fit_9 = 0);
    I loser_10 = after(fit_9, 2);
    v_11 = (33 <= s->c.points[loser_10]);
  } else {
    v_11 = 0;
  }
  if (v_11) {
    HIT(14);
    value_1 = 1;
    applying_2 = 1;
  }
  /* under 33 (S31) */
  int v_15 = 0;
  if (v_7) {
    I deal_winner_12 = get_deal_winner(s);
    I fit_13 = deal_winner_12;
    FAULT((deal_winner_12 == -536870912), 29, fit_13 = 0);
    I loser_14 = after(fit_13, 2);
    v_15 = (s->c.points[loser_14] < 33);
  } else {
    v_15 = 0;
  }
  int v_19 = 0;
  if (v_15) {
    I deal_winner_16 = get_deal_winner(s);
    I fit_17 = deal_winner_16;
    FAULT((deal_winner_16 == -536870912), 29, fit_17 = 0);
    I loser_18 = after(fit_17, 2);
    v_19 = (0 < s->c.tricks[loser_18]);
  } else {
    v_19 = 0;
  }
  if (v_19) {
    HIT(15);
    value_1 = 2;
    applying_2 = (applying_2 + 1);
  }
  /* no trick (S32) */
  int v_23 = 0;
  if (v_7) {
    I deal_winner_20 = get_deal_winner(s);
    I fit_21 = deal_winner_20;
    FAULT((deal_winner_20 == -536870912), 29, fit_21 = 0);
    I loser_22 = after(fit_21, 2);
    v_23 = (s->c.tricks[loser_22] == 0);
  } else {
    v_23 = 0;
  }
  if (v_23) {
    HIT(16);
    value_1 = 3;
    applying_2 = (applying_2 + 1);
  }
  /* closer, from 33 (S33) */
  I deal_winner_24 = get_deal_winner(s);
  if (((s->c.closer == deal_winner_24) && (33 <= s->c.record_points))) {
    HIT(17);
    value_1 = 1;
    applying_2 = (applying_2 + 1);
  }
  /* closer, under 33 (S33) */
  if ((((s->c.closer == deal_winner_24) && (s->c.record_points < 33)) && (0 < s->c.record_tricks))) {
    HIT(18);
    value_1 = 2;
    applying_2 = (applying_2 + 1);
  }
  /* closer, no trick (S33) */
  if (((s->c.closer == deal_winner_24) && (s->c.record_tricks == 0))) {
    HIT(19);
    value_1 = 3;
    applying_2 = (applying_2 + 1);
  }
  /* failed (S34) */
  I fit_26 = deal_winner_24;
  FAULT((deal_winner_24 == -536870912), 29, fit_26 = 0);
  I loser_27 = after(fit_26, 2);
  if (((s->c.closer == loser_27) && (0 < s->c.record_tricks))) {
    HIT(20);
    value_1 = 2;
    applying_2 = (applying_2 + 1);
  }
  /* failed, no trick (S34) */
  if (((s->c.closer == loser_27) && (s->c.record_tricks == 0))) {
    HIT(21);
    value_1 = 3;
    applying_2 = (applying_2 + 1);
  }
  /* last trick (S35, S36) */
  int v_32 = 0;
  if ((s->c.closer == -536870912)) {
    int t_28 = ((66 <= s->c.points[0]) || (66 <= s->c.points[1]));
    I v_31 = 0;
    if (t_28) {
      u64 which_29 = (((u64)(66 <= s->c.points[0]) << 0) | ((u64)(66 <= s->c.points[1]) << 1));
      FAULT((!one_s(which_29)), 26, );
      I t_30 = low_s(which_29);
      v_31 = t_30;
    } else {
      v_31 = -536870912;
    }
    v_32 = (v_31 == -536870912);
  } else {
    v_32 = 0;
  }
  if (v_32) {
    HIT(22);
    value_1 = 1;
    applying_2 = (applying_2 + 1);
  }
  FAULT((!(applying_2 == 1)), 30, );
  return value_1;
}

/* the score is kept */
static void after_deal(S *s) {
  I deal_winner_1 = get_deal_winner(s);
  I fit_2 = deal_winner_1;
  FAULT((deal_winner_1 == -536870912), 28, fit_2 = 0);
  I game_points_4 = get_game_points_in_after_deal(s, deal_winner_1);
  I fit_5 = deal_winner_1;
  FAULT((deal_winner_1 == -536870912), 31, fit_5 = 0);
  I t_6 = s->c.counter[fit_5];
  I value_7 = (s->c.counter[fit_2] - min_(game_points_4, t_6));
  I fit_8 = value_7;
  FAULT((!((0 <= fit_8) && (fit_8 <= 7))), 32, fit_8 = 0);
  s->c.counter[fit_2] = fit_8;
  I value_9 = after(s->c.dealer, 2);
  s->c.dealer = value_9;
  I value_10 = (s->c.deals_played + 1);
  I fit_11 = value_10;
  FAULT((!((0 <= fit_11) && (fit_11 <= 13))), 33, fit_11 = 0);
  s->c.deals_played = fit_11;
}

/* whether the match is over */
static inline __attribute__((always_inline)) int match_over(S *s) {
  int t_1 = ((s->c.counter[0] == 0) || (s->c.counter[1] == 0));
  return t_1;
}

/* the numbers of a result */
static inline __attribute__((always_inline)) void results(S *s, I *out) {
  /* winner */
  I deal_winner_1 = get_deal_winner(s);
  out[0] = (I)deal_winner_1;
  /* points */
  I game_points_2 = get_game_points(s);
  out[1] = (I)game_points_2;
  /* card_points */
  out[2] = (I)s->c.points[0];
  out[3] = (I)s->c.points[1];
  /* tricks */
  out[4] = (I)s->c.tricks[0];
  out[5] = (I)s->c.tricks[1];
}

/* the numbers of a result */
static inline __attribute__((always_inline)) void match_results(S *s, I *out) {
  /* counter */
  out[0] = (I)s->c.counter[0];
  out[1] = (I)s->c.counter[1];
  /* winners */
  u64 t_1 = (((u64)(s->c.counter[0] == 0) << 0) | ((u64)(s->c.counter[1] == 0) << 1));
  out[2] = (I)t_1;
}

/* playable */
static inline __attribute__((always_inline)) M get_playable_0(S *s, I me) {
  /* on the lead */
  M cards_2 = s->z.hand[me];
  if ((cards_2 != 0)) {
    HIT(5);
    return cards_2;
  }
  /* stock open (S10) */
  /* beat the led card (S15, S16, S27) */
  /* follow suit (S16, S17) */
  /* trump (S18) */
  /* any card (S19) */
  return 0x0ull;
}

/* the legal moves, counted */
static inline __attribute__((always_inline)) I moves_0(S *s, L *l) {
  I me = s->c.turn;
  I total_1 = 0;
  /* exchange (S20) */
  int open_3 = ((s->c.closer == -536870912) && (s->z.indicator != 0));
  int v_6 = 0;
  if (open_3) {
    I stock_size_5 = (pop_c(s->z.stock) + pop_c(s->z.indicator));
    v_6 = (s->c.exchange_min_stock <= stock_size_5);
  } else {
    v_6 = 0;
  }
  if ((v_6 && (int)(s->z.hand[me] >> table_card_of[s->c.trump] & 1))) {
    l->count[0] = (u64)1;
    total_1 = 1;
  } else {
    l->count[0] = (u64)0;
  }
  /* close (S25, S26, S27, S28) */
  int v_10 = 0;
  if (open_3) {
    I stock_size_9 = (pop_c(s->z.stock) + pop_c(s->z.indicator));
    v_10 = (s->c.close_min_stock <= stock_size_9);
  } else {
    v_10 = 0;
  }
  if ((v_10 && (pop_c(s->z.hand[me]) == 5))) {
    l->count[1] = (u64)1;
    total_1 = (total_1 + 1);
  } else {
    l->count[1] = (u64)0;
  }
  /* marriage (S21, S22, S23, S24) */
  M card_11 = s->z.hand[me];
  M part_12 = (card_11 & 0x318c6ull);
  M v_14 = (part_12 & (((card_11 << 1) & 0x21084ull) | ((card_11 >> 1) & 0x10842ull)));
  M v_17 = 0x0ull;
  if ((v_14 != 0)) {
    M found_15 = 0x0ull;
    for (M left_card_16 = v_14; left_card_16 != 0; left_card_16 &= left_card_16 - 1) {
      I card_16 = next_c(left_card_16);
      if (s->c.declared[(me * 4) + table_suit[card_16]]) {
        found_15 = (found_15 | BIT(card_16));
      }
    }
    v_17 = (v_14 & ~found_15);
  } else {
    v_17 = 0x0ull;
  }
  I ways_18 = pop_c(v_17);
  l->count[2] = (u64)ways_18;
  l->kept[2] = v_17;
  total_1 = (total_1 + ways_18);
  /* play (S10, S13) */
  M playable_19 = get_playable_0(s, me);
  M part_20 = (-(M)(s->c.marriage == 0) & playable_19);
  M v_24 = 0x0ull;
  if ((part_20 != 0)) {
    M part_21 = (part_20 & 0x318c6ull);
    M v_23 = (part_21 & (((card_11 << 1) & 0x21084ull) | ((card_11 >> 1) & 0x10842ull)));
    v_24 = v_23;
  } else {
    v_24 = 0x0ull;
  }
  M v_27 = 0x0ull;
  if ((v_24 != 0)) {
    M found_25 = 0x0ull;
    for (M left_card_26 = v_24; left_card_26 != 0; left_card_26 &= left_card_26 - 1) {
      I card_26 = next_c(left_card_26);
      if (s->c.declared[(me * 4) + table_suit[card_26]]) {
        found_25 = (found_25 | BIT(card_26));
      }
    }
    v_27 = (v_24 & ~found_25);
  } else {
    v_27 = 0x0ull;
  }
  M legal_28 = (playable_19 & ~v_27);
  I ways_29 = pop_c(legal_28);
  l->count[3] = (u64)ways_29;
  l->kept[3] = legal_28;
  total_1 = (total_1 + ways_29);
  return total_1;
}

/* exchange (S20) */
static inline __attribute__((always_inline)) void play_exchange_0(S *s, L *l, I k) {
  I me = s->c.turn;
  M moved_3 = s->z.indicator;
  s->z.indicator = 0x0ull;
  s->z.hand[me] = (s->z.hand[me] | moved_3);
  M moved_4 = BIT(table_card_of[s->c.trump]);
  FAULT(((moved_4 & ~s->z.hand[me]) != 0), 19, );
  s->z.hand[me] = (s->z.hand[me] & ~moved_4);
  s->z.indicator = moved_4;
  I value_6 = (s->c.exchanges + 1);
  I fit_7 = value_6;
  FAULT((!((0 <= fit_7) && (fit_7 <= 1))), 20, fit_7 = 0);
  s->c.exchanges = fit_7;
}

/* close (S25, S26, S27, S28) */
static inline __attribute__((always_inline)) void play_close_0(S *s, L *l, I k) {
  I me = s->c.turn;
  s->c.closer = me;
  I value_2 = s->c.points[after(me, 2)];
  I fit_3 = value_2;
  FAULT((!((0 <= fit_3) && (fit_3 <= 65))), 21, fit_3 = 0);
  s->c.record_points = fit_3;
  I value_4 = s->c.tricks[after(me, 2)];
  I fit_5 = value_4;
  FAULT((!((0 <= fit_5) && (fit_5 <= 9))), 22, fit_5 = 0);
  s->c.record_tricks = fit_5;
}

/* marriage (S21, S22, S23, S24) */
static inline __attribute__((always_inline)) void play_marriage_0(S *s, L *l, I k) {
  I me = s->c.turn;
  I rank_1 = k;
  M one_3 = kth_c(l->kept[2], rank_1);
  I card_2 = low_c(one_3);
  s->z.hand[me] = (s->z.hand[me] & ~one_3);
  s->z.table[me] = one_3;
  s->ones.table |= 1u << me;
  s->lone.table[me] = low_c(one_3);
  I cell_6 = ((me * 4) + table_suit[card_2]);
  s->c.declared[cell_6] = 1;
  if ((0 < s->c.tricks[me])) {
    I bonus_8 = ((table_suit[card_2] == s->c.trump) ? 40 : 20);
    I value_9 = (s->c.points[me] + bonus_8);
    I fit_10 = value_9;
    FAULT((!((0 <= fit_10) && (fit_10 <= 105))), 23, fit_10 = 0);
    s->c.points[me] = fit_10;
    if ((!(s->c.closer == -536870912))) {
      I bonus_12 = ((table_suit[card_2] == s->c.trump) ? 40 : 20);
      I value_13 = (s->c.late_points[me] + bonus_12);
      I fit_14 = value_13;
      FAULT((!((0 <= fit_14) && (fit_14 <= 105))), 24, fit_14 = 0);
      s->c.late_points[me] = fit_14;
    }
  } else {
    I bonus_16 = ((table_suit[card_2] == s->c.trump) ? 40 : 20);
    I value_17 = (s->c.pending[me] + bonus_16);
    I fit_18 = value_17;
    FAULT((!((0 <= fit_18) && (fit_18 <= 40))), 25, fit_18 = 0);
    s->c.pending[me] = fit_18;
  }
  I value_19 = after(me, 2);
  s->c.turn = value_19;
}

/* play (S10, S13) */
static inline __attribute__((always_inline)) void play_play_0(S *s, L *l, I k) {
  I me = s->c.turn;
  I rank_1 = k;
  M one_3 = kth_c(l->kept[3], rank_1);
  s->z.hand[me] = (s->z.hand[me] & ~one_3);
  s->z.table[me] = one_3;
  s->ones.table |= 1u << me;
  s->lone.table[me] = low_c(one_3);
  I value_6 = after(me, 2);
  s->c.turn = value_6;
}

/* playable */
static M get_playable_1(S *s, I me) {
  /* on the lead */
  /* stock open (S10) */
  int open_3 = ((s->c.closer == -536870912) && (s->z.indicator != 0));
  if (open_3) {
    M cards_4 = s->z.hand[me];
    if ((cards_4 != 0)) {
      HIT(6);
      return cards_4;
    }
  }
  /* beat the led card (S15, S16, S27) */
  M those_5 = s->z.hand[me];
  FAULT(((!(int)(s->ones.table >> s->c.leader & 1)) && (those_5 != 0)), 7, );
  I t_7 = s->lone.table[s->c.leader];
  M part_9 = (those_5 & map_9[t_7]);
  M v_13 = (part_9 & ~map_14[t_7]);
  /* follow suit (S16, S17) */
  /* trump (S18) */
  I x_20 = s->c.trump;
  M t_21 = (those_5 & eq_suit_0_3[x_20]);
  /* any card (S19) */
  M t_21_or = either_c(t_21, those_5);
  M part_9_or = either_c(part_9, t_21_or);
  M v_13_or = either_c(v_13, part_9_or);
  return v_13_or;
}

/* the legal moves, counted */
static inline __attribute__((always_inline)) I moves_1(S *s, L *l) {
  I me = s->c.turn;
  /* exchange (S20) */
  l->count[0] = (u64)0;
  /* close (S25, S26, S27, S28) */
  l->count[1] = (u64)0;
  /* marriage (S21, S22, S23, S24) */
  l->count[2] = (u64)0;
  /* play (S10, S13) */
  M playable_19 = get_playable_1(s, me);
  I ways_29 = pop_c(playable_19);
  l->count[3] = (u64)ways_29;
  l->kept[3] = playable_19;
  return ways_29;
}

/* play (S10, S13) */
static inline __attribute__((always_inline)) void play_play_1(S *s, L *l, I k) {
  I me = s->c.turn;
  I rank_1 = k;
  M one_3 = kth_c(l->kept[3], rank_1);
  s->z.hand[me] = (s->z.hand[me] & ~one_3);
  if (__builtin_expect(s->z.table[me] == 0, 1)) {
    s->ones.table |= 1u << me;
    s->lone.table[me] = low_c(one_3);
    s->z.table[me] = one_3;
  } else {
    s->ones.table = (s->ones.table & ~(1u << me)) | (u32)(s->z.table[me] == one_3) << me;
    s->z.table[me] = (s->z.table[me] | one_3);
  }
  I value_6 = after(me, 2);
  s->c.turn = value_6;
}

static int settled_at_first(S *s) {
  int open_4 = (s->z.indicator != 0);
  int v_6 = 0;
  if (open_4) {
    v_6 = 1;
  } else {
    v_6 = 0;
  }
  int v_7 = (v_6 && (pop_c(s->z.hand[s->c.leader]) < 5));
  int v_11 = 0;
  if (v_7) {
    v_11 = 1;
  } else {
    v_11 = (v_6 && (pop_c(s->z.hand[after(s->c.leader, 2)]) < 5));
  }
  int v_15 = 0;
  if (v_11) {
    v_15 = 1;
  } else {
    int t_13 = ((!(s->z.hand[0] != 0)) && (!(s->z.hand[1] != 0)));
    v_15 = t_13;
  }
  return (is_over(s) || (!v_15));
}

/* game_points */
static I get_game_points_in_after_deal(S *s, I given_get_deal_winner) {
  I value_1 = 1;
  I applying_2 = 0;
  /* from 33 (S30) */
  int v_7 = 0;
  if ((s->c.closer == -536870912)) {
    int t_3 = ((66 <= s->c.points[0]) || (66 <= s->c.points[1]));
    I v_6 = 0;
    if (t_3) {
      u64 which_4 = (((u64)(66 <= s->c.points[0]) << 0) | ((u64)(66 <= s->c.points[1]) << 1));
      FAULT((!one_s(which_4)), 26, );
      I t_5 = low_s(which_4);
      v_6 = t_5;
    } else {
      v_6 = -536870912;
    }
    v_7 = (!(v_6 == -536870912));
  } else {
    v_7 = 0;
  }
  int v_11 = 0;
  if (v_7) {
    I fit_9 = given_get_deal_winner;
    FAULT((given_get_deal_winner == -536870912), 29, fit_9 = 0);
    I loser_10 = after(fit_9, 2);
    v_11 = (33 <= s->c.points[loser_10]);
  } else {
    v_11 = 0;
  }
  if (v_11) {
    HIT(14);
    value_1 = 1;
    applying_2 = 1;
  }
  /* under 33 (S31) */
  int v_15 = 0;
  if (v_7) {
    I fit_13 = given_get_deal_winner;
    FAULT((given_get_deal_winner == -536870912), 29, fit_13 = 0);
    I loser_14 = after(fit_13, 2);
    v_15 = (s->c.points[loser_14] < 33);
  } else {
    v_15 = 0;
  }
  int v_19 = 0;
  if (v_15) {
    I fit_17 = given_get_deal_winner;
    FAULT((given_get_deal_winner == -536870912), 29, fit_17 = 0);
    I loser_18 = after(fit_17, 2);
    v_19 = (0 < s->c.tricks[loser_18]);
  } else {
    v_19 = 0;
  }
  if (v_19) {
    HIT(15);
    value_1 = 2;
    applying_2 = (applying_2 + 1);
  }
  /* no trick (S32) */
  int v_23 = 0;
  if (v_7) {
    I fit_21 = given_get_deal_winner;
    FAULT((given_get_deal_winner == -536870912), 29, fit_21 = 0);
    I loser_22 = after(fit_21, 2);
    v_23 = (s->c.tricks[loser_22] == 0);
  } else {
    v_23 = 0;
  }
  if (v_23) {
    HIT(16);
    value_1 = 3;
    applying_2 = (applying_2 + 1);
  }
  /* closer, from 33 (S33) */
  if (((s->c.closer == given_get_deal_winner) && (33 <= s->c.record_points))) {
    HIT(17);
    value_1 = 1;
    applying_2 = (applying_2 + 1);
  }
  /* closer, under 33 (S33) */
  if ((((s->c.closer == given_get_deal_winner) && (s->c.record_points < 33)) && (0 < s->c.record_tricks))) {
    HIT(18);
    value_1 = 2;
    applying_2 = (applying_2 + 1);
  }
  /* closer, no trick (S33) */
  if (((s->c.closer == given_get_deal_winner) && (s->c.record_tricks == 0))) {
    HIT(19);
    value_1 = 3;
    applying_2 = (applying_2 + 1);
  }
  /* failed (S34) */
  I fit_26 = given_get_deal_winner;
  FAULT((given_get_deal_winner == -536870912), 29, fit_26 = 0);
  I loser_27 = after(fit_26, 2);
  if (((s->c.closer == loser_27) && (0 < s->c.record_tricks))) {
    HIT(20);
    value_1 = 2;
    applying_2 = (applying_2 + 1);
  }
  /* failed, no trick (S34) */
  if (((s->c.closer == loser_27) && (s->c.record_tricks == 0))) {
    HIT(21);
    value_1 = 3;
    applying_2 = (applying_2 + 1);
  }
  /* last trick (S35, S36) */
  int v_32 = 0;
  if ((s->c.closer == -536870912)) {
    int t_28 = ((66 <= s->c.points[0]) || (66 <= s->c.points[1]));
    I v_31 = 0;
    if (t_28) {
      u64 which_29 = (((u64)(66 <= s->c.points[0]) << 0) | ((u64)(66 <= s->c.points[1]) << 1));
      FAULT((!one_s(which_29)), 26, );
      I t_30 = low_s(which_29);
      v_31 = t_30;
    } else {
      v_31 = -536870912;
    }
    v_32 = (v_31 == -536870912);
  } else {
    v_32 = 0;
  }
  if (v_32) {
    HIT(22);
    value_1 = 1;
    applying_2 = (applying_2 + 1);
  }
  FAULT((!(applying_2 == 1)), 30, );
  return value_1;
}

/* game_points */
static I get_game_points_in_results_and_after(S *s, I given_get_deal_winner) {
  I value_1 = 1;
  I applying_2 = 0;
  /* from 33 (S30) */
  int v_7 = 0;
  if ((s->c.closer == -536870912)) {
    int t_3 = ((66 <= s->c.points[0]) || (66 <= s->c.points[1]));
    I v_6 = 0;
    if (t_3) {
      u64 which_4 = (((u64)(66 <= s->c.points[0]) << 0) | ((u64)(66 <= s->c.points[1]) << 1));
      FAULT((!one_s(which_4)), 26, );
      I t_5 = low_s(which_4);
      v_6 = t_5;
    } else {
      v_6 = -536870912;
    }
    v_7 = (!(v_6 == -536870912));
  } else {
    v_7 = 0;
  }
  int v_11 = 0;
  if (v_7) {
    I fit_9 = given_get_deal_winner;
    FAULT((given_get_deal_winner == -536870912), 29, fit_9 = 0);
    I loser_10 = after(fit_9, 2);
    v_11 = (33 <= s->c.points[loser_10]);
  } else {
    v_11 = 0;
  }
  if (v_11) {
    HIT(14);
    value_1 = 1;
    applying_2 = 1;
  }
  /* under 33 (S31) */
  int v_15 = 0;
  if (v_7) {
    I fit_13 = given_get_deal_winner;
    FAULT((given_get_deal_winner == -536870912), 29, fit_13 = 0);
    I loser_14 = after(fit_13, 2);
    v_15 = (s->c.points[loser_14] < 33);
  } else {
    v_15 = 0;
  }
  int v_19 = 0;
  if (v_15) {
    I fit_17 = given_get_deal_winner;
    FAULT((given_get_deal_winner == -536870912), 29, fit_17 = 0);
    I loser_18 = after(fit_17, 2);
    v_19 = (0 < s->c.tricks[loser_18]);
  } else {
    v_19 = 0;
  }
  if (v_19) {
    HIT(15);
    value_1 = 2;
    applying_2 = (applying_2 + 1);
  }
  /* no trick (S32) */
  int v_23 = 0;
  if (v_7) {
    I fit_21 = given_get_deal_winner;
    FAULT((given_get_deal_winner == -536870912), 29, fit_21 = 0);
    I loser_22 = after(fit_21, 2);
    v_23 = (s->c.tricks[loser_22] == 0);
  } else {
    v_23 = 0;
  }
  if (v_23) {
    HIT(16);
    value_1 = 3;
    applying_2 = (applying_2 + 1);
  }
  /* closer, from 33 (S33) */
  if (((s->c.closer == given_get_deal_winner) && (33 <= s->c.record_points))) {
    HIT(17);
    value_1 = 1;
    applying_2 = (applying_2 + 1);
  }
  /* closer, under 33 (S33) */
  if ((((s->c.closer == given_get_deal_winner) && (s->c.record_points < 33)) && (0 < s->c.record_tricks))) {
    HIT(18);
    value_1 = 2;
    applying_2 = (applying_2 + 1);
  }
  /* closer, no trick (S33) */
  if (((s->c.closer == given_get_deal_winner) && (s->c.record_tricks == 0))) {
    HIT(19);
    value_1 = 3;
    applying_2 = (applying_2 + 1);
  }
  /* failed (S34) */
  I fit_26 = given_get_deal_winner;
  FAULT((given_get_deal_winner == -536870912), 29, fit_26 = 0);
  I loser_27 = after(fit_26, 2);
  if (((s->c.closer == loser_27) && (0 < s->c.record_tricks))) {
    HIT(20);
    value_1 = 2;
    applying_2 = (applying_2 + 1);
  }
  /* failed, no trick (S34) */
  if (((s->c.closer == loser_27) && (s->c.record_tricks == 0))) {
    HIT(21);
    value_1 = 3;
    applying_2 = (applying_2 + 1);
  }
  /* last trick (S35, S36) */
  int v_32 = 0;
  if ((s->c.closer == -536870912)) {
    int t_28 = ((66 <= s->c.points[0]) || (66 <= s->c.points[1]));
    I v_31 = 0;
    if (t_28) {
      u64 which_29 = (((u64)(66 <= s->c.points[0]) << 0) | ((u64)(66 <= s->c.points[1]) << 1));
      FAULT((!one_s(which_29)), 26, );
      I t_30 = low_s(which_29);
      v_31 = t_30;
    } else {
      v_31 = -536870912;
    }
    v_32 = (v_31 == -536870912);
  } else {
    v_32 = 0;
  }
  if (v_32) {
    HIT(22);
    value_1 = 1;
    applying_2 = (applying_2 + 1);
  }
  FAULT((!(applying_2 == 1)), 30, );
  return value_1;
}

/* the score is kept */
static void results_and_after(S *s, I *out) {
  /* winner */
  I deal_winner_1 = get_deal_winner(s);
  out[0] = (I)deal_winner_1;
  /* points */
  I game_points_2 = get_game_points_in_results_and_after(s, deal_winner_1);
  out[1] = (I)game_points_2;
  /* card_points */
  {
    out[2] = (I)s->c.points[0];
  }
  {
    out[3] = (I)s->c.points[1];
  }
  /* tricks */
  {
    out[4] = (I)s->c.tricks[0];
  }
  {
    out[5] = (I)s->c.tricks[1];
  }
  I deal_winner_1_then = deal_winner_1;
  I fit_2 = deal_winner_1_then;
  FAULT((deal_winner_1_then == -536870912), 28, fit_2 = 0);
  I game_points_4 = get_game_points_in_results_and_after(s, deal_winner_1);
  I fit_5 = deal_winner_1_then;
  FAULT((deal_winner_1_then == -536870912), 31, fit_5 = 0);
  I t_6 = s->c.counter[fit_5];
  I value_7 = (s->c.counter[fit_2] - min_(game_points_4, t_6));
  I fit_8 = value_7;
  FAULT((!((0 <= fit_8) && (fit_8 <= 7))), 32, fit_8 = 0);
  s->c.counter[fit_2] = fit_8;
  I value_9 = after(s->c.dealer, 2);
  s->c.dealer = value_9;
  I value_10 = (s->c.deals_played + 1);
  I fit_11 = value_10;
  FAULT((!((0 <= fit_11) && (fit_11 <= 13))), 33, fit_11 = 0);
  s->c.deals_played = fit_11;
}

/* ---- what play keeps account of */

/* The hash after one more number. */
static inline u64 fold(u64 hash, u64 x) {
  u64 y = (hash ^ x) * 0x9E3779B97F4A7C15ull;
  return y >> 32 | y << 32;
}

#if HALVES && defined(__AVX2__) && !defined(__clang__) && !defined(PORTABLE)
typedef int32_t Ints __attribute__((vector_size(32)));
typedef u64 Longs __attribute__((vector_size(32)));
typedef int32_t Cells __attribute__((vector_size(32), aligned(4), may_alias));
#endif

static inline u64 fold_state(S *s, u64 hash) {
  u64 all = 0;
  int at = 0;
  for (int i = 0; i < ZONES; i++) {
    all += (u64)s->zones[i] * odd[at++];
#if WIDE
    all += (u64)(s->zones[i] >> 64) * odd[at++];
#endif
  }
#if HALVES && defined(__AVX2__) && !defined(__clang__) && !defined(PORTABLE)
  /* Products of halves, eight cells at once; behind the last one they count nothing. */
  Longs sum = {0};
  Ints high = {0};
  for (int i = 0; i < CELLS; i += 8) {
    Ints c = *(const Cells *)((const char *)s->cells + 4 * i);
    Ints low = *(const Cells *)(odd_low + i);
    sum += (Longs)__builtin_ia32_pmuldq256(c, low);
    sum += (Longs)__builtin_ia32_pmuldq256((Ints)((Longs)c >> 32), (Ints)((Longs)low >> 32));
    high += c * (Ints)*(const Cells *)(odd_high + i);
  }
  Longs highs = ((Longs)high >> 32) + (Longs)high;
  sum += highs << 32;
  all += (sum[0] + sum[1]) + (sum[2] + sum[3]);
#elif HALVES
  /* Products of halves: many at once. */
  u32 high = 0;
  for (int i = 0; i < CELLS; i++) high += (u32)s->cells[i] * odd_high[i];
  for (int i = 0; i < CELLS; i++) all += (u64)((int64_t)s->cells[i] * odd_low[i]);
  all += (u64)high << 32;
#else
  for (int i = 0; i < CELLS; i++) all += (u64)(int64_t)s->cells[i] * odd[at++];
#endif
  return fold(hash, all);
}

typedef struct {
  u64 deals, moves, matches, hash, longest;
  u64 fault, fault_lot, fault_deal, fault_move;   /* the first failed obligation, and where */
  u64 log_deal, log_room, *log;   /* log, if given, takes a hash of each state of that deal */
  u64 most, *marks;   /* marks, if given, takes what is found; a deal of `most` moves is endless */
} Tally;

#if WATCHED
/* Note that something was found in this deal: how often that is so, and where it takes the fewest
   moves (and, of such places, the fewest deals of a match). */
static void mark(W *w, int number) {
  u64 *m = w->marks + MARK * number;
  if (m[0]++ && (m[1] < w->moves || (m[1] == w->moves && m[2] <= w->place))) return;
  u64 found[] = {w->moves, w->place, w->lot, w->deal, w->stream};
  memcpy(m + 1, found, sizeof found);
}
#endif

/* How much the legal moves weigh in all; where none weighs anything, each weighs one.  What is more
   than MOST_MOVES is not told exactly. */
static u64 weigh(L *l, const u64 *weights) {
  u64 total = 0;
  for (int i = 0; i < MOVES; i++) {
    u64 n = l->count[i], w = weights[i];
    if ((n | w) >> 31 && n && w > MOST_MOVES / n) return MOST_MOVES + 1;
    total += n * w;
    if (total > MOST_MOVES) return total;
  }
  for (int i = 0; i < MOVES; i++) l->weight[i] = total ? weights[i] : 1;
  if (!total) for (int i = 0; i < MOVES; i++) total += l->count[i];
  return total;
}

/* Return the number of the rule that number *k of so much weight falls on; *k is then the number
   of the move among those of the rule. */
static int weighed(L *l, u64 *k) {
  for (int i = 0; i < MOVES; i++) {
    u64 span = l->count[i] * l->weight[i];
    if (*k < span) { *k /= l->weight[i]; return i; }
    *k -= span;
  }
  return 0;
}

#if TELLS
/* Count the numbers of a result, slot by slot, and what they say of the two seats. */
static void count_results(const I *out, int first, int slots, u64 *stats, int opener, int dealer) {
  for (int i = 0; i < slots; i++) {
    const Bin *b = &bins[first + i];
    I v = out[i];
    if (v == ABSENT) continue;
    stats[b->at + (v == NONE ? b->size : (b->sized ? pop_s((u64)v) : v - b->low) / b->width)]++;
    u64 *role = stats + ROLES_AT + ROLES * (first + i);
    if (v == NONE || b->role == 0) continue;
    role[0]++;
    role[3] += b->role == 1 ? 1 : b->role == 2 ? (u64)pop_s((u64)v) : (u64)v;
    int seats[2] = {opener, dealer};
    for (int j = 0; j < 2; j++) {
      if (seats[j] < 0) continue;
      I who = b->teams ? team_of[seats[j]] : seats[j];
      if (b->role == 1) role[1 + j] += v == who;
      else if (b->role == 2) role[1 + j] += (u64)v >> who & 1;
      else role[1 + j] += b->member == who ? (u64)v : 0;
    }
  }
}
#endif

#if STATS
/* Count the branches taken since the last time. */
static inline void count_hits(S *s, u64 *stats, u64 *seen) {
  for (int w = 0; w < HIT_WORDS; w++) {
    u64 hits = s->hits[w];
    if (!hits) continue;
    s->hits[w] = 0;
    seen[w] |= hits;
    for (; hits; hits &= hits - 1) stats[TIMES_AT + 64 * w + __builtin_ctzll(hits)]++;
  }
}

static inline void forget_hits(S *s) { for (int w = 0; w < HIT_WORDS; w++) s->hits[w] = 0; }

#define COUNT_HITS() do { if (stats) count_hits(s, stats, seen); } while (0)
#else
#define COUNT_HITS() do { } while (0)
#endif
#if WATCHED
#define COUNT_MOVES(n) do { s->w->moves = (n); } while (0)
#else
#define COUNT_MOVES(n) do { } while (0)
#endif

/* A move of a rule has been made: note it. */
static inline __attribute__((always_inline)) void made(S *s, int rule, u64 *stats, u64 *seen) {
#if STATS
  forget_hits(s);
  s->hits[(HITS + rule) / 64] |= (u64)1 << (HITS + rule) % 64;
#endif
  OBSERVE(s, 1);
  COUNT_HITS();
}

/* Count the legal moves and choose one: number k of so many.  One number a decision, also where
   there is but one move.  Where there is none, or no end, play stops with a fault. */
#define DECIDE(count) do { \
  u64 total = (u64)(count); \
  int wrong = SUBSETS ? total - 1 >= MOST_MOVES : total == 0; \
  if (__builtin_expect(wrong, 0) || __builtin_expect(moved == most, 0)) { \
    s->fault = moved == most ? TOO_LONG : total == 0 ? NO_MOVE : TOO_MANY; \
    goto done; \
  } \
  COUNT_HITS(); \
  if (STATS && weights) { \
    total = weigh(l, weights); \
    if (total > MOST_MOVES) { s->fault = TOO_MANY; goto done; } \
  } \
  k = below(stream, total); \
  hash = fold(hash, (total << 32) + k); \
  moved++; \
  COUNT_MOVES(moved); \
} while (0)

/* The state of play can be looked at. */
#if STATS
#define LOOK() do { \
  COUNT_HITS(); \
  if (t->log && t->deals == t->log_deal && moved < t->log_room) t->log[moved] = fold_state(s, 0); \
} while (0)
#else
#define LOOK() ((void)0)
#endif

/* The rule that number *k of the legal moves falls to; *k is then the number of the move
   among those of the rule. */
static inline __attribute__((always_inline)) int whose_0(const L *l, u64 *k) {
  if (*k < l->count[0]) return 0;
  *k -= l->count[0];
  if (*k < l->count[1]) return 1;
  *k -= l->count[1];
  if (*k < l->count[2]) return 2;
  *k -= l->count[2];
  return 3;
}

/* The rule that number *k of the legal moves falls to; *k is then the number of the move
   among those of the rule. */
static inline __attribute__((always_inline)) int whose_1(const L *l, u64 *k) {
  return 3;
}

/* Play a deal on to its end, or until an obligation fails. */
static inline __attribute__((always_inline)) void play_on(
    S *s, u64 *stream, Tally *t, const u64 *weights, u64 *stats, u64 *seen) {
  u64 hash = t->hash, moved = 0, most = STATS && t->most ? t->most : LONGEST;
  L legal, *l = &legal;
  u64 k, fired;   /* which move, the events that have happened */
  (void)weights; (void)fired; (void)most;

next:
  LOOK();
  if (s->over) goto done;
which:
  if (((s->z.table[0] | s->z.table[1]) != 0)) goto next_1;

next_0:
  if (__builtin_expect(s->fault, 0)) goto done;
  DECIDE(moves_0(s, l));
  switch (STATS && weights ? weighed(l, &k) : whose_0(l, &k)) {
    case 0:
      play_exchange_0(s, l, (I)k);
      made(s, 0, stats, seen);
      goto settle_1;
    case 1:
      play_close_0(s, l, (I)k);
      made(s, 1, stats, seen);
      goto settle_2;
    case 2:
      play_marriage_0(s, l, (I)k);
      made(s, 2, stats, seen);
      goto settle_3;
    case 3:
      play_play_0(s, l, (I)k);
      made(s, 3, stats, seen);
      goto next_1;
  }
  s->fault = TOO_MANY;   /* no such move */
  goto done;

next_1:
  if (__builtin_expect(s->fault, 0)) goto done;
  DECIDE(moves_1(s, l));
  switch (STATS && weights ? weighed(l, &k) : whose_1(l, &k)) {
    case 3:
      play_play_1(s, l, (I)k);
      made(s, 3, stats, seen);
      goto settle_4;
  }
  s->fault = TOO_MANY;   /* no such move */
  goto done;

  /* sixty-six (S2, S29) */
  event_sixty_six: {
    s->over = 1;
    HIT(0);
    OBSERVE(s, 1);
    goto done;
  }

  /* trick (S11, S13, S23, S36) */
  event_trick: {
    I t_3 = s->lone.table[s->c.leader];
    I x_4 = s->c.trump;
    /* who has laid the best card: where each has laid one, by what they rank */
    I t_15_row_0 = map_10[x_4];
    I t_15_row_1 = map_12[t_3];
    I t_15_rank_0 = (map_13[(t_15_row_1 + s->lone.table[0])] + map_11[(t_15_row_0 + s->lone.table[0])]);
    I t_15_rank_1 = (map_13[(t_15_row_1 + s->lone.table[1])] + (map_11[(t_15_row_0 + s->lone.table[1])] + 1));
    I t_15_top = max_(t_15_rank_0, t_15_rank_1);
    I t_15 = (t_15_top & 1);
    I sum_16 = 0;
    sum_16 = ((sum_16 + table_points[s->lone.table[0]]) + table_points[s->lone.table[1]]);
    I gain_18 = (sum_16 + s->c.pending[t_15]);
    M moved_20 = (s->z.table[0] | s->z.table[1]);
    s->z.table[0] = 0x0ull;
    s->z.table[1] = 0x0ull;
    s->ones.table = 0;
    s->z.won[t_15] = (s->z.won[t_15] | moved_20);
    I value_22 = (s->c.points[t_15] + gain_18);
    I fit_23 = value_22;
    FAULT((!((0 <= fit_23) && (fit_23 <= 105))), 10, fit_23 = 0);
    s->c.points[t_15] = fit_23;
    s->c.pending[t_15] = 0;
    I value_26 = (s->c.tricks[t_15] + 1);
    I fit_27 = value_26;
    FAULT((!((0 <= fit_27) && (fit_27 <= 10))), 11, fit_27 = 0);
    s->c.tricks[t_15] = fit_27;
    if ((!(s->c.closer == -536870912))) {
      I value_29 = (s->c.late_points[t_15] + gain_18);
      I fit_30 = value_29;
      FAULT((!((0 <= fit_30) && (fit_30 <= 105))), 12, fit_30 = 0);
      s->c.late_points[t_15] = fit_30;
      I value_32 = (s->c.late_tricks[t_15] + 1);
      I fit_33 = value_32;
      FAULT((!((0 <= fit_33) && (fit_33 <= 10))), 13, fit_33 = 0);
      s->c.late_tricks[t_15] = fit_33;
    }
    s->c.leader = t_15;
    s->c.turn = t_15;
    HIT(1);
    OBSERVE(s, 1);
    u64 fired_34 = (fired | 0x2ull);
    /* sixty-six (S2, S29) */
    int t_35 = ((66 <= s->c.points[0]) || (66 <= s->c.points[1]));
    if (t_35) {
      FAULT((int)(fired_34 >> 0 & 1), 5, );
      if ((!(int)(fired_34 >> 0 & 1))) {
        fired = fired_34;
        goto event_sixty_six;
      }
      goto next_0;
    }
    /* trick (S11, S13, S23, S36) */
    int open_37 = ((s->c.closer == -536870912) && (s->z.indicator != 0));
    if (open_37) {
      /* winner draws (S12) */
      if ((pop_c(s->z.hand[s->c.leader]) < 5)) {
        FAULT((int)(fired_34 >> 2 & 1), 14, );
        if ((!(int)(fired_34 >> 2 & 1))) {
          fired = fired_34;
          goto event_winner_draws;
        }
        goto next_0;
      }
      /* loser draws (S12, S14) */
      if ((pop_c(s->z.hand[after(s->c.leader, 2)]) < 5)) {
        FAULT((int)(fired_34 >> 3 & 1), 16, );
        if ((!(int)(fired_34 >> 3 & 1))) {
          fired = fired_34;
          goto event_loser_draws;
        }
        goto next_0;
      }
    }
    /* hands empty (S35, S37) */
    int t_40 = ((!(s->z.hand[0] != 0)) && (!(s->z.hand[1] != 0)));
    if (t_40) {
      FAULT((int)(fired_34 >> 4 & 1), 18, );
      if ((!(int)(fired_34 >> 4 & 1))) {
        fired = fired_34;
        goto event_hands_empty;
      }
      goto next_0;
    }
    goto next_0;
  }

  /* winner draws (S12) */
  event_winner_draws: {
    I zone_1 = s->c.leader;
    FAULT((!(1 <= pop_c(s->z.stock))), 15, );
    M drawn_2 = draw(s, s->z.stock, 1);
    s->z.stock = (s->z.stock & ~drawn_2);
    s->z.hand[zone_1] = (s->z.hand[zone_1] | drawn_2);
    HIT(2);
    OBSERVE(s, 1);
    u64 fired_3 = (fired | 0x4ull);
    /* winner draws (S12) */
    if ((pop_c(s->z.hand[s->c.leader]) < 5)) {
      FAULT(1, 14, );
      goto next_0;
    }
    /* loser draws (S12, S14) */
    if ((pop_c(s->z.hand[after(s->c.leader, 2)]) < 5)) {
      FAULT((int)(fired_3 >> 3 & 1), 16, );
      if ((!(int)(fired_3 >> 3 & 1))) {
        fired = fired_3;
        goto event_loser_draws;
      }
      goto next_0;
    }
    /* hands empty (S35, S37) */
    int t_7 = ((!(s->z.hand[0] != 0)) && (!(s->z.hand[1] != 0)));
    if (t_7) {
      FAULT((int)(fired_3 >> 4 & 1), 18, );
      if ((!(int)(fired_3 >> 4 & 1))) {
        fired = fired_3;
        goto event_hands_empty;
      }
      goto next_0;
    }
    goto next_0;
  }

  /* loser draws (S12, S14) */
  event_loser_draws: {
    if ((!(s->z.stock != 0))) {
      I zone_1 = after(s->c.leader, 2);
      M moved_2 = s->z.indicator;
      s->z.indicator = 0x0ull;
      s->z.hand[zone_1] = (s->z.hand[zone_1] | moved_2);
    } else {
      I zone_3 = after(s->c.leader, 2);
      FAULT((!(1 <= pop_c(s->z.stock))), 17, );
      M drawn_4 = draw(s, s->z.stock, 1);
      s->z.stock = (s->z.stock & ~drawn_4);
      s->z.hand[zone_3] = (s->z.hand[zone_3] | drawn_4);
    }
    HIT(3);
    OBSERVE(s, 1);
    u64 fired_5 = (fired | 0x8ull);
    int open_6 = (s->z.indicator != 0);
    if (open_6) {
      /* winner draws (S12) */
      if ((pop_c(s->z.hand[s->c.leader]) < 5)) {
        FAULT((int)(fired_5 >> 2 & 1), 14, );
        if ((!(int)(fired_5 >> 2 & 1))) {
          fired = fired_5;
          goto event_winner_draws;
        }
        goto next_0;
      }
      /* loser draws (S12, S14) */
      if ((pop_c(s->z.hand[after(s->c.leader, 2)]) < 5)) {
        FAULT(1, 16, );
        goto next_0;
      }
    }
    /* hands empty (S35, S37) */
    int t_9 = ((!(s->z.hand[0] != 0)) && (!(s->z.hand[1] != 0)));
    if (t_9) {
      FAULT((int)(fired_5 >> 4 & 1), 18, );
      if ((!(int)(fired_5 >> 4 & 1))) {
        fired = fired_5;
        goto event_hands_empty;
      }
      goto next_0;
    }
    goto next_0;
  }

  /* hands empty (S35, S37) */
  event_hands_empty: {
    s->over = 1;
    HIT(4);
    OBSERVE(s, 1);
    goto done;
  }

  settle_1: {
    int open_1 = (s->c.closer == -536870912);
    if (open_1) {
      /* winner draws (S12) */
      if ((pop_c(s->z.hand[s->c.leader]) < 5)) {
        fired = 0x0ull;
        goto event_winner_draws;
      }
      /* loser draws (S12, S14) */
      if ((pop_c(s->z.hand[after(s->c.leader, 2)]) < 5)) {
        fired = 0x0ull;
        goto event_loser_draws;
      }
    }
    /* hands empty (S35, S37) */
    int t_4 = ((!(s->z.hand[0] != 0)) && (!(s->z.hand[1] != 0)));
    if (t_4) {
      fired = 0x0ull;
      goto event_hands_empty;
    }
    goto next_0;
  }

  settle_2: {
    int open_1 = ((s->c.closer == -536870912) && (s->z.indicator != 0));
    if (open_1) {
      /* winner draws (S12) */
      if ((pop_c(s->z.hand[s->c.leader]) < 5)) {
        fired = 0x0ull;
        goto event_winner_draws;
      }
      /* loser draws (S12, S14) */
      if ((pop_c(s->z.hand[after(s->c.leader, 2)]) < 5)) {
        fired = 0x0ull;
        goto event_loser_draws;
      }
    }
    goto next_0;
  }

  settle_3: {
    /* sixty-six (S2, S29) */
    int t_1 = ((66 <= s->c.points[0]) || (66 <= s->c.points[1]));
    if (t_1) {
      fired = 0x0ull;
      goto event_sixty_six;
    }
    /* trick (S11, S13, S23, S36) */
    goto next_1;
  }

  settle_4: {
    /* trick (S11, S13, S23, S36) */
    int t_1 = (s->ones.table == 3);
    if (t_1) {
      fired = 0x0ull;
      goto event_trick;
    }
    goto next_1;
  }

done:
  t->hash = hash;
  t->moves += moved;
  if (moved > t->longest) t->longest = moved;
  if (s->fault) {
    t->fault = (u64)s->fault;
    t->fault_deal = t->deals;
    t->fault_move = moved;
  }
}

/* ---- play: the same loop as every other engine's */

/* Play one deal; the state's match cells are as they should be.  Return who moves first. */
static inline __attribute__((always_inline)) int play_deal(
    S *s, u64 *stream, Tally *t, const u64 *weights, u64 *stats, u64 *seen) {
  s->over = 0;
  s->deck_stream = next(stream);
  s->made = 0;
  u64 chance[THROWN + SHARED];
  s->thrown = THROWN ? throw(&s->deck_stream, chance, 0, THROWN) : 0;
  for (int i = DEALT; LATER && i < s->thrown; i++) s->chance[i] = chance[i];
#if !ONE_STOCK
  s->rest = WHOLE;
#endif
  COUNT_MOVES(0);
  deal(s, chance);
  OBSERVE(s, 0);
  COUNT_HITS();
#if STATS
  settle(s);
#else
  if (!settled_at_first(s)) settle(s);
#endif
  int opener = (int)s->cells[TURN];
  play_on(s, stream, t, weights, stats, seen);
  return opener;
}

#if WATCHED
/* Score a deal that has ended and ask what is asked then.  Return 1 if that ends the match, 2 if
   something fails. */
static int search(S *s) {
  I given[RESULTS + MATCH_RESULTS + 1];
  OBSERVE(s, 2);
  results(s, given);
  if (!s->fault) after_deal(s);
  OBSERVE(s, 3);
  int over = !s->fault && match_over(s);
  if (over && !s->fault) match_results(s, given);
  if (over) OBSERVE(s, 4);
  return s->fault ? 2 : over;
}
#endif

/* Play `deals` deals, match after match. */
static int play_lot(u64 seed, u64 lot, u64 deals, const I *options, Tally *t, const u64 *weights,
                    I *out, uint8_t *ends, u64 *stats, int watched) {
  S state, *s = &state;
  u64 stream = seed;
  memset(s, 0, sizeof state);
#if WATCHED
  W watch;
  memset(&watch, 0, sizeof watch);
  watch.on = watched;
  watch.marks = t->marks;
  watch.lot = lot;
  s->w = &watch;
#endif
  (void)watched; (void)lot;
  while (t->deals < deals) {
#if WATCHED
    watch.stream = stream;
    watch.place = 0;
#endif
    for (int i = 0; i < OPTIONS; i++) s->cells[i] = (C)options[i];
    start_match(s);
    for (;;) {
#if WATCHED
      watch.place++;
      watch.deal = t->deals;
#endif
      u64 seen[HIT_WORDS] = {0};
      int dealer = DEALER < 0 ? -1 : (int)s->cells[DEALER < 0 ? 0 : DEALER];
      int opener = play_deal(s, &stream, t, weights, stats, seen);
#if WATCHED
      if (t->marks) {   /* look for whatever can be found: what fails ends the match */
        int over = s->fault ? 2 : search(s);
        t->deals++;
        memset(watch.seen, 0, sizeof watch.seen);
        t->matches += over == 1;
        if (s->fault) {
          int fault = s->fault;
          mark(&watch, ASKS + fault - 1);
          s->fault = 0;
          if (fault == TOO_LONG) return 0;   /* the others would take as long */
        }
        if (over || t->deals == deals) break;
        continue;
      }
#endif
      if (s->fault) return 1;
      OBSERVE(s, 2);
      I given[RESULTS + MATCH_RESULTS + 1];
#if STATS
      if (out || stats) results(s, given);
      after_deal(s);
#else
      if (out || stats) results_and_after(s, given);
      else after_deal(s);
#endif
      if (out) { memcpy(out, given, RESULTS * sizeof *out); out += RESULTS; }
      OBSERVE(s, 3);
      t->hash = fold_state(s, t->hash);
      int over = match_over(s);
      if (s->fault) {
        t->fault = (u64)s->fault;
        t->fault_deal = t->deals;
        return 1;
      }
      t->deals++;
      if (ends) *ends++ = (uint8_t)over;
      t->matches += (u64)over;
      if (over) OBSERVE(s, 4);
      (void)opener; (void)dealer;
#if TELLS
      if (stats) {
        count_results(given, 0, RESULTS, stats, opener, dealer);
#if STATS
        count_hits(s, stats, seen);
        for (int w = 0; w < HIT_WORDS; w++)
          for (u64 m = seen[w]; m; m &= m - 1) stats[DEALS_AT + 64 * w + __builtin_ctzll(m)]++;
#endif
        if (over) {
          match_results(s, given);
          count_results(given, RESULTS, MATCH_RESULTS, stats, opener, dealer);
        }
#if STATS
        forget_hits(s);
#endif
      }
#endif
#if WATCHED
      if (watched) {
        for (int w = 0; w < ASK_WORDS; w++) {
          for (u64 m = watch.seen[w]; m; m &= m - 1) stats[ASKS_AT + 64 * w + __builtin_ctzll(m)]++;
          watch.seen[w] = 0;
        }
        stats[ASKED_AT]++;
      }
#endif
      if (over || t->deals == deals) break;
    }
  }
  return 0;
}

/* Play lots from number `first` on, `size` deals each.  options holds the values of the option
   cells, weights (if given, and only where things are counted) one number a move; t is added to.

   hashes takes one number a lot.  out, if given, takes RESULTS numbers a deal, ends one number a
   deal: whether it ended a match.  stats, if given, is added to as the layout says; every
   `sample`th lot is asked the questions.  1: an obligation failed. */
EXPORT int run_lots(u64 seed, u64 first, u64 lots, u64 size, const I *options, const u64 *weights,
                    Tally *t, u64 *hashes, I *out, uint8_t *ends, u64 *stats, u64 sample) {
  for (u64 lot = first; lot < first + lots; lot++) {
    Tally one;
    u64 own = lot == 0 ? seed : mix(seed + mix(lot));
    memset(&one, 0, sizeof one);
    if (lot == first) { one.log_deal = t->log_deal; one.log_room = t->log_room; one.log = t->log; }
    one.most = t->most;
    one.marks = t->marks;
    int watched = t->marks || (stats && sample && lot % sample == 0);
    int failed = play_lot(own, lot, size, options, &one, weights, out, ends, TELLS ? stats : 0,
                          watched);
    if (out) out += size * RESULTS;
    if (ends) ends += size;
    hashes[lot - first] = one.hash;
    t->deals += one.deals;
    t->moves += one.moves;
    t->matches += one.matches;
    if (one.longest > t->longest) t->longest = one.longest;
    if (failed) {
      t->fault = one.fault;
      t->fault_lot = lot;
      t->fault_deal = one.fault_deal;
      t->fault_move = one.fault_move;
      return 1;
    }
  }
  return 0;
}
