"""Discovery through real metadata, games by name, and what happens where two claim one name."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from attrs import field, frozen
from hypothesis import given
from hypothesis import strategies as st

from patience_core import Game, Plugin, PluginError, Problem, Registry, UnknownGameError, hookimpl
from patience_core.registry import Installed
from tests.fake_plugins import PLUGIN, Site, named, new_site, plays, problem, told
from tests.games import Ladder, Pairs, Round

site = pytest.fixture(new_site)


def variant(base: type[Game], **facts: Any) -> type[Game]:
    """Return a game like another under other facts."""
    return type(facts.get("name", "Variant"), (base,), {"__module__": __name__, **facts})


def error_of(registry: Registry, name: str) -> str:
    """Return what is said where no game has that name."""
    with pytest.raises(UnknownGameError) as caught:
        registry.find(name)
    return str(caught.value)


def a_plugin(*games: type[Game]) -> Any:
    """Return a plugin object that brings these games."""

    class Bringing:
        @hookimpl
        def patience_games(self) -> list[type[Game]]:
            return list(games)

    return Bringing()


def a_module(hook: Callable[[], object]) -> ModuleType:
    """Return a module with that implementation of patience_games."""
    module = ModuleType("patience_by_hand")
    vars(module)["patience_games"] = hookimpl(hook)
    return module


# Discovery.


def test_an_installed_plugin_is_found_and_its_game_plays(site: Site) -> None:
    site.install("turned")
    registry = site.discover()
    expected = Installed("turned", "patience_turned", Plugin("patience-turned", "1.0"), ("turned",))
    assert registry.plugins == (expected,)
    assert registry.problems == ()
    assert plays(registry.find("turned"))


def test_clock_is_found_through_its_own_entry_point() -> None:
    registry = Registry.discover(only=["patience-clock"], strict=True)
    assert [(each.entry_point, each.module, each.games) for each in registry.plugins] == [
        ("clock", "patience_clock", ("clock",))
    ]
    assert registry.find("clock").__module__.startswith("patience_clock")


def test_an_entry_point_may_name_an_object_in_a_module(site: Site) -> None:
    source = PLUGIN.replace("@hookimpl\ndef ", "class Plugin:\n  @staticmethod\n  @hookimpl\n  def ").replace(
        "    return [Turned]", "      return [Turned]\n\nclass Inner:\n  plugin = Plugin()"
    )
    site.install("turned", source, "turned = patience_turned:Inner.plugin")
    assert [game.id for game in site.discover(strict=True).games] == ["turned"]


def test_the_api_version_may_be_stated(site: Site) -> None:
    site.install("turned", PLUGIN + "\nPATIENCE_API = 1\n")
    assert site.discover().problems == ()


def test_the_api_version_of_the_module_holds_for_an_object_in_it(site: Site) -> None:
    site.install("turned", PLUGIN + "\nPATIENCE_API = 2\nclass Plugin: pass\n", "turned = patience_turned:Plugin")
    assert [each.phase for each in site.discover().problems] == ["api"]


def test_a_plugin_that_states_no_api_version_is_made_for_the_first(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("patience_core.registry.loading.API_VERSION", 2)
    site.install("turned")
    reason = "It is made for version 1 of the plugin API, and this patience-core has version 2: bring it up to date."
    assert told(site.discover().problems) == [problem("turned", "api", reason)]


def test_a_hook_of_another_api_is_never_called(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    source = PLUGIN.replace("    return [", "    print('called')\n    return [")
    site.install("turned", source + "\nPATIENCE_API = 2\n")
    site.discover()
    assert capsys.readouterr() == ("", "")


def test_of_two_distributions_with_one_name_the_first_on_the_path_counts(
    site: Site, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.install("turned")
    first = Site(tmp_path_factory.mktemp("first"))
    first.install("turned", named("First"))
    monkeypatch.syspath_prepend(first.folder)  # pyright: ignore[reportUnknownMemberType]  # pytest leaves its type open
    registry = site.discover()
    first.forget()
    assert [game.id for game in registry.games] == ["first"]
    assert registry.problems == ()


def test_the_order_of_entry_points_and_folders_makes_no_difference(
    site: Site, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = [site, *(Site(tmp_path_factory.mktemp("site")) for _ in range(2))]
    names = ("a", "b", "c", "same")
    for at, (name, folder) in enumerate(zip("abc", folders, strict=True)):
        lines = [f"{other} = patience_{name}:{other}" for other in (names if at else names[::-1])]
        folder.metadata(f"patience-{name}", "\n".join(["[patience]", *lines]))
        folder.module(f"patience_{name}", PLUGIN + "import sys\na = sys.modules[__name__]\nb = a\nc = 5\n")
    seen = set[tuple[tuple[Installed, ...], tuple[Problem, ...]]]()
    path = list(sys.path)
    for order in itertools.permutations(folders):
        monkeypatch.setattr(sys, "path", [*(str(folder.folder) for folder in order), *path])
        registry = Registry.discover(only=["patience-a", "patience-b", "patience-c"])
        seen.add((registry.plugins, registry.problems))
        for folder in folders:
            folder.forget()
    ((plugins, problems),) = seen
    assert [each.entry_point for each in plugins] == ["a", "a", "a"]
    assert {each.phase for each in problems} == {"conflict", "hooks", "import"}


def test_two_hundred_plugins_are_loaded_each_on_its_own(site: Site) -> None:
    for number in range(200):
        site.install(f"g{number}", named(f"G{number}") if number % 2 else "1 / 0")
    registry = site.discover()
    assert len(registry.plugins) == len(registry.problems) == 100


def test_importing_the_registry_loads_nothing_heavy() -> None:
    heavy = {"click", "rich", "numpy", "hypothesis", "pytest"}
    code = f"import sys, patience_core; print(*sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


# Only and block.


@pytest.mark.parametrize("name", ["one", "One", "patience-one", "patience_one", "Patience.One"])
def test_only_takes_distributions_and_entry_points_however_they_are_written(name: str, site: Site) -> None:
    site.install("one", named("One"))
    site.install("two", named("Two"))
    assert [game.id for game in Registry.discover(only=[name]).games] == ["one"]
    assert [game.id for game in Registry.discover(only=name).games] == ["one"]
    assert [game.id for game in site.discover(block=[name]).games] == ["two"]


def test_only_and_block_together_leave_what_is_in_the_one_and_not_in_the_other(site: Site) -> None:
    for name in ("One", "Two", "Three"):
        site.install(name.lower(), named(name))
    registry = Registry.discover(only=["one", "two"], block=["two", "three"])
    assert [game.id for game in registry.games] == ["one"]


def test_only_of_nothing_loads_nothing() -> None:
    assert Registry.discover(only=[]).games == ()


def test_a_blocked_plugin_is_neither_imported_nor_a_problem(site: Site) -> None:
    site.install("bad", "1 / 0")
    site.install("good")
    assert site.discover(block=["bad"]).problems == ()


@pytest.mark.parametrize("argument", ["only", "block"])
def test_an_unknown_name_in_only_or_block_is_refused_with_the_nearest(argument: str, site: Site) -> None:
    site.install("turned")
    with pytest.raises(PluginError) as caught:
        Registry.discover(**{argument: ["turnd"]})  # type: ignore[arg-type]  # one of two arguments of like kind
    assert str(caught.value) == f"{argument}: no installed plugin is called 'turnd'. Did you mean turned?"


# Names.


@pytest.mark.parametrize(
    "name",
    [
        "up-and-over",
        "Up and Over",
        "UP_AND_OVER",
        " up  and over ",
        "Fan",
        "the fan",
        "grandmas-fan",
        "Grandma's Fan",
    ],
)
def test_a_game_answers_to_its_id_its_title_and_its_aliases(name: str) -> None:
    registry = Registry.empty()
    game = variant(Ladder, id="up-and-over", title="Fan", aliases=("The Fan", "Grandma\u2019s Fan"))
    registry.add(Round)
    registry.add(game)
    assert registry.find(name) is game


@given(st.lists(st.sampled_from([" ", "  ", "-", "_", ".", "'-", "\t"]), min_size=2, max_size=2), st.booleans())
def test_case_gaps_and_apostrophes_make_no_difference(gaps: list[str], upper: bool) -> None:
    registry = Registry.empty()
    game = variant(Ladder, id="up-and-over", title="Fan", aliases=())
    registry.add(game)
    name = f"up{gaps[0]}and{gaps[1]}over"
    assert registry.find(name.upper() if upper else name) is game


def test_an_unknown_game_is_answered_with_the_nearest() -> None:
    registry = Registry.empty()
    registry.add(Ladder)
    assert error_of(registry, "lader") == (
        "No installed game is called 'lader'. Did you mean ladder? `patience games` lists them all."
    )
    assert error_of(registry, "Up an Up") == (
        "No installed game is called 'Up an Up'. Did you mean Up and Up? `patience games` lists them all."
    )


def test_a_name_to_which_no_game_answers_is_not_offered(site: Site) -> None:
    for name in ("one", "two"):
        site.install(name, named(name.capitalize()).replace(f'"{name}"', '"shared"'))
    site.install("bad", "1 / 0")
    registry = site.discover()
    assert error_of(registry, "shard") == "No installed game is called 'shard'. `patience games` lists them all."
    assert error_of(registry, "ones") == (
        "No installed game is called 'ones'. Did you mean One? `patience games` lists them all."
    )


@pytest.mark.parametrize("name", ["", "-", "whist", "x" * 9999, "\x1b[31m"])
def test_any_text_that_is_no_name_is_refused_in_one_short_line(name: str) -> None:
    error = error_of(Registry.empty(), name)
    assert error.startswith("No installed game is called '")
    assert error.isprintable()
    assert len(error) < 120


def test_games_are_sorted_by_id() -> None:
    registry = Registry.empty()
    zebra = variant(Ladder, id="a-zebra", title="A Zebra", aliases=())
    for game in (Round, Ladder, Pairs, zebra):
        registry.add(game)
    assert registry.games == (zebra, Ladder, Pairs, Round)


# Conflicts.


def test_an_id_of_two_games_answers_to_neither_and_each_keeps_its_other_names(site: Site) -> None:
    site.install("one", named("One").replace('"one"', '"same"'))
    site.install("two", named("Two").replace('"two"', '"same"'))
    site.install("good", named("Good"))
    registry = site.discover()
    reason = (
        "The id 'same' is claimed by One of patience-one and Two of patience-two, "
        "so none answers to it: all but one must choose another."
    )
    assert told(registry.problems) == [problem("one", "conflict", reason), problem("two", "conflict", reason)]
    assert error_of(registry, "same") == (
        "'same' is claimed by One of patience-one and Two of patience-two, so none of them answers to it. "
        "Use another of its names, or remove all of these plugins but one."
    )
    assert [game.id for game in registry.games] == ["good"]
    assert [each.games for each in registry.plugins] == [("good",), (), ()]
    assert registry.find("One") is not registry.find("Two")
    assert plays(registry.find("One"))


def test_an_alias_of_two_games_answers_to_neither_and_each_keeps_its_other_names(site: Site) -> None:
    for name in ("One", "Two"):
        source = named(name).replace("    pack =", "    aliases = ('The Same', 'The-Same')\n    pack =")
        site.install(name.lower(), source)
    registry = site.discover()
    reason = (
        "The name 'The Same' is claimed by One of patience-one and Two of patience-two, "
        "so none answers to it: all but one must choose another."
    )
    assert told(registry.problems) == [problem("one", "conflict", reason), problem("two", "conflict", reason)]
    assert error_of(registry, "the same").startswith("'the same' is claimed by One of patience-one and Two")
    assert [game.id for game in registry.games] == ["one", "two"]
    assert plays(registry.find("one"))


def test_the_id_of_one_game_is_no_alias_of_another(site: Site) -> None:
    site.install("one", named("One"))
    site.install("two", named("Two").replace("    pack =", "    aliases = ('One',)\n    pack ="))
    registry = site.discover()
    reason = "The name 'One' of Two of patience-two is the id of One of patience-one, and stays that: choose another."
    assert told(registry.problems) == [problem("two", "conflict", reason)]
    assert registry.find("one").id == "one"
    assert registry.find("two").id == "two"


def test_two_games_of_one_plugin_may_not_share_an_id_either(site: Site) -> None:
    site.install("one", named("One") + named("Two").replace('"two"', '"one"').replace("[Two]", "[One, Two]"))
    reason = (
        "The id 'one' is claimed by One of patience-one and Two of patience-one, "
        "so none answers to it: all but one must choose another."
    )
    assert told(site.discover().problems) == [problem("one", "conflict", reason)]


def test_a_game_that_two_plugins_bring_plays_and_both_are_told(site: Site) -> None:
    site.install("one", named("One"))
    site.install("two", "from patience_one import One\n" + named("Two").replace("[Two]", "[Two, One]"))
    registry = site.discover()
    reason = "The game One is brought by One of patience-one and One of patience-two: one of them is enough."
    assert told(registry.problems) == [problem("one", "conflict", reason), problem("two", "conflict", reason)]
    assert plays(registry.find("one"))
    assert plays(registry.find("two"))


def test_an_entry_point_name_of_two_distributions_is_told_and_both_play(site: Site) -> None:
    site.install("one", named("One"), "game = patience_one")
    site.install("two", named("Two"), "game = patience_two")
    registry = site.discover()
    reason = (
        "The entry point game is in patience-one and patience-two: "
        "choose another name; some tools keep only one of them."
    )
    assert [(each.distribution, each.phase, each.reason) for each in registry.problems] == [
        ("patience-one", "conflict", reason),
        ("patience-two", "conflict", reason),
    ]
    assert plays(registry.find("one"))
    assert plays(registry.find("two"))


def test_an_entry_point_name_in_a_distribution_without_a_name_is_told_too(site: Site) -> None:
    site.install("one", named("One"), "game = patience_one")
    site.metadata("patience-two", "[patience]\ngame = patience_two\n", b"")
    registry = Registry.discover()
    reason = (
        "The entry point game is in a distribution without a name and patience-one: "
        "choose another name; some tools keep only one of them."
    )
    assert [each.distribution for each in registry.problems if each.reason == reason] == [None, "patience-one"]
    assert plays(registry.find("one"))


def test_two_entry_points_of_one_module_load_it_once(site: Site) -> None:
    site.install("one", named("One"), "first = patience_one\nsecond = patience_one")
    registry = site.discover()
    reason = "It names the same plugin as the entry point first of patience-one: remove one of the two."
    assert told(registry.problems) == [("patience-one", "1.0", "second", "conflict", reason)]
    assert [each.entry_point for each in registry.plugins] == ["first"]
    assert plays(registry.find("one"))


# By hand.


def test_an_empty_registry_has_nothing() -> None:
    registry = Registry.empty()
    assert (registry.games, registry.plugins, registry.problems) == ((), (), ())


def test_registries_do_not_know_of_each_other() -> None:
    one, other = Registry.empty(), Registry.empty()
    one.add(Ladder)
    other.register(a_plugin(Pairs))
    assert (one.games, other.games) == ((Ladder,), (Pairs,))


def test_a_registered_plugin_is_listed_with_what_is_said_of_it() -> None:
    registry = Registry.empty()
    registry.register(a_plugin(Ladder, Pairs), name="cards", distribution=Plugin("patience-cards", "2.0"))
    registry.register(a_plugin(Round))
    assert registry.plugins == (
        Installed("Bringing", __name__, None, ("round",)),
        Installed("cards", __name__, Plugin("patience-cards", "2.0"), ("ladder", "pairs")),
    )


def test_a_module_can_be_registered() -> None:
    registry = Registry.empty()
    registry.register(a_module(lambda: [Ladder]))
    assert registry.plugins == (Installed("patience_by_hand", "patience_by_hand", None, ("ladder",)),)


def test_an_added_game_belongs_to_no_plugin() -> None:
    registry = Registry.empty()
    registry.add(Ladder)
    assert registry.find("ladder") is Ladder
    assert registry.plugins == ()


def test_plugins_that_are_equal_are_both_registered() -> None:
    @frozen
    class Equal:
        games: list[type[Game]] = field(eq=False)

        @hookimpl
        def patience_games(self) -> list[type[Game]]:
            return self.games

    first, second = Equal([Ladder]), Equal([Pairs])
    assert first == second
    registry = Registry.empty()
    registry.register(first)
    registry.register(second)
    assert registry.games == (Ladder, Pairs)


def test_a_broken_plugin_is_refused_at_once_with_all_its_faults() -> None:
    registry = Registry.empty()
    with pytest.raises(PluginError) as caught:
        registry.register(a_plugin(Ladder, variant(Pairs, id="Bad"), variant(Pairs, title="")))
    assert str(caught.value) == (
        "Variant: id is 'Bad'; it must be a constant, lower-case words joined by hyphens, such as 'play-it-out'.\n"
        "Variant: title is ''; it must be a constant, one line of text."
    )
    assert registry.games == ()
    assert registry.plugins == ()


@pytest.mark.parametrize("plugin", [None, 5, object(), Ladder, ModuleType("patience_empty")])
def test_what_has_no_hook_is_refused(plugin: object) -> None:
    with pytest.raises(PluginError) as caught:
        Registry.empty().register(plugin)
    assert str(caught.value) == (
        "It has no hook: write a function patience_games that returns its game classes, marked @hookimpl."
    )


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        (
            {"title": "Other", "aliases": ()},
            f"The id 'ladder' is claimed by Ladder of module tests.games and Variant of module {__name__}, "
            "so none answers to it: all but one must choose another.",
        ),
        (
            {"id": "other", "aliases": ("up-and-up",)},
            f"The name 'Ladder' of Variant of module {__name__} is the id of Ladder of module tests.games, "
            "and stays that: choose another.\n"
            f"The name 'up-and-up' is claimed by Ladder of module tests.games and Variant of module {__name__}, "
            "so none answers to it: all but one must choose another.",
        ),
    ],
)
def test_a_game_in_conflict_is_refused_and_changes_nothing(facts: dict[str, Any], reason: str) -> None:
    registry = Registry.empty()
    registry.add(Ladder)
    with pytest.raises(PluginError) as caught:
        registry.add(variant(Ladder, **facts))
    assert str(caught.value) == reason
    assert registry.games == (Ladder,)
    assert registry.find("Up and Up") is Ladder


def test_a_game_is_added_once() -> None:
    registry = Registry.empty()
    registry.add(Ladder)
    with pytest.raises(PluginError) as caught:
        registry.add(Ladder)
    assert str(caught.value) == (
        "The game Ladder is brought by Ladder of module tests.games and Ladder of module tests.games: "
        "one of them is enough."
    )


def test_what_a_registered_plugin_prints_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    def loud() -> list[type[Game]]:
        print("loud")
        return [Ladder]

    Registry.empty().register(a_module(loud))
    assert capsys.readouterr() == ("", "loud\n")


# Plain data.


def test_plugins_and_problems_can_be_had_as_plain_data(site: Site) -> None:
    site.install("good")
    site.install("bad", PLUGIN + "PATIENCE_API = None\nPATIENCE_API = ''\n")
    registry = site.discover()
    assert [each.as_dict() for each in registry.plugins] == [
        {
            "entry_point": "good",
            "module": "patience_good",
            "distribution": "patience-good",
            "version": "1.0",
            "games": ["turned"],
            "deal_sources": [],
        }
    ]
    assert [each.as_dict() for each in registry.problems] == [
        {
            "distribution": "patience-bad",
            "version": "1.0",
            "entry_point": "bad",
            "phase": "api",
            "reason": "PATIENCE_API is an instance of str: it must be a whole number, as in `PATIENCE_API = 1`.",
        }
    ]


def test_a_plugin_without_a_distribution_is_plain_data_too() -> None:
    registry = Registry.empty()
    registry.register(a_plugin(Ladder), name="mine")
    assert registry.plugins[0].as_dict() == {
        "entry_point": "mine",
        "module": __name__,
        "distribution": None,
        "version": None,
        "games": ["ladder"],
        "deal_sources": [],
    }
