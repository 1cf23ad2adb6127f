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
