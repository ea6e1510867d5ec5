/* Random playouts of Aiyawatstani, ruleset ludii-4, written by hand: what a general system gives up is seen from it.

   The same work as ludarium.simulate.playouts: the same moves in the same order, chosen by the same random numbers, so that the totals
   of the same seed are exactly equal. Only what ludii-4 needs is here: a counter that has hopped may hop on or pass, who cannot move
   loses, and after 2500 turns the game is drawn.

   Compile with -O3 -march=native. Usage: aiyawatstani COUNT [SEED]. Plays streams 0..COUNT-1 of the seed and prints JSON. */

#define _POSIX_C_SOURCE 199309L
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

typedef uint64_t Set;

/* 41 points: the crossings of a 5 by 5 grid and the centres of its squares, row by row from the bottom left. */
#define BOARD UINT64_C(0x1FFFFFFFFFF)
#define FIRST UINT64_C(0x2BFFFF)
#define SECOND UINT64_C(0x1FFFFC40000)
#define TURN_LIMIT 2500

/* Going forward along an axis adds the same to each point's index; the points of the mask have a neighbour there. */
#define AXES(DO) DO(0, 1, UINT64_C(0xF0783C1E0F)) DO(1, 9, UINT64_C(0xF87C3E1F)) DO(2, 5, UINT64_C(0xF7FBFDFEF)) DO(3, 4, UINT64_C(0xFF7FBFDFE))

static const int shifts[4] = {1, 9, 5, 4};

/* SplitMix64 */
#define GOLDEN UINT64_C(0x9E3779B97F4A7C15)

static inline uint64_t mix(uint64_t word) {
    word = (word ^ (word >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    word = (word ^ (word >> 27)) * UINT64_C(0x94D049BB133111EB);
    return word ^ (word >> 31);
}

static inline unsigned bounded(uint64_t random, unsigned n) { return (unsigned)((random >> 32) * n >> 32); }

static inline unsigned popcount(Set set) { return (unsigned)__builtin_popcountll(set); }

/* The n-th bit of the set, alone. */
static inline Set nth_bit(Set set, unsigned n) {
#ifdef __BMI2__
    return _pdep_u64(UINT64_C(1) << n, set);
#else
    while (n--) set &= set - 1;
    return set & -set;
#endif
}

/* For each axis, the lines to step along, named by their lower end, or the points to hop over. That one end is the mover's counter and
   the other is empty says which way to go. With the number of moves up to each of these sets. */
typedef struct {
    Set sets[4];
    unsigned upto[4];
} Moves;

static inline unsigned count(Moves *moves) {
    moves->upto[0] = popcount(moves->sets[0]);
    moves->upto[1] = moves->upto[0] + popcount(moves->sets[1]);
    moves->upto[2] = moves->upto[1] + popcount(moves->sets[2]);
    return moves->upto[3] = moves->upto[2] + popcount(moves->sets[3]);
}

static inline void find_steps(Moves *steps, Set mine, Set free) {
#define STEP(axis, shift, from) steps->sets[axis] = ((mine & free >> shift) | (free & mine >> shift)) & from;
    AXES(STEP)
}

static inline void find_hops(Moves *hops, Set mine, Set theirs, Set free) {
#define HOP(axis, shift, from) \
    hops->sets[axis] = ((mine << shift & free >> shift) | (mine >> shift & free << shift)) & (theirs & (from & from << shift));
    AXES(HOP)
}

/* The n-th move: its bit, and its axis's shift. Without branches, because a processor could not guess them. */
static inline Set nth(const Moves *moves, unsigned n, int *shift) {
    Set chosen = moves->sets[0];
    unsigned before = 0;
    *shift = shifts[0];
    for (int i = 1; i < 4; i++) {
#if defined(__x86_64__) && defined(__GNUC__) /* GCC makes branches of the plain code below, which costs a tenth of the speed */
        __asm__("cmp %[upto], %[n]\n\tcmovae %[set], %[chosen]\n\tcmovae %[upto], %[before]\n\tcmovae %[tag], %[shift]"
                : [chosen] "+&r"(chosen), [before] "+&r"(before), [shift] "+&r"(*shift)
                : [n] "r"(n), [upto] "r"(moves->upto[i - 1]), [set] "rm"(moves->sets[i]), [tag] "r"(shifts[i])
                : "cc");
#else
        int here = n >= moves->upto[i - 1];
        chosen = here ? moves->sets[i] : chosen;
        before = here ? moves->upto[i - 1] : before;
        *shift = here ? shifts[i] : *shift;
#endif
    }
    return nth_bit(chosen, n - before);
}

typedef struct {
    uint64_t moves;
    uint64_t wins[2];
    uint64_t draws;
} Totals;

static inline void play_out(uint64_t random, Totals *totals) {
    Set mine = FIRST, theirs = SECOND;
    uint64_t moves = 0;
    for (unsigned turns = 0;; turns++) {
        Moves steps, hops;
        Set free = BOARD ^ (mine | theirs);
        find_steps(&steps, mine, free);
        find_hops(&hops, mine, theirs, free);
        unsigned step_count = count(&steps), total = step_count + count(&hops);
        if (total == 0 || turns == TURN_LIMIT) {
            totals->moves += moves;
            if (total) totals->draws++;
            else totals->wins[~turns & 1]++;
            return;
        }
        int shift;
        moves++;
        unsigned n = bounded(mix(random += GOLDEN), total);
        if (n < step_count) {
            Set lower = nth(&steps, n, &shift);
            mine ^= lower | lower << shift;
        } else {
            for (n -= step_count;;) {
                Set over = nth(&hops, n, &shift), ends = over << shift | over >> shift, hopper = ends & ~mine;
                mine ^= ends;
                theirs ^= over;
                find_hops(&hops, hopper, theirs, BOARD ^ (mine | theirs));
                total = count(&hops);
                if (total == 0) break;
                moves++;
                n = bounded(mix(random += GOLDEN), total + 1);
                if (n == total) break;
            }
        }
        Set other = theirs;
        theirs = mine;
        mine = other;
    }
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int argc, char **argv) {
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: %s COUNT [SEED]\n", argv[0]);
        return 2;
    }
    uint64_t playouts = strtoull(argv[1], NULL, 10), seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    Totals totals = {0};
    double begin = now();
    for (uint64_t number = 0; number < playouts; number++) play_out(mix(seed + number * GOLDEN), &totals);
    double seconds = now() - begin;
    printf("{\"playouts\": %" PRIu64 ", \"moves\": %" PRIu64 ", \"wins\": [%" PRIu64 ", %" PRIu64 "], \"draws\": %" PRIu64 ", \"seconds\": %.6f}\n",
           playouts, totals.moves, totals.wins[0], totals.wins[1], totals.draws, seconds);
    return 0;
}
