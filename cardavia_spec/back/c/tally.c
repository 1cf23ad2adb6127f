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
