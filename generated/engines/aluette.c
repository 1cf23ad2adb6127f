/* aluette: made from the spec with the digest sha256:6446d36360aab57a5f6a3e5e05f8bf80ed2700cb592230813924424b2f6090ea */
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
enum { CARDS = 48, ZONES = 14, CELLS = 30, OPTIONS = 2, MOVES = 1, DRAWN = 1, RESULTS = 7, MATCH_RESULTS = 3, TURN = 7, DEALER = 2, NO_MOVE = 16, TOO_LONG = 17, TOO_MANY = 18, LONGEST = 10000, SHARED = 5, DEALT = 36, THROWN = 36, LATER = 0, HITS = 7, HIT_WORDS = 1, ROLES_AT = 85, ROLES = 4, TIMES_AT = 125, DEALS_AT = 189, ASKS_AT = 253, ASKED_AT = 253, ASK_WORDS = 0, ASKS = 0, MARK = 6 };
#define NONE (-536870912)
#define ABSENT (-536870913)
#define MOST_MOVES ((u64)4611686018427387904)
#define EXPORT __attribute__((visibility("default")))

typedef struct {
  union {
    M zones[ZONES];
    struct { M stock, hand[4], table[4], won[4], spoiled; } z;
  };
  u64 deck_stream;
  union {
    C cells[CELLS];
    struct { C first_dealer, sweep_is_mordienne, dealer, score[2], deal_number, leader, turn, trick, tricks[4], first_won[4], last_won[4], taker[9]; } c;
  };
  struct { u32 table; } ones;   /* which zones have just one card */
  struct { int table[4]; } lone;   /* which card that is, or any card */
  int over, fault, made, thrown;
  u64 chance[CARDS + SHARED];
} S;

/* The legal moves: how many of each rule, and which. */
typedef struct { u64 count[MOVES], weight[MOVES]; M kept[MOVES]; int phase; } L;

#define HIT(n) ((void)0)
static const int drawn_zone[DRAWN] = {0};
#define WHOLE 0xffffffffffffull
#define HALVES 1
static const int32_t odd_low[] = {887756089, -861624131, 1914458559, -156596111, -1740507049, 1382288115, 1873750857, -1274749573, -1101448027, -611923271, 114556473, -100006181, 858394365, 863116195, 666324819, 1775512179, 74379621, 1233104197, -2113378105, -1469831107, 113255103, -313192221, -277475815, 1712690031, 1204080003, -256666843, -1145529051, -730696157, -946284341, 1745468151, 0, 0};
static const u32 odd_high[] = {59929929u, 3649326031u, 808158769u, 4291517594u, 3813285585u, 247007795u, 3593712004u, 4254464590u, 931813217u, 3583962929u, 3618210497u, 3903010563u, 843486837u, 3750300233u, 1333443446u, 119859858u, 1410275118u, 2918915771u, 3029606128u, 3329837508u, 1139265276u, 4288067890u, 1235154057u, 1533314909u, 656184257u, 3075462920u, 1725033714u, 2807687720u, 1326080474u, 4213961881u, 0u, 0u};
static const u64 odd[] = {6238072747940578789ull, 15839785061582574731ull, 2185194620014831857ull, 13232826040865663253ull, 13168350753275463133ull, 15093541023163888493ull, 1346066267577507605ull, 15378420243238726121ull, 9398003893131893463ull, 530445201382180217ull, 3774817245553408877ull, 4016745674725997501ull, 15923203627879530961ull, 2692132535155015209ull, 257397085994358073ull, 15673735954724858045ull, 3471015484745077183ull, 18431927716282009713ull, 16377936876142721111ull, 1060890402764360435ull, 15434875530296372041ull, 18272786274765299067ull, 4002107291894103205ull, 15393003569519446713ull, 15540095754773462585ull, 16763302723927541467ull, 3622748380379877117ull, 16107416851779296163ull, 5727095992301866835ull, 514794171988716147ull, 6057085510246920549ull, 12536647777456729413ull, 13012059237407811783ull, 14301543196384307261ull, 4893107102001668799ull, 18417111350264533219ull, 5304946280059244057ull, 6585537390336906095ull, 2818289925169139075ull, 13209012661203997477ull, 7408963384981888293ull, 12058926934050108963ull, 5695472266747893963ull, 18098828467231111927ull};
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

