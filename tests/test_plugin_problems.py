"""Whatever is wrong with a plugin becomes a problem that says what to change, and every other game plays on."""

from __future__ import annotations

import pytest

from patience_core import PluginError, Registry, UnknownGameError
from patience_core.registry.loading import MOST_SAID
from tests.fake_plugins import GAME, HOOK, PLUGIN, Site, named, new_site, plays, problem, told

site = pytest.fixture(new_site)

MARK = "@hookimpl\ndef patience_games():\n    return [Turned]\n"
RETURN = "    return [Turned]\n"

DEALS = "from patience_core import Deal, DealSource\n\ndef deal(text, pack): ...\n\n@hookimpl\ndef patience_deals():\n"

# What is wrong -> the plugin's source, the phase, and the reason; {file} stands for the plugin's file.
BROKEN = {
    "raises at import": (
        "x = 1\n\nx / 0\n",
        "import",
        "Importing it raises ZeroDivisionError at {file}, line 3: division by zero.",
    ),
    "raises in a function that it calls": (
        "def prepare():\n    raise ValueError('not ready.\\nAt all.')\n\nprepare()\n",
        "import",
        "Importing it raises ValueError at {file}, line 2: not ready.",
    ),
    "raises without a text": (
        "raise RuntimeError",
        "import",
        "Importing it raises RuntimeError at {file}, line 1.",
    ),
    "raises an error whose text fails": (
        "class Odd(Exception):\n    def __str__(self):\n        raise ValueError\nraise Odd",
        "import",
        "Importing it raises Odd at {file}, line 4.",
    ),
    "raises an error with a text without end": (
        "raise ValueError('x' * 100_000 + '\\nsecond line')",
        "import",
        "Importing it raises ValueError at {file}, line 1: " + MOST_SAID * "x" + ".",
    ),
    "raises in a library": (
        "import json\n\njson.loads('{')\n",
        "import",
        "Importing it raises JSONDecodeError at {file}, line 3: "
        "Expecting property name enclosed in double quotes: line 1 column 2 (char 1).",
    ),
    "is no Python": (
        "x = 1\ndef :\n",
        "import",
        "Importing it raises SyntaxError at {file}, line 2: invalid syntax ({name}, line 2).",
    ),
    "needs what is not installed": (
        "import numbpy_of_nobody\n",
        "import",
        "Importing it raises ModuleNotFoundError at {file}, line 1: No module named 'numbpy_of_nobody'; "
        "what it needs must stand among the distribution's dependencies.",
    ),
    "calls sys.exit at import": (
        "import sys\nsys.exit(0)\n",
        "import",
        "Importing it calls sys.exit at {file}, line 2: a plugin must not end the program.",
    ),
    "raises what is no Exception": (
        "class Stop(BaseException): pass\nraise Stop('now')\n",
        "import",
        "Importing it raises Stop at {file}, line 2: now.",
    ),
    "is made for a later API": (
        PLUGIN + "PATIENCE_API = 2\n",
        "api",
        "It is made for version 2 of the plugin API, and this patience-core has version 1: "
        "it needs a newer patience-core.",
    ),
    "is made for an earlier API": (
        PLUGIN + "PATIENCE_API = 0\n",
        "api",
        "It is made for version 0 of the plugin API, and this patience-core has version 1: bring it up to date.",
    ),
    "states its API as a text": (
        PLUGIN + "PATIENCE_API = '1'\n",
        "api",
        "PATIENCE_API is an instance of str: it must be a whole number, as in `PATIENCE_API = 1`.",
    ),
    "raises when asked for its API": (
        GAME + "def __getattr__(name):\n    raise ValueError(name)\n",
        "api",
        "Reading PATIENCE_API raises ValueError at {file}, line 22: PATIENCE_API.",
    ),
    "misspells the hook": (
        GAME + HOOK.replace("patience_games", "patience_game"),
        "hooks",
        "There is no hook patience_game. Did you mean patience_games?",
    ),
    "has a hook of quite another name": (
        GAME + HOOK.replace("patience_games", "variants"),
        "hooks",
        "There is no hook variants. The hooks are: patience_deals, patience_games.",
    ),
    "lacks the marker": (
        GAME + HOOK.replace("@hookimpl", ""),
        "hooks",
        "The function patience_games is not marked as a hook: write @hookimpl above it.",
    ),
    "lacks the marker and misspells the hook": (
        GAME + HOOK.replace("@hookimpl", "").replace("patience_games", "patience_game"),
        "hooks",
        "The function patience_game is not marked as a hook: write @hookimpl above it. Did you mean patience_games? "
        "If it is no hook, let its name begin otherwise.",
    ),
    "asks for an argument": (
        GAME + HOOK.replace("games()", "games(config, pack)"),
        "hooks",
        "patience_games asks for config, pack, which the hook does not give: it takes no argument.",
    ),
    "is a wrapper": (
        GAME + "@hookimpl(wrapper=True)\ndef patience_games():\n    return (yield)\n",
        "hooks",
        "patience_games must be a plain function, neither a wrapper nor async.",
    ),
    "is a wrapper of the old kind": (
        GAME + "@hookimpl(hookwrapper=True)\ndef patience_games():\n    yield\n",
        "hooks",
        "patience_games must be a plain function, neither a wrapper nor async.",
    ),
    "is async": (
        GAME + HOOK.replace("def ", "async def "),
        "hooks",
        "patience_games must be a plain function, neither a wrapper nor async.",
    ),
    "has no hook": (
        GAME,
        "hooks",
        "It has no hook: write a function patience_games that returns its game classes, marked @hookimpl.",
    ),
    "raises in the hook": (
        GAME + MARK.replace(RETURN, "    return [Turnd]\n"),
        "hooks",
        "patience_games() raises NameError at {file}, line 23: name 'Turnd' is not defined.",
    ),
    "raises in the midst of a generator": (
        GAME + MARK.replace(RETURN, "    yield Turned\n    raise OSError('gone')\n"),
        "hooks",
        "patience_games() raises OSError at {file}, line 24: gone.",
    ),
    "calls sys.exit in the hook": (
        GAME + MARK.replace(RETURN, "    raise SystemExit\n"),
        "hooks",
        "patience_games() calls sys.exit at {file}, line 23: a plugin must not end the program.",
    ),
    "returns nothing": (
        GAME + MARK.replace(RETURN, "    [Turned]\n"),
        "games",
        "patience_games() returns None; it must return the game classes, as in `return [Clock]`.",
    ),
    "returns a single class": (
        GAME + MARK.replace(RETURN, "    return Turned\n"),
        "games",
        "patience_games() returns the class Turned alone: write `return [Turned]`.",
    ),
    "returns another class": (
        GAME + MARK.replace(RETURN, "    return dict\n"),
        "games",
        "patience_games() returns the class dict; it must return the game classes, as in `return [Clock]`.",
    ),
    "returns a text": (
        GAME + MARK.replace(RETURN, "    return 'turned'\n"),
        "games",
        "patience_games() returns an instance of str; it must return the game classes, as in `return [Clock]`.",
    ),
    "returns a mapping": (
        GAME + MARK.replace(RETURN, "    return {'turned': Turned}\n"),
        "games",
        "patience_games() returns an instance of dict; it must return the game classes, as in `return [Clock]`.",
    ),
    "returns no game": (
        GAME + MARK.replace(RETURN, "    return []\n"),
        "games",
        "It brings no game: patience_games() must return the plugin's game classes.",
    ),
    "returns no deals": (
        GAME + DEALS + "    pass\n",
        "deals",
        "patience_deals() returns None; it must return the deal sources, as in `return [DealSource(...)]`.",
    ),
    "returns a deal source alone": (
        GAME + DEALS + "    return DealSource('up', 'up', deal)\n",
        "deals",
        "patience_deals() returns an instance of DealSource; "
        "it must return the deal sources, as in `return [DealSource(...)]`.",
    ),
    "returns a game class as deals": (
        GAME + DEALS + "    return Turned\n",
        "deals",
        "patience_deals() returns the class Turned; it must return the deal sources, as in `return [DealSource(...)]`.",
    ),
    "returns no deal source": (
        GAME + DEALS + "    return []\n",
        "deals",
        "It brings no deal source: patience_deals() must return the plugin's deal sources.",
    ),
    "returns neither a game nor a deal source": (
        GAME + DEALS + "    return []\n" + MARK.replace(RETURN, "    return []\n"),
        "games",
        "It brings no game: patience_games() must return the plugin's game classes.",
    ),
    "returns games as deals": (
        GAME + DEALS + "    return [Turned]\n",
        "deals",
        "Not a deal source: the class Turned. Write DealSource(prefix, title, deal).",
    ),
    "raises in the hook for deals": (
        GAME + DEALS + "    yield 1 / 0\n",
        "hooks",
        "patience_deals() raises ZeroDivisionError at {file}, line 27: division by zero.",
    ),
    "asks for an argument in the hook for deals": (
        GAME + DEALS.replace("deals()", "deals(pack)") + "    return []\n",
        "hooks",
        "patience_deals asks for pack, which the hook does not give: it takes no argument.",
    ),
    "has a deal source with a bad prefix": (
        GAME + DEALS + "    return [DealSource('UP', 'up', deal)]\n",
        "deals",
        "The deal source 'UP': prefix is 'UP'; it must be lower-case letters from a to z, such as 'ms'.",
    ),
    "has a deal source that deals nothing": (
        GAME + DEALS + "    return [DealSource('up', 'up', lambda text: None)]\n",
        "deals",
        "The deal source 'up': deal takes (text); it must take a text and a pack, as in `def deal(text, pack)`.",
    ),
    "returns an instance": (
        GAME + MARK.replace(RETURN, "    return [Turned()]\n"),
        "games",
        "Not a game class: an instance of Turned. Write Turned, not Turned().",
    ),
    "returns what is no game": (
        GAME + MARK.replace(RETURN, "    return [7]\n"),
        "games",
        "Not a game class: an instance of int.",
    ),
    "returns a class that is no game": (
        GAME + MARK.replace(RETURN, "    return [Layout]\n"),
        "games",
        "Not a game class: the class Layout, which does not inherit from Game.",
    ),
    "has a game without a method": (
        PLUGIN.replace("def moves", "def legal"),
        "games",
        "Turned: it lacks the method moves.",
    ),
    "has a game with a bad id": (
        PLUGIN.replace('"turned"', '"Turned_Over"'),
        "games",
        "Turned: id is 'Turned_Over'; it must be a constant, "
        "lower-case words joined by hyphens, such as 'play-it-out'.",
    ),
    "has a game that cannot be made": (
        PLUGIN.replace("    pack =", "    def __attrs_post_init__(self):\n        raise ValueError('no')\n    pack ="),
        "games",
        "Turned() raises ValueError at {file}, line 10: no.",
    ),
    "has a game with a field that is no option": (
        PLUGIN.replace("    pack =", "    start: int = 1\n    pack ="),
        "games",
        "Turned: its field start is no option: make it one with option(), or drop the type for a constant.",
    ),
    "has a game whose facts cannot be computed": (
        PLUGIN.replace("    layout =", "    @property\n    def layout(self):\n        return 1 / 0\n    place ="),
        "games",
        "Reading the facts of Turned raises ZeroDivisionError at {file}, line 12: division by zero.",
    ),
    "has a game with a fact of the wrong kind": (
        PLUGIN.replace("    pack =", "    longest = -1\n    pack ="),
        "games",
        "Turned: longest is -1; it must be a whole number, 0 or more, or None.",
    ),
    "has a game class that cannot be looked at": (
        "class Meta(type):\n    def __subclasscheck__(cls, other): raise ValueError\n"
        "    @property\n    def __name__(cls): raise ValueError('no name')\n"
        "class Odd(metaclass=Meta): pass\n" + GAME + MARK.replace(RETURN, "    return [Odd]\n"),
        "games",
        "Looking at its games raises ValueError at {file}, line 4: no name.",
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_plugin_is_told_what_to_change_and_the_good_one_plays(fault: str, site: Site) -> None:
    source, phase, reason = BROKEN[fault]
    site.install("good", named("Good"))
    file = site.install("bad", source)
    reason = reason.replace("{file}", str(file)).replace("{name}", file.name)

    registry = site.discover()

    assert told(registry.problems) == [problem("bad", phase, reason)]
    assert [plugin.entry_point for plugin in registry.plugins] == ["good"]
    assert [game.id for game in registry.games] == ["good"]
    assert plays(registry.find("good"))


@pytest.mark.parametrize("fault", BROKEN)
def test_the_name_of_a_broken_plugin_leads_to_its_problem(fault: str, site: Site) -> None:
    site.install("bad", BROKEN[fault][0])
    with pytest.raises(UnknownGameError) as caught:
        site.discover().find("Patience Bad")
    assert str(caught.value) == "'Patience Bad' is a plugin that does not work: `patience plugins` says why."


@pytest.mark.parametrize(
    ("entry_point", "phase", "reason"),
    [
        (
            "bad = patience_gone",
            "import",
            "There is no module patience_gone: correct the entry point, or see that the wheel contains the module.",
        ),
        (
            "bad = patience_bad.games.all",
            "import",
            "There is no module patience_bad.games: "
            "correct the entry point, or see that the wheel contains the module.",
        ),
        (
            "bad = patience_bad:plugin",
            "import",
            "patience_bad has no attribute plugin: correct the entry point; the module's name alone will do.",
        ),
        (
            "bad = patience bad!",
            "metadata",
            "Its value 'patience bad!' names no module: write it as in `clock = patience_clock`.",
        ),
        (
            "bad = patience_bad:Turned",
            "hooks",
            "It has no hook: write a function patience_games that returns its game classes, marked @hookimpl.",
        ),
    ],
)
def test_an_entry_point_that_names_no_plugin_is_told(entry_point: str, phase: str, reason: str, site: Site) -> None:
    site.install("good", named("Good"))
    site.install("bad", PLUGIN, entry_point)
    registry = site.discover()
    assert told(registry.problems) == [problem("bad", phase, reason)]
    assert plays(registry.find("good"))


def test_an_attribute_that_raises_when_asked_for_is_told(site: Site) -> None:
    file = site.install("bad", "def __getattr__(name):\n    raise ValueError(name)\n", "bad = patience_bad:late")
    reason = f"Getting late from it raises ValueError at {file}, line 2: late."
    assert told(site.discover().problems) == [problem("bad", "import", reason)]


def test_the_sound_games_of_a_plugin_play_beside_its_faulty_one(site: Site) -> None:
    games = GAME + named("Other", GAME).replace("def moves", "def legal")
    site.install("mixed", games + "@hookimpl\ndef patience_games():\n    return [Other, Turned]\n")
    registry = site.discover()
    assert told(registry.problems) == [problem("mixed", "games", "Other: it lacks the method moves.")]
    assert [plugin.games for plugin in registry.plugins] == [("turned",)]
    assert plays(registry.find("turned"))


def test_a_wrong_hook_does_not_take_the_right_one_with_it(site: Site) -> None:
    site.install("mixed", PLUGIN + HOOK.replace("patience_games", "patience_dael"))
    registry = site.discover()
    reason = "There is no hook patience_dael. Did you mean patience_deals?"
    assert told(registry.problems) == [problem("mixed", "hooks", reason)]
    assert plays(registry.find("turned"))


def test_a_hook_of_a_later_version_may_be_marked_as_optional(site: Site) -> None:
    site.install("later", PLUGIN + "@hookimpl(optionalhook=True)\ndef patience_commands(config):\n    return []\n")
    registry = site.discover()
    assert registry.problems == ()
    assert plays(registry.find("turned"))


def test_a_function_that_is_no_hook_and_a_module_may_begin_with_any_name(site: Site) -> None:
    site.module("patience_helper", "")
    site.install("fine", "import patience_helper\n" + PLUGIN + "def games_of_patience(): pass\n")
    assert site.discover().problems == ()


def test_control_c_during_an_import_passes_through(site: Site) -> None:
    site.install("bad", "raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        site.discover()


def test_what_a_plugin_prints_goes_to_standard_error(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    source = "print('at import')\n" + PLUGIN.replace("    return [", "    print('in the hook')\n    return [")
    site.install("loud", source)
    assert site.discover().problems == ()
    assert capsys.readouterr() == ("", "at import\nin the hook\n")


@pytest.mark.parametrize("entry_points", [b"[patience]\nbad = \xff\n", b"[patience]\nbad\n"])
def test_entry_points_that_cannot_be_read_are_told(entry_points: bytes, site: Site) -> None:
    site.install("good", named("Good"))
    site.metadata("patience-bad", entry_points)
    registry = site.discover()
    reason = (
        "The entry_points.txt of patience-bad cannot be read: "
        "it must be UTF-8, with lines such as `clock = patience_clock` under [patience]."
    )
    assert told(registry.problems) == [("patience-bad", "1.0", None, "metadata", reason)]
    assert plays(registry.find("good"))


@pytest.mark.parametrize("stated", [b"", b"Name: \xff\nVersion: 1.0\n", b"Name: patience-bad\n", b"Version: 1.0\n"])
def test_metadata_without_a_name_and_version_is_told(stated: bytes, site: Site) -> None:
    site.install("good", named("Good"))
    site.metadata("patience-bad", "[patience]\nbad = patience_bad\n", stated)
    registry = Registry.discover()
    reason = f"The METADATA of a distribution in {site.folder} states no name and version: install it anew."
    assert told(registry.problems) == [(None, None, "bad", "metadata", reason)]
    assert str(registry.problems[0]) == f"a distribution without a name, entry point bad (metadata): {reason}"
    assert plays(registry.find("good"))


def test_strict_discovery_raises_all_problems_at_once(site: Site) -> None:
    site.install("good", named("Good"))
    site.install("none", PLUGIN.replace("[Turned]", "[]"))
    file = site.install("bad", "1 / 0")
    with pytest.raises(PluginError) as caught:
        site.discover(strict=True)
    assert str(caught.value) == (
        "patience-bad 1.0, entry point bad (import): "
        f"Importing it raises ZeroDivisionError at {file}, line 1: division by zero.\n"
        "patience-none 1.0, entry point none (games): "
        "It brings no game: patience_games() must return the plugin's game classes."
    )


def test_strict_discovery_of_good_plugins_is_like_any_other(site: Site) -> None:
    site.install("good", named("Good"))
    assert site.discover(strict=True).plugins == site.discover().plugins
