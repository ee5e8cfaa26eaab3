"""Microsoft's deal numbers: published deals, both ends of each branch of the algorithm, and what is refused."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from patience_core import FRENCH_52, Card, Deal, DealError, Pack, Registry
from patience_freecell.microsoft import LARGEST, MICROSOFT

PUBLISHED = {
    1: "JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H 2S KS 9D QD JS AS AH 3C 4C 5C "
    "TS QH 4H AC 4D 7S 3S TD 4S TH 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H",
    617: "7D AD 5C 3S 5S 8C 2D AH TD 7S QD AC 6D 8H AS KH TH QC 3H 9D 6S 8D 3D TC KD 5H "
    "9S 3C 8S 7H 4D JS 4C QS 9C 9H 7C 6H 2C 2S 4S TS 2H 5D JC 6C JH QH JD KS KC 4H",
    11982: "AH AS 4H AC 2D 6S TS JS 3D 3H QS QC 8S 7H AD KS KD 6H 5S 4D 9H JH 9S 3C JC 5D "
    "5C 8C 9D TD KH 7C 6C 2C TH QH 6D TC 4S 7S JD 7D 8H 9C 2H QD 4C 5H KC 8D 2S 3S",
}
"""Whole deals as they stand in many places, row by row over eight columns."""

ENDS = {
    32_000: "QD 8D QS 4H 2C JC 2D TH 3S JD 7C 9D",
    1_000_000: "2D 6H 6S TH JC 3C 4D TD 9C 3D 7D 7C",
    2**31 - 1: "9S 2H 7C 5H 4C 6D 3D 4S JH TC TD QS",
    2**31: "QH QC 2H 6S 2S 3D KS 8C 3H JD KC 7C",
    2**32 - 1: "JS 9C JH 2D QC 8H 7D 6S QH TH AS 6D",
    2**32: "TS 5S 2S TD 3C AD JC 6D 3S QD 7C 7D",
    LARGEST: "TC 2S JS 5S 4D 6H 3H 7C 8S TD TH QS",
}
"""The beginnings of deals at the ends of a program's range or of a branch, as Freecell Solver 5.0 lays them out."""

OTHER_PACKS = (Pack(copies=2), Pack(ranks=range(7, 14)), Pack(suits="HS", copies=2))


def listing(number: int) -> str:
    return MICROSOFT.deal(str(number), FRENCH_52).listing


def shuffled(number: int) -> str:
    """Deal by the published algorithm, which is that of all programs for numbers below 2^31."""
    state = number
    cards = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
    dealt: list[str] = []
    for left in range(52, 0, -1):
        state = (state * 214013 + 2531011) % 2**31
        at = (state >> 16) % left
        cards[at], cards[left - 1] = cards[left - 1], cards[at]
        dealt.append(cards.pop())
    return " ".join(dealt)


@pytest.mark.parametrize("number", PUBLISHED)
def test_a_deal_is_that_of_its_number_as_published(number: int) -> None:
    assert PUBLISHED[number] == listing(number)


def test_the_first_column_of_617_is_as_published() -> None:
    assert "7D TD TH KD 4C 4S JD" == " ".join(listing(617).split()[::8])


@pytest.mark.parametrize("number", ENDS)
def test_a_deal_at_the_end_of_a_branch_is_as_another_program_has_it(number: int) -> None:
    assert listing(number).startswith(f"{ENDS[number]} ")


@given(st.integers(1, 2**31 - 1))
@example(1)
@example(32_001)
@example(1_000_001)
@example(2**31 - 1)
def test_numbers_below_two_to_the_31_follow_the_published_algorithm(number: int) -> None:
    assert shuffled(number) == listing(number)


@given(st.integers(1, LARGEST))
def test_every_number_gives_a_whole_pack_as_its_package_lays_it_out(number: int) -> None:
    games: Any = import_module("pysol_cards.deal_game")
    kinds: Any = import_module("pysol_cards.random_base")
    cards: Any = import_module("pysol_cards.cards")
    game = games.Game("freecell", number, kinds.RandomBase.DEALS_MS)
    board: list[str] = game.calc_layout_string(cards.CardRenderer(True)).splitlines()
    assert board == [" ".join(listing(number).split()[column::8]) for column in range(8)]


