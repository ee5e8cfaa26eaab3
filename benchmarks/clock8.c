/* Clock by numbered deals, eight at a time: how far one core can go.
 *
 * Build: gcc -O3 -o clock8 clock8.c
 * Run:   clock8 [deals] [first]          (deals are rounded up to a multiple of eight)
 *
 * The same work and the same output as clock.c. A play is a chain of loads, each of which gives the address of the next.
 * Here each step of one deal is followed by the same step of seven others, so that the processor always has something
 * that does not wait. The shuffle gains in the same way.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GAMMA UINT64_C(0x9E3779B97F4A7C15)

enum { CARDS = 52, PILES = 13, CENTRE = 12, DRAWS = 6, LANES = 8 };

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static void deal(uint64_t number, const uint8_t pack[CARDS], uint8_t cards[LANES][CARDS])
{
    uint64_t state[LANES];
    for (int lane = 0; lane < LANES; lane++) {
        state[lane] = mix(number + (uint64_t)lane + GAMMA);
        memcpy(cards[lane], pack, CARDS);
    }
    for (int left = CARDS; left > 1; left -= DRAWS) {
        int draws = left - 1 < DRAWS ? left - 1 : DRAWS;
        int picks[LANES][DRAWS];
        uint64_t bound = 1, rest;
        for (int i = 0; i < draws; i++)
            bound *= (uint64_t)(left - i);
        for (int lane = 0; lane < LANES; lane++)
            do {
                state[lane] += GAMMA;
                rest = mix(state[lane]);
                for (int i = 0; i < draws; i++) {
                    unsigned __int128 product = (unsigned __int128)rest * (uint64_t)(left - i);
                    picks[lane][i] = (int)(product >> 64);
                    rest = (uint64_t)product;
                }
            } while (rest < bound && rest < -bound % bound);
        for (int i = 0; i < draws; i++)
            for (int lane = 0; lane < LANES; lane++) {
                uint8_t card = cards[lane][left - 1 - i];
                cards[lane][left - 1 - i] = cards[lane][picks[lane][i]];
                cards[lane][picks[lane][i]] = card;
            }
    }
}

static void play(uint8_t cards[LANES][CARDS], int left[LANES])
{
    int32_t top[LANES][PILES];
    int64_t pile[LANES];
    int going = 1;
    for (int lane = 0; lane < LANES; lane++) {
        left[lane] = CARDS;
        pile[lane] = CENTRE;
        for (int i = 0; i < PILES; i++)
            top[lane][i] = CARDS - PILES + i;
    }
    while (going) {
        going = 0;
#pragma GCC unroll 8
        for (int lane = 0; lane < LANES; lane++) {
            int32_t place = top[lane][pile[lane]];
            if (place >= 0) {
                top[lane][pile[lane]] = place - PILES;
                pile[lane] = cards[lane][place];
                left[lane]--;
                going = 1;
            }
        }
    }
}

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int argc, char **argv)
{
    uint64_t deals = argc > 1 ? strtoull(argv[1], NULL, 10) : 4000000;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    uint64_t scores[CARDS + 1] = {0}, total = 0;
    uint8_t pack[CARDS], cards[LANES][CARDS];
    int left[LANES];
    for (int i = 0; i < CARDS; i++)
        pack[i] = (uint8_t)(i % PILES);
    deals = (deals + LANES - 1) / LANES * LANES;

    double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID), wall = seconds(CLOCK_MONOTONIC);
    for (uint64_t number = first; number < first + deals; number += LANES) {
        deal(number, pack, cards);
        play(cards, left);
        for (int lane = 0; lane < LANES; lane++)
            scores[left[lane]]++;
    }
    cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    wall = seconds(CLOCK_MONOTONIC) - wall;

    for (int i = 0; i <= CARDS; i++)
        total += scores[i] * (uint64_t)i;
    printf("deals %" PRIu64 "\nwon %" PRIu64 "\nscore %" PRIu64 "\n", deals, scores[0], total);
    printf("cpu %.6f\nwall %.6f\nscores", cpu, wall);
    for (int i = 0; i <= CARDS - 4; i++)
        printf(" %" PRIu64, scores[i]);
    printf("\n");
    return 0;
}
