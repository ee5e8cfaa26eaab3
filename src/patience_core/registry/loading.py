"""Loads one plugin: import, API version, hooks, games, deals; whatever goes wrong becomes a fault, with the remedy."""

from __future__ import annotations

import importlib
import inspect
import sys
import traceback
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, cast

import pluggy

from patience_core import hookspecs
from patience_core.errors import PluginError, nearest
from patience_core.game import Game
from patience_core.hookspecs import API_VERSION, PROJECT
from patience_core.registry.validation import class_fault, described, instance_fault, source_fault

if TYPE_CHECKING:
    from patience_core.sources import DealSource

Phase = Literal["metadata", "import", "api", "hooks", "games", "deals", "conflict"]
"""Where a plugin went wrong: all but the last are what is done with each plugin."""

MOST_SAID: Final = 200
UNSTATED_API: Final = 1
"""The API version of a plugin that states none."""


class Fault(NamedTuple):
    """What is wrong with a plugin, and in which phase it came out."""

    phase: Phase
    reason: str


class Brought(NamedTuple):
    """What an imported plugin brings: its sound games and deal sources, and all its faults."""

    games: tuple[type[Game], ...]
    deal_sources: tuple[DealSource, ...]
    faults: tuple[Fault, ...]


_GAMES: Final = "patience_games"
_DEALS: Final = "patience_deals"
_RETURNS: Final[dict[str, tuple[Phase, str]]] = {
    _GAMES: ("games", "the game classes, as in `return [Clock]`"),
    _DEALS: ("deals", "the deal sources, as in `return [DealSource(...)]`"),
}
_NO_GAME: Final = Fault("games", "It brings no game: patience_games() must return the plugin's game classes.")
_NO_SOURCE: Final = Fault("deals", "It brings no deal source: patience_deals() must return the plugin's deal sources.")


class LoadError(PluginError):
    """A fault after which nothing more can be learnt from that part of the plugin."""

    def __init__(self, phase: Phase, reason: str) -> None:
        """Keep the fault beside the text."""
        super().__init__(reason)
        self.fault = Fault(phase, reason)


@contextmanager
def guarded(phase: Phase, doing: str, module: str) -> Generator[None]:
    """Turn whatever a plugin's code raises, sys.exit included, into a LoadError; only Ctrl-C passes."""
    try:
        yield
    except (KeyboardInterrupt, LoadError):
        raise
    except BaseException as error:
        raise LoadError(phase, f"{doing} {_raised(error, module)}") from error


def import_plugin(module: str, attribute: str | None) -> object:
    """Import a plugin's module, and return it or the attribute of it that the entry point names."""
    with guarded("import", "Importing it", module):
        try:
            plugin: object = importlib.import_module(module)
        except ModuleNotFoundError as error:
            if not f"{module}.".startswith(f"{error.name}."):
                raise
            raise LoadError(
                "import",
                f"There is no module {error.name}: correct the entry point, or see that the wheel contains the module.",
            ) from error
    for name in attribute.split(".") if attribute else ():
        with guarded("import", f"Getting {attribute} from it", module):
            try:
                plugin = getattr(plugin, name)
            except AttributeError as error:
                raise LoadError(
                    "import",
                    f"{module} has no attribute {attribute}: correct the entry point; the module's name alone will do.",
                ) from error
    return plugin


def load_plugin(plugin: object, module: str) -> Brought:
    """Return what an imported plugin brings, and what is wrong with it."""
    games: dict[type[Game], None] = {}
    sources: dict[int, DealSource] = {}  # by identity: the function of a source need not be hashable
    faults: list[Fault] = []
    hooks: list[tuple[str, Callable[[], object]]] = []
    try:
        _check_api(plugin, module)
        with guarded("hooks", "Looking for its hooks", module):
            hooks = _find_hooks(plugin, faults)
    except LoadError as error:
        faults.append(error.fault)
    for name, function in hooks:
        try:
            for candidate in _call(name, function, module):
                try:
                    if name == _GAMES:
                        games[check_game(candidate, module)] = None
                    else:
                        source = check_source(candidate, module)
                        sources[id(source)] = source
                except LoadError as error:
                    faults.append(error.fault)
        except LoadError as error:
            faults.append(error.fault)
    if not (games or sources or faults):
        faults.append(_NO_SOURCE if {name for name, _ in hooks} == {_DEALS} else _NO_GAME)
    return Brought(tuple(games), tuple(sources.values()), tuple(faults))


def _check_api(plugin: object, module: str) -> None:
    """Refuse a plugin made for another API before any of its hooks is called."""
    made_for: object = None
    with guarded("api", "Reading PATIENCE_API", module):
        for holder in (plugin, sys.modules.get(module)):
            if made_for is None:
                made_for = getattr(holder, "PATIENCE_API", None)
    if made_for is None:
        made_for = UNSTATED_API
    if type(made_for) is not int:
        what = described(made_for)
        reason = f"PATIENCE_API is {what}: it must be a whole number, as in `PATIENCE_API = {API_VERSION}`."
        raise LoadError("api", reason)
    if made_for != API_VERSION:
        remedy = "bring it up to date" if made_for < API_VERSION else "it needs a newer patience-core"
        reason = (
            f"It is made for version {made_for} of the plugin API, and this patience-core has version {API_VERSION}: "
        )
        raise LoadError("api", f"{reason}{remedy}.")


def _spec_arguments() -> dict[str, tuple[str, ...]]:
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(hookspecs)
    return {name: tuple(caller.spec.argnames) for name, caller in vars(manager.hook).items()}


