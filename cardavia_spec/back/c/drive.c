/* ---- play: the same loop as every other engine's */

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

/* How much the legal moves weigh in all; where none weighs anything, each weighs one. */
static u64 weigh(L *l, const u64 *weights) {
  u64 total = 0;
  for (int i = 0; i < MOVES; i++) total += l->count[i] * weights[i];
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

/* Count the numbers of a result, slot by slot, and what they say of the two seats. */
static void count_results(const I *out, int first, int slots, u64 *stats, int opener, int dealer) {
  for (int i = 0; i < slots; i++) {
    const Bin *b = &bins[first + i];
    I v = out[i];
    if (v == ABSENT) continue;
    stats[b->at + (v == NONE ? b->size : (b->sized ? pop_s((u64)v) : v - b->low) / b->width)]++;
    u64 *role = stats + ROLES_AT + 3 * (first + i);
    if (v == NONE || b->role == 0) continue;
    role[0]++;
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

/* Play one deal; the state's match cells are as they should be.  Return who moves first. */
static inline __attribute__((always_inline)) int play_deal(
    S *s, u64 *stream, Tally *t, const u64 *weights, u64 *stats, u64 *seen) {
  u64 hash = t->hash, moved = 0, most = STATS && t->most ? t->most : LONGEST;
  L legal, *l = &legal;
  (void)weights;
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
  for (;;) {
    COUNT_HITS();
#if STATS
    if (t->log && t->deals == t->log_deal && moved < t->log_room) t->log[moved] = fold_state(s, 0);
#endif
    if (s->over | s->fault) break;
    u64 total = (u64)moves(s, l);
    int wrong = SUBSETS ? total - 1 >= MOST_MOVES : total == 0;
    if (__builtin_expect(wrong, 0) || __builtin_expect(moved == most, 0)) {
      s->fault = moved == most ? TOO_LONG : total == 0 ? NO_MOVE : TOO_MANY;
      break;
    }
    COUNT_HITS();
#if STATS
    if (weights) total = weigh(l, weights);
#endif
    u64 k = below(stream, total);
    hash = fold(hash, (total << 32) + k);
    COUNT_MOVES(moved + 1);
    int rule = STATS && weights ? weighed(l, &k) : whose(l, &k);
    play(s, l, rule, k, stats, seen);
    moved++;
  }
  t->hash = hash;
  t->moves += moved;
  if (moved > t->longest) t->longest = moved;
  if (s->fault) {
    t->fault = (u64)s->fault;
    t->fault_deal = t->deals;
    t->fault_move = moved;
  }
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
      if (out || stats) {
        results(s, given);
        if (out) { memcpy(out, given, RESULTS * sizeof *out); out += RESULTS; }
      }
      after_deal(s);
      OBSERVE(s, 3);
      t->hash = fold_state(s, t->hash);
      t->deals++;
      int over = match_over(s);
      if (s->fault) {
        t->fault = (u64)s->fault;
        t->fault_deal = t->deals - 1;
        return 1;
      }
      if (ends) *ends++ = (uint8_t)over;
      t->matches += (u64)over;
      if (over) OBSERVE(s, 4);
      (void)opener; (void)dealer;
#if STATS
      if (stats) {
        count_results(given, 0, RESULTS, stats, opener, dealer);
        count_hits(s, stats, seen);
        for (int w = 0; w < HIT_WORDS; w++)
          for (u64 m = seen[w]; m; m &= m - 1) stats[DEALS_AT + 64 * w + __builtin_ctzll(m)]++;
        if (over) {
          match_results(s, given);
          count_results(given, RESULTS, MATCH_RESULTS, stats, opener, dealer);
        }
        forget_hits(s);
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
    int failed = play_lot(own, lot, size, options, &one, weights, out, ends, STATS ? stats : 0,
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
