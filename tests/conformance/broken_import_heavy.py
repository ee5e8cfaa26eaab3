"""A broken game whose module imports a package that is slow to import, and that the game does not use."""

import pytest

from tests.conformance.corpus import Lot, broken

TEST = pytest.mark.usefixtures


@broken("import", "a package that is slow to import is imported with it")
class ImportsTooMuch(Lot):
    pass
