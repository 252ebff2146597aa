"""Settings of a training run."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from ringside._native.ringrift import Ruleset

__all__ = ["Settings", "parse_rules"]


@dataclass(frozen=True)
class Settings:
    """Everything that determines a run, besides the speed of the machine."""

    board: str = "square8"
    players: int = 2
    """Players of editions that name no number."""
    rules: str = "standard=5,canon=2,compact=1.5,live=1.5"
    """Editions with their shares of the games; ``live:3=1`` is the edition with three players."""
    seed: int = 1
    blocks: int = 6
    channels: int = 96
    games: int = 6144
    """Games of self-play at once."""
    groups: int = 3
    """Groups of games: the device evaluates one while the threads work on the others."""
    threads: int = 0
    """Threads for rules and search; 0 for one for each core."""
    full: tuple[int, int] = (64, 16)
    """Simulations and considered choices of searches that become training rows."""
    cheap: tuple[int, int] = (16, 8)
    """Simulations and considered choices of the other searches."""
    full_share: float = 0.3
    """Share of searches that become training rows."""
    random_openings: float = 0.25
    """Share of games that begin with two random actions."""
    batch: int = 2048
    """Rows of a training step."""
    reuse: float = 6.0
    """How often each row is used, on average."""
    window: int = 2_500_000
    """Rows of the sliding window."""
    policy_entries: int = 256
    """Choices of a row that are kept, the most probable first."""
    learning_rate: float = 2e-3
    weight_decay: float = 3e-2
    clip: float = 1.0
    """Largest norm of the gradient."""
    averaging: float = 0.999
    """Share of the averaged weights that a step keeps."""
    value_mix: float = 0.25
    """Share of the value of the search in the value target; the rest is the result of the game."""
    warm_seconds: float = 60.0
    """Time in which bots play games for the warm start; 0 for none."""
    warm_bot: str = "nodes:1000"
    warm_steps: int = 1500
    """Training steps on the games of the bots before self-play."""
    total_seconds: float = 1200.0
    """Planned time of self-play in all runs together, which the learning rate follows."""

    def mixed_rules(self) -> list[tuple[Ruleset, float]]:
        """Return the rulesets with their shares."""
        return parse_rules(self.rules, self.board, self.players)

    def as_dict(self) -> dict[str, object]:
        """Return the settings as JSON values."""
        return dataclasses.asdict(self)


def parse_rules(text: str, board: str, players: int) -> list[tuple[Ruleset, float]]:
    """Read editions with shares, such as ``standard=5,live:3=1``.

    A number of players can follow the edition, otherwise it is ``players``. A share that is missing is 1.
    """
    mixed = []
    for part in text.split(","):
        name, _, share = part.strip().partition("=")
        edition, _, seats = name.partition(":")
        try:
            weight = float(share or 1)
        except ValueError:
            raise ValueError(f"the share {share!r} of the edition {edition!r} is not a number") from None
        if seats and seats not in ("2", "3", "4"):
            raise ValueError(f"the number of players of {name!r} is not 2, 3 or 4")
        mixed.append((Ruleset(edition, board, int(seats or players)), weight))
    return mixed
