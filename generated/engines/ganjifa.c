/* ganjifa: made from the spec with the digest sha256:93fbde4105b12878dd1ed950547ba65b83477e146c8b0681d28562ecf16ebc18 */
#include <stdint.h>
#include <string.h>

typedef uint64_t u64;
typedef uint32_t u32;
typedef int64_t I;
typedef int32_t C;
#define WIDE 1
#define SUBSETS 1
#define ONE_STOCK 1
#define STATS 0
#define TELLS 0
#define WATCHED 0
typedef unsigned __int128 M;
enum { CARDS = 120, ZONES = 10, CELLS = 10, OPTIONS = 3, MOVES = 3, DRAWN = 1, RESULTS = 4, MATCH_RESULTS = 4, TURN = 5, DEALER = 3, NO_MOVE = 19, TOO_LONG = 20, TOO_MANY = 21, LONGEST = 10000, SHARED = 5, DEALT = 120, THROWN = 120, LATER = 0, HITS = 7, HIT_WORDS = 1, ROLES_AT = 750, ROLES = 4, TIMES_AT = 782, DEALS_AT = 846, ASKS_AT = 910, ASKED_AT = 910, ASK_WORDS = 0, ASKS = 0, MARK = 6 };
#define NONE (-536870912)
#define ABSENT (-536870913)
#define MOST_MOVES ((u64)4611686018427387904)
#define EXPORT __attribute__((visibility("default")))

typedef struct {
  union {
    M zones[ZONES];
    struct { M stock, hand[3], table[3], won[3]; } z;
  };
  u64 deck_stream;
  union {
    C cells[CELLS];
    struct { C period, first_dealer, void_skips_trump, dealer, leader, turn, trick, dukal_size, opener, dukals; } c;
  };
  struct { int hand, table; } filled;   /* so many zones of each have cards */
  struct { u32 table; } ones;   /* which zones have just one card */
  struct { int table[3]; } lone;   /* which card that is, or any card */
  int over, fault, made, thrown;
  u64 chance[CARDS + SHARED];
} S;

/* The legal moves: how many of each rule, and which. */
typedef struct { u64 count[MOVES], weight[MOVES]; M kept[MOVES]; int phase; } L;

#define HIT(n) ((void)0)
static const int drawn_zone[DRAWN] = {0};
#define WHOLE (((M)0xffffffffffffffull << 64) | 0xffffffffffffffffull)
#define HALVES 1
static const int32_t odd_low[] = {1873750857, -1274749573, -1101448027, -611923271, 114556473, -100006181, 858394365, 863116195, 666324819, 1775512179, 0, 0, 0, 0, 0, 0};
static const u32 odd_high[] = {3593712004u, 4254464590u, 931813217u, 3583962929u, 3618210497u, 3903010563u, 843486837u, 3750300233u, 1333443446u, 119859858u, 0u, 0u, 0u, 0u, 0u, 0u};
static const u64 odd[] = {6238072747940578789ull, 15839785061582574731ull, 2185194620014831857ull, 13232826040865663253ull, 13168350753275463133ull, 15093541023163888493ull, 1346066267577507605ull, 15378420243238726121ull, 9398003893131893463ull, 530445201382180217ull, 3774817245553408877ull, 4016745674725997501ull, 15923203627879530961ull, 2692132535155015209ull, 257397085994358073ull, 15673735954724858045ull, 3471015484745077183ull, 18431927716282009713ull, 16377936876142721111ull, 1060890402764360435ull, 15434875530296372041ull, 18272786274765299067ull, 4002107291894103205ull, 15393003569519446713ull, 15540095754773462585ull, 16763302723927541467ull, 3622748380379877117ull, 16107416851779296163ull, 5727095992301866835ull, 514794171988716147ull};
static inline u64 bit_s(I i) { return (u64)1 << i; }
static const M bit_of[CARDS] = {(M)1 << 0, (M)1 << 1, (M)1 << 2, (M)1 << 3, (M)1 << 4, (M)1 << 5, (M)1 << 6, (M)1 << 7, (M)1 << 8, (M)1 << 9, (M)1 << 10, (M)1 << 11, (M)1 << 12, (M)1 << 13, (M)1 << 14, (M)1 << 15, (M)1 << 16, (M)1 << 17, (M)1 << 18, (M)1 << 19, (M)1 << 20, (M)1 << 21, (M)1 << 22, (M)1 << 23, (M)1 << 24, (M)1 << 25, (M)1 << 26, (M)1 << 27, (M)1 << 28, (M)1 << 29, (M)1 << 30, (M)1 << 31, (M)1 << 32, (M)1 << 33, (M)1 << 34, (M)1 << 35, (M)1 << 36, (M)1 << 37, (M)1 << 38, (M)1 << 39, (M)1 << 40, (M)1 << 41, (M)1 << 42, (M)1 << 43, (M)1 << 44, (M)1 << 45, (M)1 << 46, (M)1 << 47, (M)1 << 48, (M)1 << 49, (M)1 << 50, (M)1 << 51, (M)1 << 52, (M)1 << 53, (M)1 << 54, (M)1 << 55, (M)1 << 56, (M)1 << 57, (M)1 << 58, (M)1 << 59, (M)1 << 60, (M)1 << 61, (M)1 << 62, (M)1 << 63, (M)1 << 64, (M)1 << 65, (M)1 << 66, (M)1 << 67, (M)1 << 68, (M)1 << 69, (M)1 << 70, (M)1 << 71, (M)1 << 72, (M)1 << 73, (M)1 << 74, (M)1 << 75, (M)1 << 76, (M)1 << 77, (M)1 << 78, (M)1 << 79, (M)1 << 80, (M)1 << 81, (M)1 << 82, (M)1 << 83, (M)1 << 84, (M)1 << 85, (M)1 << 86, (M)1 << 87, (M)1 << 88, (M)1 << 89, (M)1 << 90, (M)1 << 91, (M)1 << 92, (M)1 << 93, (M)1 << 94, (M)1 << 95, (M)1 << 96, (M)1 << 97, (M)1 << 98, (M)1 << 99, (M)1 << 100, (M)1 << 101, (M)1 << 102, (M)1 << 103, (M)1 << 104, (M)1 << 105, (M)1 << 106, (M)1 << 107, (M)1 << 108, (M)1 << 109, (M)1 << 110, (M)1 << 111, (M)1 << 112, (M)1 << 113, (M)1 << 114, (M)1 << 115, (M)1 << 116, (M)1 << 117, (M)1 << 118, (M)1 << 119};
#define BIT(i) bit_of[i]

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

