/* Clock by numbered deals, one after another: what compiled play is measured against.
 *
 * Build: gcc -O3 -o clock clock.c
 * Run:   clock [deals] [first]
 *
 * It prints how many deals are won, the score (cards left face down) of all together, how often each score came, and
 * the seconds of processor time and of the clock on the wall. Of deals 0 to 3,999,999 306,876 are won.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GAMMA UINT64_C(0x9E3779B97F4A7C15)

enum { CARDS = 52, PILES = 13, CENTRE = 12, DRAWS = 6 };

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* As docs/deal-numbers.md says. A card is the pile that it goes under: 0 for an ace to 12 for a king. */
static void deal(uint64_t number, const uint8_t pack[CARDS], uint8_t cards[CARDS])
{
    uint64_t state = mix(number + GAMMA);
    memcpy(cards, pack, CARDS);
    for (int left = CARDS; left > 1; left -= DRAWS) {
        int draws = left - 1 < DRAWS ? left - 1 : DRAWS;
        int picks[DRAWS];
        uint64_t bound = 1, rest;
        for (int i = 0; i < draws; i++)
            bound *= (uint64_t)(left - i);
        do {
            state += GAMMA;
            rest = mix(state);
            for (int i = 0; i < draws; i++) {
                unsigned __int128 product = (unsigned __int128)rest * (uint64_t)(left - i);
                picks[i] = (int)(product >> 64);
                rest = (uint64_t)product;
            }
        } while (rest < bound && rest < -bound % bound);
        for (int i = 0; i < draws; i++) {
            uint8_t card = cards[left - 1 - i];
            cards[left - 1 - i] = cards[picks[i]];
            cards[picks[i]] = card;
        }
    }
}

/* Card i of the deal lies on pile i mod 13. Returns how many cards are left face down. */
static int play(const uint8_t cards[CARDS])
{
    int32_t top[PILES];  /* the place in the deal of each pile's next card; below 0 when there is none */
    int left = CARDS;
    int64_t pile = CENTRE;
    int32_t place;
    for (int i = 0; i < PILES; i++)
        top[i] = CARDS - PILES + i;
    while ((place = top[pile]) >= 0) {
        top[pile] = place - PILES;
        pile = cards[place];
        left--;
    }
    return left;
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
    uint8_t pack[CARDS], cards[CARDS];
    for (int i = 0; i < CARDS; i++)
        pack[i] = (uint8_t)(i % PILES);

    double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID), wall = seconds(CLOCK_MONOTONIC);
    for (uint64_t number = first; number < first + deals; number++) {
        deal(number, pack, cards);
        scores[play(cards)]++;
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
