"""A training run: warm start, self-play with learning, checkpoints, matches and the card."""

from __future__ import annotations

import json
import os
import platform
import time
from pathlib import Path
from typing import Any

import jax
import numpy as np

import ringside
from ringside._native.learning import Encoding
from ringside.train.bots import play_bot_games
from ringside.train.evaluator import Evaluator
from ringside.train.learner import Learner
from ringside.train.match import MatchResult, play_match
from ringside.train.network import Layout
from ringside.train.self_play import Clock, Group
from ringside.train.settings import Settings
from ringside.train.weights import load_weights, save_weights
from ringside.train.window import Window

__all__ = ["Trainer", "export_weights", "load_evaluator"]

_REPORT_SECONDS = 10.0
_STEPS_BETWEEN_WEIGHTS = 20


class Trainer:
    """One run in a folder, which can be interrupted and continued."""

    def __init__(
        self, folder: Path, settings: Settings, checkpoint_rows: int, initial: Path | None = None
    ) -> None:
        self.folder = folder
        self.settings = settings
        self.checkpoint_rows = checkpoint_rows
        self.layout = Layout(settings.board)
        self.use_half = jax.default_backend() != "cpu"
        self.threads = settings.threads or os.cpu_count() or 1
        self.window = Window(self.layout, settings.window, settings.policy_entries, settings.seed)
        self.learner = Learner(self.layout, settings, self.window, self.use_half)
        self.clock = Clock()
        self.trained_seconds = 0.0
        self.runs = 0
        self.sums: dict[str, Any] = {"evaluations": 0, "searches": 0, "rows": 0, "thread_seconds": 0.0}
        self.by_rules: list[dict[str, Any]] = [
            {"rules": rules.edition, "players": rules.players, "games": 0, "wins": [0] * rules.players, "reasons": {}}
            for rules, _ in settings.mixed_rules()
        ]
        self.card: dict[str, Any] = {"progress": [], "matches": [], "warm_start": None, "initial": None}
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / "checkpoint.safetensors").exists():
            self._resume()
        elif initial is not None:
            self.learner.start_from(initial)
            self.card["initial"] = initial.name
        self.evaluator = Evaluator(self.layout, self.learner.averaged, self.use_half)

    def train(self, seconds: float, save_every: float, most_steps: int = 0) -> None:
        """Train for some seconds, or until self-play has made ``most_steps`` training steps, unless that is 0.

        A new run begins with the warm start, if the settings say so.
        """
        until = time.monotonic() + seconds
        self.runs += 1
        if self.learner.steps == 0 and self.settings.warm_seconds > 0 and self.card["initial"] is None:
            self._warm_start(until)
        if self.trained_seconds < self.settings.total_seconds:
            self._self_play(until, save_every, most_steps)
        self.save(with_window=True)

    def _warm_start(self, until: float) -> None:
        settings = self.settings
        started = time.monotonic()
        rows, games = play_bot_games(
            self.layout,
            settings.mixed_rules(),
            settings.warm_bot,
            seconds=min(settings.warm_seconds, until - started),
            seed=settings.seed,
            threads=self.threads,
            entries=settings.policy_entries,
        )
        for part in rows:
            self.window.add(part)
        print(f"warm start: {games} games of {settings.warm_bot}, {len(self.window)} rows", flush=True)
        if not len(self.window):
            return
        played = time.monotonic()
        self.learner.start()
        losses: dict[str, float] = {}
        for step in range(settings.warm_steps):
            self.learner.step(0.0)
            if step % 250 == 249 or step == settings.warm_steps - 1:
                losses = self.learner.take_losses()
                print(f"warm start: step {step + 1}: {losses}", flush=True)
            if time.monotonic() > until:
                break
        self.learner.stop()
        self.card["warm_start"] = {
            "bot": settings.warm_bot,
            "games": games,
            "rows": len(self.window),
            "seconds_of_games": round(played - started, 1),
            "seconds_of_learning": round(time.monotonic() - played, 1),
            "losses": losses,
        }

    def _self_play(self, until: float, save_every: float, most_steps: int) -> None:
        settings = self.settings
        self.evaluator.set_weights(self.learner.averaged)
        groups = [Group(self.evaluator, settings, self.window, index, self.runs) for index in range(settings.groups)]
        rows_at_start, steps_at_start, rows_before = self.window.added, self.learner.steps, self.sums["rows"]
        started = reported = saved = time.monotonic()
        before = self.trained_seconds
        is_learning = False
        for group in groups:
            group.start()
        try:
            while (now := time.monotonic()) < until and self.trained_seconds < settings.total_seconds:
                self.trained_seconds = before + now - started
                problem = next((group.problem for group in groups if group.problem is not None), None)
                if problem is not None:
                    raise problem
                if most_steps and self.learner.steps - steps_at_start >= most_steps:
                    break
                if not is_learning and len(self.window) >= settings.batch:
                    self.learner.start()
                    is_learning = True
                due = (self.window.added - rows_at_start) * settings.reuse / settings.batch
                if is_learning and self.learner.steps - steps_at_start < due:
                    with self.clock.of("learning"):
                        self._learn()
                else:
                    with self.clock.of("waiting for rows"):
                        time.sleep(0.002)
                if now - reported > _REPORT_SECONDS:
                    self.sums["rows"] = rows_before + sum(group.rows for group in groups)
                    self._report(groups, now - reported)
                    reported = now
                if now - saved > save_every:
                    self.save(with_window=False)
                    saved = now
        finally:
            for group in groups:
                group.stop()
            if is_learning:
                self.learner.stop()
        self.sums["rows"] = rows_before + sum(group.rows for group in groups)
        self._report(groups, max(time.monotonic() - reported, 1e-9))

    def _learn(self) -> None:
        self.learner.step(self.trained_seconds / self.settings.total_seconds)
        if self.learner.steps % _STEPS_BETWEEN_WEIGHTS == 0:
            self.evaluator.set_weights(self.learner.averaged)

    def _report(self, groups: list[Group], seconds: float) -> None:
        evaluations, searches, thread_seconds = 0, 0, 0.0
        split = {name: part / seconds for name, part in self.clock.take().items()}
        for group in groups:
            statistics = group.take_statistics()
            evaluations += statistics["evaluations"]
            searches += statistics["searches"]
            thread_seconds += statistics["thread_seconds"]
            for entry, games, wins, reasons in zip(
                self.by_rules, statistics["games"], statistics["wins"], statistics["reasons"]
            ):
                entry["games"] += games
                entry["wins"] = [a + b for a, b in zip(entry["wins"], wins)]
                for reason, count in reasons:
                    entry["reasons"][reason] = entry["reasons"].get(reason, 0) + count
            for name, part in group.clock.take().items():
                split[name] = split.get(name, 0.0) + part / seconds / len(groups)
        self.sums["evaluations"] += evaluations
        self.sums["searches"] += searches
        self.sums["thread_seconds"] += thread_seconds
        entry = {
            "seconds": round(self.trained_seconds, 1),
            "steps": self.learner.steps,
            "games": sum(part["games"] for part in self.by_rules),
            "rows": self.sums["rows"],
            "evaluations_per_second": round(evaluations / seconds),
            "rules_microseconds": round(1e6 * thread_seconds / max(evaluations, 1), 2),
            "time": {name: round(part, 3) for name, part in split.items()},
            "losses": self.learner.take_losses(),
        }
        self.card["progress"].append(entry)
        print(json.dumps(entry), flush=True)

    def match(self, rules_index: int, effort: tuple[int, int], opponent: str, games: int) -> MatchResult:
        """Play a match with the averaged weights, and note it in the card."""
        self.evaluator.set_weights(self.learner.averaged)
        result = play_match(
            self.evaluator,
            self.settings.mixed_rules()[rules_index][0],
            opponent,
            games=games,
            effort=effort,
            seed=self.settings.seed,
            threads=self.threads,
        )
        self.card["matches"].append(
            {"seconds_trained": round(self.trained_seconds, 1), "steps": self.learner.steps, **result.as_dict()}
        )
        print(result, flush=True)
        self.write_card()
        return result

    def save(self, *, with_window: bool) -> None:
        """Write checkpoint, weights and card."""
        metadata = {"trained_seconds": str(self.trained_seconds), "runs": str(self.runs)}
        self.learner.save(self.folder / "checkpoint.safetensors", metadata)
        if with_window and self.checkpoint_rows:
            self.window.save(self.folder / "window.npz", self.checkpoint_rows)
        export_weights(self.folder / f"{self.settings.board}.safetensors", self.learner, self.settings)
        self.write_card()

    def write_card(self) -> None:
        """Write the card: how the network was made, and what it can do."""
        card = {
            "settings": self.settings.as_dict(),
            "encoding_version": Encoding.VERSION,
            "package": ringside.__version__,
            "jax": jax.__version__,
            "device": str(jax.devices()[0].device_kind),
            "machine": f"{platform.machine()}, {os.cpu_count()} cores",
            "finished": time.strftime("%Y-%m-%d"),
            "runs": self.runs,
            "trained_seconds": round(self.trained_seconds, 1),
            "steps": self.learner.steps,
            "parameters": sum(int(np.prod(array.shape)) for array in self.learner.averaged.values()),
            "sums": self.sums,
            "by_rules": self.by_rules,
            **self.card,
        }
        path = self.folder / "card.json"
        temporary = path.with_suffix(".tmp")
        temporary.write_text(json.dumps(card, indent=1) + "\n")
        temporary.replace(path)

    def _resume(self) -> None:
        metadata = self.learner.load(self.folder / "checkpoint.safetensors")
        self.trained_seconds = float(metadata["trained_seconds"])
        self.runs = int(metadata["runs"])
        card_path = self.folder / "card.json"
        if card_path.exists():
            card = json.loads(card_path.read_text())
            self.sums, self.by_rules = card["sums"], card["by_rules"]
            self.card = {name: card.get(name, value) for name, value in self.card.items()}
        if (self.folder / "window.npz").exists():
            self.window.load(self.folder / "window.npz")
        print(f"continues after {self.trained_seconds:.0f} s, {self.learner.steps} steps, {len(self.window)} rows")


def export_weights(path: Path, learner: Learner, settings: Settings) -> None:
    """Write the averaged weights with 16 bits."""
    weights = {name: np.asarray(array).astype(np.float16) for name, array in learner.averaged.items()}
    metadata = {
        "format": "ringside-network",
        "version": "1",
        "encoding": str(Encoding.VERSION),
        "board": settings.board,
        "blocks": str(settings.blocks),
        "channels": str(settings.channels),
    }
    save_weights(path, weights, metadata)


def load_evaluator(path: Path) -> Evaluator:
    """Read exported weights."""
    arrays, metadata = load_weights(path)
    if metadata.get("format") != "ringside-network" or metadata.get("encoding") != str(Encoding.VERSION):
        raise ValueError(f"{path}: not a network for version {Encoding.VERSION} of the encoding")
    weights = {name: jax.numpy.asarray(array, jax.numpy.float32) for name, array in arrays.items()}
    return Evaluator(Layout(metadata["board"]), weights, jax.default_backend() != "cpu")