/* card_of */
static const uint8_t table_card_of[120] = {0, 12, 24, 36, 48, 60, 72, 84, 96, 108, 1, 13, 25, 37, 49, 61, 73, 85, 97, 109, 2, 14, 26, 38, 50, 62, 74, 86, 98, 110, 3, 15, 27, 39, 51, 63, 75, 87, 99, 111, 4, 16, 28, 40, 52, 64, 76, 88, 100, 112, 5, 17, 29, 41, 53, 65, 77, 89, 101, 113, 6, 18, 30, 42, 54, 66, 78, 90, 102, 114, 7, 19, 31, 43, 55, 67, 79, 91, 103, 115, 8, 20, 32, 44, 56, 68, 80, 92, 104, 116, 9, 21, 33, 45, 57, 69, 81, 93, 105, 117, 10, 22, 34, 46, 58, 70, 82, 94, 106, 118, 11, 23, 35, 47, 59, 71, 83, 95, 107, 119};
/* suit */
static const uint8_t table_suit[120] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9};
/* the members whose suit is eq each number from 0 */
static const M eq_suit_0_9[10] = {((M)0xfffull), ((M)0xfff000ull), ((M)0xfff000000ull), ((M)0xfff000000000ull), ((M)0xfff000000000000ull), (((M)0xffull << 64) | 0xf000000000000000ull), (((M)0xfff00ull << 64) | 0x0ull), (((M)0xfff00000ull << 64) | 0x0ull), (((M)0xfff00000000ull << 64) | 0x0ull), (((M)0xfff00000000000ull << 64) | 0x0ull)};
/* the members that each one beats */
static const M below_4[129] = {(((M)0x1ff1ff1ff1ff1full << 64) | 0xf3fe3fe3fe3fe3feull), (((M)0xff0ff0ff0ff0full << 64) | 0xf3fc3fc3fc3fc3fcull), (((M)0x7f07f07f07f07ull << 64) | 0xf3f83f83f83f83f8ull), (((M)0x3f03f03f03f03ull << 64) | 0xf3f03f03f03f03f0ull), (((M)0x1f01f01f01f01ull << 64) | 0xf3e03e03e03e03e0ull), (((M)0xf00f00f00f00ull << 64) | 0xf3c03c03c03c03c0ull), (((M)0x700700700700ull << 64) | 0x7380380380380380ull), (((M)0x300300300300ull << 64) | 0x3300300300300300ull), (((M)0x100100100100ull << 64) | 0x1200200200200200ull), ((M)0x0ull), (((M)0x3ff3ff3ff3ff3full << 64) | 0xf3ff3ff3ff3ff3ffull), (((M)0x7ff7ff7ff7ff7full << 64) | 0xf7ff7ff7ff7ff7ffull), (((M)0x1ff1ff1ff1ff1full << 64) | 0xf3fe3fe3fe3fe3feull), (((M)0xff0ff0ff0ff0full << 64) | 0xf3fc3fc3fc3fc3fcull), (((M)0x7f07f07f07f07ull << 64) | 0xf3f83f83f83f83f8ull), (((M)0x3f03f03f03f03ull << 64) | 0xf3f03f03f03f03f0ull), (((M)0x1f01f01f01f01ull << 64) | 0xf3e03e03e03e03e0ull), (((M)0xf00f00f00f00ull << 64) | 0xf3c03c03c03c03c0ull), (((M)0x700700700700ull << 64) | 0x7380380380380380ull), (((M)0x300300300300ull << 64) | 0x3300300300300300ull), (((M)0x100100100100ull << 64) | 0x1200200200200200ull), ((M)0x0ull), (((M)0x3ff3ff3ff3ff3full << 64) | 0xf3ff3ff3ff3ff3ffull), (((M)0x7ff7ff7ff7ff7full << 64) | 0xf7ff7ff7ff7ff7ffull), (((M)0x1ff1ff1ff1ff1full << 64) | 0xf3fe3fe3fe3fe3feull), (((M)0xff0ff0ff0ff0full << 64) | 0xf3fc3fc3fc3fc3fcull), (((M)0x7f07f07f07f07ull << 64) | 0xf3f83f83f83f83f8ull), (((M)0x3f03f03f03f03ull << 64) | 0xf3f03f03f03f03f0ull), (((M)0x1f01f01f01f01ull << 64) | 0xf3e03e03e03e03e0ull), (((M)0xf00f00f00f00ull << 64) | 0xf3c03c03c03c03c0ull), (((M)0x700700700700ull << 64) | 0x7380380380380380ull), (((M)0x300300300300ull << 64) | 0x3300300300300300ull), (((M)0x100100100100ull << 64) | 0x1200200200200200ull), ((M)0x0ull), (((M)0x3ff3ff3ff3ff3full << 64) | 0xf3ff3ff3ff3ff3ffull), (((M)0x7ff7ff7ff7ff7full << 64) | 0xf7ff7ff7ff7ff7ffull), (((M)0x1ff1ff1ff1ff1full << 64) | 0xf3fe3fe3fe3fe3feull), (((M)0xff0ff0ff0ff0full << 64) | 0xf3fc3fc3fc3fc3fcull), (((M)0x7f07f07f07f07ull << 64) | 0xf3f83f83f83f83f8ull), (((M)0x3f03f03f03f03ull << 64) | 0xf3f03f03f03f03f0ull), (((M)0x1f01f01f01f01ull << 64) | 0xf3e03e03e03e03e0ull), (((M)0xf00f00f00f00ull << 64) | 0xf3c03c03c03c03c0ull), (((M)0x700700700700ull << 64) | 0x7380380380380380ull), (((M)0x300300300300ull << 64) | 0x3300300300300300ull), (((M)0x100100100100ull << 64) | 0x1200200200200200ull), ((M)0x0ull), (((M)0x3ff3ff3ff3ff3full << 64) | 0xf3ff3ff3ff3ff3ffull), (((M)0x7ff7ff7ff7ff7full << 64) | 0xf7ff7ff7ff7ff7ffull), (((M)0x1ff1ff1ff1ff1full << 64) | 0xf3fe3fe3fe3fe3feull), (((M)0xff0ff0ff0ff0full << 64) | 0xf3fc3fc3fc3fc3fcull), (((M)0x7f07f07f07f07ull << 64) | 0xf3f83f83f83f83f8ull), (((M)0x3f03f03f03f03ull << 64) | 0xf3f03f03f03f03f0ull), (((M)0x1f01f01f01f01ull << 64) | 0xf3e03e03e03e03e0ull), (((M)0xf00f00f00f00ull << 64) | 0xf3c03c03c03c03c0ull), (((M)0x700700700700ull << 64) | 0x7380380380380380ull), (((M)0x300300300300ull << 64) | 0x3300300300300300ull), (((M)0x100100100100ull << 64) | 0x1200200200200200ull), ((M)0x0ull), (((M)0x3ff3ff3ff3ff3full << 64) | 0xf3ff3ff3ff3ff3ffull), (((M)0x7ff7ff7ff7ff7full << 64) | 0xf7ff7ff7ff7ff7ffull), ((M)0x0ull), (((M)0x100100100100ull << 64) | 0x1200200200200200ull), (((M)0x300300300300ull << 64) | 0x3300300300300300ull), (((M)0x700700700700ull << 64) | 0x7380380380380380ull), (((M)0xf00f00f00f00ull << 64) | 0xf3c03c03c03c03c0ull), (((M)0x1f01f01f01f01ull << 64) | 0xf3e03e03e03e03e0ull), (((M)0x3f03f03f03f03ull << 64) | 0xf3f03f03f03f03f0ull), (((M)0x7f07f07f07f07ull << 64) | 0xf3f83f83f83f83f8ull), (((M)0xff0ff0ff0ff0full << 64) | 0xf3fc3fc3fc3fc3fcull), (((M)0x1ff1ff1ff1ff1full << 64) | 0xf3fe3fe3fe3fe3feull), (((M)0x3ff3ff3ff3ff3full << 64) | 0xf3ff3ff3ff3ff3ffull), (((M)0x7ff7ff7ff7ff7full << 64) | 0xf7ff7ff7ff7ff7ffull), ((M)0x0ull), (((M)0x100100100100ull << 64) | 0x1200200200200200ull), (((M)0x300300300300ull << 64) | 0x3300300300300300ull), (((M)0x700700700700ull << 64) | 0x7380380380380380ull), (((M)0xf00f00f00f00ull << 64) | 0xf3c03c03c03c03c0ull), (((M)0x1f01f01f01f01ull << 64) | 0xf3e03e03e03e03e0ull), (((M)0x3f03f03f03f03ull << 64) | 0xf3f03f03f03f03f0ull), (((M)0x7f07f07f07f07ull << 64) | 0xf3f83f83f83f83f8ull), (((M)0xff0ff0ff0ff0full << 64) | 0xf3fc3fc3fc3fc3fcull), (((M)0x1ff1ff1ff1ff1full << 64) | 0xf3fe3fe3fe3fe3feull), (((M)0x3ff3ff3ff3ff3full << 64) | 0xf3ff3ff3ff3ff3ffull), (((M)0x7ff7ff7ff7ff7full << 64) | 0xf7ff7ff7ff7ff7ffull), ((M)0x0ull), (((M)0x100100100100ull << 64) | 0x1200200200200200ull), (((M)0x300300300300ull << 64) | 0x3300300300300300ull), (((M)0x700700700700ull << 64) | 0x7380380380380380ull), (((M)0xf00f00f00f00ull << 64) | 0xf3c03c03c03c03c0ull), (((M)0x1f01f01f01f01ull << 64) | 0xf3e03e03e03e03e0ull), (((M)0x3f03f03f03f03ull << 64) | 0xf3f03f03f03f03f0ull), (((M)0x7f07f07f07f07ull << 64) | 0xf3f83f83f83f83f8ull), (((M)0xff0ff0ff0ff0full << 64) | 0xf3fc3fc3fc3fc3fcull), (((M)0x1ff1ff1ff1ff1full << 64) | 0xf3fe3fe3fe3fe3feull), (((M)0x3ff3ff3ff3ff3full << 64) | 0xf3ff3ff3ff3ff3ffull), (((M)0x7ff7ff7ff7ff7full << 64) | 0xf7ff7ff7ff7ff7ffull), ((M)0x0ull), (((M)0x100100100100ull << 64) | 0x1200200200200200ull), (((M)0x300300300300ull << 64) | 0x3300300300300300ull), (((M)0x700700700700ull << 64) | 0x7380380380380380ull), (((M)0xf00f00f00f00ull << 64) | 0xf3c03c03c03c03c0ull), (((M)0x1f01f01f01f01ull << 64) | 0xf3e03e03e03e03e0ull), (((M)0x3f03f03f03f03ull << 64) | 0xf3f03f03f03f03f0ull), (((M)0x7f07f07f07f07ull << 64) | 0xf3f83f83f83f83f8ull), (((M)0xff0ff0ff0ff0full << 64) | 0xf3fc3fc3fc3fc3fcull), (((M)0x1ff1ff1ff1ff1full << 64) | 0xf3fe3fe3fe3fe3feull), (((M)0x3ff3ff3ff3ff3full << 64) | 0xf3ff3ff3ff3ff3ffull), (((M)0x7ff7ff7ff7ff7full << 64) | 0xf7ff7ff7ff7ff7ffull), ((M)0x0ull), (((M)0x100100100100ull << 64) | 0x1200200200200200ull), (((M)0x300300300300ull << 64) | 0x3300300300300300ull), (((M)0x700700700700ull << 64) | 0x7380380380380380ull), (((M)0xf00f00f00f00ull << 64) | 0xf3c03c03c03c03c0ull), (((M)0x1f01f01f01f01ull << 64) | 0xf3e03e03e03e03e0ull), (((M)0x3f03f03f03f03ull << 64) | 0xf3f03f03f03f03f0ull), (((M)0x7f07f07f07f07ull << 64) | 0xf3f83f83f83f83f8ull), (((M)0xff0ff0ff0ff0full << 64) | 0xf3fc3fc3fc3fc3fcull), (((M)0x1ff1ff1ff1ff1full << 64) | 0xf3fe3fe3fe3fe3feull), (((M)0x3ff3ff3ff3ff3full << 64) | 0xf3ff3ff3ff3ff3ffull), (((M)0x7ff7ff7ff7ff7full << 64) | 0xf7ff7ff7ff7ff7ffull), ((M)0x0ull), ((M)0x0ull), ((M)0x0ull), ((M)0x0ull), ((M)0x0ull), ((M)0x0ull), ((M)0x0ull), ((M)0x0ull), ((M)0x0ull)};
/* worked out from the tables */
static const M map_5[10] = {((M)0xc00ull), ((M)0xc00000ull), ((M)0xc00000000ull), ((M)0xc00000000000ull), ((M)0xc00000000000000ull), (((M)0xc0ull << 64) | 0x0ull), (((M)0xc0000ull << 64) | 0x0ull), (((M)0xc0000000ull << 64) | 0x0ull), (((M)0xc0000000000ull << 64) | 0x0ull), (((M)0xc0000000000000ull << 64) | 0x0ull)};
/* worked out from the tables */
static const uint8_t map_6[10] = {0, 12, 24, 36, 48, 60, 72, 84, 96, 108};
/* cards_of */
static const M table_cards_of[120] = {((M)0x1ull), ((M)0x1000ull), ((M)0x1000000ull), ((M)0x1000000000ull), ((M)0x1000000000000ull), ((M)0x1000000000000000ull), (((M)0x100ull << 64) | 0x0ull), (((M)0x100000ull << 64) | 0x0ull), (((M)0x100000000ull << 64) | 0x0ull), (((M)0x100000000000ull << 64) | 0x0ull), ((M)0x2ull), ((M)0x2000ull), ((M)0x2000000ull), ((M)0x2000000000ull), ((M)0x2000000000000ull), ((M)0x2000000000000000ull), (((M)0x200ull << 64) | 0x0ull), (((M)0x200000ull << 64) | 0x0ull), (((M)0x200000000ull << 64) | 0x0ull), (((M)0x200000000000ull << 64) | 0x0ull), ((M)0x4ull), ((M)0x4000ull), ((M)0x4000000ull), ((M)0x4000000000ull), ((M)0x4000000000000ull), ((M)0x4000000000000000ull), (((M)0x400ull << 64) | 0x0ull), (((M)0x400000ull << 64) | 0x0ull), (((M)0x400000000ull << 64) | 0x0ull), (((M)0x400000000000ull << 64) | 0x0ull), ((M)0x8ull), ((M)0x8000ull), ((M)0x8000000ull), ((M)0x8000000000ull), ((M)0x8000000000000ull), ((M)0x8000000000000000ull), (((M)0x800ull << 64) | 0x0ull), (((M)0x800000ull << 64) | 0x0ull), (((M)0x800000000ull << 64) | 0x0ull), (((M)0x800000000000ull << 64) | 0x0ull), ((M)0x10ull), ((M)0x10000ull), ((M)0x10000000ull), ((M)0x10000000000ull), ((M)0x10000000000000ull), (((M)0x1ull << 64) | 0x0ull), (((M)0x1000ull << 64) | 0x0ull), (((M)0x1000000ull << 64) | 0x0ull), (((M)0x1000000000ull << 64) | 0x0ull), (((M)0x1000000000000ull << 64) | 0x0ull), ((M)0x20ull), ((M)0x20000ull), ((M)0x20000000ull), ((M)0x20000000000ull), ((M)0x20000000000000ull), (((M)0x2ull << 64) | 0x0ull), (((M)0x2000ull << 64) | 0x0ull), (((M)0x2000000ull << 64) | 0x0ull), (((M)0x2000000000ull << 64) | 0x0ull), (((M)0x2000000000000ull << 64) | 0x0ull), ((M)0x40ull), ((M)0x40000ull), ((M)0x40000000ull), ((M)0x40000000000ull), ((M)0x40000000000000ull), (((M)0x4ull << 64) | 0x0ull), (((M)0x4000ull << 64) | 0x0ull), (((M)0x4000000ull << 64) | 0x0ull), (((M)0x4000000000ull << 64) | 0x0ull), (((M)0x4000000000000ull << 64) | 0x0ull), ((M)0x80ull), ((M)0x80000ull), ((M)0x80000000ull), ((M)0x80000000000ull), ((M)0x80000000000000ull), (((M)0x8ull << 64) | 0x0ull), (((M)0x8000ull << 64) | 0x0ull), (((M)0x8000000ull << 64) | 0x0ull), (((M)0x8000000000ull << 64) | 0x0ull), (((M)0x8000000000000ull << 64) | 0x0ull), ((M)0x100ull), ((M)0x100000ull), ((M)0x100000000ull), ((M)0x100000000000ull), ((M)0x100000000000000ull), (((M)0x10ull << 64) | 0x0ull), (((M)0x10000ull << 64) | 0x0ull), (((M)0x10000000ull << 64) | 0x0ull), (((M)0x10000000000ull << 64) | 0x0ull), (((M)0x10000000000000ull << 64) | 0x0ull), ((M)0x200ull), ((M)0x200000ull), ((M)0x200000000ull), ((M)0x200000000000ull), ((M)0x200000000000000ull), (((M)0x20ull << 64) | 0x0ull), (((M)0x20000ull << 64) | 0x0ull), (((M)0x20000000ull << 64) | 0x0ull), (((M)0x20000000000ull << 64) | 0x0ull), (((M)0x20000000000000ull << 64) | 0x0ull), ((M)0x400ull), ((M)0x400000ull), ((M)0x400000000ull), ((M)0x400000000000ull), ((M)0x400000000000000ull), (((M)0x40ull << 64) | 0x0ull), (((M)0x40000ull << 64) | 0x0ull), (((M)0x40000000ull << 64) | 0x0ull), (((M)0x40000000000ull << 64) | 0x0ull), (((M)0x40000000000000ull << 64) | 0x0ull), ((M)0x800ull), ((M)0x800000ull), ((M)0x800000000ull), ((M)0x800000000000ull), ((M)0x800000000000000ull), (((M)0x80ull << 64) | 0x0ull), (((M)0x80000ull << 64) | 0x0ull), (((M)0x80000000ull << 64) | 0x0ull), (((M)0x80000000000ull << 64) | 0x0ull), (((M)0x80000000000000ull << 64) | 0x0ull)};
/* worked out from the tables */
static const M map_9[120] = {((M)0xfffull), ((M)0xfffull), ((M)0xfffull), ((M)0xfffull), ((M)0xfffull), ((M)0xfffull), ((M)0xfffull), ((M)0xfffull), ((M)0xfffull), ((M)0xfffull), ((M)0xfffull), ((M)0xfffull), ((M)0xfff000ull), ((M)0xfff000ull), ((M)0xfff000ull), ((M)0xfff000ull), ((M)0xfff000ull), ((M)0xfff000ull), ((M)0xfff000ull), ((M)0xfff000ull), ((M)0xfff000ull), ((M)0xfff000ull), ((M)0xfff000ull), ((M)0xfff000ull), ((M)0xfff000000ull), ((M)0xfff000000ull), ((M)0xfff000000ull), ((M)0xfff000000ull), ((M)0xfff000000ull), ((M)0xfff000000ull), ((M)0xfff000000ull), ((M)0xfff000000ull), ((M)0xfff000000ull), ((M)0xfff000000ull), ((M)0xfff000000ull), ((M)0xfff000000ull), ((M)0xfff000000000ull), ((M)0xfff000000000ull), ((M)0xfff000000000ull), ((M)0xfff000000000ull), ((M)0xfff000000000ull), ((M)0xfff000000000ull), ((M)0xfff000000000ull), ((M)0xfff000000000ull), ((M)0xfff000000000ull), ((M)0xfff000000000ull), ((M)0xfff000000000ull), ((M)0xfff000000000ull), ((M)0xfff000000000000ull), ((M)0xfff000000000000ull), ((M)0xfff000000000000ull), ((M)0xfff000000000000ull), ((M)0xfff000000000000ull), ((M)0xfff000000000000ull), ((M)0xfff000000000000ull), ((M)0xfff000000000000ull), ((M)0xfff000000000000ull), ((M)0xfff000000000000ull), ((M)0xfff000000000000ull), ((M)0xfff000000000000ull), (((M)0xffull << 64) | 0xf000000000000000ull), (((M)0xffull << 64) | 0xf000000000000000ull), (((M)0xffull << 64) | 0xf000000000000000ull), (((M)0xffull << 64) | 0xf000000000000000ull), (((M)0xffull << 64) | 0xf000000000000000ull), (((M)0xffull << 64) | 0xf000000000000000ull), (((M)0xffull << 64) | 0xf000000000000000ull), (((M)0xffull << 64) | 0xf000000000000000ull), (((M)0xffull << 64) | 0xf000000000000000ull), (((M)0xffull << 64) | 0xf000000000000000ull), (((M)0xffull << 64) | 0xf000000000000000ull), (((M)0xffull << 64) | 0xf000000000000000ull), (((M)0xfff00ull << 64) | 0x0ull), (((M)0xfff00ull << 64) | 0x0ull), (((M)0xfff00ull << 64) | 0x0ull), (((M)0xfff00ull << 64) | 0x0ull), (((M)0xfff00ull << 64) | 0x0ull), (((M)0xfff00ull << 64) | 0x0ull), (((M)0xfff00ull << 64) | 0x0ull), (((M)0xfff00ull << 64) | 0x0ull), (((M)0xfff00ull << 64) | 0x0ull), (((M)0xfff00ull << 64) | 0x0ull), (((M)0xfff00ull << 64) | 0x0ull), (((M)0xfff00ull << 64) | 0x0ull), (((M)0xfff00000ull << 64) | 0x0ull), (((M)0xfff00000ull << 64) | 0x0ull), (((M)0xfff00000ull << 64) | 0x0ull), (((M)0xfff00000ull << 64) | 0x0ull), (((M)0xfff00000ull << 64) | 0x0ull), (((M)0xfff00000ull << 64) | 0x0ull), (((M)0xfff00000ull << 64) | 0x0ull), (((M)0xfff00000ull << 64) | 0x0ull), (((M)0xfff00000ull << 64) | 0x0ull), (((M)0xfff00000ull << 64) | 0x0ull), (((M)0xfff00000ull << 64) | 0x0ull), (((M)0xfff00000ull << 64) | 0x0ull), (((M)0xfff00000000ull << 64) | 0x0ull), (((M)0xfff00000000ull << 64) | 0x0ull), (((M)0xfff00000000ull << 64) | 0x0ull), (((M)0xfff00000000ull << 64) | 0x0ull), (((M)0xfff00000000ull << 64) | 0x0ull), (((M)0xfff00000000ull << 64) | 0x0ull), (((M)0xfff00000000ull << 64) | 0x0ull), (((M)0xfff00000000ull << 64) | 0x0ull), (((M)0xfff00000000ull << 64) | 0x0ull), (((M)0xfff00000000ull << 64) | 0x0ull), (((M)0xfff00000000ull << 64) | 0x0ull), (((M)0xfff00000000ull << 64) | 0x0ull), (((M)0xfff00000000000ull << 64) | 0x0ull), (((M)0xfff00000000000ull << 64) | 0x0ull), (((M)0xfff00000000000ull << 64) | 0x0ull), (((M)0xfff00000000000ull << 64) | 0x0ull), (((M)0xfff00000000000ull << 64) | 0x0ull), (((M)0xfff00000000000ull << 64) | 0x0ull), (((M)0xfff00000000000ull << 64) | 0x0ull), (((M)0xfff00000000000ull << 64) | 0x0ull), (((M)0xfff00000000000ull << 64) | 0x0ull), (((M)0xfff00000000000ull << 64) | 0x0ull), (((M)0xfff00000000000ull << 64) | 0x0ull), (((M)0xfff00000000000ull << 64) | 0x0ull)};
/* worked out from the tables */
static const int16_t map_10[10] = {0, 120, 240, 360, 480, 600, 720, 840, 960, 1080};
/* worked out from the tables */
static const uint8_t map_11[1200] = {164, 160, 156, 152, 148, 144, 140, 136, 132, 128, 168, 172, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 164, 160, 156, 152, 148, 144, 140, 136, 132, 128, 168, 172, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 164, 160, 156, 152, 148, 144, 140, 136, 132, 128, 168, 172, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 164, 160, 156, 152, 148, 144, 140, 136, 132, 128, 168, 172, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 164, 160, 156, 152, 148, 144, 140, 136, 132, 128, 168, 172, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 128, 132, 136, 140, 144, 148, 152, 156, 160, 164, 168, 172, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 128, 132, 136, 140, 144, 148, 152, 156, 160, 164, 168, 172, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 128, 132, 136, 140, 144, 148, 152, 156, 160, 164, 168, 172, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 128, 132, 136, 140, 144, 148, 152, 156, 160, 164, 168, 172, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 128, 132, 136, 140, 144, 148, 152, 156, 160, 164, 168, 172};
/* worked out from the tables */
static const int16_t map_12[120] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 120, 120, 120, 120, 120, 120, 120, 120, 120, 120, 120, 120, 240, 240, 240, 240, 240, 240, 240, 240, 240, 240, 240, 240, 360, 360, 360, 360, 360, 360, 360, 360, 360, 360, 360, 360, 480, 480, 480, 480, 480, 480, 480, 480, 480, 480, 480, 480, 600, 600, 600, 600, 600, 600, 600, 600, 600, 600, 600, 600, 720, 720, 720, 720, 720, 720, 720, 720, 720, 720, 720, 720, 840, 840, 840, 840, 840, 840, 840, 840, 840, 840, 840, 840, 960, 960, 960, 960, 960, 960, 960, 960, 960, 960, 960, 960, 1080, 1080, 1080, 1080, 1080, 1080, 1080, 1080, 1080, 1080, 1080, 1080};
/* worked out from the tables */
static const uint8_t map_13[1200] = {64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64};

