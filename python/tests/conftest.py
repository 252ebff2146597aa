"""The program `ringside`, and a running server."""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

DEFAULT_PROGRAM = Path(__file__).parents[2] / "target" / "debug" / "ringside"


@pytest.fixture(scope="session")
def program() -> str:
    """The path of the program, which `cargo xtask python` builds."""
    path = os.environ.get("RINGSIDE_PROGRAM", str(DEFAULT_PROGRAM))
    if not Path(path).exists():
        pytest.fail(f"{path} does not exist: run `cargo build -p ringside` or set RINGSIDE_PROGRAM")
    return path


@pytest.fixture(scope="session")
def server(program: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with an empty database."""
    arguments = [program, "serve", "--port", "0", "--data", str(tmp_path_factory.mktemp("data"))]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            lines.append(line)
            if address := re.search(r"http://127\.0\.0\.1:\d+", line):
                break
        else:
            pytest.fail("the server did not start:\n" + "".join(lines))
        yield address[0]
        process.terminate()
