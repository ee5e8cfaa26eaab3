"""The hook specifications: what a plugin may tell the registry; for discovery only, never for rules in play."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

import pluggy

from patience_core.game import Game

if TYPE_CHECKING:
    from patience_core.sources import DealSource

PROJECT: Final = "patience"
API_VERSION: Final = 1
"""The version of the plugin API; a plugin states the one it is made for as `PATIENCE_API = 1` in its module."""

hookspec: Final = pluggy.HookspecMarker(PROJECT)
hookimpl: Final = pluggy.HookimplMarker(PROJECT)


@hookspec
def patience_games() -> Iterable[type[Game]]:  # type: ignore[empty-body]  # a specification has none
    """Return the game classes that the plugin brings.

    Called once when plugins are discovered; the classes, not instances, in any order.
    """


@hookspec
def patience_deals() -> Iterable[DealSource]:  # type: ignore[empty-body]  # a specification has none
    """Return the sources of deals that the plugin brings.

    Called once when plugins are discovered; in any order. A source is asked for a deal only when a person or a
    program names one of its deals.
    """