static void start_match(S *s);
static void deal(S *s, const u64 *chance);
static RARE void settle(S *s);
static int settled(S *s);
static I get_next_held(S *s, I me);
static M get_playable(S *s, I me);
static void after_deal(S *s);
static inline __attribute__((always_inline)) int match_over(S *s);
static void results(S *s, I *out);
static void match_results(S *s, I *out);
static M get_playable_0(S *s, I me);
static I get_next_held_0(S *s, I me);
static inline __attribute__((always_inline)) I moves_0(S *s, L *l);
static inline __attribute__((always_inline)) void play_play_0(S *s, L *l, I k);
static inline __attribute__((always_inline)) void play_dukal_0(S *s, L *l, I k);
static inline __attribute__((always_inline)) void play_discard_0(S *s, L *l, I k);
static M get_playable_1(S *s, I me);
static I get_next_held_1(S *s, I me);
static inline __attribute__((always_inline)) I moves_1(S *s, L *l);
static inline __attribute__((always_inline)) void play_play_1(S *s, L *l, I k);
static inline __attribute__((always_inline)) void play_discard_1(S *s, L *l, I k);
static inline __attribute__((always_inline)) int settled_at_first(S *s);
static void results_and_after(S *s, I *out);

#define OBSERVE(s, when) do { } while (0)

