"""Files with weights in the safetensors format: a header in JSON, then the bytes of all arrays."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

__all__ = ["load_weights", "save_weights"]

_NAMES = {"float32": "F32", "float16": "F16", "int32": "I32"}
_TYPES = {name: np.dtype(kind) for kind, name in _NAMES.items()}
_MAX_HEADER = 1 << 20


def save_weights(path: Path, weights: Mapping[str, NDArray[np.generic]], metadata: Mapping[str, str]) -> None:
    """Write arrays in the order of their names. A file that exists is replaced at once, never in part."""
    header: dict[str, object] = {"__metadata__": dict(metadata)}
    at = 0
    for name in sorted(weights):
        array = weights[name]
        size = array.nbytes
        header[name] = {
            "dtype": _NAMES[array.dtype.name],
            "shape": list(array.shape),
            "data_offsets": [at, at + size],
        }
        at += size
    text = json.dumps(header, separators=(",", ":")).encode()
    # The data begins at a multiple of 8 bytes.
    text += b" " * (-len(text) % 8)
    temporary = path.with_suffix(".tmp")
    with temporary.open("wb") as file:
        file.write(struct.pack("<Q", len(text)))
        file.write(text)
        for name in sorted(weights):
            file.write(np.ascontiguousarray(weights[name]).tobytes())
    temporary.replace(path)


def load_weights(path: Path) -> tuple[dict[str, NDArray[np.generic]], dict[str, str]]:
    """Read arrays and metadata; a file that is not valid raises :class:`ValueError`."""
    data = path.read_bytes()
    if len(data) < 8:
        raise ValueError(f"{path}: too short for a file with weights")
    (length,) = struct.unpack("<Q", data[:8])
    if length > min(_MAX_HEADER, len(data) - 8):
        raise ValueError(f"{path}: the header has {length} bytes, which is more than the file or the limit allows")
    try:
        header = json.loads(data[8 : 8 + length])
        metadata = header.pop("__metadata__", {})
        body = memoryview(data)[8 + length :]
        weights = {name: _array(body, entry) for name, entry in header.items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{path}: not a file with weights: {error}") from None
    return weights, metadata


def _array(body: memoryview, entry: dict[str, list[int]]) -> NDArray[np.generic]:
    kind = _TYPES[str(entry["dtype"])]
    start, end = entry["data_offsets"]
    if not 0 <= start <= end <= len(body):
        raise ValueError(f"data from {start} to {end} is outside of the file")
    array: NDArray[np.generic] = np.frombuffer(body[start:end], kind).reshape(entry["shape"]).copy()
    return array
