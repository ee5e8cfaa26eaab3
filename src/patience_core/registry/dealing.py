"""Reads the name of a deal, a number or a prefix with what its source takes, and asks the source for the cards."""

from __future__ import annotations

import re
import sys
from contextlib import redirect_stdout
from typing import Final

from patience_core.cards import Pack
from patience_core.deals import MOST_DEALS, Deal
from patience_core.errors import DealError, PatienceError, PluginError, nearest, quoted
from patience_core.registry.loading import guarded
from patience_core.registry.names import Prefixes, SourceClaim, listed
from patience_core.registry.validation import described

_NUMBER: Final = re.compile(r"(-?)0*([0-9]+)")
_PREFIXED: Final = re.compile(r"\s*([a-z]*)\s*:\s*(.*)|([a-z]+)([0-9].*)", re.IGNORECASE | re.DOTALL | re.ASCII)
_MOST_DIGITS: Final = len(str(MOST_DEALS))
_MOST_SHOWN: Final = 60


def deal_named(name: str, pack: Pack, prefixes: Prefixes, *, broken: bool) -> Deal:
    """Return the deal of a pack that a name means.

    Args:
        name: what a person or a program said.
        pack: the pack that is dealt.
        prefixes: which prefix belongs to which source.
        broken: whether there are plugins that do not work, one of which may be the one that is missed.
    """
    said = name.strip()
    number = _NUMBER.fullmatch(said)
    if number:
        sign, digits = number.groups()
        if sign or len(digits) > _MOST_DIGITS:
            raise DealError(f"deal number {_cut(said)}: numbers are whole, from 0 to {MOST_DEALS - 1}.")
        return Deal.numbered(int(digits), pack)
    prefixed = _PREFIXED.fullmatch(said)
    if not prefixed:
        raise DealError(f"{quoted(said)} is no deal: a deal is {_forms(prefixes)}.")
    prefix, rest = (prefixed[1] or prefixed[3] or "").lower(), prefixed[2] or prefixed[4] or ""
    if not prefix:
        raise DealError(
            f"{quoted(said)} is no deal: before the colon must stand a prefix. A deal is {_forms(prefixes)}."
        )
    claims = prefixes.holders(prefix)
    if not claims:
        raise DealError(f"{quoted(said)} is no deal: {_unknown(prefix, prefixes, broken=broken)}")
    claim, *others = claims
    if others:
        raise DealError(
            f"{quoted(said)}: the prefix {prefix} is claimed by {listed(claims)}, so none of them answers to it. "
            "Remove all of these plugins but one."
        )
    if not rest:
        taken = claim.source.help or "what the source takes"
        raise DealError(f"{quoted(said)} is no deal: behind the colon must stand {taken}.")
    return _ask(claim, rest, pack)


def _forms(prefixes: Prefixes) -> str:
    """Say in what forms a deal can be named."""
    number = f"a number from 0 to {MOST_DEALS - 1}"
    sources = ", ".join(map(str, prefixes.sources))
    return f"{number}, or a prefix, a colon and what its source takes: {sources}" if sources else number


def _unknown(prefix: str, prefixes: Prefixes, *, broken: bool) -> str:
    """Say that no source has a prefix, which has one like it, and which there are."""
    known = [source.prefix for source in prefixes.sources]
    there = f"There {'is' if len(known) == 1 else 'are'} {', '.join(map(str, prefixes.sources))}."
    hint = nearest(prefix, known)
    why = " `patience plugins` tells of plugins that do not work." if broken else ""
    return f"no deal source has the prefix {_cut(prefix)}.{hint} {there if known else 'None is installed.'}{why}"


def _ask(claim: SourceClaim, said: str, pack: Pack) -> Deal:
    """Return the deal that a source gives, under its whole name; what is wrong with it is the plugin's fault."""
    name = f"{claim.source.prefix}:{said}"
    asked = f"deal {_cut(name)}: the deal source {claim.source.prefix} of {claim.provider}"
    refusal: tuple[str, PatienceError] | None = None
    answer: object = None
    with guarded("deals", asked, claim.provider.module), redirect_stdout(sys.stderr):
        try:
            answer = claim.source.deal(said, pack)
        except PatienceError as error:
            refusal = f"deal {_cut(name)}: {error}", error
        if isinstance(answer, Deal) and answer.pack == pack:
            return Deal(answer.cards, pack, name)
    if refusal:
        raise DealError(refusal[0]) from refusal[1]
    what = "a deal of another pack" if isinstance(answer, Deal) else described(answer)
    raise PluginError(f"{asked} returns {what}; it must return a Deal of the pack that it is given.")


def _cut(text: str) -> str:
    """Return a text that must not be long, unquoted; one that is not printable is quoted."""
    return text if text.isprintable() and len(text) <= _MOST_SHOWN else quoted(text)
