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
