"""Deals by name: the engine's own numbers, the sources that plugins bring, and what is said of every other text."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from patience_core import (
    FRENCH_52,
    CardError,
    Deal,
    DealError,
    DealSource,
    Game,
    Pack,
    PatienceError,
    Plugin,
    PluginError,
    Record,
    Registry,
    Session,
    hookimpl,
)
from patience_core.registry import Installed
from tests.fake_plugins import PLUGIN, Site, new_site, plays, problem, told
from tests.games import Ladder

site = pytest.fixture(new_site)

RANGE = "from 0 to 9223372036854775807"
SHORT = Pack(ranks=range(1, 7), suits="CH", copies=2)
SOURCE = """
from patience_core import Deal, DealSource, hookimpl


def deal(text, pack):
    return Deal.numbered(int(text), pack)


@hookimpl
def patience_deals():
    return [DealSource("up", "numbers as they are", deal)]
"""


def by_thousands(text: str, pack: Pack) -> Deal:
    """Deal a thousand times the number."""
    if not text.isdecimal():
        raise DealError(f"{text!r} is no number of thousands.")
    return Deal.numbered(int(text) * 1000, pack)


KILO = DealSource("kilo", "every thousandth deal", by_thousands, help="a number of thousands")


def raised(kind: type[PatienceError], call: Callable[[], object]) -> str:
    """Return the sentences with which `call` fails."""
    with pytest.raises(kind) as caught:
        call()
    return str(caught.value)


def giving(prefix: str, answer: Callable[[str, Pack], Any], title: str = "whatever", **others: Any) -> DealSource:
    return DealSource(prefix, title, answer, **others)


def with_sources(*sources: DealSource) -> Registry:
    registry = Registry.empty()
    for source in sources:
        registry.add_deal_source(source)
    return registry


def a_plugin(*sources: object) -> Any:
    class Bringing:
        @hookimpl
        def patience_deals(self) -> list[object]:
            return list(sources)

    return Bringing()


def refusal(name: str, *sources: DealSource, pack: Pack = FRENCH_52) -> str:
    """Return the sentences with which a name is refused."""
    return raised(DealError, lambda: with_sources(*sources).deal(name, pack))


# Numbers.


@given(number=st.integers(0, 2**63 - 1), zeros=st.integers(0, 9000), pack=st.sampled_from([FRENCH_52, SHORT]))
@example(number=0, zeros=1, pack=FRENCH_52)
@example(number=2**63 - 1, zeros=0, pack=SHORT)
def test_a_plain_number_is_the_engines_own(number: int, zeros: int, pack: Pack) -> None:
    expected = Deal.numbered(number, pack)
    deal = with_sources(KILO).deal(f" {'0' * zeros}{number}\n", pack)
    assert (expected, str(number)) == (deal, deal.text)


def test_the_pack_is_that_of_52_cards_unless_said() -> None:
    assert Deal.numbered(617) == Registry.empty().deal("617")


@pytest.mark.parametrize(
    "number",
    ["-1", "-617", "-0", "9223372036854775808", "9999999999999999999", "10000000000000000000", "1" * 30],
)
def test_a_number_out_of_range_is_refused_as_it_was_said(number: str) -> None:
    assert f"deal number {number}: numbers are whole, {RANGE}." == refusal(number)


def test_a_number_without_end_is_cut_short() -> None:
    assert f"deal number '{'7' * 40}'...: numbers are whole, {RANGE}." == refusal("7" * 100_000)


NO_DEALS = [
    "",
    "one",
    "1.5",
    "1e6",
    "1_000",
    "1,000",
    "+5",
    "--5",
    "0x10",
    "7C 8C",
    "\u0667",
    "\u0968",
    "\uff17",
    "- 5",
]


@pytest.mark.parametrize("name", [*NO_DEALS, "kilo", "kilo 5", "kilo-5", "kilo#5", "#5", "k\u0131lo5"])
def test_what_is_neither_a_number_nor_a_prefix_with_more_is_told_the_forms(name: str) -> None:
    assert f"{name!r} is no deal: a deal is a number {RANGE}." == refusal(name)
    assert (
        f"{name!r} is no deal: a deal is a number {RANGE}, or a prefix, a colon and what its source takes: "
        "kilo (every thousandth deal: a number of thousands), up (whatever)."
        == refusal(name, giving("up", print), KILO)
    )


@given(st.text())
@example("\x1b[31m:5")
@example("kilo:\x00")
@example("x" * 99 + ":")
@example("a" * 5000 + "5")
@example(":" * 5000)
def test_any_text_is_a_deal_or_refused_in_one_printable_line(name: str) -> None:
    said = ""
    try:
        said = with_sources(KILO).deal(name).text
    except DealError as error:
        said = str(error)
    assert said.isprintable()
    assert len(said) < 400


# Names.


@pytest.mark.parametrize("name", ["kilo:5", "KILO:5", "Kilo:5", " kilo : 5 ", "kilo5", "KiLo5"])
def test_a_prefix_leads_to_its_source_and_the_deal_has_the_whole_name(name: str) -> None:
    deal = with_sources(giving("up", print), KILO).deal(name)
    assert (Deal.numbered(5000), "kilo:5") == (deal, deal.text)


def test_what_stands_behind_the_colon_is_given_to_the_source_as_it_is() -> None:
    seen: list[tuple[str, Pack]] = []

    def see(text: str, pack: Pack) -> Deal:
        seen.append((text, pack))
        return Deal.numbered(1, pack)

    registry = with_sources(giving("see", see))
    for name in ("see: 5:a B ", "see05x", "SEE:-5", "see::"):
        registry.deal(name, SHORT)
    assert [("5:a B", SHORT), ("05x", SHORT), ("-5", SHORT), (":", SHORT)] == seen


@given(number=st.integers(0, 2**40), pack=st.sampled_from([FRENCH_52, SHORT]))
def test_the_deal_is_the_sources_whatever_text_it_has_given_it(number: int, pack: Pack) -> None:
    expected = by_thousands(str(number), pack)
    deal = with_sources(KILO).deal(f"kilo:{number}", pack)
    assert expected == deal
    assert (f"kilo:{number}", expected.cards, pack) == (deal.text, deal.cards, deal.pack)


def test_a_record_shows_the_name_and_replays_without_the_source() -> None:
    session = Session(Ladder(), with_sources(KILO).deal("kilo:5", SHORT))
    session.auto()
    text = session.record().to_json()
    assert '"text": "kilo:5"' in text
    again = Session.replay(Record.from_json(text), lambda _name: Ladder)
    assert (session.table, session.history) == (again.table, again.history)


def test_a_prefix_with_nothing_behind_it_is_told_what_the_source_takes() -> None:
    assert "'kilo:' is no deal: behind the colon must stand a number of thousands." == refusal("kilo:", KILO)
    assert "'UP :' is no deal: behind the colon must stand what the source takes." == refusal(
        "UP :", giving("up", print)
    )


def test_a_colon_with_no_prefix_before_it_is_told() -> None:
    assert (
        f"':5' is no deal: before the colon must stand a prefix. A deal is a number {RANGE}, or a prefix, a colon and "
        "what its source takes: kilo (every thousandth deal: a number of thousands)." == refusal(":5", KILO)
    )


def test_an_unknown_prefix_is_answered_with_the_nearest_and_all_there_are() -> None:
    assert (
        "'kiol:5' is no deal: no deal source has the prefix kiol. Did you mean kilo? "
        "There is kilo (every thousandth deal: a number of thousands)." == refusal("kiol:5", KILO)
    )
    assert (
        "'C7' is no deal: no deal source has the prefix c. "
        "There are kilo (every thousandth deal: a number of thousands), up (whatever)."
        == refusal("C7", giving("up", print), KILO)
    )
    assert "'kilo:5' is no deal: no deal source has the prefix kilo. None is installed." == refusal("kilo:5")


# What a source does.


def test_what_a_source_refuses_is_told_with_the_name() -> None:
    assert "deal kilo:-5: '-5' is no number of thousands." == refusal("kilo:-5", KILO)


def test_any_error_of_this_library_is_a_refusal() -> None:
    def parse(text: str, pack: Pack) -> Deal:
        return Deal.parse(text, pack)

    def refuse(_text: str, _pack: Pack) -> Deal:
        raise CardError("no such card.")

    said = "deal list:XX: card 1 (line 1, column 1): 'XX' is no card: "
    assert refusal("list:XX", giving("list", parse)).startswith(said)
    assert "deal card:5: no such card." == refusal("card:5", giving("card", refuse))


def raising(error: BaseException) -> Callable[[str, Pack], Deal]:
    def give(_text: str, _pack: Pack) -> Deal:
        raise error

    return give


class UnspeakableError(PatienceError):
    """An error whose text fails."""

    def __str__(self) -> str:
        raise ValueError("speechless")


def fault_of(answer: Callable[[str, Pack], Any], name: str = "bad:5") -> str:
    """Return what is said of a source that is at fault, without the place in the file."""
    said = raised(PluginError, lambda: with_sources(giving("bad", answer)).deal(name))
    before, at, after = said.partition(f" at {__file__}, line ")
    return before + after.lstrip("0123456789") if at else said


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ValueError("no.\nAt all."), "raises ValueError: no."),
        (ZeroDivisionError(), "raises ZeroDivisionError."),
        (SystemExit(3), "calls sys.exit: a plugin must not end the program."),
        (
            ModuleNotFoundError("No module named 'x'"),
            "raises ModuleNotFoundError: No module named 'x'; "
            "what it needs must stand among the distribution's dependencies.",
        ),
        (UnspeakableError(), "raises ValueError: speechless."),
    ],
)
def test_an_error_of_a_source_names_who_brings_it(error: BaseException, said: str) -> None:
    assert f"deal bad:5: the deal source bad of module {__name__} {said}" == fault_of(raising(error))


def test_an_error_of_a_source_keeps_its_cause_and_tells_its_place() -> None:
    error = ValueError("no")
    with pytest.raises(PluginError) as caught:
        with_sources(giving("bad", raising(error))).deal("bad:5")
    assert error is caught.value.__cause__
    assert f" raises ValueError at {__file__}, line " in str(caught.value)
    refused = DealError("no.")
    with pytest.raises(DealError) as told_so:
        with_sources(giving("bad", raising(refused))).deal("bad:5")
    assert refused is told_so.value.__cause__


def unchecked() -> Deal:
    """Return a deal that no check has seen, in which a card stands twice."""
    deal = object.__new__(Deal)
    cards = (FRENCH_52.cards[0], *FRENCH_52.cards[:-1])
    for name, value in (("cards", cards), ("pack", FRENCH_52), ("text", "1")):
        object.__setattr__(deal, name, value)
    return deal


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (None, "returns None; it must return a Deal of the pack that it is given."),
        ("7C", "returns an instance of str; it must return a Deal of the pack that it is given."),
        (Deal, "returns the class Deal; it must return a Deal of the pack that it is given."),
        (DealError("no."), "returns an instance of DealError; it must return a Deal of the pack that it is given."),
        (
            Deal.numbered(5, SHORT),
            "returns a deal of another pack; it must return a Deal of the pack that it is given.",
        ),
        (unchecked(), "raises DealError: AC stands twice: card 1 and card 2; the pack has 1 of it."),
    ],
)
def test_an_answer_that_is_no_deal_of_the_pack_names_who_brings_it(answer: object, said: str) -> None:
    assert f"deal bad:5: the deal source bad of module {__name__} {said}" == fault_of(lambda _text, _pack: answer)


def test_the_name_is_cut_short_where_it_is_long_or_not_printable() -> None:
    source = f"the deal source bad of module {__name__} returns None; it must"
    assert fault_of(lambda _text, _pack: None, "bad:" + "x" * 99).startswith(f"deal 'bad:{'x' * 36}'...: {source}")
    assert fault_of(lambda _text, _pack: None, "bad:\x1b[31m").startswith(f"deal 'bad:\\x1b[31m': {source}")


def test_an_equal_pack_will_do() -> None:
    other = Pack(ranks=range(1, 14), suits="CDHS")
    assert other is not FRENCH_52
    deal = with_sources(giving("eq", lambda _text, _pack: Deal.numbered(5))).deal("eq:5", other)
    assert (Deal.numbered(5), other) == (deal, deal.pack)


def test_control_c_passes_through() -> None:
    with pytest.raises(KeyboardInterrupt):
        with_sources(giving("bad", raising(KeyboardInterrupt()))).deal("bad:5")


def test_what_a_source_prints_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    def loud(text: str, pack: Pack) -> Deal:
        print("loud")
        return by_thousands(text, pack)

    with_sources(giving("loud", loud)).deal("loud:5")
    assert ("", "loud\n") == capsys.readouterr()


# What is a source.


class Oddity(str):
    """A text that cannot be looked at."""

    def isprintable(self) -> bool:
        raise ValueError("who knows")


async def late(text: str, pack: Pack) -> Deal:
    return by_thousands(text, pack)


def of_text_alone(text: str) -> Deal:
    return by_thousands(text, FRENCH_52)


PREFIX = "it must be lower-case letters from a to z, such as 'ms'."
WRITE = "Write DealSource(prefix, title, deal)."
FAULTS = [
    (None, f"Not a deal source: None. {WRITE}"),
    (by_thousands, f"Not a deal source: an instance of function. {WRITE}"),
    (DealSource, f"Not a deal source: the class DealSource. {WRITE}"),
    (giving("", by_thousands), f"The deal source '': prefix is ''; {PREFIX}"),
    (giving("MS", by_thousands), f"The deal source 'MS': prefix is 'MS'; {PREFIX}"),
    (giving("m1", by_thousands), f"The deal source 'm1': prefix is 'm1'; {PREFIX}"),
    (giving("m-s", by_thousands), f"The deal source 'm-s': prefix is 'm-s'; {PREFIX}"),
    (giving("ms:", by_thousands), f"The deal source 'ms:': prefix is 'ms:'; {PREFIX}"),
    (giving("ms\n", by_thousands), f"The deal source 'ms\\n': prefix is 'ms\\n'; {PREFIX}"),
    (
        giving("\u00e9t\u00e9", by_thousands),
        f"The deal source '\u00e9t\u00e9': prefix is '\u00e9t\u00e9'; {PREFIX}",
    ),
    (giving(cast("str", 5), by_thousands), f"The deal source 5: prefix is 5; {PREFIX}"),
    (giving("ms", by_thousands, ""), "The deal source 'ms': title is ''; it must be one line of text."),
    (giving("ms", by_thousands, "a\nb"), "The deal source 'ms': title is 'a\\nb'; it must be one line of text."),
    (
        giving("ms", by_thousands, cast("str", None)),
        "The deal source 'ms': title is None; it must be one line of text.",
    ),
    (giving("ms", by_thousands, help=None), "The deal source 'ms': help is None; it must be one line of text, or ''."),
    (
        giving("ms", by_thousands, help="a\nb"),
        "The deal source 'ms': help is 'a\\nb'; it must be one line of text, or ''.",
    ),
    (
        giving("ms", cast("Any", 5)),
        "The deal source 'ms': deal is 5; it must be a function of a text and a pack, as in `def deal(text, pack)`.",
    ),
    (giving("ms", late), "The deal source 'ms': deal is async; it must be a plain function."),
    (
        giving("ms", cast("Any", of_text_alone)),
        "The deal source 'ms': deal takes (text: 'str') -> 'Deal'; "
        "it must take a text and a pack, as in `def deal(text, pack)`.",
    ),
]


@pytest.mark.parametrize(("source", "fault"), FAULTS)
def test_a_source_that_is_none_is_refused_with_what_it_must_be(source: Any, fault: str) -> None:
    registry = Registry.empty()
    assert fault == raised(PluginError, lambda: registry.add_deal_source(source))
    assert fault == raised(PluginError, lambda: registry.register(a_plugin(source)))
    assert ((), ()) == (registry.deal_sources, registry.plugins)


def test_a_source_that_cannot_be_looked_at_is_refused() -> None:
    said = raised(PluginError, lambda: with_sources(giving("odd", by_thousands, Oddity("odd"))))
    assert said.startswith(f"Looking at its deal sources raises ValueError at {__file__}, line ")


class Counting:
    """An object that can be called, and that cannot be hashed."""

    calls = 0
    __hash__ = None  # type: ignore[assignment]  # as of every class with an __eq__ of its own

    def __call__(self, text: str, pack: Pack) -> Deal:
        self.calls += 1
        return by_thousands(text, pack)


def variadic(*both: Any) -> Deal:
    return by_thousands(*both)


def told_nothing(text: str, pack: Pack) -> Deal:
    return by_thousands(text, pack)


vars(told_nothing)["__signature__"] = "none"  # so that inspect refuses to say what it takes


@pytest.mark.parametrize("deal", [by_thousands, Counting(), partial(by_thousands), variadic, told_nothing])
def test_whatever_takes_a_text_and_a_pack_deals(deal: Callable[[str, Pack], Deal]) -> None:
    registry = Registry.empty()
    registry.register(a_plugin(giving("any", deal)))
    assert Deal.numbered(5000) == registry.deal("any:5")


def test_a_source_is_plain_data_but_for_its_function() -> None:
    assert {"prefix": "kilo", "title": "every thousandth deal", "help": "a number of thousands"} == KILO.as_dict()
    assert "kilo (every thousandth deal: a number of thousands)" == str(KILO)
    assert "up (whatever)" == str(giving("up", print))


# Sources in a registry.


def test_sources_are_sorted_by_prefix_and_no_game_is_needed() -> None:
    up, down = giving("up", by_thousands), giving("down", by_thousands)
    registry = with_sources(up)
    registry.register(a_plugin(KILO, down), name="some", distribution=Plugin("patience-some", "2.0"))
    assert (down, KILO, up) == registry.deal_sources
    assert () == registry.games
    assert (
        Installed("some", __name__, Plugin("patience-some", "2.0"), games=(), deal_sources=("down", "kilo")),
    ) == registry.plugins
    assert ["down", "kilo"] == registry.plugins[0].as_dict()["deal_sources"]
    assert Deal.numbered(5000) == registry.deal("down:5")


def test_registries_do_not_know_of_each_other() -> None:
    with_sources(KILO)
    assert () == Registry.empty().deal_sources


def test_a_source_that_a_plugin_names_twice_is_one() -> None:
    registry = Registry.empty()
    registry.register(a_plugin(KILO, KILO))
    assert (KILO,) == registry.deal_sources
    assert ("kilo",) == registry.plugins[0].deal_sources


def test_a_prefix_in_conflict_is_refused_and_changes_nothing() -> None:
    registry = with_sources(KILO)
    other = giving("kilo", by_thousands, "others")
    here = f"module {__name__}"
    assert (
        f"The prefix 'kilo' is claimed by 'every thousandth deal' of {here} and 'others' of {here}, "
        "so none answers to it: all but one must choose another."
        == raised(PluginError, lambda: registry.add_deal_source(other))
    )
    assert (
        f"The deal source 'kilo' is brought by 'every thousandth deal' of {here} and 'every thousandth deal' of "
        f"{here}: one of them is enough." == raised(PluginError, lambda: registry.add_deal_source(KILO))
    )
    assert (KILO,) == registry.deal_sources
    assert Deal.numbered(5000) == registry.deal("kilo:5")


def test_two_sources_of_one_plugin_may_not_share_a_prefix() -> None:
    registry = Registry.empty()
    plugin = a_plugin(KILO, giving("kilo", by_thousands, "others"))
    assert (
        "The prefix 'kilo' is claimed by 'every thousandth deal' of mine and 'others' of mine, "
        "so none answers to it: all but one must choose another."
        == raised(PluginError, lambda: registry.register(plugin, name="mine"))
    )
    assert () == registry.deal_sources


# Sources of installed plugins.


def test_an_installed_plugin_may_bring_sources_alone(site: Site) -> None:
    site.install("up", SOURCE)
    registry = site.discover(strict=True)
    assert [("patience-up", (), ("up",))] == [
        (str(each.plugin).partition(" ")[0], each.games, each.deal_sources) for each in registry.plugins
    ]
    assert Deal.numbered(617) == registry.deal("up:617")


def test_an_installed_plugin_may_bring_games_and_sources(site: Site) -> None:
    site.install("both", PLUGIN + SOURCE)
    registry = site.discover(strict=True)
    (plugin,) = registry.plugins
    assert (("turned",), ("up",)) == (plugin.games, plugin.deal_sources)
    assert plays(registry.find("turned"))
    assert Deal.numbered(617) == registry.deal("up:617")


def test_a_plugin_with_sources_may_bring_no_game(site: Site) -> None:
    site.install("both", PLUGIN.replace("[Turned]", "[]") + SOURCE)
    assert (("up",), ()) == (site.discover().plugins[0].deal_sources, site.discover().problems)


def test_a_prefix_of_two_plugins_answers_to_neither_and_both_are_told(site: Site) -> None:
    site.install("one", PLUGIN + SOURCE)
    site.install("two", SOURCE.replace("numbers", "others"))
    site.install("good", SOURCE.replace('"up"', '"good"'))
    registry = site.discover()
    who = "'numbers as they are' of patience-one and 'others as they are' of patience-two"
    reason = f"The prefix 'up' is claimed by {who}, so none answers to it: all but one must choose another."
    assert [problem("one", "conflict", reason), problem("two", "conflict", reason)] == told(registry.problems)
    assert ["good"] == [source.prefix for source in registry.deal_sources]
    assert [("good",), (), ()] == [each.deal_sources for each in registry.plugins]
    assert (
        f"'up:5': the prefix up is claimed by {who}, so none of them answers to it. "
        "Remove all of these plugins but one." == raised(DealError, lambda: registry.deal("up:5"))
    )
    assert Deal.numbered(5) == registry.deal("good:5")
    assert plays(registry.find("turned"))


def test_a_source_that_two_plugins_bring_answers_and_both_are_told(site: Site) -> None:
    site.install("one", SOURCE.replace("    return [", "    return [ONE]\n\n\nONE = (").replace("deal)]", "deal))"))
    site.install("two", "from patience_one import ONE, hookimpl\n@hookimpl\ndef patience_deals():\n    return [ONE]\n")
    registry = site.discover()
    reason = (
        "The deal source 'up' is brought by 'numbers as they are' of patience-one and "
        "'numbers as they are' of patience-two: one of them is enough."
    )
    assert [problem("one", "conflict", reason), problem("two", "conflict", reason)] == told(registry.problems)
    assert Deal.numbered(5) == registry.deal("up:5")


def test_a_blocked_plugin_brings_no_source(site: Site) -> None:
    site.install("up", SOURCE)
    assert () == site.discover(block=["up"]).deal_sources


def test_the_sound_sources_and_games_of_a_plugin_stay_beside_a_faulty_source(site: Site) -> None:
    site.install("mixed", PLUGIN + SOURCE.replace("return [", 'return [DealSource("Up", "no", deal), '))
    registry = site.discover()
    reason = "The deal source 'Up': prefix is 'Up'; " + PREFIX
    assert [problem("mixed", "deals", reason)] == told(registry.problems)
    assert Deal.numbered(5) == registry.deal("up:5")
    assert plays(registry.find("turned"))


def test_a_hook_that_fails_does_not_take_the_other_with_it(site: Site) -> None:
    broken = PLUGIN.replace("    return [Turned]", "    raise OSError('gone')") + SOURCE
    games = site.install("games", broken)
    deals = site.install("deals", SOURCE.replace("    return [", "    1 / 0\n    return [") + PLUGIN)
    registry = site.discover()
    assert [
        problem("deals", "hooks", f"patience_deals() raises ZeroDivisionError at {deals}, line 11: division by zero."),
        problem("games", "hooks", f"patience_games() raises OSError at {games}, line 25: gone."),
    ] == told(registry.problems)
    assert Deal.numbered(5) == registry.deal("up:5")
    assert plays(registry.find("turned"))


def test_an_unknown_prefix_leads_to_plugins_that_do_not_work(site: Site) -> None:
    site.install("up", "1 / 0")
    said = raised(DealError, lambda: site.discover().deal("up:5"))
    assert (
        "'up:5' is no deal: no deal source has the prefix up. None is installed. "
        "`patience plugins` tells of plugins that do not work." == said
    )


def test_an_installed_source_at_fault_names_its_distribution_and_place(site: Site) -> None:
    file = site.install("up", SOURCE)
    registry = site.discover()
    said = raised(PluginError, lambda: registry.deal("up:many"))
    assert (
        f"deal up:many: the deal source up of patience-up raises ValueError at {file}, line 6: "
        "invalid literal for int() with base 10: 'many'." == said
    )


def test_a_game_added_by_hand_and_a_source_go_together() -> None:
    registry = with_sources(KILO)
    registry.add(Ladder)
    found: type[Game] = registry.find("ladder")
    assert (SHORT, (KILO,)) == (found().pack, registry.deal_sources)


def test_what_nobody_asks_for_is_not_imported() -> None:
    code = "import patience_core, sys; patience_core.Registry.discover(only=['patience-clock']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"patience_core.sources", "patience_core.registry.dealing"} & set(done.stdout.split())
