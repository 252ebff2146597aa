"""Command line of the training: ``python -m ringside.train``."""

from __future__ import annotations

import argparse
import dataclasses
import sys
from pathlib import Path

from ringside._errors import RingsideError
from ringside.train.settings import Settings

_HELP = {field.name: field for field in dataclasses.fields(Settings)}
_NOTES = {
    "board": "board of all games",
    "players": "players of editions that name no number",
    "rules": "editions with their shares of the games; live:3=1 is the edition with three players",
    "seed": "seed of weights, games and samples",
    "blocks": "residual blocks of the network",
    "channels": "channels of the network",
    "games": "games of self-play at once",
    "groups": "groups of games: the device evaluates one while the threads work on the others",
    "threads": "threads for rules and search; 0 for one for each core",
    "full": "effort of searches that become training rows",
    "cheap": "effort of the other searches",
    "full_share": "share of searches that become training rows",
    "random_openings": "share of games that begin with two random actions",
    "batch": "rows of a training step",
    "reuse": "how often each row is used, on average",
    "window": "rows of the sliding window",
    "policy_entries": "choices of a row that are kept, the most probable first",
    "learning_rate": "highest learning rate",
    "weight_decay": "weight decay of AdamW",
    "clip": "largest norm of the gradient",
    "averaging": "share of the averaged weights that a step keeps",
    "value_mix": "share of the value of the search in the value target",
    "warm_seconds": "time in which bots play games for the warm start; 0 for none",
    "warm_bot": "bot of the warm start",
    "warm_steps": "training steps on the games of the bots before self-play",
    "total_seconds": "planned time of self-play in all runs together, which the learning rate follows",
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m ringside.train",
        description="Train a network by self-play. A run lives in a folder; the same command continues it.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser(
        "run", help="train, then play matches", formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    run.add_argument("folder", type=Path, help="folder of the run")
    run.add_argument("--seconds", type=float, default=600.0, help="time of this call, matches not included")
    run.add_argument("--initial", type=Path, help="exported weights, also of another board, with which a new run begins")
    run.add_argument("--steps", type=int, default=0, help="training steps of self-play in this call; 0 for no limit")
    run.add_argument("--save-every", type=float, default=60.0, help="seconds between two checkpoints")
    run.add_argument(
        "--checkpoint-rows", type=int, default=200_000, help="rows of the window that the last checkpoint keeps"
    )
    _add_match_options(run)
    for field in _HELP.values():
        name = "--" + field.name.replace("_", "-")
        note = _NOTES[field.name]
        if isinstance(field.default, tuple):
            metavar = ("SIMULATIONS", "CONSIDERED")
            run.add_argument(name, type=int, nargs=2, default=field.default, metavar=metavar, help=note)
        else:
            run.add_argument(name, type=type(field.default), default=field.default, help=note)
    match = commands.add_parser("match", help="play matches with exported weights")
    match.add_argument("weights", type=Path, help="file with weights")
    match.add_argument("--rules", default="standard,canon,compact,live", help="editions; live:3 for three players")
    match.add_argument("--players", type=int, default=2)
    match.add_argument("--seed", type=int, default=1)
    match.add_argument("--threads", type=int, default=0)
    _add_match_options(match)
    return parser


def _add_match_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--match-games", type=int, default=0, help="games of each match; 0 for no matches")
    parser.add_argument("--match-simulations", default="16", help="simulations of the matches, separated by commas")
    parser.add_argument("--match-considered", type=int, default=16, help="choices that searches consider")
    parser.add_argument("--opponent", default="classic:10", help="bot that the network plays against")


def main(arguments: list[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    options = _parser().parse_args(arguments)
    try:
        return _run(options) if options.command == "run" else _match(options)
    except (RingsideError, ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except ModuleNotFoundError as error:
        if error.name not in ("jax", "jaxlib"):
            raise
        print("error: training needs JAX: pip install jax, or jax[cuda13] for an NVIDIA GPU", file=sys.stderr)
        return 1


def _run(options: argparse.Namespace) -> int:
    from ringside.train.trainer import Trainer

    values = {name: getattr(options, name) for name in _HELP}
    values["full"], values["cheap"] = tuple(values["full"]), tuple(values["cheap"])
    trainer = Trainer(options.folder, Settings(**values), options.checkpoint_rows, options.initial)
    trainer.train(options.seconds, options.save_every, options.steps)
    for simulations in _numbers(options.match_simulations) if options.match_games else []:
        for index in range(len(trainer.settings.mixed_rules())):
            trainer.match(index, (simulations, options.match_considered), options.opponent, options.match_games)
    return 0


def _match(options: argparse.Namespace) -> int:
    import os

    from ringside.train.match import play_match
    from ringside.train.settings import parse_rules
    from ringside.train.trainer import load_evaluator

    evaluator = load_evaluator(options.weights)
    for simulations in _numbers(options.match_simulations):
        for rules, _ in parse_rules(options.rules, evaluator.layout.board, options.players):
            result = play_match(
                evaluator,
                rules,
                options.opponent,
                games=options.match_games or 100,
                effort=(simulations, options.match_considered),
                seed=options.seed,
                threads=options.threads or os.cpu_count() or 1,
            )
            print(result, flush=True)
    return 0


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


if __name__ == "__main__":
    sys.exit(main())
