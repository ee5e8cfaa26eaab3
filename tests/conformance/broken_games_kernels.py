"""Broken games whose fault lies in their kernels: these come to something else than the rules, or to nothing."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import Any, Final

from attrs import evolve

from patience_core import DOWN, Kernel, Move, Shift, Table
from tests.conformance import fork_kernel
from tests.conformance.corpus import STOCK, Fork, Lot, broken

TIMES: Final = count(2)


@broken("kernel", "the kernel gives a score that is one too high, under one choice of an option")
class KernelWithAnotherScore(Fork):
    def kernel(self, player: str = "first") -> Kernel | None:
        return self.flawed(player, fork_kernel.ODD_SCORE if self.ahead == 0 else fork_kernel.SOUND)


@broken("kernel", "the kernel counts a move too many where it wins")
class KernelWithLongWins(Fork):
    def kernel(self, player: str = "first") -> Kernel | None:
        return self.flawed(player, fork_kernel.LONG_WIN)


@broken("kernel", "the kernel takes another for the card that wins")
class KernelWithOtherWins(Fork):
    def kernel(self, player: str = "first") -> Kernel | None:
        return evolve(self.flawed(player, fork_kernel.SOUND), faces=(1, 3, 2, 4, 5, 6))


@broken("kernel", "the kernel draws no number where the player has one move only")
class KernelDrawsTooLittle(Fork):
    def kernel(self, player: str = "first") -> Kernel | None:
        return self.flawed(player, fork_kernel.ONE_OF_TWO)


@broken("kernel", "the kernel draws the numbers of a player of another name")
class KernelOfAnotherName(Fork):
    def kernel(self, player: str = "first") -> Kernel | None:
        return evolve(self.flawed(player, fork_kernel.SOUND), player="rando")


@broken("kernel", "the kernel plays as the first player, whoever plays")
class KernelForEverybody(Fork):
    def kernel(self, player: str = "first") -> Kernel | None:
        return self.flawed("first", fork_kernel.SOUND)


@broken("kernel", "the kernel crashes in a game that ends with the last card of the pack")
class KernelCrashes(Fork):
    def kernel(self, player: str = "first") -> Kernel | None:
        return self.flawed(player, fork_kernel.RAISES)


@broken("kernel", "the kernel plays on for ever")
class KernelWithoutAnEnd(Fork):
    def kernel(self, player: str = "first") -> Kernel | None:
        return self.flawed(player, fork_kernel.ENDLESS)


@broken("kernel", "the kernel remembers a number below 0")
class KernelBelowZero(Fork):
    def kernel(self, player: str = "first") -> Kernel | None:
        return self.flawed(player, fork_kernel.NEGATIVE)


@broken("kernel", "the kernel looks at a card behind the last one")
class KernelBehindTheDeal(Fork):
    def kernel(self, player: str = "first") -> Kernel | None:
        return self.flawed(player, fork_kernel.ASTRAY)


@broken("kernel", "the kernel remembers more numbers than it says")
class KernelWithTooLittleWork(Fork):
    def kernel(self, player: str = "first") -> Kernel | None:
        return self.flawed(player, fork_kernel.SOUND, work=fork_kernel.WORK - 1)


@broken("kernel", "a score comes that the kernel does not declare")
class KernelWithoutAScore(Fork):
    def kernel(self, player: str = "first") -> Kernel | None:
        return self.flawed(player, fork_kernel.SOUND, most=2)


@broken("kernel", "the kernel is for a pack of another size")
class KernelForAnotherPack(Fork):
    def kernel(self, player: str = "first") -> Kernel | None:
        return evolve(self.flawed(player, fork_kernel.SOUND), faces=range(1, 8))


@broken("kernel", "the module of the kernel does not exist")
class KernelWithoutAModule(Fork):
    def kernel(self, player: str = "first") -> Kernel | None:
        return Kernel("tests.conformance.no_kernel", work=0, least=0, most=3)


@broken("kernel", "kernel() gives the name of a module")
class KernelByName(Fork):
    def kernel(self, player: str = "first") -> Any:
        return fork_kernel.__name__


@broken("kernel", "kernel() gives another kernel each time")
class KernelThatChanges(Fork):
    def kernel(self, player: str = "first") -> Kernel | None:
        return self.flawed(player, fork_kernel.SOUND, work=fork_kernel.WORK + next(TIMES))


@broken("kernel", "kernel() crashes for a player that it does not know")
class KernelForFirstOnly(Fork):
    def kernel(self, player: str = "first") -> Kernel | None:
        return {"first": self.flawed(player, fork_kernel.SOUND)}[player]


@broken("kernel", "kernel() gives none where no player is named")
class KernelForNobody(Fork):
    def kernel(self, player: str = "") -> Kernel | None:
        return self.flawed(player, fork_kernel.SOUND) if player else None


@broken("kernel", "it has a kernel, and play may go on for ever")
class KernelOfAnEndlessGame(Lot):
    longest = None  # type: ignore[assignment]  # the fact may be None, where no subclass has computed it

    def moves(self, table: Table) -> Iterable[Move]:
        if table[STOCK] and table[STOCK][-1].face_up:
            yield Move("turn down", Shift(STOCK, STOCK, face=DOWN))
        else:
            yield Move("turn up", Shift(STOCK, STOCK, face="up"))

    def kernel(self, player: str = "first") -> Kernel | None:
        return Fork().kernel()
