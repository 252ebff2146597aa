"""The notebooks of docs/notebooks run, in this process and without a Jupyter kernel.

``UPDATE_FILES=1`` runs them in full and stores their outputs.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import traceback
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"

#: Parameters with which the tests are short.
QUICK: dict[str, dict[str, Any]] = {
    "first_bot.ipynb": {"PAIRS": 1},
    "training.ipynb": {"GAMES": 3, "EPOCHS": 1, "TEST_GAMES": 4},
    "database.ipynb": {"GAMES": 12},
}

Notebook = dict[str, Any]


def read(path: Path) -> Notebook:
    """Read a notebook."""
    notebook: Notebook = json.loads(path.read_text(encoding="utf-8"))
    return notebook


def write(path: Path, notebook: Notebook) -> None:
    """Write a notebook in the layout of Jupyter."""
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def run(notebook: Notebook, parameters: dict[str, Any]) -> Notebook:
    """Run all code cells one after another and return the notebook with their outputs.

    The values of ``parameters`` replace those of the cell with the tag ``parameters``.
    """
    namespace: dict[str, Any] = {"__name__": "__main__"}
    count = 0
    cells = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            outputs = _run_cell("".join(cell["source"]), f"cell {count}", namespace)
            cell = {**cell, "execution_count": count, "outputs": [{**output, **_count(output, count)} for output in outputs]}
            if "parameters" in cell["metadata"].get("tags", []):
                unknown = set(parameters) - set(namespace)
                assert not unknown, f"the notebook has no parameters {unknown}"
                namespace |= parameters
        cells.append(cell)
    return {**notebook, "cells": cells}


def _run_cell(source: str, name: str, namespace: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a cell and return what it prints and the value of its last expression."""
    module = ast.parse(source, name)
    last = module.body.pop() if module.body and isinstance(module.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(module, name, "exec"), namespace)
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), name, "eval"), namespace)
    except Exception as error:
        raise AssertionError(f"{name} failed:\n{source}\n\n{''.join(traceback.format_exception(error))}") from error
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        lines = printed.getvalue().splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines})
    if value is not None:
        data = {"text/plain": [repr(value)]}
        if hasattr(value, "_repr_svg_"):
            data["image/svg+xml"] = value._repr_svg_().splitlines(keepends=True)
        outputs.append({"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"})
    return outputs


def _count(output: dict[str, Any], count: int) -> dict[str, Any]:
    return {"execution_count": count} if output["output_type"] == "execute_result" else {}


def prints(cell: dict[str, Any]) -> bool:
    """Report whether a cell prints something."""
    return cell["cell_type"] == "code" and any(line.startswith("print(") for line in cell["source"])


def test_every_notebook_is_tested() -> None:
    assert {path.name for path in FOLDER.glob("*.ipynb")} == set(QUICK)


@pytest.mark.parametrize("name", QUICK)
def test_the_notebook_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    notebook = read(FOLDER / name)
    if os.environ.get("UPDATE_FILES"):
        write(FOLDER / name, run(notebook, {}))
        return
    assert all(cell["outputs"] for cell in run(notebook, QUICK[name])["cells"] if prints(cell))


def test_notebooks_have_outputs() -> None:
    for path in FOLDER.glob("*.ipynb"):
        assert all(cell["outputs"] for cell in read(path)["cells"] if prints(cell)), f"{path.name}: run with UPDATE_FILES=1"