static void start_match(S *s) {
  I dealer_1 = s->c.first_dealer;
  s->c.dealer = dealer_1;
}

static void deal(S *s, const u64 *chance) {
  s->z.stock = (((M)0xffffffffffffffull << 64) | 0xffffffffffffffffull);
  s->z.hand[0] = ((M)0x0ull);
  s->z.hand[1] = ((M)0x0ull);
  s->z.hand[2] = ((M)0x0ull);
  s->filled.hand = 0;
  s->z.table[0] = ((M)0x0ull);
  s->z.table[1] = ((M)0x0ull);
  s->z.table[2] = ((M)0x0ull);
  s->filled.table = 0;
  s->ones.table = 0;
  s->z.won[0] = ((M)0x0ull);
  s->z.won[1] = ((M)0x0ull);
  s->z.won[2] = ((M)0x0ull);
  for (I round_6 = 1, to_round_6 = 10; round_6 <= to_round_6; round_6++) {
    I last_3 = s->c.dealer;
    for (I step_2 = 1, to_step_2 = 3; step_2 <= to_step_2; step_2++) {
      I s_1 = ((last_3 == 2) ? 0 : (last_3 + 1));
      last_3 = s_1;
      M drawn_5 = draw_next(s, chance, s->z.stock, 4);
      s->z.stock = (s->z.stock & ~drawn_5);
      s->filled.hand -= s->z.hand[s_1] != 0;
      s->z.hand[s_1] = (s->z.hand[s_1] | drawn_5);
      s->filled.hand += s->z.hand[s_1] != 0;
    }
  }
  I trump_7 = ((s->c.period == 0) ? 6 : 7);
  u64 which_8 = ((((u64)has_c(s->z.hand[0], table_card_of[(110 + trump_7)]) << 0) | ((u64)has_c(s->z.hand[1], table_card_of[(110 + trump_7)]) << 1)) | ((u64)has_c(s->z.hand[2], table_card_of[(110 + trump_7)]) << 2));
  FAULT((!one_s(which_8)), 2, );
  I t_9 = low_s(which_8);
  s->c.leader = t_9;
  I trump_10 = ((s->c.period == 0) ? 6 : 7);
  u64 which_11 = ((((u64)has_c(s->z.hand[0], table_card_of[(110 + trump_10)]) << 0) | ((u64)has_c(s->z.hand[1], table_card_of[(110 + trump_10)]) << 1)) | ((u64)has_c(s->z.hand[2], table_card_of[(110 + trump_10)]) << 2));
  FAULT((!one_s(which_11)), 3, );
  I t_12 = low_s(which_11);
  s->c.turn = t_12;
  s->c.trick = 1;
  s->c.dukal_size = 0;
  I trump_13 = ((s->c.period == 0) ? 6 : 7);
  u64 which_14 = ((((u64)has_c(s->z.hand[0], table_card_of[(110 + trump_13)]) << 0) | ((u64)has_c(s->z.hand[1], table_card_of[(110 + trump_13)]) << 1)) | ((u64)has_c(s->z.hand[2], table_card_of[(110 + trump_13)]) << 2));
  FAULT((!one_s(which_14)), 4, );
  I t_15 = low_s(which_14);
  s->c.opener = t_15;
  s->c.dukals = 0;
}

