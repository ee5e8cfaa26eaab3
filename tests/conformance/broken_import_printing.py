"""A broken game whose module prints when it is imported."""

from tests.conformance.corpus import Lot, broken

print("Welcome to Lot!")


@broken("import", "it prints a line when it is imported")
class PrintsAtImport(Lot):
    pass
