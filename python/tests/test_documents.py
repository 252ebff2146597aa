"""The examples of docs/python.md run."""

import re
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parents[2] / "docs" / "python.md"
EXAMPLES = re.findall(r"^## (.*?)$|^```python\n(.*?)^```", DOCUMENT.read_text(encoding="utf-8"), re.M | re.S)


def examples() -> list[tuple[str, str]]:
    section, found = "", []
    for heading, code in EXAMPLES:
        section = heading or section
        if code:
            found.append((section, code))
    return found


@pytest.mark.parametrize(("section", "code"), examples(), ids=[section for section, _ in examples()])
def test_example(section: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(code, f"{DOCUMENT.name}: {section}", "exec"), {})


def test_every_section_with_objects_has_an_example() -> None:
    assert len(examples()) >= 7