/* what happens by itself */
static RARE void settle(S *s) {
  u64 fired_1 = 0x0ull;
  for (;;) {
    if ((s->c.dukal_size == 0)) {
      /* trick (G17, G18) */
      int t_2 = (s->filled.table != 3);
      if ((!t_2)) {
        FAULT((int)(fired_1 >> 0 & 1), 5, );
        if ((int)(fired_1 >> 0 & 1)) {
          return;
        }
        fired_1 = (fired_1 | 0x1ull);
        M best_3 = ((s->z.table[0] | s->z.table[1]) | s->z.table[2]);
        M v_14 = ((M)0x0ull);
        if ((best_3 != 0)) {
          M among_4 = s->z.table[s->c.leader];
          FAULT((!one_c(among_4)), 6, );
          I t_5 = low_c(among_4);
          I led_6 = table_suit[t_5];
          I trump_7 = ((s->c.period == 0) ? 6 : 7);
          M those_8 = (best_3 & eq_suit_0_9[trump_7]);
          M best_9 = either_c(those_8, best_3);
          M those_10 = (best_9 & eq_suit_0_9[led_6]);
          M best_11 = either_c(those_10, best_9);
          M kept_12 = unbeaten_c(below_4, best_11, 3);
          v_14 = kept_12;
        } else {
          v_14 = ((M)0x0ull);
        }
        FAULT((!one_c(v_14)), 7, );
        I t_15 = low_c(v_14);
        u64 which_16 = ((((u64)has_c(s->z.table[0], t_15) << 0) | ((u64)has_c(s->z.table[1], t_15) << 1)) | ((u64)has_c(s->z.table[2], t_15) << 2));
        FAULT((!one_s(which_16)), 8, );
        I t_17 = low_s(which_16);
        M moved_19 = ((s->z.table[0] | s->z.table[1]) | s->z.table[2]);
        s->z.table[0] = ((M)0x0ull);
        s->z.table[1] = ((M)0x0ull);
        s->z.table[2] = ((M)0x0ull);
        s->filled.table = 0;
        s->ones.table = 0;
        s->z.won[t_17] = (s->z.won[t_17] | moved_19);
        s->c.leader = t_17;
        s->c.turn = t_17;
        I value_20 = (s->c.trick + 1);
        I fit_21 = value_20;
        FAULT((!((1 <= fit_21) && (fit_21 <= 41))), 9, fit_21 = 1);
        s->c.trick = fit_21;
        HIT(0);
        OBSERVE(s, 1);
        continue;
      }
    }
    if ((0 < s->c.dukal_size)) {
      /* Dukal (G22, G24, G26) */
      int t_22 = (s->filled.table != 3);
      if ((!t_22)) {
        FAULT((int)(fired_1 >> 1 & 1), 10, );
        if ((int)(fired_1 >> 1 & 1)) {
          return;
        }
        fired_1 = (fired_1 | 0x2ull);
        I zone_23 = s->c.leader;
        M moved_24 = ((s->z.table[0] | s->z.table[1]) | s->z.table[2]);
        s->z.table[0] = ((M)0x0ull);
        s->z.table[1] = ((M)0x0ull);
        s->z.table[2] = ((M)0x0ull);
        s->filled.table = 0;
        s->ones.table = 0;
        s->z.won[zone_23] = (s->z.won[zone_23] | moved_24);
        I value_25 = s->c.leader;
        s->c.turn = value_25;
        I value_26 = (s->c.trick + 1);
        I fit_27 = value_26;
        FAULT((!((1 <= fit_27) && (fit_27 <= 41))), 11, fit_27 = 1);
        s->c.trick = fit_27;
        s->c.dukal_size = 0;
        I value_28 = (s->c.dukals + 1);
        I fit_29 = value_28;
        FAULT((!((0 <= fit_29) && (fit_29 <= 40))), 12, fit_29 = 0);
        s->c.dukals = fit_29;
        HIT(1);
        OBSERVE(s, 1);
        continue;
      }
    }
    int at_lead_30 = (!(s->filled.table != 0));
    if (at_lead_30) {
      /* hands empty (G27) */
      int t_31 = (s->filled.hand == 0);
      if (t_31) {
        FAULT((int)(fired_1 >> 2 & 1), 13, );
        if ((int)(fired_1 >> 2 & 1)) {
          return;
        }
        fired_1 = (fired_1 | 0x4ull);
        s->over = 1;
        HIT(2);
        OBSERVE(s, 1);
        return;
      }
    }
    break;
  }
}

static int settled(S *s) {
  int v_2 = 0;
  if ((s->c.dukal_size == 0)) {
    int t_1 = (s->filled.table != 3);
    v_2 = (!t_1);
  } else {
    v_2 = 0;
  }
  int v_5 = 0;
  if (v_2) {
    v_5 = 1;
  } else {
    int v_4 = 0;
    if ((0 < s->c.dukal_size)) {
      int t_3 = (s->filled.table != 3);
      v_4 = (!t_3);
    } else {
      v_4 = 0;
    }
    v_5 = v_4;
  }
  int v_9 = 0;
  if (v_5) {
    v_9 = 1;
  } else {
    int at_lead_6 = (!(s->filled.table != 0));
    int v_8 = 0;
    if (at_lead_6) {
      int t_7 = (s->filled.hand == 0);
      v_8 = t_7;
    } else {
      v_8 = 0;
    }
    v_9 = v_8;
  }
  return (is_over(s) || (!v_9));
}

/* next_held (G13, G14) */
static I get_next_held(S *s, I me) {
  FAULT((!(int)(s->ones.table >> s->c.leader & 1)), 6, );
  I t_2 = s->lone.table[s->c.leader];
  I led_3 = table_suit[t_2];
  M there_28 = s->z.hand[me];
  u64 part_29 = (0x3ffull & blocks_c(there_28, (((M)0x80080080080080ull << 64) | 0x800800800800800ull), (((M)0x7ff7ff7ff7ff7full << 64) | 0xf7ff7ff7ff7ff7ffull)));
  u64 v_38 = 0x0ull;
  if ((part_29 != 0)) {
    u64 yes_30 = (-(u64)s->c.void_skips_trump & part_29);
    u64 v_37 = 0x0ull;
    if ((yes_30 != 0)) {
      I trump_31 = ((s->c.period == 0) ? 6 : 7);
      u64 yes_32 = (yes_30 & ~(yes_30 & bit_s(trump_31)));
      u64 part_33 = (yes_30 & ~yes_32);
      u64 v_36 = 0x0ull;
      if ((part_33 != 0)) {
        int t_35 = ((there_28 & eq_suit_0_9[trump_31]) == there_28);
        v_36 = (-(u64)t_35 & part_33);
      } else {
        v_36 = 0x0ull;
      }
      v_37 = (yes_32 | v_36);
    } else {
      v_37 = 0x0ull;
    }
    v_38 = ((part_29 & ~yes_30) | v_37);
  } else {
    v_38 = 0x0ull;
  }
  u64 later_39 = (v_38 & ~upto_s(led_3));
  I first_18 = ((v_38 != 0) ? low_s(either_s(later_39, v_38)) : -1);
  FAULT((!(0 <= first_18)), 14, first_18 = 0);
  return first_18;
}

