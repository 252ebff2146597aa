"""Weights for another board: all layers carry over, and the planes of the policy by their meaning."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ringside.train.network import Layout, Weights

__all__ = ["transferred"]

_Plane: TypeAlias = tuple[str, tuple[int, int], int]

_SQUARE = [(1, 0), (1, 1), (0, 1), (1, -1)]
_HEXAGONAL = [(1, 0), (1, -1), (0, -1)]
_REGIONS = 5


def transferred(
    arrays: dict[str, NDArray[np.generic]], source: Layout, target: Layout, own: Weights
) -> dict[str, NDArray[np.generic]]:
    """Return weights for the board ``target`` from those for ``source``.

    A plane of the policy that ``source`` does not have takes the weights of the plane with the same meaning and the
    longest distance or largest number; directions that ``source`` does not have keep the weights of ``own``.
    """
    if source.board == target.board:
        return arrays
    planes = {plane: index for index, plane in enumerate(_policy_planes(source))}
    longest: dict[tuple[str, tuple[int, int]], int] = {}
    for kind, direction, number in planes:
        longest[kind, direction] = max(number, longest.get((kind, direction), 0))
    result = dict(arrays)
    for name in ("policy.conv2", "policy.bias2"):
        changed = np.array(own[name])
        for index, (kind, direction, number) in enumerate(_policy_planes(target)):
            if (kind, direction) in longest:
                found = planes[kind, direction, min(number, longest[kind, direction])]
                changed[..., index] = arrays[name][..., found]
        result[name] = changed
    return result


def _policy_planes(layout: Layout) -> list[_Plane]:
    """Return the meaning of each plane of choices in the order of docs/encoding.md: kind, direction, number."""
    steps = layout.side - 1
    axes = _SQUARE if layout.is_full else _HEXAGONAL
    directions = axes + [(-x, -y) for x, y in axes]
    planes = [("place", (0, 0), rings + 1) for rings in range(2 * steps if layout.is_full else steps)]
    planes += [("travel", direction, distance + 1) for direction in directions for distance in range(steps)]
    # The opposite direction is the same axis.
    planes += [("line", max((x, y), (-x, -y)), length + 2) for x, y in axes for length in range(steps)]
    planes += [(f"region {border}", (0, 0), 0) for border in range(_REGIONS)]
    planes.append(("payment", (0, 0), 0))
    assert len(planes) == layout.policy_planes, "docs/encoding.md and this list differ"
    return planes
