/* ---- play: the same loop as every other engine's */

enum { LONGEST = 100000 };

static inline u64 fold(u64 hash, u64 x) { return mix(hash ^ (x + 0x9E3779B97F4A7C15ull)); }

static u64 fold_state(S *s, u64 hash) {
  for (int i = 0; i < ZONES; i++) {
    hash = fold(hash, (u64)s->z[i]);
    if (WIDE) hash = fold(hash, (u64)((unsigned __int128)s->z[i] >> 64));
  }
  for (int i = 0; i < CELLS; i++) hash = fold(hash, (u64)(int64_t)s->c[i]);
  return hash;
}

typedef struct {
  u64 deals, moves, matches, hash;
  u64 fault, fault_deal, fault_move;   /* the first failed obligation; deals and moves before it */
} Tally;

/* Play one deal; the state's match cells are as they should be. */
static void play_deal(S *s, u64 *stream, Tally *t) {
  s->over = 0;
  s->deck_stream = next(stream);
  s->made = 0;
  memcpy(s->deck, whole_deck, CARDS);
  deal(s);
  settle(s);
  u64 hash = t->hash, moves_made = 0;
  while (!s->over && !s->fault) {
    u64 total = (u64)moves(s);
    if (total == 0 || moves_made == LONGEST) { s->fault = total == 0 ? NO_MOVE : TOO_LONG; break; }
    u64 k = below(stream, total);
    hash = fold(fold(hash, total), k);
    play(s, k);
    settle(s);
    moves_made++;
  }
  t->hash = hash;
  t->moves += moves_made;
  if (s->fault) { t->fault = (u64)s->fault; t->fault_deal = t->deals; t->fault_move = moves_made; }
}

/* Play `deals` deals, match after match; options holds the values of the option cells.
   out, if given, takes RESULTS numbers a deal, ends one number a deal: whether it ended a match. */
int run_lot(u64 seed, u64 deals, const I *options, Tally *t, I *out, uint8_t *ends) {
  S state, *s = &state;
  u64 stream = seed;
  memset(s, 0, sizeof state);
  memset(t, 0, sizeof *t);
  count_subsets();
  while (t->deals < deals) {
    for (int i = 0; i < OPTIONS; i++) s->c[i] = (C)options[i];
    start_match(s);
    for (;;) {
      play_deal(s, &stream, t);
      if (s->fault) return 1;
      if (out) { results(s, out); out += RESULTS; }
      after_deal(s);
      t->hash = fold_state(s, t->hash);
      t->deals++;
      int over = match_over(s);
      if (s->fault) { t->fault = (u64)s->fault; t->fault_deal = t->deals - 1; return 1; }
      if (ends) *ends++ = (uint8_t)over;
      t->matches += (u64)over;
      if (over || t->deals == deals) break;
    }
  }
  return 0;
}