/* the members that each one beats */
static const M below_2[65] = {0xffcffcef8ef8ull, 0xffffffffbff9ull, 0xfffffffffffbull, 0x4004000000ull, 0xc00c008008ull, 0x1c01c018018ull, 0x3c03c038038ull, 0x7c07c078078ull, 0xffffffef9ef9ull, 0x1fc1fc0f80f8ull, 0x3fc3fc2f82f8ull, 0x7fc7fc6f86f8ull, 0xffcffcef8ef8ull, 0xffffffff9ff9ull, 0xffffffffbffbull, 0x4004000000ull, 0xc00c008008ull, 0x1c01c018018ull, 0x3c03c038038ull, 0x7c07c078078ull, 0xffffffef9ff9ull, 0x1fc1fc0f80f8ull, 0x3fc3fc2f82f8ull, 0x7fc7fc6f86f8ull, 0xffcffcef8ef8ull, 0xfffffdef9ef9ull, 0x0ull, 0x4004000000ull, 0xc00c008008ull, 0x1c01c018018ull, 0x3c03c038038ull, 0x7c07c078078ull, 0xfc0fc0f80f8ull, 0x1fc1fc0f80f8ull, 0x3fc3fc2f82f8ull, 0x7fc7fc6f86f8ull, 0xffcffcef8ef8ull, 0xffdffdef9ef9ull, 0x0ull, 0x4004000000ull, 0xc00c008008ull, 0x1c01c018018ull, 0x3c03c038038ull, 0x7c07c078078ull, 0xfc0fc0f80f8ull, 0x1fc1fc0f80f8ull, 0x3fc3fc2f82f8ull, 0x7fc7fc6f86f8ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull, 0x0ull};
/* team */
static const uint8_t table_team[4] = {0, 1, 0, 1};
/* worked out from the tables */
static const uint8_t map_4[48] = {10, 16, 18, 1, 2, 3, 4, 5, 13, 7, 8, 9, 10, 15, 17, 1, 2, 3, 4, 5, 14, 7, 8, 9, 10, 12, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

static void start_match(S *s);
static void deal(S *s, const u64 *chance);
static RARE void settle(S *s);
static int settled(S *s);
static inline __attribute__((always_inline)) M get_playable(S *s, I me);
static inline __attribute__((always_inline)) I moves(S *s, L *l);
static inline __attribute__((always_inline)) void play_play(S *s, L *l, I k);
static inline __attribute__((always_inline)) int get_mordienne(S *s, I p_w);
static I get_deal_points(S *s);
static void after_deal(S *s);
static inline __attribute__((always_inline)) int match_over(S *s);
static void results(S *s, I *out);
static void match_results(S *s, I *out);
static inline __attribute__((always_inline)) int settled_at_first(S *s);
static void results_and_after(S *s, I *out);

#define OBSERVE(s, when) do { } while (0)

static void start_match(S *s) {
  I dealer_1 = s->c.first_dealer;
  s->c.dealer = dealer_1;
  s->c.score[0] = 0;
  s->c.score[1] = 0;
  s->c.deal_number = 1;
}

static void deal(S *s, const u64 *chance) {
  s->z.stock = 0xffffffffffffull;
  s->z.hand[0] = 0x0ull;
  s->z.hand[1] = 0x0ull;
  s->z.hand[2] = 0x0ull;
  s->z.hand[3] = 0x0ull;
  s->z.table[0] = 0x0ull;
  s->z.table[1] = 0x0ull;
  s->z.table[2] = 0x0ull;
  s->z.table[3] = 0x0ull;
  s->ones.table = 0;
  s->z.won[0] = 0x0ull;
  s->z.won[1] = 0x0ull;
  s->z.won[2] = 0x0ull;
  s->z.won[3] = 0x0ull;
  s->z.spoiled = 0x0ull;
  for (I round_6 = 1, to_round_6 = 3; round_6 <= to_round_6; round_6++) {
    I last_3 = s->c.dealer;
    for (I step_2 = 1, to_step_2 = 4; step_2 <= to_step_2; step_2++) {
      I s_1 = ((last_3 == 3) ? 0 : (last_3 + 1));
      last_3 = s_1;
      M drawn_5 = draw_next(s, chance, s->z.stock, 3);
      s->z.stock = (s->z.stock & ~drawn_5);
      s->z.hand[s_1] = (s->z.hand[s_1] | drawn_5);
    }
  }
  I leader_7 = after(s->c.dealer, 4);
  s->c.leader = leader_7;
  I turn_8 = after(s->c.dealer, 4);
  s->c.turn = turn_8;
  s->c.trick = 1;
  s->c.tricks[0] = 0;
  s->c.tricks[1] = 0;
  s->c.tricks[2] = 0;
  s->c.tricks[3] = 0;
  s->c.first_won[0] = 0;
  s->c.first_won[1] = 0;
  s->c.first_won[2] = 0;
  s->c.first_won[3] = 0;
  s->c.last_won[0] = 0;
  s->c.last_won[1] = 0;
  s->c.last_won[2] = 0;
  s->c.last_won[3] = 0;
  s->c.taker[0] = -536870912;
  s->c.taker[1] = -536870912;
  s->c.taker[2] = -536870912;
  s->c.taker[3] = -536870912;
  s->c.taker[4] = -536870912;
  s->c.taker[5] = -536870912;
  s->c.taker[6] = -536870912;
  s->c.taker[7] = -536870912;
  s->c.taker[8] = -536870912;
}

/* what happens by itself */
static RARE void settle(S *s) {
  u64 fired_1 = 0x0ull;
  for (;;) {
    int t_2 = (s->ones.table == 15);
    if (t_2) {
      /* trick won (A19) */
      M best_3 = (((s->z.table[0] | s->z.table[1]) | s->z.table[2]) | s->z.table[3]);
      M kept_4 = unbeaten_c(below_2, best_3, 4);
      if (one_c(kept_4)) {
        FAULT((int)(fired_1 >> 0 & 1), 2, );
        if ((int)(fired_1 >> 0 & 1)) {
          return;
        }
        fired_1 = (fired_1 | 0x1ull);
        u64 which_6 = (((((u64)(!((kept_4 & ~s->z.table[0]) != 0)) << 0) | ((u64)(!((kept_4 & ~s->z.table[1]) != 0)) << 1)) | ((u64)(!((kept_4 & ~s->z.table[2]) != 0)) << 2)) | ((u64)(!((kept_4 & ~s->z.table[3]) != 0)) << 3));
        FAULT((!one_s(which_6)), 3, );
        I t_7 = low_s(which_6);
        M moved_9 = (((s->z.table[0] | s->z.table[1]) | s->z.table[2]) | s->z.table[3]);
        s->z.table[0] = 0x0ull;
        s->z.table[1] = 0x0ull;
        s->z.table[2] = 0x0ull;
        s->z.table[3] = 0x0ull;
        s->ones.table = 0;
        s->z.won[t_7] = (s->z.won[t_7] | moved_9);
        I value_11 = (s->c.tricks[t_7] + 1);
        I fit_12 = value_11;
        FAULT((!((0 <= fit_12) && (fit_12 <= 9))), 4, fit_12 = 0);
        s->c.tricks[t_7] = fit_12;
        int whether_13 = (s->c.first_won[t_7] == 0);
        I value_15 = s->c.trick;
        I fit_16 = value_15;
        FAULT((!((!whether_13) || ((0 <= fit_16) && (fit_16 <= 9)))), 5, fit_16 = 0);
        s->c.first_won[t_7] = (whether_13 ? fit_16 : s->c.first_won[t_7]);
        I value_18 = s->c.trick;
        I fit_19 = value_18;
        FAULT((!((0 <= fit_19) && (fit_19 <= 9))), 6, fit_19 = 0);
        s->c.last_won[t_7] = fit_19;
        I fit_20 = s->c.trick;
        I fit_21 = fit_20;
        FAULT((!((1 <= fit_20) && (fit_20 <= 9))), 7, fit_21 = 1);
        I cell_22 = (fit_21 - 1);
        s->c.taker[cell_22] = t_7;
        s->c.leader = t_7;
        s->c.turn = t_7;
        I value_23 = (s->c.trick + 1);
        I fit_24 = value_23;
        FAULT((!((1 <= fit_24) && (fit_24 <= 10))), 8, fit_24 = 1);
        s->c.trick = fit_24;
        HIT(0);
        OBSERVE(s, 1);
        continue;
      }
      /* trick spoiled (A20, A21) */
      if ((1 < pop_c(kept_4))) {
        FAULT((int)(fired_1 >> 1 & 1), 9, );
        if ((int)(fired_1 >> 1 & 1)) {
          return;
        }
        fired_1 = (fired_1 | 0x2ull);
        M moved_25 = (((s->z.table[0] | s->z.table[1]) | s->z.table[2]) | s->z.table[3]);
        s->z.table[0] = 0x0ull;
        s->z.table[1] = 0x0ull;
        s->z.table[2] = 0x0ull;
        s->z.table[3] = 0x0ull;
        s->ones.table = 0;
        s->z.spoiled = (s->z.spoiled | moved_25);
        I value_26 = s->c.leader;
        s->c.turn = value_26;
        I value_27 = (s->c.trick + 1);
        I fit_28 = value_27;
        FAULT((!((1 <= fit_28) && (fit_28 <= 10))), 10, fit_28 = 1);
        s->c.trick = fit_28;
        HIT(1);
        OBSERVE(s, 1);
        continue;
      }
    }
    /* all tricks played (A22) */
    if ((s->c.trick == 10)) {
      FAULT((int)(fired_1 >> 2 & 1), 11, );
      if ((int)(fired_1 >> 2 & 1)) {
        return;
      }
      fired_1 = (fired_1 | 0x4ull);
      s->over = 1;
      HIT(2);
      OBSERVE(s, 1);
      return;
    }
    break;
  }
}

static int settled(S *s) {
  int t_1 = (s->ones.table == 15);
  int v_5 = 0;
  if (t_1) {
    M best_2 = (((s->z.table[0] | s->z.table[1]) | s->z.table[2]) | s->z.table[3]);
    M kept_3 = unbeaten_c(below_2, best_2, 4);
    v_5 = one_c(kept_3);
  } else {
    v_5 = 0;
  }
  int v_10 = 0;
  if (v_5) {
    v_10 = 1;
  } else {
    int v_9 = 0;
    if (t_1) {
      M best_6 = (((s->z.table[0] | s->z.table[1]) | s->z.table[2]) | s->z.table[3]);
      M kept_7 = unbeaten_c(below_2, best_6, 4);
      v_9 = (1 < pop_c(kept_7));
    } else {
      v_9 = 0;
    }
    v_10 = v_9;
  }
  return (is_over(s) || (!(v_10 || (s->c.trick == 10))));
}

/* playable */
static inline __attribute__((always_inline)) M get_playable(S *s, I me) {
  /* any card of the hand (A17) */
  M cards_1 = s->z.hand[me];
  if ((cards_1 != 0)) {
    HIT(3);
    return cards_1;
  }
  return 0x0ull;
}

/* the legal moves, counted */
static inline __attribute__((always_inline)) I moves(S *s, L *l) {
  I me = s->c.turn;
  /* play (A16) */
  M playable_2 = get_playable(s, me);
  I ways_3 = pop_c(playable_2);
  l->count[0] = (u64)ways_3;
  l->kept[0] = playable_2;
  return ways_3;
}

/* play (A16) */
static inline __attribute__((always_inline)) void play_play(S *s, L *l, I k) {
  I me = s->c.turn;
  I rank_1 = k;
  M one_3 = kth_c(l->kept[0], rank_1);
  s->z.hand[me] = (s->z.hand[me] & ~one_3);
  if (__builtin_expect(s->z.table[me] == 0, 1)) {
    s->ones.table |= 1u << me;
    s->lone.table[me] = low_c(one_3);
    s->z.table[me] = one_3;
  } else {
    s->ones.table = (s->ones.table & ~(1u << me)) | (u32)(s->z.table[me] == one_3) << me;
    s->z.table[me] = (s->z.table[me] | one_3);
  }
  I value_6 = after(me, 4);
  s->c.turn = value_6;
}

/* mordienne (A27, A28, A29) */
static inline __attribute__((always_inline)) int get_mordienne(S *s, I p_w) {
  return (((2 <= s->c.tricks[p_w]) && ((s->c.first_won[p_w] + s->c.tricks[p_w]) == 10)) && (s->c.sweep_is_mordienne || (s->c.tricks[p_w] < 9)));
}

/* deal_points */
static I get_deal_points(S *s) {
  I value_1 = 0;
  I applying_2 = 0;
  /* all nine spoiled (A26) */
  int t_3 = ((s->c.tricks[0] == 0) && ((s->c.tricks[1] == 0) && ((s->c.tricks[2] == 0) && (s->c.tricks[3] == 0))));
  I v_13 = 0;
  if (t_3) {
    v_13 = -536870912;
  } else {
    I top_4 = -1099511627776ll;
    u64 kept_5 = 0x0ull;
    for (I s_6 = 0; s_6 < 4; s_6++) {
      I key_7 = s->c.tricks[s_6];
      kept_5 = ((-(u64)(!(top_4 < key_7)) & kept_5) | ((u64)(top_4 <= key_7) << s_6));
      top_4 = max_(top_4, key_7);
    }
    I top_8 = 1099511627776ll;
    u64 kept_9 = 0x0ull;
    for (u64 left_s_10 = kept_5; left_s_10 != 0; left_s_10 &= left_s_10 - 1) {
      I s_10 = next_s(left_s_10);
      I key_11 = s->c.last_won[s_10];
      kept_9 = ((-(u64)(!(key_11 < top_8)) & kept_9) | ((u64)(key_11 <= top_8) << s_10));
      top_8 = min_(top_8, key_11);
    }
    FAULT((!one_s(kept_9)), 12, );
    I t_12 = low_s(kept_9);
    v_13 = t_12;
  }
  if ((v_13 == -536870912)) {
    HIT(4);
    value_1 = 0;
    applying_2 = 1;
  }
  /* Mordienne (A27) */
  int v_15 = 0;
  if ((!(v_13 == -536870912))) {
    int mordienne_14 = get_mordienne(s, v_13);
    v_15 = mordienne_14;
  } else {
    v_15 = 0;
  }
  if (v_15) {
    HIT(5);
    value_1 = 2;
    applying_2 = (applying_2 + 1);
  }
  /* most tricks (A23) */
  int v_17 = 0;
  if ((!(v_13 == -536870912))) {
    int mordienne_16 = get_mordienne(s, v_13);
    v_17 = (!mordienne_16);
  } else {
    v_17 = 0;
  }
  if (v_17) {
    HIT(6);
    value_1 = 1;
    applying_2 = (applying_2 + 1);
  }
  FAULT((!(applying_2 == 1)), 13, );
  return value_1;
}

/* the score is kept */
static void after_deal(S *s) {
  int t_1 = ((s->c.tricks[0] == 0) && ((s->c.tricks[1] == 0) && ((s->c.tricks[2] == 0) && (s->c.tricks[3] == 0))));
  I v_11 = 0;
  if (t_1) {
    v_11 = -536870912;
  } else {
    I top_2 = -1099511627776ll;
    u64 kept_3 = 0x0ull;
    for (I s_4 = 0; s_4 < 4; s_4++) {
      I key_5 = s->c.tricks[s_4];
      kept_3 = ((-(u64)(!(top_2 < key_5)) & kept_3) | ((u64)(top_2 <= key_5) << s_4));
      top_2 = max_(top_2, key_5);
    }
    I top_6 = 1099511627776ll;
    u64 kept_7 = 0x0ull;
    for (u64 left_s_8 = kept_3; left_s_8 != 0; left_s_8 &= left_s_8 - 1) {
      I s_8 = next_s(left_s_8);
      I key_9 = s->c.last_won[s_8];
      kept_7 = ((-(u64)(!(key_9 < top_6)) & kept_7) | ((u64)(key_9 <= top_6) << s_8));
      top_6 = min_(top_6, key_9);
    }
    FAULT((!one_s(kept_7)), 12, );
    I t_10 = low_s(kept_7);
    v_11 = t_10;
  }
  if ((!(v_11 == -536870912))) {
    I cell_12 = table_team[v_11];
    I deal_points_13 = get_deal_points(s);
    I value_14 = (s->c.score[cell_12] + deal_points_13);
    I fit_15 = value_14;
    FAULT((!((0 <= fit_15) && (fit_15 <= 10))), 14, fit_15 = 0);
    s->c.score[cell_12] = fit_15;
  }
  I value_16 = after(s->c.dealer, 4);
  s->c.dealer = value_16;
  I value_17 = (s->c.deal_number + 1);
  I fit_18 = value_17;
  FAULT((!((1 <= fit_18) && (fit_18 <= 6))), 15, fit_18 = 1);
  s->c.deal_number = fit_18;
}

/* whether the match is over */
static inline __attribute__((always_inline)) int match_over(S *s) {
  return (s->c.deal_number == 6);
}

/* the numbers of a result */
static void results(S *s, I *out) {
  /* winner */
  int t_1 = ((s->c.tricks[0] == 0) && ((s->c.tricks[1] == 0) && ((s->c.tricks[2] == 0) && (s->c.tricks[3] == 0))));
  I v_11 = 0;
  if (t_1) {
    v_11 = -536870912;
  } else {
    I top_2 = -1099511627776ll;
    u64 kept_3 = 0x0ull;
    for (I s_4 = 0; s_4 < 4; s_4++) {
      I key_5 = s->c.tricks[s_4];
      kept_3 = ((-(u64)(!(top_2 < key_5)) & kept_3) | ((u64)(top_2 <= key_5) << s_4));
      top_2 = max_(top_2, key_5);
    }
    I top_6 = 1099511627776ll;
    u64 kept_7 = 0x0ull;
    for (u64 left_s_8 = kept_3; left_s_8 != 0; left_s_8 &= left_s_8 - 1) {
      I s_8 = next_s(left_s_8);
      I key_9 = s->c.last_won[s_8];
      kept_7 = ((-(u64)(!(key_9 < top_6)) & kept_7) | ((u64)(key_9 <= top_6) << s_8));
      top_6 = min_(top_6, key_9);
    }
    FAULT((!one_s(kept_7)), 12, );
    I t_10 = low_s(kept_7);
    v_11 = t_10;
  }
  out[0] = (I)v_11;
  /* team */
  out[1] = (I)((v_11 == -536870912) ? -536870912 : table_team[v_11]);
  /* points */
  I deal_points_12 = get_deal_points(s);
  out[2] = (I)deal_points_12;
  /* tricks */
  out[3] = (I)s->c.tricks[0];
  out[4] = (I)s->c.tricks[1];
  out[5] = (I)s->c.tricks[2];
  out[6] = (I)s->c.tricks[3];
}

/* the numbers of a result */
static void match_results(S *s, I *out) {
  /* score */
  out[0] = (I)s->c.score[0];
  out[1] = (I)s->c.score[1];
  /* winners */
  I top_1 = -1099511627776ll;
  u64 kept_2 = 0x0ull;
  for (I t_3 = 0; t_3 < 2; t_3++) {
    I key_4 = s->c.score[t_3];
    kept_2 = ((-(u64)(!(top_1 < key_4)) & kept_2) | ((u64)(top_1 <= key_4) << t_3));
    top_1 = max_(top_1, key_4);
  }
  out[2] = (I)kept_2;
}

static inline __attribute__((always_inline)) int settled_at_first(S *s) {
  return 1;
}

/* the score is kept */
static void results_and_after(S *s, I *out) {
  /* winner */
  int t_1 = ((s->c.tricks[0] == 0) && ((s->c.tricks[1] == 0) && ((s->c.tricks[2] == 0) && (s->c.tricks[3] == 0))));
  I v_11 = 0;
  if (t_1) {
    v_11 = -536870912;
  } else {
    I top_2 = -1099511627776ll;
    u64 kept_3 = 0x0ull;
    for (I s_4 = 0; s_4 < 4; s_4++) {
      I key_5 = s->c.tricks[s_4];
      kept_3 = ((-(u64)(!(top_2 < key_5)) & kept_3) | ((u64)(top_2 <= key_5) << s_4));
      top_2 = max_(top_2, key_5);
    }
    I top_6 = 1099511627776ll;
    u64 kept_7 = 0x0ull;
    for (u64 left_s_8 = kept_3; left_s_8 != 0; left_s_8 &= left_s_8 - 1) {
      I s_8 = next_s(left_s_8);
      I key_9 = s->c.last_won[s_8];
      kept_7 = ((-(u64)(!(key_9 < top_6)) & kept_7) | ((u64)(key_9 <= top_6) << s_8));
      top_6 = min_(top_6, key_9);
    }
    FAULT((!one_s(kept_7)), 12, );
    I t_10 = low_s(kept_7);
    v_11 = t_10;
  }
  out[0] = (I)v_11;
  /* team */
  out[1] = (I)((v_11 == -536870912) ? -536870912 : table_team[v_11]);
  /* points */
  I deal_points_12 = get_deal_points(s);
  out[2] = (I)deal_points_12;
  /* tricks */
  {
    out[3] = (I)s->c.tricks[0];
  }
  {
    out[4] = (I)s->c.tricks[1];
  }
  {
    out[5] = (I)s->c.tricks[2];
  }
  {
    out[6] = (I)s->c.tricks[3];
  }
  int t_1_then = ((s->c.tricks[0] == 0) && ((s->c.tricks[1] == 0) && ((s->c.tricks[2] == 0) && (s->c.tricks[3] == 0))));
  I v_11_then = 0;
  if (t_1_then) {
    v_11_then = -536870912;
  } else {
    I top_2_then = -1099511627776ll;
    u64 kept_3_then = 0x0ull;
    for (I s_4_then = 0; s_4_then < 4; s_4_then++) {
      I key_5_then = s->c.tricks[s_4_then];
      kept_3_then = ((-(u64)(!(top_2_then < key_5_then)) & kept_3_then) | ((u64)(top_2_then <= key_5_then) << s_4_then));
      top_2_then = max_(top_2_then, key_5_then);
    }
    I top_6_then = 1099511627776ll;
    u64 kept_7_then = 0x0ull;
    for (u64 left_s_8_then = kept_3_then; left_s_8_then != 0; left_s_8_then &= left_s_8_then - 1) {
      I s_8_then = next_s(left_s_8_then);
      I key_9_then = s->c.last_won[s_8_then];
      kept_7_then = ((-(u64)(!(key_9_then < top_6_then)) & kept_7_then) | ((u64)(key_9_then <= top_6_then) << s_8_then));
      top_6_then = min_(top_6_then, key_9_then);
    }
    FAULT((!one_s(kept_7_then)), 12, );
    I t_10_then = low_s(kept_7_then);
    v_11_then = t_10_then;
  }
  if ((!(v_11_then == -536870912))) {
    I cell_12 = table_team[v_11_then];
    I deal_points_13 = get_deal_points(s);
    I value_14 = (s->c.score[cell_12] + deal_points_13);
    I fit_15 = value_14;
    FAULT((!((0 <= fit_15) && (fit_15 <= 10))), 14, fit_15 = 0);
    s->c.score[cell_12] = fit_15;
  }
  I value_16 = after(s->c.dealer, 4);
  s->c.dealer = value_16;
  I value_17 = (s->c.deal_number + 1);
  I fit_18 = value_17;
  FAULT((!((1 <= fit_18) && (fit_18 <= 6))), 15, fit_18 = 1);
  s->c.deal_number = fit_18;
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
  return 0;
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

next_0:
  if (__builtin_expect(s->fault, 0)) goto done;
  DECIDE(moves(s, l));
  switch (STATS && weights ? weighed(l, &k) : whose_0(l, &k)) {
    case 0:
      play_play(s, l, (I)k);
      made(s, 0, stats, seen);
      goto settle_1;
  }
  s->fault = TOO_MANY;   /* no such move */
  goto done;

  /* trick won (A19) */
  event_trick_won: {
    /* who has laid the best card: where each has laid one, by what they rank */
    I t_5_rank_0 = map_4[s->lone.table[0]];
    I t_5_rank_1 = map_4[s->lone.table[1]];
    I t_5_rank_2 = map_4[s->lone.table[2]];
    I t_5_rank_3 = map_4[s->lone.table[3]];
    I t_5_top = max_(max_(t_5_rank_0, t_5_rank_1), max_(t_5_rank_2, t_5_rank_3));
    u64 t_5_which = (((((u64)(t_5_rank_0 == t_5_top) << 0) | ((u64)(t_5_rank_1 == t_5_top) << 1)) | ((u64)(t_5_rank_2 == t_5_top) << 2)) | ((u64)(t_5_rank_3 == t_5_top) << 3));
    I t_5 = 0;
    if (one_s(t_5_which)) {
      t_5 = low_s(t_5_which);
    } else {
      M best_1 = (((s->z.table[0] | s->z.table[1]) | s->z.table[2]) | s->z.table[3]);
      M kept_2 = unbeaten_c(below_2, best_1, 4);
      u64 which_4 = (((((u64)(!((kept_2 & ~s->z.table[0]) != 0)) << 0) | ((u64)(!((kept_2 & ~s->z.table[1]) != 0)) << 1)) | ((u64)(!((kept_2 & ~s->z.table[2]) != 0)) << 2)) | ((u64)(!((kept_2 & ~s->z.table[3]) != 0)) << 3));
      FAULT((!one_s(which_4)), 3, );
      t_5 = low_s(which_4);
    }
    I zone_6 = t_5;
    M moved_7 = (((s->z.table[0] | s->z.table[1]) | s->z.table[2]) | s->z.table[3]);
    s->z.table[0] = 0x0ull;
    s->z.table[1] = 0x0ull;
    s->z.table[2] = 0x0ull;
    s->z.table[3] = 0x0ull;
    s->ones.table = 0;
    s->z.won[zone_6] = (s->z.won[zone_6] | moved_7);
    I cell_8 = t_5;
    I value_9 = (s->c.tricks[cell_8] + 1);
    I fit_10 = value_9;
    FAULT((!((0 <= fit_10) && (fit_10 <= 9))), 4, fit_10 = 0);
    s->c.tricks[cell_8] = fit_10;
    int whether_11 = (s->c.first_won[t_5] == 0);
    I cell_12 = t_5;
    I value_13 = s->c.trick;
    I fit_14 = value_13;
    FAULT((!((!whether_11) || ((0 <= fit_14) && (fit_14 <= 9)))), 5, fit_14 = 0);
    s->c.first_won[cell_12] = (whether_11 ? fit_14 : s->c.first_won[cell_12]);
    I cell_15 = t_5;
    I value_16 = s->c.trick;
    I fit_17 = value_16;
    FAULT((!((0 <= fit_17) && (fit_17 <= 9))), 6, fit_17 = 0);
    s->c.last_won[cell_15] = fit_17;
    I fit_18 = s->c.trick;
    I fit_19 = fit_18;
    FAULT((!((1 <= fit_18) && (fit_18 <= 9))), 7, fit_19 = 1);
    I cell_20 = (fit_19 - 1);
    s->c.taker[cell_20] = t_5;
    s->c.leader = t_5;
    s->c.turn = t_5;
    I value_21 = (s->c.trick + 1);
    I fit_22 = value_21;
    FAULT((!((1 <= fit_22) && (fit_22 <= 10))), 8, fit_22 = 1);
    s->c.trick = fit_22;
    HIT(0);
    OBSERVE(s, 1);
    u64 fired_23 = (fired | 0x1ull);
    /* all tricks played (A22) */
    if ((s->c.trick == 10)) {
      FAULT((int)(fired_23 >> 2 & 1), 11, );
      if ((!(int)(fired_23 >> 2 & 1))) {
        fired = fired_23;
        goto event_all_tricks_played;
      }
      goto next_0;
    }
    goto next_0;
  }

  /* trick spoiled (A20, A21) */
  event_trick_spoiled: {
    M moved_1 = (((s->z.table[0] | s->z.table[1]) | s->z.table[2]) | s->z.table[3]);
    s->z.table[0] = 0x0ull;
    s->z.table[1] = 0x0ull;
    s->z.table[2] = 0x0ull;
    s->z.table[3] = 0x0ull;
    s->ones.table = 0;
    s->z.spoiled = (s->z.spoiled | moved_1);
    I value_2 = s->c.leader;
    s->c.turn = value_2;
    I value_3 = (s->c.trick + 1);
    I fit_4 = value_3;
    FAULT((!((1 <= fit_4) && (fit_4 <= 10))), 10, fit_4 = 1);
    s->c.trick = fit_4;
    HIT(1);
    OBSERVE(s, 1);
    u64 fired_5 = (fired | 0x2ull);
    /* all tricks played (A22) */
    if ((s->c.trick == 10)) {
      FAULT((int)(fired_5 >> 2 & 1), 11, );
      if ((!(int)(fired_5 >> 2 & 1))) {
        fired = fired_5;
        goto event_all_tricks_played;
      }
      goto next_0;
    }
    goto next_0;
  }

  /* all tricks played (A22) */
  event_all_tricks_played: {
    s->over = 1;
    HIT(2);
    OBSERVE(s, 1);
    goto done;
  }

  settle_1: {
    int t_1 = (s->ones.table == 15);
    if (t_1) {
      /* trick won (A19) */
      I kept_3_rank_0 = map_4[s->lone.table[0]];
      I kept_3_rank_1 = map_4[s->lone.table[1]];
      I kept_3_rank_2 = map_4[s->lone.table[2]];
      I kept_3_rank_3 = map_4[s->lone.table[3]];
      I kept_3_top = max_(max_(kept_3_rank_0, kept_3_rank_1), max_(kept_3_rank_2, kept_3_rank_3));
      u64 kept_3_tied = (((((u64)(kept_3_rank_0 == kept_3_top) << 0) | ((u64)(kept_3_rank_1 == kept_3_top) << 1)) | ((u64)(kept_3_rank_2 == kept_3_top) << 2)) | ((u64)(kept_3_rank_3 == kept_3_top) << 3));
      if (one_s(kept_3_tied)) {
        fired = 0x0ull;
        goto event_trick_won;
      }
      /* trick spoiled (A20, A21) */
      if ((1 < pop_s(kept_3_tied))) {
        fired = 0x0ull;
        goto event_trick_spoiled;
      }
    }
    goto next_0;
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