SPECS: Final = _spec_arguments()
"""The arguments of each hook, by its name."""


def _find_hooks(plugin: object, faults: list[Fault]) -> list[tuple[str, Callable[[], object]]]:
    """Return the plugin's implementations of hooks by name, and add a fault for each that is wrong.

    The plugin is registered with a pluggy manager of its own and without specifications. So nothing in it
    can reach another plugin, a wrong hook does not take the right ones with it, and pluggy's rules of
    what is marked still hold; its checks against the specifications are made here, in the author's terms.
    """
    manager = pluggy.PluginManager(PROJECT)
    manager.register(plugin, PROJECT)
    functions: list[tuple[str, Callable[[], object]]] = []
    marked = False
    for caller in manager.get_hookcallers(plugin) or ():
        for hook in caller.get_hookimpls():
            marked = True
            reason = _hook_fault(caller.name, hook)
            if reason:
                faults.append(Fault("hooks", reason))
            elif caller.name in SPECS:
                functions.append((caller.name, hook.function))
    unmarked = _unmarked(plugin, manager)
    faults.extend(Fault("hooks", reason) for reason in unmarked)
    if not (marked or unmarked):
        faults.append(
            Fault(
                "hooks",
                "It has no hook: write a function patience_games that returns its game classes, marked @hookimpl.",
            )
        )
    return functions


def _hook_fault(name: str, hook: pluggy.HookImpl) -> str | None:
    if name not in SPECS:
        return None if hook.optionalhook else f"There is no hook {name}.{_right_name(name)}"
    if hook.wrapper or hook.hookwrapper or inspect.iscoroutinefunction(hook.function):
        return f"{name} must be a plain function, neither a wrapper nor async."
    unknown = [argument for argument in hook.argnames if argument not in SPECS[name]]
    if unknown:
        takes = ", ".join(SPECS[name]) or "no argument"
        return f"{name} asks for {', '.join(unknown)}, which the hook does not give: it takes {takes}."
    return None


def _unmarked(plugin: object, manager: pluggy.PluginManager) -> list[str]:
    """Return a reason for each function that is named like a hook and is none."""
    names = [name for name in dir(plugin) if name.startswith(f"{PROJECT}_")]
    return [
        f"The function {name} is not marked as a hook: write @hookimpl above it."
        + ("" if name in SPECS else _right_name(name) + " If it is no hook, let its name begin otherwise.")
        for name in names
        if manager.parse_hookimpl_opts(plugin, name) is None and inspect.isroutine(getattr(plugin, name))
    ]


def _right_name(name: str) -> str:
    return nearest(name, SPECS) or f" The hooks are: {', '.join(SPECS)}."


def _call(name: str, function: Callable[[], object], module: str) -> list[object]:
    """Return what an implementation of a hook returns, as a list."""
    phase, wanted = _RETURNS[name]
    with guarded("hooks", f"{name}()", module):
        result = function()
        what = described(result)
        if name == _GAMES and isinstance(result, type) and issubclass(result, Game):
            alone = result.__name__
            raise LoadError(phase, f"{name}() returns the class {alone} alone: write `return [{alone}]`.")
        if not isinstance(result, Iterable) or isinstance(result, type | str | bytes | Mapping):
            raise LoadError(phase, f"{name}() returns {what}; it must return {wanted}.")
        return list(cast("Iterable[object]", result))


def check_game(candidate: object, module: str) -> type[Game]:
    """Return a game class in which no fault is found; LoadError says what keeps it from being one."""
    with guarded("games", "Looking at its games", module):
        fault = class_fault(candidate)
    if fault:
        raise LoadError("games", fault)
    kind = cast("type[Game]", candidate)
    with guarded("games", f"{kind.__name__}()", module):
        game = kind()
    with guarded("games", f"Reading the facts of {kind.__name__}", module):
        fault = instance_fault(game)
    if fault:
        raise LoadError("games", fault)
    return kind


def check_source(candidate: object, module: str) -> DealSource:
    """Return a deal source in which no fault is found; LoadError says what keeps it from being one."""
    with guarded("deals", "Looking at its deal sources", module):
        fault = source_fault(candidate)
    if fault:
        raise LoadError("deals", fault)
    return cast("DealSource", candidate)


def module_of(plugin: object) -> str:
    """Return the name of the module that a plugin object is, or was made in."""
    return plugin.__name__ if isinstance(plugin, ModuleType) else str(getattr(plugin, "__module__", ""))


def _raised(error: BaseException, module: str) -> str:
    """Say what was raised, where in the plugin, and with what text."""
    where = _place(error, module)
    if isinstance(error, SystemExit):
        return f"calls sys.exit{where}: a plugin must not end the program."
    try:
        said = str(error).strip().partition("\n")[0].rstrip(".")[:MOST_SAID]
    except Exception:  # the text of a stranger's error can fail as well
        said = ""
    if isinstance(error, ModuleNotFoundError):
        said += "; what it needs must stand among the distribution's dependencies"
    return f"raises {type(error).__name__}{where}{said and f': {said}'}."


def _place(error: BaseException, module: str) -> str:
    """Return " at FILE, line N" for the last statement of the plugin that the error came through."""
    if isinstance(error, SyntaxError) and error.filename:
        return f" at {error.filename}, line {error.lineno}"
    package = module.partition(".")[0]
    where = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        if str(frame.f_globals.get("__name__")).partition(".")[0] == package:
            where = f" at {frame.f_code.co_filename}, line {line}"
    return where
