/* Random moves in PufferLib's Connect Four (3.0.0), whose connect4.h is included from a folder of
   the user's. An action is drawn among the columns that are not full, as the environment would end
   the game at a full one.

   Its step is a move of the agent and a reply of the environment. With RANDOM_REPLY the reply is a
   random legal move instead of what a search finds: the name of the function that searches is a
   macro, which makes another name of its definition than of its call, by the first word between
   the parentheses.

       cc -O3 -march=native -shared -fPIC [-DRANDOM_REPLY] -I FOLDER -I benchmarks/pufferlib ... */

#include <stdint.h>
#include <stdlib.h>

#ifdef RANDOM_REPLY
struct CConnect4;
static int random_reply(struct CConnect4 *env);
#define compute_env_move(first) BY_##first)
#define BY_CConnect4 searched_reply(CConnect4 /* of the definition, (CConnect4* env) */
#define BY_env random_reply(env               /* of the call, (env) */
#endif

#include "connect4.h"

/* Six bits of each of seven columns, which are seven bits apart. At a full board each action ends
   the game; draw() does not know it. */
static const uint64_t FULL_BOARD = 63 * (((UINT64_C(1) << 49) - 1) / 127);

static CConnect4 *games;
static int count;
static uint64_t source;

/* A number from 0 to most-1; SplitMix64. */
static int draw_below(int most)
{
    uint64_t z = source += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return (int)((z >> 32) * (uint64_t)most >> 32);
}

static int random_column(const CConnect4 *env)
{
    uint64_t filled = env->player_pieces | env->env_pieces;
    if (filled == FULL_BOARD)
        return 0;
    int column;
    do
        column = draw_below(COLUMNS);
    while (invalid_move(column, filled));
    return column;
}

#ifdef RANDOM_REPLY
static int random_reply(struct CConnect4 *env)
{
    return random_column(env);
}
#endif

static int discs(const CConnect4 *env)
{
    return __builtin_popcountll(env->player_pieces | env->env_pieces);
}

/* Begin so many games, their arrays one after another, as PufferLib has them. */
void begin(int number)
{
    count = number;
    games = calloc(count, sizeof *games);
    float *observations = calloc(42 * (size_t)count, sizeof *observations);
    float *rewards = calloc(count, sizeof *rewards);
    int *actions = calloc(count, sizeof *actions);
    unsigned char *terminals = calloc(count, sizeof *terminals);
    for (int n = 0; n < count; n++) {
        games[n].observations = observations + 42 * n;
        games[n].rewards = rewards + n;
        games[n].actions = actions + n;
        games[n].terminals = terminals + n;
        init(&games[n]);
        c_reset(&games[n]);
    }
}

/* Step all games so many times. */
void play_on(int steps)
{
    while (steps--) {
        for (int n = 0; n < count; n++)
            games[n].actions[0] = random_column(&games[n]);
        for (int n = 0; n < count; n++)
            c_step(&games[n]);
    }
}

/* The moves of both sides in so many steps of all games. */
int64_t moves_in(int steps)
{
    int64_t moves = 0;
    while (steps--)
        for (int n = 0; n < count; n++) {
            int before = discs(&games[n]);
            games[n].actions[0] = random_column(&games[n]);
            c_step(&games[n]);
            int after = discs(&games[n]);
            if (after > before) /* else the step began a new game, or ended one on a full board */
                moves += after - before;
        }
    return moves;
}