def test_the_numbers_are_those_that_the_package_knows() -> None:
    generators: Any = import_module("pysol_cards.random")
    assert generators.LCRandom31.MAX_SEED == LARGEST
    for number in (0, LARGEST + 1):
        with pytest.raises(ValueError, match="out of range"):
            generators.LCRandom31().setSeed(number)


@pytest.mark.parametrize("text", ["617", "0617", "00617", "0" * 50 + "617"])
def test_a_number_may_have_zeros_before_it_and_is_written_without(text: str) -> None:
    deal = MICROSOFT.deal(text, FRENCH_52)
    assert (PUBLISHED[617], "ms:617") == (deal.listing, deal.text)


REFUSED = ["0", "000", "-5", "-1", "+5", "abc", "", " ", "5 ", "6 17", "1.0", "1e3", "1_000", "1,000", "#5", "ms617"]


@pytest.mark.parametrize(
    "text",
    [*REFUSED, str(LARGEST + 1), "9" * 11, "9" * 30, "\u0666\u0661\u0667", "\uff16\uff11\uff17", "617\n", "0x10"],
)
def test_what_is_no_number_of_a_deal_is_refused_with_the_range(text: str) -> None:
    with pytest.raises(DealError) as refused:
        MICROSOFT.deal(text, FRENCH_52)
    said = f"{text!r} is no number of a Microsoft deal: these are whole, from 1 to 8589934591."
    assert said == str(refused.value)


def test_a_text_without_end_is_cut_short() -> None:
    with pytest.raises(DealError) as refused:
        MICROSOFT.deal("9" * 100_000, FRENCH_52)
    assert len(str(refused.value)) < 130


@pytest.mark.parametrize("pack", OTHER_PACKS)
def test_another_pack_is_refused(pack: Pack) -> None:
    with pytest.raises(DealError) as refused:
        MICROSOFT.deal("617", pack)
    assert "Microsoft's numbers deal one pack of 52 cards, and this game is played with another." == str(refused.value)


def test_an_equal_pack_is_as_good() -> None:
    assert Deal.parse(PUBLISHED[617]) == MICROSOFT.deal("617", Pack(ranks=range(1, 14), suits="CDHS"))


@pytest.mark.parametrize("name", ["ms:617", "MS:617", "Ms617", " ms : 617 "])
def test_the_plugin_brings_the_deals_under_their_usual_prefix(name: str) -> None:
    registry = Registry.discover(only=["patience-freecell"], strict=True)
    assert (MICROSOFT,) == registry.deal_sources
    assert (PUBLISHED[617], "ms:617") == (registry.deal(name).listing, registry.deal(name).text)
    assert Card.parse("7D") == registry.deal(name).cards[0]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ms:0", "deal ms:0: '0' is no number of a Microsoft deal: these are whole, from 1 to 8589934591."),
        ("ms:-5", "deal ms:-5: '-5' is no number of a Microsoft deal: these are whole, from 1 to 8589934591."),
        ("ms:", "'ms:' is no deal: behind the colon must stand a whole number from 1 to 8589934591."),
        (
            "mss:617",
            "'mss:617' is no deal: no deal source has the prefix mss. Did you mean ms? "
            "There is ms (deals of Microsoft FreeCell: a whole number from 1 to 8589934591).",
        ),
    ],
)
def test_a_wrong_name_is_told_what_would_be_right(name: str, said: str) -> None:
    registry = Registry.discover(only=["patience-freecell"])
    with pytest.raises(DealError) as refused:
        registry.deal(name)
    assert said == str(refused.value)


def test_the_package_is_imported_only_when_a_deal_is_asked_for() -> None:
    code = (
        "import sys, patience_core\n"
        "registry = patience_core.Registry.discover(only=['patience-freecell'])\n"
        "print('pysol_cards' in sys.modules, len(registry.deal_sources))\n"
        "registry.deal('ms:617')\n"
        "print('pysol_cards' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "False 1\nTrue\n" == done.stdout
