"""The invariants themselves, by what they look at; CHECKS lists them in the order in which they are run."""

from __future__ import annotations

from typing import Final

from patience_core.conformance.definitions import Check
from patience_core.conformance.invariants import (
    claims,
    courses,
    dealing,
    endings,
    kernels,
    legality,
    outside,
    playing,
    sight,
    solving,
)

CHECKS: Final[tuple[Check, ...]] = (
    *claims.CHECKS,
    *dealing.CHECKS,
    *legality.CHECKS,
    *endings.CHECKS,
    *courses.CHECKS,
    *sight.CHECKS,
    *solving.CHECKS,
    *playing.CHECKS,
    *kernels.CHECKS,
    *outside.CHECKS,
)