/* playable */
static M get_playable(S *s, I me) {
  /* the trump Raja opens (G9, G20) */
  int v_2 = 0;
  if ((s->c.trick == 1)) {
    int at_lead_1 = (!(s->filled.table != 0));
    v_2 = at_lead_1;
  } else {
    v_2 = 0;
  }
  if (v_2) {
    I trump_3 = ((s->c.period == 0) ? 6 : 7);
    M cards_4 = BIT(table_card_of[(110 + trump_3)]);
    HIT(3);
    return cards_4;
  }
  /* on the lead (G19) */
  int at_lead_5 = (!(s->filled.table != 0));
  if (at_lead_5) {
    M cards_6 = s->z.hand[me];
    if ((cards_6 != 0)) {
      HIT(4);
      return cards_6;
    }
  }
  /* follow suit (G12) */
  M those_7 = s->z.hand[me];
  FAULT(((!(int)(s->ones.table >> s->c.leader & 1)) && (those_7 != 0)), 6, );
  I t_9 = s->lone.table[s->c.leader];
  M t_12 = (those_7 & map_9[t_9]);
  if ((t_12 != 0)) {
    HIT(5);
    return t_12;
  }
  /* void (G13, G14) */
  I trump_14 = ((s->c.period == 0) ? 6 : 7);
  M yes_15 = (those_7 & eq_suit_0_9[trump_14]);
  M part_16 = (those_7 & ~yes_15);
  M v_19 = ((M)0x0ull);
  if ((part_16 != 0)) {
    I next_held_17 = get_next_held(s, me);
    I v_18 = next_held_17;
    v_19 = (part_16 & eq_suit_0_9[v_18]);
  } else {
    v_19 = ((M)0x0ull);
  }
  M t_20 = (yes_15 | v_19);
  if ((t_20 != 0)) {
    HIT(6);
    return t_20;
  }
  return ((M)0x0ull);
}

/* the score is kept */
static void after_deal(S *s) {
}

/* whether the match is over */
static inline __attribute__((always_inline)) int match_over(S *s) {
  return 1;
}

/* the numbers of a result */
static void results(S *s, I *out) {
  /* captured */
  I captured_1 = pop_c(s->z.won[0]);
  out[0] = (I)captured_1;
  I captured_2 = pop_c(s->z.won[1]);
  out[1] = (I)captured_2;
  I captured_3 = pop_c(s->z.won[2]);
  out[2] = (I)captured_3;
  /* winners */
  I top_4 = -1099511627776ll;
  u64 kept_5 = 0x0ull;
  for (I s_6 = 0; s_6 < 3; s_6++) {
    I captured_7 = pop_c(s->z.won[s_6]);
    kept_5 = ((-(u64)(!(top_4 < captured_7)) & kept_5) | ((u64)(top_4 <= captured_7) << s_6));
    top_4 = max_(top_4, captured_7);
  }
  out[3] = (I)kept_5;
}

/* the numbers of a result */
static void match_results(S *s, I *out) {
  /* captured */
  I captured_1 = pop_c(s->z.won[0]);
  out[0] = (I)captured_1;
  I captured_2 = pop_c(s->z.won[1]);
  out[1] = (I)captured_2;
  I captured_3 = pop_c(s->z.won[2]);
  out[2] = (I)captured_3;
  /* winners */
  I top_4 = -1099511627776ll;
  u64 kept_5 = 0x0ull;
  for (I s_6 = 0; s_6 < 3; s_6++) {
    I captured_7 = pop_c(s->z.won[s_6]);
    kept_5 = ((-(u64)(!(top_4 < captured_7)) & kept_5) | ((u64)(top_4 <= captured_7) << s_6));
    top_4 = max_(top_4, captured_7);
  }
  out[3] = (I)kept_5;
}

/* playable */
static M get_playable_0(S *s, I me) {
  /* the trump Raja opens (G9, G20) */
  int v_2 = 0;
  if ((s->c.trick == 1)) {
    v_2 = 1;
  } else {
    v_2 = 0;
  }
  if (v_2) {
    I trump_3 = ((s->c.period == 0) ? 6 : 7);
    M cards_4 = BIT(table_card_of[(110 + trump_3)]);
    HIT(3);
    return cards_4;
  }
  /* on the lead (G19) */
  M cards_6 = s->z.hand[me];
  if ((cards_6 != 0)) {
    HIT(4);
    return cards_6;
  }
  /* follow suit (G12) */
  /* void (G13, G14) */
  return ((M)0x0ull);
}

/* next_held (G13, G14) */
static I get_next_held_0(S *s, I me) {
  FAULT(1, 6, );
  I t_2 = low_c(((M)0x0ull));
  I led_3 = table_suit[t_2];
  M there_28 = s->z.hand[me];
  u64 part_29 = (0x3ffull & blocks_c(there_28, (((M)0x80080080080080ull << 64) | 0x800800800800800ull), (((M)0x7ff7ff7ff7ff7full << 64) | 0xf7ff7ff7ff7ff7ffull)));
  u64 v_38 = 0x0ull;
  if ((part_29 != 0)) {
    u64 yes_30 = (-(u64)s->c.void_skips_trump & part_29);
    u64 v_37 = 0x0ull;
    if ((yes_30 != 0)) {
      I trump_31 = ((s->c.period == 0) ? 6 : 7);
      u64 yes_32 = (yes_30 & ~(yes_30 & bit_s(trump_31)));
      u64 part_33 = (yes_30 & ~yes_32);
      u64 v_36 = 0x0ull;
      if ((part_33 != 0)) {
        int t_35 = ((there_28 & eq_suit_0_9[trump_31]) == there_28);
        v_36 = (-(u64)t_35 & part_33);
      } else {
        v_36 = 0x0ull;
      }
      v_37 = (yes_32 | v_36);
    } else {
      v_37 = 0x0ull;
    }
    v_38 = ((part_29 & ~yes_30) | v_37);
  } else {
    v_38 = 0x0ull;
  }
  u64 later_39 = (v_38 & ~upto_s(led_3));
  I first_18 = ((v_38 != 0) ? low_s(either_s(later_39, v_38)) : -1);
  FAULT((!(0 <= first_18)), 14, first_18 = 0);
  return first_18;
}

/* the legal moves, counted */
static inline __attribute__((always_inline)) I moves_0(S *s, L *l) {
  I me = s->c.turn;
  I total_1 = 0;
  /* play (G11) */
  if ((s->c.dukal_size == 0)) {
    M playable_2 = get_playable_0(s, me);
    I ways_3 = pop_c(playable_2);
    l->count[0] = (u64)ways_3;
    l->kept[0] = playable_2;
    total_1 = ways_3;
  } else {
    l->count[0] = (u64)0;
  }
  /* dukal (G19) */
  if ((1 < s->c.trick)) {
    M x_5 = s->z.hand[me];
    u64 found_6 = ((0x3ffull & gather_c(x_5, (((M)0x40040040040040ull << 64) | 0x400400400400400ull))) & gather_c(x_5, (((M)0x80080080080080ull << 64) | 0x800800800800800ull)));
    I number_8 = 0;
    for (u64 left_s_9 = found_6; left_s_9 != 0; left_s_9 &= left_s_9 - 1) {
      I s_9 = next_s(left_s_9);
      I number_10 = 0;
      u64 found_13 = (0xfffull & field_c(x_5, map_6[s_9], 12));
      for (I low_11 = 0; low_11 < 10; low_11++) {
        I x_15 = (low_11 + 2);
        u64 part_16 = (0x3ffull & ~upto_s((x_15 - 1)));
        u64 v_18 = 0x0ull;
        if ((part_16 != 0)) {
          u64 part_17 = (-(u64)(!((map_5[s_9] & ~s->z.hand[me]) != 0)) & part_16);
          v_18 = ((part_17 != 0) ? (part_17 & under_s(((~found_13) & ~upto_s((low_11 - 1))))) : 0x0ull);
        } else {
          v_18 = 0x0ull;
        }
        number_10 = (number_10 + pop_s(v_18));
      }
      number_8 = (number_8 + number_10);
    }
    l->count[1] = (u64)number_8;
    total_1 = (total_1 + number_8);
  } else {
    l->count[1] = (u64)0;
  }
  /* discard (G23) */
  if ((0 < s->c.dukal_size)) {
    M cards_19 = s->z.hand[me];
    I size_20 = s->c.dukal_size;
    FAULT((!((1 <= size_20) && (size_20 <= pop_c(cards_19)))), 15, );
    I ways_21 = ways_c(cards_19, size_20);
    l->count[2] = (u64)ways_21;
    total_1 = (total_1 + ways_21);
  } else {
    l->count[2] = (u64)0;
  }
  return total_1;
}

/* play (G11) */
static inline __attribute__((always_inline)) void play_play_0(S *s, L *l, I k) {
  I me = s->c.turn;
  I rank_1 = k;
  M one_3 = kth_c(l->kept[0], rank_1);
  FAULT(((one_3 & ~s->z.hand[me]) != 0), 16, );
  s->z.hand[me] = (s->z.hand[me] & ~one_3);
  s->filled.hand -= s->z.hand[me] == 0;
  s->z.table[me] = one_3;
  s->filled.table++;
  s->ones.table |= 1u << me;
  s->lone.table[me] = low_c(one_3);
  I value_6 = after(me, 3);
  s->c.turn = value_6;
}

