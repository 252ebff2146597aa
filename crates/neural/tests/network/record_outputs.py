"""Record what JAX computes for positions of random games: ``python record_outputs.py ../../weights/square8.safetensors > jax_outputs.json``.

It needs the Python package of the project and JAX. The test ``network`` compares the computation in Rust with these outputs.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

from ringside import Position, Ruleset
from ringside._native.learning import Decision
from ringside.train.network import Layout, network, player_values
from ringside.train.weights import load_weights

_GAMES = [
    (edition, players, steps)
    for edition, players in [("standard", 2), ("canon", 2), ("compact", 2), ("live", 2), ("standard", 3), ("canon", 4)]
    for steps in (2, 25, 60)
]
_LOGITS = 12


def main() -> None:
    """Play the games and print the outputs."""
    jax.config.update("jax_default_matmul_precision", "highest")
    arrays, metadata = load_weights(Path(sys.argv[1]))
    weights = {name: jnp.asarray(array, jnp.float32) for name, array in arrays.items()}
    layout = Layout(metadata["board"])
    rng = np.random.default_rng(1)
    records = []
    for edition, players, steps in _GAMES:
        start = Position(Ruleset(edition, metadata["board"], players=players))
        decision, played = Decision(start), list[int]()
        while len(played) < steps or len(decision.legal()) < 2:
            if len(decision.legal()) == 0:
                decision, played = Decision(start), []
            played.append(int(rng.choice(decision.legal())))
            decision.play(played[-1])
        planes, scalars = decision.observation()
        output = network(layout, weights, jnp.asarray(planes)[None], jnp.asarray(scalars)[None])
        legal = decision.legal()
        numbers = sorted(int(number) for number in rng.choice(legal, min(_LOGITS, len(legal)), replace=False))
        numbers.extend((layout.actions - 2, layout.actions - 1))
        records.append(
            {
                "edition": edition,
                "players": players,
                "played": played,
                "numbers": numbers,
                "logits": [round(float(output.policy[0, number]), 5) for number in numbers],
                "values": [round(float(value), 5) for value in player_values(output.values, jnp.asarray(scalars)[None])[0]],
            }
        )
    print("[\n" + ",\n".join(json.dumps(record) for record in records) + "\n]")


main()