/* dukal (G19) */
static inline __attribute__((always_inline)) void play_dukal_0(S *s, L *l, I k) {
  I me = s->c.turn;
  I rank_1 = k;
  M x_2 = s->z.hand[me];
  u64 found_3 = ((0x3ffull & gather_c(x_2, (((M)0x40040040040040ull << 64) | 0x400400400400400ull))) & gather_c(x_2, (((M)0x80080080080080ull << 64) | 0x800800800800800ull)));
  for (u64 left_s_5 = found_3; left_s_5 != 0; left_s_5 &= left_s_5 - 1) {
    I s_5 = next_s(left_s_5);
    M x_7 = s->z.hand[me];
    u64 found_8 = (0xfffull & field_c(x_7, map_6[s_5], 12));
    for (I low_6 = 0; low_6 < 10; low_6++) {
      I x_10 = (low_6 + 2);
      u64 part_11 = (0x3ffull & ~upto_s((x_10 - 1)));
      u64 v_13 = 0x0ull;
      if ((part_11 != 0)) {
        u64 part_12 = (-(u64)(!((map_5[s_5] & ~s->z.hand[me]) != 0)) & part_11);
        v_13 = ((part_12 != 0) ? (part_12 & under_s(((~found_8) & ~upto_s((low_6 - 1))))) : 0x0ull);
      } else {
        v_13 = 0x0ull;
      }
      if ((rank_1 < pop_s(v_13))) {
        I high_14 = nth_s(v_13, rank_1);
        M sum_15 = ((M)0x0ull);
        for (I a_rank_16 = low_6, to_a_rank_16 = high_14; a_rank_16 <= to_a_rank_16; a_rank_16++) {
          sum_15 = (sum_15 | table_cards_of[((a_rank_16 * 10) + s_5)]);
        }
        M run_17 = (map_5[s_5] | sum_15);
        FAULT(((run_17 & ~s->z.hand[me]) != 0), 17, );
        s->filled.hand -= s->z.hand[me] != 0;
        s->z.hand[me] = (s->z.hand[me] & ~run_17);
        s->filled.hand += s->z.hand[me] != 0;
        s->filled.table -= s->z.table[me] != 0;
        s->z.table[me] = (s->z.table[me] | run_17);
        s->filled.table += s->z.table[me] != 0;
        s->ones.table = (s->ones.table & ~(1u << me)) | (u32)one_c(s->z.table[me]) << me;
        s->lone.table[me] = low_c(s->z.table[me]);
        I value_20 = pop_c(run_17);
        I fit_21 = value_20;
        FAULT((!((0 <= fit_21) && (fit_21 <= 12))), 18, fit_21 = 0);
        s->c.dukal_size = fit_21;
        I value_22 = after(me, 3);
        s->c.turn = value_22;
        return;
      }
      rank_1 = (rank_1 - pop_s(v_13));
    }
  }
}

/* discard (G23) */
static inline __attribute__((always_inline)) void play_discard_0(S *s, L *l, I k) {
  I me = s->c.turn;
  I rank_1 = k;
  M cards_2 = s->z.hand[me];
  I size_3 = s->c.dukal_size;
  FAULT((!((1 <= size_3) && (size_3 <= pop_c(cards_2)))), 15, );
  I ways_4 = ways_c(cards_2, size_3);
  if ((rank_1 < ways_4)) {
    M cards_5 = subset_c(cards_2, size_3, rank_1);
    s->filled.hand -= s->z.hand[me] != 0;
    s->z.hand[me] = (s->z.hand[me] & ~cards_5);
    s->filled.hand += s->z.hand[me] != 0;
    s->z.table[me] = cards_5;
    s->filled.table += s->z.table[me] != 0;
    s->ones.table |= (u32)one_c(s->z.table[me]) << me;
    s->lone.table[me] = low_c(s->z.table[me]);
    I value_8 = after(me, 3);
    s->c.turn = value_8;
    return;
  }
  rank_1 = (rank_1 - ways_4);
}

/* playable */
static M get_playable_1(S *s, I me) {
  /* the trump Raja opens (G9, G20) */
  /* on the lead (G19) */
  /* follow suit (G12) */
  M those_7 = s->z.hand[me];
  FAULT(((!(int)(s->ones.table >> s->c.leader & 1)) && (those_7 != 0)), 6, );
  I t_9 = s->lone.table[s->c.leader];
  M t_12 = (those_7 & map_9[t_9]);
  if ((t_12 != 0)) {
    HIT(5);
    return t_12;
  }
  /* void (G13, G14) */
  I trump_14 = ((s->c.period == 0) ? 6 : 7);
  M yes_15 = (those_7 & eq_suit_0_9[trump_14]);
  M part_16 = (those_7 & ~yes_15);
  M v_19 = ((M)0x0ull);
  if ((part_16 != 0)) {
    I next_held_17 = get_next_held_1(s, me);
    v_19 = (part_16 & eq_suit_0_9[next_held_17]);
  } else {
    v_19 = ((M)0x0ull);
  }
  M t_20 = (yes_15 | v_19);
  if ((t_20 != 0)) {
    HIT(6);
    return t_20;
  }
  return ((M)0x0ull);
}

/* next_held (G13, G14) */
static I get_next_held_1(S *s, I me) {
  FAULT((!(int)(s->ones.table >> s->c.leader & 1)), 6, );
  I t_2 = s->lone.table[s->c.leader];
  I led_3 = table_suit[t_2];
  M there_28 = s->z.hand[me];
  u64 part_29 = (0x3ffull & blocks_c(there_28, (((M)0x80080080080080ull << 64) | 0x800800800800800ull), (((M)0x7ff7ff7ff7ff7full << 64) | 0xf7ff7ff7ff7ff7ffull)));
  u64 v_38 = 0x0ull;
  if ((part_29 != 0)) {
    u64 yes_30 = (-(u64)s->c.void_skips_trump & part_29);
    u64 v_37 = 0x0ull;
    if ((yes_30 != 0)) {
      I trump_31 = ((s->c.period == 0) ? 6 : 7);
      u64 yes_32 = (yes_30 & ~(yes_30 & bit_s(trump_31)));
      u64 part_33 = (yes_30 & ~yes_32);
      u64 v_36 = 0x0ull;
      if ((part_33 != 0)) {
        int t_35 = ((there_28 & eq_suit_0_9[trump_31]) == there_28);
        v_36 = (-(u64)t_35 & part_33);
      } else {
        v_36 = 0x0ull;
      }
      v_37 = (yes_32 | v_36);
    } else {
      v_37 = 0x0ull;
    }
    v_38 = ((part_29 & ~yes_30) | v_37);
  } else {
    v_38 = 0x0ull;
  }
  u64 later_39 = (v_38 & ~upto_s(led_3));
  I first_18 = ((v_38 != 0) ? low_s(either_s(later_39, v_38)) : -1);
  FAULT((!(0 <= first_18)), 14, first_18 = 0);
  return first_18;
}

/* the legal moves, counted */
static inline __attribute__((always_inline)) I moves_1(S *s, L *l) {
  I me = s->c.turn;
  I total_1 = 0;
  /* play (G11) */
  if ((s->c.dukal_size == 0)) {
    M playable_2 = get_playable_1(s, me);
    I ways_3 = pop_c(playable_2);
    l->count[0] = (u64)ways_3;
    l->kept[0] = playable_2;
    total_1 = ways_3;
  } else {
    l->count[0] = (u64)0;
  }
  /* dukal (G19) */
  l->count[1] = (u64)0;
  /* discard (G23) */
  if ((0 < s->c.dukal_size)) {
    M cards_19 = s->z.hand[me];
    I size_20 = s->c.dukal_size;
    FAULT((!((1 <= size_20) && (size_20 <= pop_c(cards_19)))), 15, );
    I ways_21 = ways_c(cards_19, size_20);
    l->count[2] = (u64)ways_21;
    total_1 = (total_1 + ways_21);
  } else {
    l->count[2] = (u64)0;
  }
  return total_1;
}

/* play (G11) */
static inline __attribute__((always_inline)) void play_play_1(S *s, L *l, I k) {
  I me = s->c.turn;
  I rank_1 = k;
  M one_3 = kth_c(l->kept[0], rank_1);
  s->z.hand[me] = (s->z.hand[me] & ~one_3);
  s->filled.hand -= s->z.hand[me] == 0;
  if (__builtin_expect(s->z.table[me] == 0, 1)) {
    s->filled.table++;
    s->ones.table |= 1u << me;
    s->lone.table[me] = low_c(one_3);
    s->z.table[me] = one_3;
  } else {
    s->ones.table = (s->ones.table & ~(1u << me)) | (u32)(s->z.table[me] == one_3) << me;
    s->z.table[me] = (s->z.table[me] | one_3);
  }
  I value_6 = after(me, 3);
  s->c.turn = value_6;
}

/* discard (G23) */
static inline __attribute__((always_inline)) void play_discard_1(S *s, L *l, I k) {
  I me = s->c.turn;
  I rank_1 = k;
  M cards_2 = s->z.hand[me];
  I size_3 = s->c.dukal_size;
  FAULT((!((1 <= size_3) && (size_3 <= pop_c(cards_2)))), 15, );
  I ways_4 = ways_c(cards_2, size_3);
  if ((rank_1 < ways_4)) {
    M cards_5 = subset_c(cards_2, size_3, rank_1);
    s->filled.hand -= s->z.hand[me] != 0;
    s->z.hand[me] = (s->z.hand[me] & ~cards_5);
    s->filled.hand += s->z.hand[me] != 0;
    s->filled.table -= s->z.table[me] != 0;
    s->z.table[me] = (s->z.table[me] | cards_5);
    s->filled.table += s->z.table[me] != 0;
    s->ones.table = (s->ones.table & ~(1u << me)) | (u32)one_c(s->z.table[me]) << me;
    s->lone.table[me] = low_c(s->z.table[me]);
    I value_8 = after(me, 3);
    s->c.turn = value_8;
    return;
  }
  rank_1 = (rank_1 - ways_4);
}

static inline __attribute__((always_inline)) int settled_at_first(S *s) {
  int t_7 = (s->filled.hand == 0);
  return (is_over(s) || (!t_7));
}

/* the score is kept */
static void results_and_after(S *s, I *out) {
  /* captured */
  {
    I captured_1 = pop_c(s->z.won[0]);
    out[0] = (I)captured_1;
  }
  {
    I captured_2 = pop_c(s->z.won[1]);
    out[1] = (I)captured_2;
  }
  {
    I captured_3 = pop_c(s->z.won[2]);
    out[2] = (I)captured_3;
  }
  /* winners */
  I top_4 = -1099511627776ll;
  u64 kept_5 = 0x0ull;
  for (I s_6 = 0; s_6 < 3; s_6++) {
    I captured_7 = pop_c(s->z.won[s_6]);
    kept_5 = ((-(u64)(!(top_4 < captured_7)) & kept_5) | ((u64)(top_4 <= captured_7) << s_6));
    top_4 = max_(top_4, captured_7);
  }
  out[3] = (I)kept_5;
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
  return 2;
}

/* The rule that number *k of the legal moves falls to; *k is then the number of the move
   among those of the rule. */
static inline __attribute__((always_inline)) int whose_1(const L *l, u64 *k) {
  if (*k < l->count[0]) return 0;
  *k -= l->count[0];
  return 2;
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
  if ((s->filled.table != 0)) goto next_1;

next_0:
  if (__builtin_expect(s->fault, 0)) goto done;
  DECIDE(moves_0(s, l));
  switch (STATS && weights ? weighed(l, &k) : whose_0(l, &k)) {
    case 0:
      play_play_0(s, l, (I)k);
      made(s, 0, stats, seen);
      goto settle_1;
    case 1:
      play_dukal_0(s, l, (I)k);
      made(s, 1, stats, seen);
      goto settle_2;
    case 2:
      play_discard_0(s, l, (I)k);
      made(s, 2, stats, seen);
      goto settle_2;
  }
  s->fault = TOO_MANY;   /* no such move */
  goto done;

next_1:
  if (__builtin_expect(s->fault, 0)) goto done;
  DECIDE(moves_1(s, l));
  switch (STATS && weights ? weighed(l, &k) : whose_1(l, &k)) {
    case 0:
      play_play_1(s, l, (I)k);
      made(s, 0, stats, seen);
      goto settle_1;
    case 2:
      play_discard_1(s, l, (I)k);
      made(s, 2, stats, seen);
      goto settle_1;
  }
  s->fault = TOO_MANY;   /* no such move */
  goto done;

  /* trick (G17, G18) */
  event_trick: {
    FAULT((!(int)(s->ones.table >> s->c.leader & 1)), 6, );
    I t_3 = s->lone.table[s->c.leader];
    I trump_5 = ((s->c.period == 0) ? 6 : 7);
    /* who has laid the best card: where each has laid one, by what they rank */
    I t_15_row_0 = map_10[trump_5];
    I t_15_row_1 = map_12[t_3];
    I t_15_rank_0 = (map_13[(t_15_row_1 + s->lone.table[0])] + map_11[(t_15_row_0 + s->lone.table[0])]);
    I t_15_rank_1 = (map_13[(t_15_row_1 + s->lone.table[1])] + (map_11[(t_15_row_0 + s->lone.table[1])] + 1));
    I t_15_rank_2 = (map_13[(t_15_row_1 + s->lone.table[2])] + (map_11[(t_15_row_0 + s->lone.table[2])] + 2));
    I t_15_top = max_(max_(t_15_rank_0, t_15_rank_1), t_15_rank_2);
    I t_15 = 0;
    if ((s->ones.table == 7)) {
      t_15 = (t_15_top & 3);
    } else {
      M best_1 = ((s->z.table[0] | s->z.table[1]) | s->z.table[2]);
      M those_6 = (best_1 & eq_suit_0_9[trump_5]);
      M best_7 = either_c(those_6, best_1);
      M those_8 = (best_7 & map_9[t_3]);
      M best_9 = either_c(those_8, best_7);
      M kept_10 = unbeaten_c(below_4, best_9, 3);
      FAULT((!one_c(kept_10)), 7, );
      I t_13 = low_c(kept_10);
      u64 which_14 = ((((u64)has_c(s->z.table[0], t_13) << 0) | ((u64)has_c(s->z.table[1], t_13) << 1)) | ((u64)has_c(s->z.table[2], t_13) << 2));
      FAULT((!one_s(which_14)), 8, );
      t_15 = low_s(which_14);
    }
    I zone_16 = t_15;
    M moved_17 = ((s->z.table[0] | s->z.table[1]) | s->z.table[2]);
    s->z.table[0] = ((M)0x0ull);
    s->z.table[1] = ((M)0x0ull);
    s->z.table[2] = ((M)0x0ull);
    s->filled.table = 0;
    s->ones.table = 0;
    s->z.won[zone_16] = (s->z.won[zone_16] | moved_17);
    s->c.leader = t_15;
    s->c.turn = t_15;
    I value_18 = (s->c.trick + 1);
    I fit_19 = value_18;
    FAULT((!((1 <= fit_19) && (fit_19 <= 41))), 9, fit_19 = 1);
    s->c.trick = fit_19;
    HIT(0);
    OBSERVE(s, 1);
    u64 fired_20 = (fired | 0x1ull);
    /* trick (G17, G18) */
    /* hands empty (G27) */
    int t_24 = (s->filled.hand == 0);
    if (t_24) {
      FAULT((int)(fired_20 >> 2 & 1), 13, );
      if ((!(int)(fired_20 >> 2 & 1))) {
        fired = fired_20;
        goto event_hands_empty;
      }
      goto next_0;
    }
    goto next_0;
  }

  /* Dukal (G22, G24, G26) */
  event_Dukal: {
    I zone_1 = s->c.leader;
    M moved_2 = ((s->z.table[0] | s->z.table[1]) | s->z.table[2]);
    s->z.table[0] = ((M)0x0ull);
    s->z.table[1] = ((M)0x0ull);
    s->z.table[2] = ((M)0x0ull);
    s->filled.table = 0;
    s->ones.table = 0;
    s->z.won[zone_1] = (s->z.won[zone_1] | moved_2);
    I value_3 = s->c.leader;
    s->c.turn = value_3;
    I value_4 = (s->c.trick + 1);
    I fit_5 = value_4;
    FAULT((!((1 <= fit_5) && (fit_5 <= 41))), 11, fit_5 = 1);
    s->c.trick = fit_5;
    s->c.dukal_size = 0;
    I value_6 = (s->c.dukals + 1);
    I fit_7 = value_6;
    FAULT((!((0 <= fit_7) && (fit_7 <= 40))), 12, fit_7 = 0);
    s->c.dukals = fit_7;
    HIT(1);
    OBSERVE(s, 1);
    u64 fired_8 = (fired | 0x2ull);
    /* trick (G17, G18) */
    /* hands empty (G27) */
    int t_12 = (s->filled.hand == 0);
    if (t_12) {
      FAULT((int)(fired_8 >> 2 & 1), 13, );
      if ((!(int)(fired_8 >> 2 & 1))) {
        fired = fired_8;
        goto event_hands_empty;
      }
      goto next_0;
    }
    goto next_0;
  }

  /* hands empty (G27) */
  event_hands_empty: {
    s->over = 1;
    HIT(2);
    OBSERVE(s, 1);
    goto done;
  }

  settle_1: {
    if ((s->c.dukal_size == 0)) {
      /* trick (G17, G18) */
      int t_1 = (s->filled.table != 3);
      if ((!t_1)) {
        fired = 0x0ull;
        goto event_trick;
      }
    }
    if ((0 < s->c.dukal_size)) {
      /* Dukal (G22, G24, G26) */
      int t_2 = (s->filled.table != 3);
      if ((!t_2)) {
        fired = 0x0ull;
        goto event_Dukal;
      }
    }
    goto next_1;
  }

  settle_2: {
    if ((s->c.dukal_size == 0)) {
      /* trick (G17, G18) */
      int t_1 = (s->filled.table != 3);
      if ((!t_1)) {
        fired = 0x0ull;
        goto event_trick;
      }
    }
    if ((0 < s->c.dukal_size)) {
      /* Dukal (G22, G24, G26) */
      int t_2 = (s->filled.table != 3);
      if ((!t_2)) {
        fired = 0x0ull;
        goto event_Dukal;
      }
    }
    int at_lead_3 = (!(s->filled.table != 0));
    if (at_lead_3) {
      /* hands empty (G27) */
      int t_4 = (s->filled.hand == 0);
      if (t_4) {
        fired = 0x0ull;
        goto event_hands_empty;
      }
    }
    goto which;
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
